"""Moments against a day and a zone: local time, UTC, and what is odd about the zone as written. Pure.

Nothing is guessed: without a day there is no instant, without a zone the time stays local.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from ingest.extract.times.days import Calendar, ImpossibleTime, at_clock, day_of, names_day, precision_of
from ingest.types import Moment, ZoneWord
from kb.instants import offset_text, zone_named
from kb.model import Basis, Finding, Precision, Zone


@dataclass(frozen=True, slots=True)
class Resolved:
    """An instant: `value` aware UTC where the zone is known, else naive local; `local` the wall clock either way.

    `alternatives` are other readings as aware UTC (an abbreviation taken literally).
    """

    value: datetime
    local: datetime
    zone: Zone
    precision: Precision
    alternatives: tuple[datetime, ...] = ()
    findings: tuple[Finding, ...] = ()


def day_seen(moment: Moment, day: date | None) -> date | None:
    """The calendar day of a moment that somebody asks about, seen from `day`: it lends the year, month and day that
    were not written, and relative days count from it. None where it takes a day and there is none, or where the
    calendar has no such day."""
    try:
        found = day_of(moment, Calendar(fallback=day, asked=True))
    except ImpossibleTime:
        return None
    return found if moment.has_date or names_day(moment) else day


def local_time(moment: Moment, day: date | None) -> datetime | None:
    """The wall-clock time, naive; a moment without a clock is the day's midnight. Hours from 24 on are the next day's.
    None for a time that no calendar or clock has."""
    found = day_seen(moment, day)
    try:
        return None if found is None else at_clock(found, moment)
    except ImpossibleTime:
        return None


def resolve(
    moment: Moment, *, day: date | None = None, zone: Zone | None = None, evidence: Sequence[str] = ()
) -> Resolved | None:
    """The instant of a moment.

    `day` is the day carried in the text, `zone` the zone to take where the moment states none (its `name` or `offset`
    counts, its basis is kept), `evidence` the IANA names the document otherwise speaks of, which settle ambiguous
    abbreviations. None where no day is known.
    """
    local = local_time(moment, day)
    if local is None:
        return None
    precision = precision_of(moment)
    if moment.zone is not None:
        return _stated(local, moment.zone, precision, evidence)
    if zone is not None and (zone.name or zone.offset):
        info = zone_named(zone.name or zone.offset or "UTC")
        value = to_utc(local, info)
        return Resolved(value, local, replace(zone, offset=offset_text(value.astimezone(info))), precision)
    return Resolved(local, local, Zone(), precision)


def _stated(local: datetime, word: ZoneWord, precision: Precision, evidence: Sequence[str]) -> Resolved:
    name = word.name
    if word.ambiguous:
        supported = [one for one in word.ambiguous if one in evidence]
        if len(supported) != 1:
            return _ambiguous(local, word, precision)
        name = supported[0]
    if name is None:
        info: tzinfo = timezone(timedelta(minutes=word.offset or 0))
        value = to_utc(local, info)
        return Resolved(value, local, Zone(None, offset_text(value.astimezone(info)), Basis.STATED, word.as_written),
                        precision)
    info = zone_named(name)
    value = to_utc(local, info)
    shown = Zone(name, offset_text(value.astimezone(info)), Basis.STATED, word.as_written)
    if word.offset is None or name == "UTC":
        return Resolved(value, local, shown, precision)
    literal = (local - timedelta(minutes=word.offset)).replace(tzinfo=UTC)
    if literal == value:
        return Resolved(value, local, shown, precision)
    finding = Finding("times", "zone-abbreviation",
                      f"{word.as_written} is not what {name} keeps on {local:%Y-%m-%d}; read as its local time",
                      word.span)
    return Resolved(value, local, shown, precision, (literal,), (finding,))


def _ambiguous(local: datetime, word: ZoneWord, precision: Precision) -> Resolved:
    finding = Finding("times", "zone-ambiguous",
                      f"{word.as_written} may be {', '.join(word.ambiguous)}; nothing in the document tells", word.span)
    readings = tuple(to_utc(local, ZoneInfo(name)) for name in word.ambiguous)
    return Resolved(local, local, Zone(as_written=word.as_written), precision, readings, (finding,))


def to_utc(local: datetime, info: tzinfo) -> datetime:
    """A naive local time as aware UTC. In the hour that comes twice the earlier one is meant; a time that a clock
    change skips is read with the offset before the change, as zoneinfo does."""
    try:
        return local.replace(tzinfo=info, fold=0).astimezone(UTC)
    except OverflowError:
        return local.replace(tzinfo=UTC)
