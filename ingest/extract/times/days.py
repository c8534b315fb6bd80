"""On which day a written point stands, when the words leave part of the date out."""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from ingest.types import Moment
from kb.model import Precision

DAY = timedelta(days=1)
_HOURS, _DAY_ENDS = 30, 24
_MORNING = 6
_LEAP_YEAR, _LEAP_CYCLE = 2000, 8  # 1896 to 1904
_FAR, _HALF_A_YEAR = 60 * DAY, 182 * DAY
_LONGEST_MONTH, _HALF_A_WEEK = 31, 3
_FIGURES = re.compile(r"\d+")


class ImpossibleTime(ValueError):
    """A date or clock time that no calendar or clock has."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The full dates of a document by where they stand, and the one its metadata or the caller gives.

    Who `asked` about one expression means it from the day of asking on: that day lends its own year and month, and a
    bare weekday is ahead. A document tells what is past: its open parts are filled as near as can be, either way."""

    places: Sequence[int] = ()
    dates: Sequence[date] = ()
    fallback: date | None = None
    asked: bool = False

    def near(self, place: int) -> date | None:
        """The full date written last before a place, else the first after it, else the fallback."""
        if not self.dates:
            return self.fallback
        return self.dates[max(bisect_right(self.places, place) - 1, 0)]


def calendar(moments: Iterable[Moment], fallback: date | None) -> Calendar:
    """The calendar of a document from its moments in text order."""
    found: list[tuple[int, date]] = []
    months: list[tuple[int, date]] = []
    for moment in moments:
        if moment.year is not None and moment.month is not None:
            try:
                full = moment.span[0], date(moment.year, moment.month, moment.day or 1)
            except ValueError:
                continue
            (months if moment.day is None else found).append(full)
    # "since February 2021" says the year only where no full date does
    found = sorted(found or months)
    return Calendar([place for place, _ in found], [day for _, day in found], fallback)


def whole(first: Moment, last: Moment) -> Moment:
    """The beginning of a range with the month and year that only its end gives ("19-20/10/2025")."""
    if first.day is None or last.day is None or first.year is not None:
        return first
    if first.month is None and last.month is not None:
        months = (last.year or 0) * 12 + last.month - 1 - (first.day > last.day)
        year = None if last.year is None else months // 12
        return first._replace(month=months % 12 + 1, year=year)
    if first.month is not None and last.year is not None:
        return first._replace(year=last.year - (first.month > (last.month or 12)))
    return first


def names_day(moment: Moment) -> bool:
    """Whether the words themselves point at a day, fully or not."""
    return moment.day is not None or moment.weekday is not None or moment.shift is not None


def says_day(moment: Moment, text: str) -> bool:
    """Whether the words of a moment give a day themselves: the grammar copies a date from one end of a range to the
    other. `text` is the document's."""
    if moment.day is None:
        return names_day(moment)
    words = text[moment.span[0]:moment.span[1]]
    clock = sum(part is not None for part in (moment.hour, moment.minute, moment.second))
    zone = moment.zone.as_written if moment.zone else ""
    return len(_FIGURES.findall(words)) - len(_FIGURES.findall(zone)) > clock


def day_of(moment: Moment, known: Calendar, carried: date | None = None) -> date | None:
    """The day the words point at, or None where they leave it open. Raises ImpossibleTime for Feb 30 and the like."""
    if moment.day is not None or moment.month is not None or moment.year is not None:
        day = _written(moment, known, carried)
    elif not names_day(moment) or (near := carried or known.near(moment.span[0])) is None:
        return None
    else:
        day = near if moment.weekday is None else _weekday(near, moment.weekday, moment.weeks, known.asked)
    if day is None or not moment.shift:
        return day
    try:
        return day + moment.shift * DAY
    except OverflowError as error:
        raise ImpossibleTime from error


def _written(moment: Moment, known: Calendar, carried: date | None) -> date | None:
    if moment.day is None:
        about = None if moment.year is not None else known.near(moment.span[0]) or carried
        year = moment.year if moment.year is not None else about.year if about else None
        return None if year is None else _real(year, moment.month or 1, 1)
    if moment.month is None:
        return _in_month(moment, known, carried or known.near(moment.span[0]))
    if moment.year is not None:
        return _real(moment.year, moment.month, moment.day)
    _real(_LEAP_YEAR, moment.month, moment.day)
    about = known.near(moment.span[0]) or carried
    if about is None:
        return None
    if moment.weekday is None and not known.asked and (same := _maybe(about.year, moment.month, moment.day)) is not None \
            and abs(same - about) <= _HALF_A_YEAR:
        return same  # those of other years are further off
    # with a 29 February nobody means a year that has none
    years = range(about.year, about.year + _LEAP_CYCLE + 1) if known.asked else range(about.year - 1, about.year + 2)
    options = [_maybe(year, moment.month, moment.day) for year in years]
    return _closest(options, about, None if known.asked else moment.weekday)


