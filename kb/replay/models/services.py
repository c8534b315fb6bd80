"""Services as stretches of time in a state, driven by milestones: down, degraded, recovering, else up."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WORST = ("down", "degraded", "recovering")


@dataclass(frozen=True, slots=True)
class Interval:
    """A service in a state from `start` to `end` (minutes). `counted` replaces its length where a model counted errors.
    """

    service: str
    state: str
    start: float
    end: float
    counted: float | None = None


def errors(intervals: Sequence[Interval], services: Iterable[str]) -> dict[str, float]:
    """Minutes each service is down or degraded; overlapping stretches count once."""
    total = {}
    for service in services:
        own = [
            part
            for part in intervals
            if part.service == service and part.state != "recovering" and part.end > part.start
        ]
        counted = sum(part.counted for part in own if part.counted is not None)
        total[service] = counted + _union([(part.start, part.end) for part in own if part.counted is None])
    return total


def states_at(intervals: Sequence[Interval], services: Iterable[str], at: float) -> dict[str, str]:
    """The worst state each service is in at a minute; `up` where none is told."""
    states = {}
    for service in services:
        now = {part.state for part in intervals if part.service == service and part.start <= at < part.end}
        states[service] = next((state for state in WORST if state in now), "up")
    return states


def _union(stretches: list[tuple[float, float]]) -> float:
    total, reached = 0.0, float("-inf")
    for start, end in sorted(stretches):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total
