"""Moments against a day and a zone: local time, UTC, and what is odd about the zone as written. Pure.

Nothing is guessed: without a day there is no instant, without a zone the time stays local.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from ingest.extract.times.days import precision_of
from ingest.types import Moment, ZoneWord
from kb.instants import offset_text, zone_named
from kb.model import Basis, Finding, Precision, Zone

_LEAP_CYCLE = 8


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


def day_of(moment: Moment, day: date | None) -> date | None:
    """The calendar day of a moment, seen from `day` (the day carried in the text): it lends the year, month and day
    that were not written, and relative days count from it. None where it takes a day and there is none, or where the
    calendar has no such day."""
    shift = timedelta(days=moment.shift or 0)
    if moment.month is not None or moment.day is not None or moment.year is not None:
        return _written_day(moment, day, shift)
    if day is None:
        return None
    if moment.weekday is not None:
        ahead = (moment.weekday - day.weekday()) % 7
        if moment.weeks is not None and moment.weeks < 0:
            ahead -= 7  # the last one before the day
        elif moment.weeks:
            ahead = moment.weekday - day.weekday() + 7 * moment.weeks
        return day + timedelta(days=ahead) + shift
    return day + shift


def _written_day(moment: Moment, day: date | None, shift: timedelta) -> date | None:
    month = moment.month
    if month is None and moment.day is not None:
        month = day.month if day else None
    year = moment.year if moment.year is not None else day.year if day else None
    if year is None or (moment.day is not None and month is None):
        return None
    for later in range(_LEAP_CYCLE + 1):
        try:
            return date(year + later, month or 1, moment.day or 1) + shift
        except (ValueError, OverflowError):
            if moment.year is not None or moment.day != 29 or month != 2:
                return None
    return None


def local_time(moment: Moment, day: date | None) -> datetime | None:
    """The wall-clock time, naive; a moment without a clock is the day's midnight. Hours from 24 on are the next day's."""
    found = day_of(moment, day)
    if found is None:
        return None
    midnight = datetime(found.year, found.month, found.day)
    try:
        return midnight + timedelta(hours=moment.hour or 0, minutes=moment.minute or 0, seconds=moment.second or 0)
    except OverflowError:
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
