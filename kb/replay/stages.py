"""The kinds of mechanism a scenario can use: their parameters, inputs, outputs, and how each is run.

A stage is a function of its parameters, inputs and seed alone, so results are kept and used again (`Memo`).
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from math import isfinite
from random import Random
from typing import Any

from kb.errors import InvalidInput
from kb.replay.models import clients, dns, dwfm, network, nlb

Times = Mapping[str, float | None]
Memo = dict[tuple[Any, ...], Any]
Tick = Callable[[str, int, int], None]
POSITIVE = frozenset({"hosts", "droplets", "establish_seconds", "renew_seconds", "timeout", "renew_every", "resolvers",
                      "negative_seconds", "balancers", "zones", "check_seconds", "failures_needed", "base_load",
                      "lease_shortest", "lease_longest", "plan_every", "normal_below"})
MOST = {"hosts": 200, "droplets": 20_000, "resolvers": 50_000, "balancers": 2_000, "zones": 10, "enactors": 8,
        "endpoints": 8, "plans": 31, "cleanup_age": 31, "velocity_limit": 1, "warm_share": 1, "threshold": 1,
        "affected_share": 1, "open_tolerance": 1}
LEAST = {"timeout": 0.1, "renew_every": 0.1, "check_seconds": 5.0, "negative_seconds": 1.0, "lease_shortest": 0.1,
         "establish_seconds": 0.01, "renew_seconds": 0.01}


@dataclass(frozen=True, slots=True)
class Context:
    """What a stage is given besides its parameters and inputs."""

    seed: int
    horizon: float
    race: frozenset[str]
    upstream: Any = None
    tick: Tick | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of mechanism."""

    params: type
    inputs: tuple[str, ...]
    required: tuple[str, ...]
    outputs: tuple[str, ...]
    run: Callable[[Any, Times, Context, Random], Any]


def _race(params: dns.Params, at: Times, context: Context, rng: Random) -> Any:
    return dns.Race(params).run(at.get("trigger"), context.race)


def _cache(params: clients.Params, at: Times, context: Context, rng: Random) -> Any:
    return clients.Clients(params).run(at.get("down"), at.get("up"), context.horizon, rng)


def _lease(params: dwfm.Params, at: Times, context: Context, rng: Random) -> Any:
    tick = context.tick
    told = None if tick is None else lambda done: tick("lease", done, params.hosts)
    inputs = dwfm.Inputs(at.get("down"), at.get("up"), at.get("restart"), context.horizon)
    return dwfm.Dwfm(params).run(inputs, rng, told)


def _queue(params: network.Params, at: Times, context: Context, rng: Random) -> Any:
    return network.NetworkManager(params).run(at.get("down"), at.get("restored"), context.horizon, rng)


def _health(params: nlb.Params, at: Times, context: Context, rng: Random) -> Any:
    queue = context.upstream if isinstance(context.upstream, network.Outcome) else network.Outcome(None, None, None)
    inputs = nlb.Inputs(at.get("start"), queue.wait, at.get("failover_off"), at.get("failover_on"), context.horizon,
                        queue.quiet_after)
    return nlb.LoadBalancers(params).run(inputs, rng)


KINDS: dict[str, Kind] = {
    "race": Kind(dns.Params, ("trigger",), ("trigger",), ("empty", "healed"), _race),
    "cache": Kind(clients.Params, ("down", "up"), ("down", "up"), ("first", "half", "clear"), _cache),
    "lease": Kind(dwfm.Params, ("down", "up", "restart"), ("down", "up"),
                  ("expired", "reestablish", "collapse", "restored"), _lease),
    "queue": Kind(network.Params, ("down", "restored"), ("down", "restored"),
                  ("begins", "slow", "normal", "deferred_done"), _queue),
    "health-check": Kind(nlb.Params, ("start", "failover_off", "failover_on"), ("start",),
                         ("errors_start", "errors_end", "flapping", "overload", "failover"), _health),
}


def make_params(owner: str, kind: str, given: Mapping[str, Any], values: Mapping[str, float]) -> Any:
    """Frozen parameters: `given` (a string names an assumption), then assumptions `owner.field`, then defaults."""
    known = {item.name: item.default for item in fields(KINDS[kind].params)}
    for name in sorted(given.keys() - known.keys()):
        raise InvalidInput(f"mechanism {owner!r}: a {kind} has no parameter {name!r}; known: {', '.join(known)}")
    chosen = {}
    for name, default in known.items():
        value = given.get(name, values.get(f"{owner}.{name}", default))
        if isinstance(value, str):
            if value not in values:
                raise InvalidInput(f"mechanism {owner!r}: {name!r} names the assumption {value!r}, which is not there")
            value = values[value]
        chosen[name] = _value(f"mechanism {owner!r}: {name!r}", name, value, default)
    return KINDS[kind].params(**chosen)


check_params = make_params


def _value(where: str, name: str, value: Any, default: Any) -> Any:
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise InvalidInput(f"{where} must be true or false, not {value!r}")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise InvalidInput(f"{where} must be a finite number, not {value!r}")
    least, most = LEAST.get(name, 0.0), MOST.get(name, 1e6)
    if not least <= value <= most or (name in POSITIVE and value <= 0):
        raise InvalidInput(
            f"{where} must be from {least:g} to {most:g}{' and not 0' if name in POSITIVE else ''}, not {value!r}"
        )
    return round(value) if isinstance(default, int) else float(value)


def run_stage(owner: str, kind: str, params: Any, at: Times, context: Context, memo: Memo) -> Any:
    """The outcome of one mechanism, from `memo` where it was run before with the same of everything."""
    race = context.race if kind == "race" else frozenset()
    seed = 0 if kind == "race" else context.seed
    key = (owner, kind, params, tuple(sorted(at.items(), key=lambda item: item[0])), seed, context.horizon, race,
           context.upstream)
    if key not in memo:
        memo[key] = KINDS[kind].run(params, at, context, Random(f"{context.seed}:{owner}"))
    return memo[key]
