"""The state of services as a fold over what begins and ends, one event at a time.

The same reading as the knowledge base's own state query: a service nobody has spoken of is `unknown`; an impact that
ends takes only its own failure away, a recovery all failures that have no end of their own.
"""
from __future__ import annotations

from datetime import datetime

from kb.model import Bound, Event, Kind, TimelineRow

Told = Event | TimelineRow
UP, DEGRADED, DOWN, RECOVERING, UNKNOWN = "up", "degraded", "down", "recovering", "unknown"
DEAD = frozenset({"unavailable", "outage-began", "crash", "power-loss", "connectivity-loss", "empty-record",
                  "record-deleted"})


def turns(event: Told) -> list[tuple[datetime, bool]]:
    """The instants at which a dated event changes a state, and whether it ends there. Local times have none."""
    start, end = event.time.start, event.time.end
    if start is None or start.tzinfo is None:
        return []
    if event.time.bound is Bound.UNTIL:
        return [(start, True)]
    return [(start, False)] if end is None or end.tzinfo is None else [(start, False), (end, True)]


class ServiceStates:
    """States of all services, changed by `apply`."""

    def __init__(self, services: tuple[str, ...]) -> None:
        self.state: dict[str, str] = dict.fromkeys(services, UNKNOWN)
        self._failing: dict[str, dict[str, Told]] = {service: {} for service in services}

    def apply(self, event: Told, ending: bool) -> dict[str, str]:
        """Let an event begin or end; the services whose state it changed, with the new state."""
        changed = {}
        for service in event.services:
            failing = self._failing.setdefault(service, {})
            before = self.state.get(service, UNKNOWN)
            self.state[service] = now = after(before, failing, event, ending)
            if now != before:
                changed[service] = now
        return changed

    def snapshot(self) -> dict[str, str]:
        """A copy, services in order."""
        return dict(sorted(self.state.items()))


def after(now: str, failing: dict[str, Told], event: Told, ending: bool) -> str:
    """The state once an event has begun or ended; `failing` holds what still fails, and is changed."""
    if event.kind in (Kind.IMPACT, Kind.TRIGGER):
        if not ending:
            failing[event.id] = event
        else:
            failing.pop(event.id, None)
            _end_open(failing)
    elif event.kind is Kind.RECOVERY:
        _end_open(failing)
        if not failing:
            return RECOVERING if event.happening == "recovering" else UP
    elif event.kind is Kind.MITIGATION and failing and not ending:
        return RECOVERING
    else:
        return now
    if failing:
        return DOWN if any(one.happening in DEAD for one in failing.values()) else DEGRADED
    return UP


def _end_open(failing: dict[str, Told]) -> None:
    for key in [key for key, one in failing.items() if one.time.end is None]:
        del failing[key]
