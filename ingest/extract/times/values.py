"""From a written point and its day to a time value, with the odd things found on the way."""
from __future__ import annotations

from calendar import day_name
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from ingest.extract.times.days import DAY, Calendar, Option, at_clock, day_of, precision_of
from ingest.extract.times.placed import Placed
from ingest.extract.times.windows import extent, period, window
from ingest.extract.times.zones import UNKNOWN, Choice, Evidence, Instant, choose, put, reckon
from ingest.types import Moment, Reading
from kb.model import Basis, Bound, Finding, Precision, Span, TimeValue, Zone

STAGE = "times"


class Point:
    """One moment put on the time line: its day, its local time, what that is reckoned as (see `Instant`) and, when
    somebody asks, all about the instant."""

    __slots__ = ("_choice", "_instant", "day", "local", "moment", "precision", "reckoned")

    def __init__(self, moment: Moment, day: date, local: datetime, precision: Precision, choice: Choice) -> None:
        self.moment, self.day, self.local, self.precision = moment, day, local, precision
        self.reckoned = reckon(local, choice)
        self._choice = choice
        self._instant: Instant | None = None

    @property
    def instant(self) -> Instant:
        """The instant; made once, and not for the days a time might have stood on."""
        if self._instant is None:
            self._instant = put(self.local, self._choice)
        return self._instant

