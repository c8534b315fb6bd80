"""The protocol of `pmkb convert --jsonl`: every time expression of a text with its value, relative to a reference."""
from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from ingest.extract.times.find import find
from ingest.extract.times.resolve import day_seen, local_time, resolve
from ingest.types import Moment, TimeExpression, ZoneWord
from kb.instants import offset_text
from kb.model import Zone

_DAY = 86400


def convert_spans(
    text: str, language: str, locale: str | None, reference: datetime | str | None
) -> list[dict[str, Any]]:
    """Spans with `start`, `end`, `kind` and `value`, `from` and `to`, or `seconds`.

    Values are ISO 8601 in the reference's local time, with an offset exactly where the text states a zone. A time
    without a day has the reference's day, or none ("T15:00") where there is no reference.
    """
    if isinstance(reference, str):
        reference = datetime.fromisoformat(reference) if reference else None
    day = reference.date() if reference else None
    spans = []
    for found in find(text, language, reference=day, context=True, locale=locale):
        values = _values(found, reference, day)
        if values is not None:
            spans.append({"start": found.span[0], "end": found.span[1], **values})
    return spans


def _values(found: TimeExpression, reference: datetime | None, day: date | None) -> dict[str, Any] | None:
    if found.kind == "duration":
        return {"kind": "duration", "seconds": found.seconds}
    if found.kind == "lag":
        return _lagged(found, reference)
    if found.first is None:
        return None
    if found.kind == "interval":
        first, last = found.first, found.last or found.first
        start = _shown(first, day)
        end = _shown(last, day_seen(first, day) if not _dated(last) else day)
        return {"kind": "interval", "from": start, "to": end} if start and end else None
    if not found.first.has_clock and found.first.day is None and found.first.shift is None \
            and found.first.weekday is None:
        return None
    value = _shown(found.first, day)
    return {"kind": found.kind, "value": value} if value else None


def _dated(moment: Moment) -> bool:
    return moment.has_date or moment.weekday is not None or moment.shift is not None


def _lagged(found: TimeExpression, reference: datetime | None) -> dict[str, Any] | None:
    if reference is None or found.seconds is None:
        return None
    moved = reference + timedelta(seconds=found.seconds)
    if found.seconds % _DAY == 0:
        return {"kind": "date", "value": moved.date().isoformat()}
    return {"kind": "instant", "value": moved.replace(tzinfo=None).isoformat()}


def _shown(moment: Moment, day: date | None) -> str | None:
    if not moment.has_clock:
        found = day_seen(moment, day)
        return found.isoformat() if found else None
    local = local_time(moment, day)
    if local is None:
        if _dated(moment):
            return None
        local = local_time(moment, date(2000, 1, 1))
        return f"T{local:%H:%M:%S}{_offset(moment, local)}" if local else None
    return f"{local.isoformat()}{_offset(moment, local)}"


def _literal(word: ZoneWord) -> ZoneWord:
    """The first candidate of an unclear abbreviation, at the offset it has while it goes by that name."""
    info = ZoneInfo(word.ambiguous[0])
    for month in (1, 7):
        moment = datetime(2025, month, 15, 12, tzinfo=info)
        if moment.tzname() == word.as_written.upper():
            minutes = round((moment.utcoffset() or timedelta()).total_seconds() / 60)
            return ZoneWord(word.as_written, word.span, None, minutes)
    return ZoneWord(word.as_written, word.span, word.ambiguous[0])


def _offset(moment: Moment, local: datetime) -> str:
    """The offset as a reader would take it: an unclear abbreviation is its first candidate here, for somebody asked."""
    word = moment.zone
    if word is None:
        return ""
    if word.ambiguous:
        word = _literal(word)
    if not _dated(moment) and word.offset is not None:
        word = replace(word, name=None)  # no day that could contradict the abbreviation
    settled = resolve(moment._replace(zone=word), day=local.date())
    zone = settled.zone if settled else Zone()
    if zone.offset is not None:
        return zone.offset
    return offset_text(local.astimezone())
