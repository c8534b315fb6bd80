"""Network Manager: one server, a backlog measured in minutes of its work, new instances that wait as long as it is.

State changes delayed while nothing could be launched wait at the start, in proportion to the length of the outage; the
launches that customers could not make come back as a surge, in proportion too. Minutes; inflow as a share of capacity.
Not modelled: single state changes, priorities, several managers.
"""
from __future__ import annotations

from dataclasses import dataclass
from random import Random

from kb.replay.clock import Clock


@dataclass(frozen=True, slots=True)
class Params:
    """`delayed_share` and `surge_share` are per minute of outage; a `depth_limit` of 0 is none."""

    delayed_share: float = 0.0588
    surge_share: float = 0.247
    surge_inflow: float = 1.25
    steady_inflow: float = 0.8214
    slow_above: float = 33.0
    normal_below: float = 1.0
    noise: float = 0.02
    depth_limit: float = 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """When work begins, when waits are over `slow_above`, when they are normal for good, and the wait minute by minute.
    """

    begins: float | None
    slow: float | None
    normal: float | None
    deferred_done: float | None = None
    latency: tuple[float, ...] = ()

    @property
    def quiet_after(self) -> float:
        """The last minute a change waits longer than a minute."""
        return (self.begins or 0.0) + max((at for at, wait in enumerate(self.latency) if wait > 1.0), default=-1) + 1

    def wait(self, time: float) -> float:
        """Minutes a change handed in at `time` waits."""
        if self.begins is None or time < self.begins or not self.latency:
            return 0.0
        return self.latency[min(int(time - self.begins), len(self.latency) - 1)]


class NetworkManager:
    """The backlog, a minute a step."""

    def __init__(self, params: Params) -> None:
        self.params = params

    def run(self, down: float | None, restored: float | None, horizon: float, rng: Random) -> Outcome:
        """Play from the moment launches work again (`restored`) after they failed at `down`."""
        if down is None or restored is None or restored >= horizon:
            return Outcome(None, None, None)
        params, outage = self.params, max(0.0, restored - down)
        surge_until = restored + params.surge_share * outage
        backlog, deferred, latency = params.delayed_share * outage, 0.0, []
        clock = Clock(restored, rng)
        deferred_done: list[float] = []

        def minute(_: object) -> None:
            nonlocal backlog, deferred
            surge = clock.now < surge_until
            work = (params.surge_inflow if surge else params.steady_inflow) * max(0.0, rng.gauss(1.0, params.noise))
            backlog = max(0.0, backlog + work - 1.0)
            if params.depth_limit:
                over = max(0.0, backlog - params.depth_limit)
                back = min(deferred, max(0.0, params.normal_below / 2 - backlog)) if not surge else 0.0
                backlog, deferred = backlog - over + back, deferred + over - back
                if deferred <= 0.0 and not surge and not deferred_done:
                    deferred_done.append(clock.now)
            latency.append(backlog)
            if clock.now + 1.0 <= horizon:
                clock.after(1.0, minute)

        clock.after(0.0, minute)
        clock.run(horizon)
        slow = next((restored + at for at, wait in enumerate(latency) if wait > params.slow_above), None)
        last = max((at for at, wait in enumerate(latency) if wait > params.normal_below), default=-1)
        normal = restored + last + 1 if last + 1 < len(latency) else None
        return Outcome(restored, slow, normal, deferred_done[0] if deferred_done else None, tuple(latency))