@dataclass(frozen=True, slots=True)
class Scale:
    """What turns local times of one document into instants; gathers what it finds odd."""

    reading: Reading
    evidence: Evidence
    languages: Mapping[int, str]
    findings: list[Finding] = field(default_factory=list)
    noted: set[tuple[Basis, str | None]] = field(default_factory=set)
    zones: dict[tuple[Span, Span | None], Choice] = field(default_factory=dict)

    def find(self, code: str, message: str, one: Placed) -> None:
        """Note something odd about an expression."""
        self.findings.append(Finding(STAGE, code, message, one.span))

    def _news(self, zone: Zone) -> bool:
        """Whether a zone's slip has not been noted yet: where it is inherited once is enough."""
        key = zone.basis, zone.as_written
        fresh = zone.basis is Basis.STATED or key not in self.noted
        self.noted.add(key)
        return fresh

    def point(self, one: Placed, moment: Moment, day: date) -> Point:
        """A moment of an expression on a day. Raises ImpossibleTime for clocks that no clock shows."""
        precision = precision_of(moment)
        return Point(moment, day, self._local(one, moment, day, precision), precision, self.zone(one, moment))

    def options(self, one: Placed, moment: Moment, day: date) -> list[Option]:
        """A day a moment may stand on, with the day before and the day after. Raises as `point`."""
        local, choice = self._local(one, moment, day, precision_of(moment)), self.zone(one, moment)
        return [Option(day + step, reckon(local + step, choice)) for step in (-DAY, 0 * DAY, DAY)]

    def _local(self, one: Placed, moment: Moment, day: date, precision: Precision) -> datetime:
        local = at_clock(day, moment)
        if precision is Precision.PART_OF_DAY and moment.part:
            found = period(moment.part, self.languages[one.passage])
            local += found[0] if found else timedelta()
        return local

    def zone(self, one: Placed, moment: Moment) -> Choice:
        """The zone of a moment of an expression; asked for every day it may stand on, found once."""
        key = one.expression.span, moment.zone.span if moment.zone else None
        found = self.zones.get(key)
        if found is None:
            found = self.zones[key] = choose(moment, one, self.reading, self.evidence)
        return found

    def told(self, one: Placed, first: Point, last: Point | None, known: Calendar) -> TimeValue:
        """The value of an expression whose points are known."""
        expression = one.expression
        instant, alternatives = self._checked(one, first, known)
        zone = instant.zone
        if instant.finding and self._news(zone):
            self.find(instant.finding, f"{zone.as_written} does not hold at {expression.text!r}; read as "
                      f"{zone.name}, {zone.offset}", one)
        for point in (first, last):
            if point is not None:
                self._weekday(one, point)
        earliest, latest = self._window(one, first, instant, last)
        return TimeValue(instant.value, last.instant.value if last else None, expression.bound, first.precision,
                         approximate(one), expression.text, zone, alternatives, window(earliest, latest, expression.bound))

    def _weekday(self, one: Placed, point: Point) -> None:
        """Notes a weekday that its date does not fall on. The date stands: it is the more exact of the two."""
        moment = point.moment
        if moment.weekday is None or moment.day is None or moment.shift or point.day.weekday() == moment.weekday:
            return
        self.find("weekday-contradiction", f"{one.expression.text!r} names a {day_name[moment.weekday]}, but "
                  f"{point.day} is a {day_name[point.day.weekday()]}; the date is taken", one)

    def _window(self, one: Placed, first: Point, instant: Instant, last: Point | None) -> tuple[datetime, datetime]:
        code, ends = self.languages[one.passage], last or first
        low = extent(first.local, first.moment, first.precision, code)[0]
        high = extent(ends.local, ends.moment, ends.precision, code)[1]
        value = instant.value if last is None else last.instant.value
        return (instant.value if low == first.local else put(low, self.zone(one, first.moment)).value,
                value if high == ends.local else put(high, self.zone(one, first.moment)).value)

    def _checked(self, one: Placed, first: Point, known: Calendar) -> tuple[Instant, tuple[datetime, ...]]:
        """The same moment told in a second zone must be the same instant; where it is not, both readings are kept."""
        instant = first.instant
        others = (instant.other,) if instant.other else ()
        second = one.expression.second
        if second is None or not second.has_clock or self.evidence.forced:
            return instant, others
        best = self._second(one, second, first, known)
        if instant.zone.offset is None and best.zone.offset is not None:
            return best, others
        if _minute(best) == _minute(instant):
            return instant, tuple(other for other in others if other != best.value)
        if best.value in others:
            return instant, others
        self.find("zone-contradiction", f"{one.expression.text!r} gives two zones that do not agree", one)
        return instant, (best.value, *others)

    def _second(self, one: Placed, second: Moment, first: Point, known: Calendar) -> Instant:
        alone = replace(one, expression=one.expression._replace(first=second, last=None))
        choice = choose(second, alone, self.reading, self.evidence)
        day = day_of(second, known, first.day)
        days = [first.day + step * DAY for step in (-1, 0, 1)] if day is None else [day]
        read = [put(at_clock(one_day, second), choice) for one_day in days]
        return min(read, key=lambda found: abs(found.reckoned - first.reckoned))

    def undated(self, one: Placed) -> TimeValue:
        """The value of a time that no date in the document helps: nothing but its words."""
        expression = one.expression
        self.find("undated", f"no date for {expression.text!r} anywhere in the document", one)
        choice = choose(expression.first, one, self.reading, self.evidence)
        zone = Zone() if choice is UNKNOWN else Zone(choice.name, None, choice.basis, choice.as_written)
        precision = Precision.MINUTE if expression.first is None else precision_of(expression.first)
        return TimeValue(as_written=expression.text, bound=expression.bound, precision=precision,
                         approximate=approximate(one), zone=zone)

    def later(self, one: Placed, at: datetime | None) -> TimeValue:
        """The value of a lag such as "two minutes later", counted from the reckoned time before it."""
        text, seconds = one.expression.text, one.expression.seconds
        if at is None or seconds is None:
            return TimeValue(as_written=text, approximate=True)
        choice = choose(None, one, self.reading, self.evidence)
        zone = put(datetime(2000, 1, 1), choice)
        then = (at + timedelta(seconds=seconds)).replace(tzinfo=zone.value.tzinfo)
        return TimeValue(then, as_written=text, approximate=True, zone=replace(zone.zone, offset=None),
                         window=window(then, then, Bound.AT))


def approximate(one: Placed) -> bool:
    """Whether the words of either end make it a rough time."""
    first, last = one.expression.first, one.expression.last
    return (first is not None and first.approximate) or (last is not None and last.approximate)


def _minute(instant: Instant) -> datetime:
    return instant.reckoned.replace(second=0, microsecond=0)
