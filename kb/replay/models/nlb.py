"""Network Load Balancer: health checks, automatic zone failover, and a population of balancers ("some customers").

New targets whose network state has not arrived fail checks and flap. Flapping loads the health-check subsystem; beyond
its capacity checks come late and healthy nodes look failed. A zone with too large a failed share leaves DNS for a hold
time, and with two zones out the last cannot carry the load. With every zone unhealthy the balancer fails open, and then
sends traffic to targets that cannot answer.
Minutes; one step is one check interval. A zone can carry `zone_capacity` of a balancer's demand.
Not modelled: single connections, cross-zone balancing, client retries, balancers that differ in zones.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from random import Random

import numpy as np
from numpy.typing import NDArray

from kb.replay.clock import Clock


@dataclass(frozen=True, slots=True)
class Params:
    """`velocity_limit` is the largest share of a zone that failover may remove; 1 is no limit."""

    balancers: int = 60
    zones: int = 3
    check_seconds: float = 30.0
    failures_needed: int = 3
    base_load: float = 0.55
    flap_load: float = 0.012
    threshold: float = 0.30
    hold: float = 20.0
    zone_capacity: float = 0.5
    burst_share: float = 0.30
    renewal_rate: float = 0.014
    spread: float = 0.5
    affected_share: float = 0.10
    open_tolerance: float = 0.10
    velocity_limit: float = 1.0
    grace: bool = False
    warm_share: float = 0.0


@dataclass(frozen=True, slots=True)
class Inputs:
    """When new targets begin to come, how long their network state takes, when operators switch failover. None: never.

    After `quiet_after` state arrives at once; play ends there once every zone is back, unless checks are overloaded
    anyway.
    """

    start: float | None
    wait: Callable[[float], float]
    failover_off: float | None
    failover_on: float | None
    horizon: float
    quiet_after: float = inf


@dataclass(frozen=True, slots=True)
class Outcome:
    """First and last connection errors, first flapping, overload and zone removal, minutes with errors."""

    errors_start: float | None = None
    errors_end: float | None = None
    flapping: float | None = None
    overload: float | None = None
    failover: float | None = None
    error_minutes: float = 0.0


class LoadBalancers:
    """The population, one check interval a step."""

    def __init__(self, params: Params) -> None:
        self.params = params

    def run(self, inputs: Inputs, rng: Random) -> Outcome:
        """Play from the first new target to the horizon."""
        if inputs.start is None:
            return Outcome()
        return _Play(self.params, inputs, rng).run(inputs.start)


class _Play:
    def __init__(self, params: Params, inputs: Inputs, rng: Random) -> None:
        self.params, self.inputs = params, inputs
        self.noise = np.random.default_rng(rng.getrandbits(64))
        shape = (params.balancers, params.zones)
        weight = self.noise.lognormal(0.0, params.spread, (params.balancers, 1))
        self.burst, self.rate = params.burst_share * weight, params.renewal_rate * weight
        self.bad = np.zeros(shape, dtype=np.int64)
        self.out_until = np.full(shape, -np.inf)
        self.mood = np.ones(shape)
        self.step = params.check_seconds / 60
        self.moved = 0
        self.seen: dict[str, float] = {}
        self.last_error: float | None = None
        self.error_steps = 0

    def run(self, start: float) -> Outcome:
        clock = Clock(start)

        def check(_: object) -> None:
            self.check(clock.now, clock.now - start)
            if clock.now + self.step <= self.inputs.horizon and not self.quiet(clock.now):
                clock.after(self.step, check)

        clock.after(self.step, check)
        clock.run(self.inputs.horizon)
        end = None if self.last_error is None else self.last_error + self.step
        if end is not None and end > self.inputs.horizon - self.step:
            end = None
        return Outcome(self.seen.get("errors"), end, self.seen.get("flapping"), self.seen.get("overload"),
                       self.seen.get("failover"), self.error_steps * self.step)

    def on(self, now: float) -> bool:
        off, back = self.inputs.failover_off, self.inputs.failover_on
        return off is None or now < off or (back is not None and now >= back >= off)

    def quiet(self, now: float) -> bool:
        """Nothing can happen any more: no target waits, every zone is in DNS, checks have room."""
        return now > self.inputs.quiet_after and self.params.base_load < 0.9 and not bool((self.out_until > now).any())

    def check(self, now: float, age: float) -> None:
        params, wait = self.params, self.inputs.wait(now)
        waiting = self.rate * min(age, wait) + (self.burst if age <= wait else 0.0)
        waiting = np.minimum(0.9, waiting * (1.0 - params.warm_share) * (not params.grace))
        if ceil(age / self.step) % 10 == 1:
            self.mood = self.noise.uniform(0.4, 1.6, self.mood.shape)
        failing = np.minimum(1.0, waiting * self.mood)
        load = params.base_load + params.flap_load * (float(failing.sum()) + self.moved)
        late = max(0.0, 1.0 - 1.0 / load)
        failing = failing + (1.0 - failing) * np.minimum(1.0, late * self.mood)
        self.note("flapping", now, float(waiting.max()) > 0.01)
        self.note("overload", now, load > 1.0)
        self.bad = np.where(failing > params.threshold, self.bad + 1, 0)
        self.fail_over(now)
        self.serve(now, waiting)

    def fail_over(self, now: float) -> None:
        if not self.on(now):
            self.out_until[:] = -np.inf
            self.moved = 0
            return
        sick = self.bad >= self.params.failures_needed
        leaving = sick & (self.out_until <= now)
        self.moved = int(leaving.sum())
        self.out_until = np.where(leaving, now + self.params.hold, self.out_until)
        self.note("failover", now, self.moved > 0)

    def serve(self, now: float, waiting: NDArray[np.float64]) -> None:
        params, out = self.params, self.out_until > now
        open_anyway = out.all(axis=1, keepdims=True)
        share = np.where(out & ~open_anyway, 1.0 - params.velocity_limit, 1.0)
        short = (share * params.zone_capacity).sum(axis=1) < 1.0 - 1e-9
        if params.velocity_limit >= 1.0:
            short |= (open_anyway & (waiting > params.open_tolerance)).any(axis=1)
        if float(short.mean()) >= params.affected_share:
            self.note("errors", now, True)
            self.last_error = now
            self.error_steps += 1

    def note(self, what: str, now: float, happens: bool) -> None:
        if happens:
            self.seen.setdefault(what, now)
