"""Rows of timelines as JSON text: the database has all but labels and local times, which are put to it here."""
from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from json.encoder import encode_basestring as quoted  # letters stay as they are, as orjson leaves them
from typing import Any

import orjson
from sqlalchemy import Connection, type_coerce
from sqlalchemy.types import NullType

from kb.instants import format_instant
from kb.model import Basis, TimeValue, Zone
from kb.queries.naming import Names
from kb.render.clock import ZoneChoice, iso, local
from kb.store.history_tables import events
from kb.store.kept import kept
from kb.store.rows import moment_from
from kb.store.shown import ROW

__all__ = ["PLACES", "columns", "instant", "quoted", "texts"]

_Kind = tuple[str, str]
"""Happening and services as they are held: what a label is made of."""

PLACES = ("id", "sort_at", "incident", "rank")
"""The columns that say where a row stands, first of those of `columns`."""
_SHOWN = ("happening", "services", "alternatives")
_TIMES = ("start", "end", "local_start", "local_end", "zone_name", "zone_offset", "zone_basis", "zone_as_written")
MOST_LABELS = 20_000
"""Labels of a language kept at most; rarer ones are made each time."""


def columns(zones: bool) -> list[Any]:
    """What `texts` takes of a row, in this order, as the database holds it; `zones`: whether local times are asked for."""
    names = (*PLACES, *_SHOWN, *(_TIMES if zones else ()))
    return [ROW.label("text"), *(type_coerce(events.c[name], NullType()).label(name) for name in names)]


def texts(connection: Connection, rows: Sequence[Sequence[Any]], language: str, zones: Sequence[ZoneChoice]) -> Iterator[str]:
    """The rows as `timeline_json` has them, labels in a language, with local times in `zones`."""
    labels = _labels(connection, {(row[5], row[6]) for row in rows}, language)
    for text, _, _, _, _, happening, services, alternatives, *times in rows:
        if alternatives != "[]":
            text = text.replace(f'"alternatives":{alternatives}', f'"alternatives":{_moments(alternatives)}', 1)
        more = _local_times(times, zones) if zones else ""
        yield f"{text}{labels[happening, services]}{more}}}"


def _labels(connection: Connection, kinds: Set[_Kind], language: str) -> Mapping[_Kind, str]:
    """Labels as JSON text: a store has few different ones, so they are kept while it does not change."""
    known: dict[_Kind, str] = kept(connection, f"labels {language}", dict)
    missing = kinds - known.keys()
    if not missing:
        return known
    services = {held: orjson.loads(held) for _, held in missing}
    names = Names(connection, language)
    names.learn(slug for slugs in services.values() for slug in slugs)
    made = {kind: quoted(names.label(kind[0], services[kind[1]])) for kind in missing}
    if len(known) + len(made) > MOST_LABELS:
        return ChainMap(made, known)
    known.update(made)
    return known


def _moments(held: str) -> str:
    return orjson.dumps([format_instant(moment_from(one)) for one in orjson.loads(held)]).decode()


def _local_times(times: Sequence[Any], zones: Sequence[ZoneChoice]) -> str:
    start, end, local_start, local_end, zone_name, zone_offset, zone_basis, zone_as_written = times
    told = TimeValue(None, zone=Zone(zone_name, zone_offset, Basis(zone_basis), zone_as_written))
    moments = {
        "start": instant(start) if local_start is None else datetime.fromisoformat(local_start),
        "end": instant(end) if local_end is None else datetime.fromisoformat(local_end),
    }
    made = {zone.name: {which: iso(local(moment, told, zone)) for which, moment in moments.items()} for zone in zones}
    return f',"zones":{orjson.dumps(made).decode()}'


def instant(held: str | datetime | None) -> datetime | None:
    """An instant as a database holds it."""
    return datetime.fromisoformat(held).replace(tzinfo=UTC) if isinstance(held, str) else held
