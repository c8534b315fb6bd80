"""Rows of timelines as JSON text: all but the label is written by the database, labels and local times are put to it."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from json.encoder import encode_basestring as quoted  # letters stay as they are, as orjson leaves them
from typing import Any

import orjson
from sqlalchemy import Connection, func, type_coerce
from sqlalchemy.types import NullType

from kb.instants import format_instant
from kb.model import Basis, TimeValue, Zone
from kb.queries.naming import Names
from kb.render.clock import ZoneChoice, iso, local
from kb.store import shown
from kb.store.history_tables import events
from kb.store.kept import kept
from kb.store.rows import moment_from
from kb.store.shown import Filled, Quoted

__all__ = ["PLACES", "columns", "instant", "quoted", "texts"]

_Kind = tuple[str, str, str]
"""Language, happening, services as they are held."""

_TEMPLATE = (
    '{"id":%s,"incident":%s,"kind":"%s","time":{"start":%s,"end":%s,"bound":"%s","precision":"%s","approximate":%s,'
    '"as_written":%s,"zone":{"name":%s,"offset":%s,"basis":"%s","as_written":%s},"alternatives":%s,'
    '"window":{"earliest":%s,"latest":%s}},"services":%s,"claims":%s,"conflicts":%s,"causes":%s,"effects":%s,'
    '"happening":%s,"documents":%s,"languages":%s,"quote":%s,"label":'
)
_c = events.c
_TEXT = Filled(
    _TEMPLATE, Quoted(_c.id), Quoted(_c.incident), _c.kind,
    *(Quoted(func.coalesce(shown.local(there), shown.instant(here)))
      for there, here in ((_c.local_start, _c.start), (_c.local_end, _c.end))),
    _c.bound, _c.precision, shown.boolean(_c.approximate), Quoted(_c.as_written), Quoted(_c.zone_name), Quoted(_c.zone_offset),
    _c.zone_basis, Quoted(_c.zone_as_written), _c.alternatives, Quoted(shown.instant(_c.earliest)), Quoted(shown.instant(_c.latest)),
    _c.services, _c.claims, _c.conflicts, _c.causes, _c.effects, Quoted(_c.happening), _c.documents, _c.languages, Quoted(_c.quote),
)
PLACES = ("id", "sort_at", "incident", "rank")
"""The columns that say where a row stands, first of those of `columns`."""
_SHOWN = ("happening", "services", "alternatives")
_TIMES = ("start", "end", "local_start", "local_end", "zone_name", "zone_offset", "zone_basis", "zone_as_written")
MOST_LABELS = 20_000
"""Labels kept at most; when there are more, all are let go."""


def columns(zones: bool) -> list[Any]:
    """What `texts` takes of a row, in this order, as the database holds it; `zones`: whether local times are asked for."""
    names = (*PLACES, *_SHOWN, *(_TIMES if zones else ()))
    return [_TEXT.label("text"), *(type_coerce(_c[name], NullType()).label(name) for name in names)]


def texts(connection: Connection, rows: Sequence[Sequence[Any]], language: str, zones: Sequence[ZoneChoice]) -> Iterator[str]:
    """The rows as `timeline_json` has them, labels in a language, with local times in `zones`."""
    labels = _labels(connection, rows, language)
    for text, _, _, _, _, happening, services, alternatives, *times in rows:
        if alternatives != "[]":
            text = text.replace(f'"alternatives":{alternatives}', f'"alternatives":{_moments(alternatives)}', 1)
        more = _local_times(times, zones) if zones else ""
        yield f"{text}{labels[language, happening, services]}{more}}}"


def _labels(connection: Connection, rows: Sequence[Sequence[Any]], language: str) -> Mapping[_Kind, str]:
    """The labels of rows as JSON text: a store has few different ones, so they are kept while it does not change."""
    known: dict[_Kind, str] = kept(connection, "labels", dict)
    labels = {kind: known.get(kind, "") for kind in {(language, row[5], row[6]) for row in rows}}
    missing = [kind for kind, label in labels.items() if not label]
    if missing:
        services = {held: orjson.loads(held) for _, _, held in missing}
        names = Names(connection, language)
        names.learn(slug for slugs in services.values() for slug in slugs)
        made = {kind: quoted(names.label(kind[1], services[kind[2]])) for kind in missing}
        if len(known) + len(made) > MOST_LABELS:
            known.clear()
        known.update(made)
        labels.update(made)
    return labels


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
