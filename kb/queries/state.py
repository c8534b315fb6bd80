"""The state of every service of an incident at one instant, each with the events that say so."""
from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from kb.errors import InvalidInput
from kb.instants import format_instant
from kb.model import Bound, Kind, TimelineRow
from kb.queries.incidents import current_slug
from kb.queries.timeline import timeline

UP, DEGRADED, DOWN, RECOVERING, UNKNOWN = "up", "degraded", "down", "recovering", "unknown"
_DEAD = frozenset({"unavailable", "outage-began", "crash", "power-loss", "connectivity-loss", "empty-record", "record-deleted"})


def state(connection: Connection, incident: str, at: datetime) -> dict[str, Any]:
    """`{"incident", "at", "services": [{service, state, since, events}…]}`, services by slug. `at` is aware.

    Before anything is told of a service its state is unknown, for nobody says it was well. Raises NotFound, InvalidInput.
    """
    if at.tzinfo is None:
        raise InvalidInput("a state is asked for at an instant with offset", code="instant")
    slug = current_slug(connection, incident)
    return {"incident": slug, "at": format_instant(at), "services": states(timeline(connection, slug).rows, at)}


def states(rows: Iterable[TimelineRow], at: datetime) -> list[dict[str, Any]]:
    """The fold of dated rows, in time order, up to and with `at`."""
    told: dict[str, list[TimelineRow]] = {}
    for row in rows:
        if row.time.start is not None and row.time.start.tzinfo is not None:
            for service in row.services:
                told.setdefault(service, []).append(row)
    return [_state(service, told[service], at) for service in sorted(told)]


def _state(service: str, rows: list[TimelineRow], at: datetime) -> dict[str, Any]:
    moments = sorted((moment, row.id, row, ending) for row in rows for moment, ending in _turns(row))
    now, since, because = UNKNOWN, None, list[str]()
    failing: dict[str, TimelineRow] = {}
    for moment, _, row, ending in moments:
        if moment > at:
            break
        before = now
        now = _after(now, failing, row, ending)
        if now != before:
            since, because = moment, []
        because = [*dict.fromkeys((*because, row.id))]
    return {"service": service, "state": now, "since": format_instant(since), "events": [*dict.fromkeys((*failing, *because))]}


def _turns(row: TimelineRow) -> list[tuple[datetime, bool]]:
    """The instants at which an event changes a state, and whether it ends there."""
    start, end = row.time.start, row.time.end
    if start is None:
        return []
    if row.time.bound is Bound.UNTIL:
        return [(start, True)]
    return [(start, False)] if end is None or end.tzinfo is None else [(start, False), (end, True)]


def _after(now: str, failing: dict[str, TimelineRow], row: TimelineRow, ending: bool) -> str:
    """The state once an event has begun or ended. A range that ends takes only its own failure away; a recovery takes
    all failures that have no end of their own."""
    if row.kind in (Kind.IMPACT, Kind.TRIGGER):
        if not ending:
            failing[row.id] = row
        else:
            failing.pop(row.id, None)
            for other in [key for key, one in failing.items() if one.time.end is None]:
                del failing[other]
    elif row.kind is Kind.RECOVERY:
        for other in [key for key, one in failing.items() if one.time.end is None]:
            del failing[other]
        if not failing:
            return RECOVERING if row.happening == "recovering" else UP
    elif row.kind is Kind.MITIGATION and failing and not ending:
        return RECOVERING
    else:
        return now
    if failing:
        return DOWN if any(one.happening in _DEAD for one in failing.values()) else DEGRADED
    return UP