def _in_month(moment: Moment, known: Calendar, near: date | None) -> date | None:
    """The day of a number alone."""
    assert moment.day is not None
    if not 1 <= moment.day <= _LONGEST_MONTH:
        raise ImpossibleTime
    if near is None:
        return None
    months = [near.year * 12 + near.month - 1 + step for step in ((0,) if known.asked else (-1, 0, 1))]
    return _closest([_maybe(one // 12, one % 12 + 1, moment.day) for one in months], near, moment.weekday)


def _closest(options: Sequence[date | None], about: date, weekday: int | None) -> date | None:
    fitting = [one for one in options if one is not None and (weekday is None or one.weekday() == weekday)]
    nearest = min(fitting, key=lambda one: (abs(one - about), one), default=None)
    if weekday is None or (nearest is not None and abs(nearest - about) <= _FAR):
        return nearest
    # a weekday that fits only far from the story, or never, is a slip of the pen; the date stands
    real = min((one for one in options if one is not None), key=lambda one: (abs(one - about), one), default=None)
    far = nearest is None or (real is not None and abs(real - about) <= _FAR)
    return real if far else nearest


def _weekday(near: date, weekday: int, weeks: int | None, ahead: bool) -> date:
    """The weekday meant from a day: "last Friday" is before it, "next Friday" in the week after, a bare one ahead for
    who asks and as near as can be in what is told."""
    on, back = (weekday - near.weekday()) % 7, (near.weekday() - weekday) % 7
    if weeks is not None and weeks < 0:
        return near + (on - 7) * DAY
    if weeks:
        return near + (weekday - near.weekday() + 7 * weeks) * DAY
    return near - back * DAY if back <= _HALF_A_WEEK and not ahead else near + on * DAY


def _real(year: int, month: int, day: int) -> date:
    if (found := _maybe(year, month, day)) is None:
        raise ImpossibleTime
    return found


def _maybe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def at_clock(day: date, moment: Moment) -> datetime:
    """The local time of a moment on a day; midnight where it has no clock. 24:00 and broadcasters' 25:30 run into the
    next day. Raises ImpossibleTime."""
    hour, minute, second = moment.hour or 0, moment.minute or 0, moment.second or 0
    if not (0 <= hour < _HOURS and 0 <= minute < 60 and 0 <= second < 61):
        raise ImpossibleTime
    if hour < _DAY_ENDS and second < 60:
        return datetime(day.year, day.month, day.day, hour, minute, second)
    try:
        return datetime.combine(day, time()) + timedelta(hours=hour, minutes=minute, seconds=second)
    except OverflowError as error:
        raise ImpossibleTime from error


def precision_of(moment: Moment) -> Precision:
    """The finest part that was written."""
    if moment.second is not None:
        return Precision.SECOND
    if moment.minute is not None:
        return Precision.MINUTE
    if moment.hour is not None:
        return Precision.HOUR
    if moment.part is not None:
        return Precision.PART_OF_DAY
    if names_day(moment):
        return Precision.DAY
    return Precision.MONTH if moment.month is not None else Precision.YEAR


@dataclass(frozen=True, slots=True)
class Course:
    """How far time has been carried: the day, and where a clock was read the reckoned time too. `source` is the number
    of the expression whose words gave the day, `until` the end of the range that was read last. `rolled`: it went over
    midnight without a word, so that "the next day" may still be this one. `next_of`: the day that "the next day",
    read last, was counted from, with its hour and minute."""

    day: date | None = None
    at: datetime | None = None
    source: int | None = None
    until: datetime | None = None
    rolled: bool = False
    next_of: tuple[date, int, int] | None = None

    def base(self, moment: Moment, *, listed: bool = False) -> date | None:
        """The day that "the next day" counts from. Told after a small hour that nobody gave a date, the next day is the
        one that has just begun, when its clock time is still to come. In a list whose lines each say "the next day", a
        later clock time is on the same one."""
        again = listed and self.next_of is not None and moment.shift == 1 and moment.hour is not None
        if again and self.next_of is not None and (moment.hour or 0, moment.minute or 0) >= self.next_of[1:]:
            return self.next_of[0]
        early = self.at is not None and self.rolled and moment.hour is not None and moment.hour >= _MORNING
        return self.day - DAY if self.day is not None and early and moment.shift == 1 else self.day

    def within(self, options: Sequence[Option]) -> Option | None:
        """The one option that falls into the range read last."""
        if self.at is None or self.until is None:
            return None
        found = [one for one in options if self.at <= one.at <= self.until]
        return found[0] if len(found) == 1 else None


@dataclass(slots=True)
class Stretch:
    """From when to when the paragraphs of a document have told; `opened` whether the one being read has told a time.
    A paragraph that begins anew goes back to tell the same hours of another service, and says so where it goes on to
    the next day."""

    begin: datetime | None = None
    end: datetime | None = None
    opened: bool = False

    def take(self, at: datetime, until: datetime | None) -> None:
        self.begin, self.end, self.opened = min(self.begin or at, at), max(self.end or at, until or at), True

    def among(self, options: Sequence[Option], near: Option) -> Option | None:
        """For the first time of a paragraph, the last option within what has been told; none where the one that is
        `near` what was told last is within it too."""
        if self.opened or self.begin is None or self.end is None or self.begin <= near.at <= self.end:
            return None
        found = [one for one in options if self.begin <= one.at <= self.end]
        return max(found, key=lambda one: one.at, default=None)


@dataclass(frozen=True, slots=True)
class Flow:
    """How a run of times moves. `strictness` weighs a step back against a step forward; a newest-first list is
    `falling`. `floor` is the first day it may reach back to, None where nothing is known of it."""

    strictness: float = 1.0
    falling: bool = False
    floor: date | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A day a clock time may stand on, with its reckoned time."""

    day: date
    at: datetime = field(compare=False)


def closest(options: Sequence[Option], course: Course, flow: Flow) -> Option:
    """The option that moves time on most naturally from where it was carried. With no clock before, the day stands."""
    assert course.day is not None
    here = next(one for one in options if one.day == course.day)
    allowed = [one for one in options if flow.floor is None or one.day >= flow.floor]
    if course.at is None:
        return here if here in allowed or not allowed else allowed[0]

    def cost(option: Option) -> tuple[float, int]:
        step = (option.at - (course.at or option.at)).total_seconds()
        back = step < 0 if not flow.falling else step > 0
        return abs(step) * (flow.strictness if back else 1.0), abs((option.day - here.day).days)

    return min(allowed or options, key=cost)
