"""Clients behind resolvers that cache: how long an empty answer outlives its cause.

A resolver first asks when its clients' open connections break and its last good answer has ended, and from then on the
moment its answer ends (traffic is steady). An answer with records lives for the positive TTL, "no such record" for the
negative one. Minutes, TTLs in seconds.
Not modelled: clients that fail over elsewhere, resolvers that ignore TTLs, clients that cache on their own.
"""
from __future__ import annotations

from dataclasses import dataclass
from random import Random

from kb.replay.clock import Clock


@dataclass(frozen=True, slots=True)
class Params:
    """How many resolvers, and for how many seconds they keep either kind of answer."""

    resolvers: int = 500
    positive_seconds: float = 5.0
    negative_seconds: float = 900.0
    connection_minutes: float = 30.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """First failing resolver, half of them well again, all of them well again; None where it does not happen."""

    first: float | None
    half: float | None
    clear: float | None
    recovered: tuple[float, ...] = ()


class Clients:
    """A population of resolvers."""

    def __init__(self, params: Params) -> None:
        self.params = params

    def run(self, down: float | None, up: float | None, horizon: float, rng: Random) -> Outcome:
        """Play from the empty answer (`down`) to its repair (`up`); None is never."""
        if down is None or (up is not None and up <= down):
            return Outcome(None, None, None)
        clock = Clock(down, rng)
        first: list[float] = []
        recovered: list[float] = []
        positive, negative = self.params.positive_seconds / 60, self.params.negative_seconds / 60

        def ask(failed: bool) -> None:
            if up is not None and clock.now >= up:
                if failed:
                    recovered.append(clock.now)
                return
            if not first:
                first.append(clock.now)
            clock.after(negative, ask, True)

        for _ in range(self.params.resolvers):
            clock.after(rng.uniform(0.0, positive) + rng.uniform(0.0, self.params.connection_minutes), ask, False)
        clock.run(horizon)
        failing = len(recovered) if len(clock) == 0 else self.params.resolvers
        half = recovered[(failing - 1) // 2] if failing and len(recovered) * 2 >= failing else None
        clear = recovered[-1] if recovered and len(recovered) == failing else None
        return Outcome(first[0] if first else None, half, clear, tuple(recovered))
