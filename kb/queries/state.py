"""The state of every service of an incident at one instant, each with the events that say so."""
from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from kb.errors import InvalidInput
from kb.instants import format_instant
from kb.model import TimelineRow
from kb.queries.incidents import current_slug
from kb.queries.timeline import timeline
from kb.replay.fold import UNKNOWN, Told, after, turns


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
    moments = sorted(
        ((moment, row.id, ending, row) for row in rows for moment, ending in turns(row)), key=lambda one: one[:3]
    )
    now, since, because = UNKNOWN, None, list[str]()
    failing: dict[str, Told] = {}
    for moment, _, ending, row in moments:
        if moment > at:
            break
        before = now
        now = after(now, failing, row, ending)
        if now != before:
            since, because = moment, []
        because = [*dict.fromkeys((*because, row.id))]
    return {"service": service, "state": now, "since": format_instant(since), "events": [*dict.fromkeys((*failing, *because))]}
