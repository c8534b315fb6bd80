"""Moments against a day and a zone: local time, UTC, and what is odd about the zone as written. Pure.

Nothing is guessed: without a day there is no instant, without a zone the time stays local.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from ingest.extract.times.days import Calendar, ImpossibleTime, at_clock, day_of, names_day, precision_of
from ingest.extract.times.zones import Choice, of_name, put
from ingest.types import Moment, ZoneWord
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
        return _put(local, replace(of_name(zone.name or zone.offset, zone.basis), as_written=zone.as_written), precision)
    return Resolved(local, local, Zone(), precision)


def _stated(local: datetime, word: ZoneWord, precision: Precision, evidence: Sequence[str]) -> Resolved:
    name = word.name
    if word.ambiguous:
        supported = [one for one in word.ambiguous if one in evidence]
        if len(supported) != 1:
            return _ambiguous(local, word, precision)
        name = supported[0]
    return _put(local, Choice(Basis.STATED, name, word.offset, word.as_written), precision, word)


def _put(local: datetime, choice: Choice, precision: Precision, word: ZoneWord | None = None) -> Resolved:
    """As documents put a time on the time line, clock changes and abbreviations included."""
    try:
        at = put(local, choice)
    except OverflowError:  # at the edge of what a datetime can hold
        return Resolved(local.replace(tzinfo=UTC), local, Zone("UTC", "+00:00", choice.basis, choice.as_written), precision)
    others = () if at.other is None else (at.other,)
    if at.finding is None or word is None:
        return Resolved(at.value, local, at.zone, precision, others)
    finding = Finding("times", at.finding,
                      f"{word.as_written} is not what {choice.name} keeps on {local:%Y-%m-%d}; read as its local time",
                      word.span)
    return Resolved(at.value, local, at.zone, precision, others, (finding,))


def _ambiguous(local: datetime, word: ZoneWord, precision: Precision) -> Resolved:
    finding = Finding("times", "zone-ambiguous",
                      f"{word.as_written} may be {', '.join(word.ambiguous)}; nothing in the document tells", word.span)
    readings = tuple(to_utc(local, ZoneInfo(name)) for name in word.ambiguous)
    return Resolved(local, local, Zone(as_written=word.as_written), precision, readings, (finding,))


def to_utc(local: datetime, info: tzinfo) -> datetime:
    """A naive local time as aware UTC, the earlier of two that a clock change makes of it."""
    try:
        return local.replace(tzinfo=info, fold=0).astimezone(UTC)
    except OverflowError:
        return local.replace(tzinfo=UTC)
