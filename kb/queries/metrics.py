"""How long it took: each figure names the two events it is computed from, and is absent where they are."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from kb.instants import format_instant
from kb.model import Bound, Kind, Precision, TimelineRow
from kb.queries.events import lags
from kb.queries.incidents import current_slug
from kb.queries.timeline import timeline

_FINE = (Precision.SECOND, Precision.MINUTE, Precision.HOUR)
_BEGAN, _ENDED = "outage-began", "outage-ended"


def metrics(connection: Connection, incident: str, *, language: str = "en") -> dict[str, Any]:
    """`{"incident", "metrics": {name: {minutes, from, to}}, "absent": [name…], "lags": [edge…]}`. Raises NotFound."""
    slug = current_slug(connection, incident)
    found = figures(timeline(connection, slug, language=language).rows)
    missing = [name for name in NAMES if name not in found]
    return {"incident": slug, "metrics": found, "absent": missing, "lags": lags(connection, slug)}


NAMES = ("time_to_detect", "time_to_diagnose", "time_to_mitigate", "time_to_recover")


def figures(rows: Iterable[TimelineRow]) -> dict[str, dict[str, Any]]:
    """The figures of dated rows in time order. They count from the beginning of the outage as told, else from the first
    impact, else from the first trigger that has a clock time; detection, diagnosis and mitigation are the first from
    then on, recovery is the last, or the end of the outage as told. Trouble that was noticed only after its cause was
    found or something was done is another trouble, further down: the outage's own detection is then not told."""
    clocked = [row for row in rows if _clocked(row)]
    began = next((row for row in clocked if row.happening == _BEGAN), None)
    onset = began or _first(clocked, (Kind.IMPACT,)) or _first(clocked, (Kind.TRIGGER,))
    if onset is None:
        return {}
    since = [row for row in clocked if _start(row) >= _start(onset)]
    ends = {
        "time_to_detect": _detected(since),
        "time_to_diagnose": _first(since, (Kind.DIAGNOSIS,)),
        "time_to_mitigate": _first(since, (Kind.MITIGATION,)),
        "time_to_recover": _recovered(since),
    }
    return {name: _figure(onset, row) for name, row in ends.items() if row is not None}


def _clocked(row: TimelineRow) -> bool:
    start = row.time.start
    if start is None or start.tzinfo is None:
        return False
    return row.time.precision in _FINE and row.time.bound is not Bound.BY


def _start(row: TimelineRow) -> datetime:
    assert row.time.start is not None
    return row.time.start


def _first(rows: Sequence[TimelineRow], kinds: Sequence[Kind]) -> TimelineRow | None:
    return next((row for row in rows if row.kind in kinds), None)


def _detected(rows: Sequence[TimelineRow]) -> TimelineRow | None:
    found = _first(rows, (Kind.DETECTION, Kind.DIAGNOSIS, Kind.MITIGATION))
    if found is None or found.kind is Kind.DETECTION:
        return found
    return next((row for row in rows if row.kind is Kind.DETECTION and _start(row) == _start(found)), None)


def _recovered(rows: Sequence[TimelineRow]) -> TimelineRow | None:
    recoveries = [row for row in rows if row.kind is Kind.RECOVERY]
    whole = [row for row in recoveries if row.happening == _ENDED]
    return max(whole or recoveries, key=lambda row: (_moment(row), row.id), default=None)


def _moment(row: TimelineRow) -> datetime:
    """A recovery told as a range was over at its end."""
    end = row.time.end
    return end if row.kind is Kind.RECOVERY and end is not None and end.tzinfo is not None else _start(row)


def _figure(onset: TimelineRow, row: TimelineRow) -> dict[str, Any]:
    minutes = (_moment(row) - _start(onset)).total_seconds() / 60
    return {
        "minutes": minutes, "approximate": onset.time.approximate or row.time.approximate, "from": _named(onset),
        "to": {**_named(row), "at": format_instant(_moment(row))},
    }


def _named(row: TimelineRow) -> dict[str, Any]:
    return {"event": row.id, "kind": row.kind.value, "label": row.label, "start": format_instant(row.time.start)}
