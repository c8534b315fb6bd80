"""A row of `events`, its instants and lists as the database holds them, as the JSON text of a timeline's row."""
from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from json.encoder import encode_basestring as quoted  # letters stay as they are, as orjson leaves them
from typing import Any

import orjson

from kb.instants import format_instant
from kb.model import Basis, TimeValue, Zone
from kb.render.clock import ZoneChoice, iso, local
from kb.store.rows import moment_from

__all__ = ["COLUMNS", "instant", "item", "quoted"]

COLUMNS = (
    "id", "incident", "kind", "happening", "start", "end", "local_start", "local_end", "bound", "precision", "approximate",
    "as_written", "zone_name", "zone_offset", "zone_basis", "zone_as_written", "alternatives", "earliest", "latest", "services",
    "claims", "conflicts", "causes", "effects", "documents", "languages", "quote",
)
"""What `item` takes, in this order."""
_SECONDS = len("2025-10-20T07:48:00")


def item(row: Sequence[Any], label: str, zones: Sequence[ZoneChoice]) -> str:
    """The row as `shapes.timeline_row` shows it; `label` is JSON text, `zones` are those to give local times in."""
    (
        name, incident, kind, happening, start, end, local_start, local_end, bound, precision, approximate, as_written, zone_name,
        zone_offset, zone_basis, zone_as_written, alternatives, earliest, latest, services, claims, conflicts, causes, effects,
        documents, languages, quote,
    ) = row
    more = _local_times(row, zones) if zones else ""
    return (
        f'{{"id":{quoted(name)},"incident":{quoted(incident)},"kind":"{kind}","time":{{'
        f'"start":{_instant(start) if local_start is None else _plain(local_start)},'
        f'"end":{_instant(end) if local_end is None else _plain(local_end)},"bound":"{bound}","precision":"{precision}",'
        f'"approximate":{"true" if approximate else "false"},"as_written":{_text(as_written)},"zone":{{"name":{_text(zone_name)},'
        f'"offset":{_text(zone_offset)},"basis":"{zone_basis}","as_written":{_text(zone_as_written)}}},'
        f'"alternatives":{"[]" if alternatives == "[]" else _moments(alternatives)},'
        f'"window":{{"earliest":{_instant(earliest)},"latest":{_instant(latest)}}}}},"services":{services},"label":{label},'
        f'"claims":{claims},"conflicts":{conflicts},"causes":{causes},"effects":{effects},"happening":{quoted(happening)},'
        f'"documents":{documents},"languages":{languages},"quote":{quoted(quote)}{more}}}'
    )


def _text(value: str | None) -> str:
    return "null" if value is None else quoted(value)


def _plain(value: str) -> str:
    return f'"{value[:_SECONDS]}"'


def _instant(value: str | datetime | None) -> str:
    """As `format_instant`, also of the text in which SQLite keeps an instant."""
    if value is None:
        return "null"
    return f'"{value[:_SECONDS]}Z"' if isinstance(value, str) else f'"{format_instant(value)}"'


def _moments(held: str) -> str:
    return orjson.dumps([format_instant(moment_from(one)) for one in orjson.loads(held)]).decode()


def _local_times(row: Sequence[Any], zones: Sequence[ZoneChoice]) -> str:
    start, end, local_start, local_end = row[4:8]
    zone_name, zone_offset, zone_basis, zone_as_written = row[12:16]
    told = TimeValue(None, zone=Zone(zone_name, zone_offset, Basis(zone_basis), zone_as_written))
    moments = {
        "start": instant(start) if local_start is None else datetime.fromisoformat(local_start),
        "end": instant(end) if local_end is None else datetime.fromisoformat(local_end),
    }
    shown = {zone.name: {which: iso(local(moment, told, zone)) for which, moment in moments.items()} for zone in zones}
    return f',"zones":{orjson.dumps(shown).decode()}'


def instant(held: str | datetime | None) -> datetime | None:
    """An instant as a database holds it."""
    return datetime.fromisoformat(held).replace(tzinfo=UTC) if isinstance(held, str) else held
