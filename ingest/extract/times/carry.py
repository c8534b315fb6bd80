"""All time expressions of a document read together: what one leaves out, another says.

A document is walked once, in text order. The zone of each time comes from `zones`; its day from the words, from the
line it stands in, from a heading, from a date written beside the same clock elsewhere, or from where time has been
carried so far, over midnight where that is the natural way on (`days.closest`).
"""
from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from ingest.extract.times.days import (
    DAY,
    Calendar,
    Course,
    Flow,
    ImpossibleTime,
    Stretch,
    calendar,
    closest,
    day_of,
    names_day,
    whole,
)
from ingest.extract.times.flows import Written, anchors, dated_ahead, flows, group, known_clocks, lines, story_days
from ingest.extract.times.hints import Hints
from ingest.extract.times.placed import Placed, in_brackets, trusted
from ingest.extract.times.ranges import begun, ended
from ingest.extract.times.values import Point, Scale
from ingest.extract.times.zones import Evidence
from ingest.types import Moment, Reading
from kb.model import Finding, PassageKind, Precision, TimeValue

_FAR = 14 * DAY
_ELSEWHERE = 366 * DAY
_SMALL_HOURS = 6
_DUSK, _NOON = time(17), time(12)


@dataclass(frozen=True, slots=True)
class Resolved:
    """An expression with its value. `dates` says that it only gives another expression of its line its day, `aside` that
    it looks back from this story to another; `lag` that it was counted from the time before it."""

    placed: Placed
    value: TimeValue
    dates: bool = False
    aside: bool = False

    @property
    def lag(self) -> bool:
        return self.placed.expression.kind == "lag"


def resolve(
    reading: Reading, placed: Sequence[Placed], evidence: Evidence, languages: Mapping[int, str],
    given: date | None = None, silent: frozenset[int] = frozenset(),
) -> tuple[tuple[Resolved, ...], tuple[Finding, ...]]:
    """Values for all expressions of a document, in their order, with what was odd about them. `languages` gives the
    language of each passage (for day periods); `given` is the caller's date, for documents that name none;
    `silent` are the numbers of expressions that date something else than the story: a publication, a promise."""
    walk = _Walk(reading, placed, evidence, languages, given, silent)
    values = [walk.take(number, one) for number, one in enumerate(placed)]
    resolved = tuple(
        Resolved(one, value, number in walk.dating, number in walk.asides)
        for number, (one, value) in enumerate(zip(placed, values, strict=True))
    )
    return resolved, tuple(walk.scale.findings)


class _Walk:
    """The state of one pass over a document."""

    def __init__(
        self, reading: Reading, placed: Sequence[Placed], evidence: Evidence, languages: Mapping[int, str],
        given: date | None, silent: frozenset[int],
    ) -> None:
        self.reading, self.placed, self.scale = reading, placed, Scale(reading, evidence, languages)
        fallback = given or reading.metadata.date
        moments = [moment for one in placed if trusted(reading.passages[one.passage]) for moment in one.moments]
        self.known: Calendar = calendar(moments, fallback)
        written = Written(reading.text, self.known)
        self.clocks = known_clocks(placed, written)
        runs = lines(reading, placed)
        self.anchors = anchors(placed, runs, self.clocks)
        self.flows = flows(placed, runs, written)
        self.story = story_days(reading, placed, written)
        self.first = min(self.story, default=None)
        self.hints = Hints(placed, self.scale, self.known, self.clocks, dated_ahead(reading, placed))
        self.course, self.line, self.passage = Course(), Course(), -1
        self.told = Stretch()
        self.led = {one.passage for one in placed if one.mode != "prose"}
        self.floors: dict[Hashable, date | None] = {}
        self.dating: set[int] = set()
        self.asides: set[int] = set()
        self.groups: dict[int, Hashable] = {}
        # where nothing else is dated, even the day of publication is better than none
        told = any(moment.day for number, one in enumerate(placed) if number not in silent for moment in one.moments)
        self.silent = silent if told or fallback else frozenset()

    def take(self, number: int, one: Placed) -> TimeValue:
        """The value of one expression; moves time on."""
        self._enter(one)
        before = self.course
        try:
            value = self._value(number, one)
        except (ImpossibleTime, OverflowError, ValueError):
            self.scale.find("impossible-time", f"no such date or time: {one.expression.text!r}", one)
            return TimeValue(as_written=one.expression.text, bound=one.expression.bound)
        self._leave(number, one, before)
        return value

    def _leave(self, number: int, one: Placed, before: Course) -> None:
        if number in self.silent or in_brackets(self.reading, self.placed, number):
            self.course = before
            return
        leads = one.mode != "prose"
        passage = self.reading.passages[one.passage]
        # what a pasted log is stamped with does not date the lines that go on below it
        if not trusted(passage) or passage.kind is PassageKind.CODE or (one.passage in self.led and not leads):
            return
        self.line = self.course
        if leads and one.has_clock:
            base = before.day if before.at is None else None
            self.floors.setdefault(self._group(one), base or self.course.day)

    def _enter(self, one: Placed) -> None:
        # what a line tells after its own time does not carry time on to the next line
        if one.passage != self.passage:
            self.passage, self.course, self.told.opened = one.passage, self.line, False

    def _value(self, number: int, one: Placed) -> TimeValue:
        expression = one.expression
        if expression.kind == "lag":
            return self.scale.later(one, self.course.at)
        first = self._start(number, one)
        if first is None:
            return self.scale.undated(one)
        last = ended(self.scale, one, first) if expression.last is not None else None
        self._move(number, one, first, last)
        return self.scale.told(one, first, last, self.known)

    def _start(self, number: int, one: Placed) -> Point | None:
        """The first moment of an expression; a range may have its date at its end only."""
        first, last = one.expression.first, one.expression.last
        assert first is not None
        if last is not None:
            first = whole(first, last)
            if (start := begun(self.scale, one, first, self.known, self.course.day)) is not None:
                return start
        day = day_of(first, self.known, self.course.base(first, listed=first.shift == 1 and self._opens(one)))
        if day is None and not first.has_date and not names_day(first):
            day = self._day(number, one, first)
        return None if day is None else self.scale.point(one, first, day)

    def _day(self, number: int, one: Placed, moment: Moment) -> date | None:
        """The day of a time whose words give none."""
        if not moment.has_clock:
            return self.course.day or self.hints.elsewhere(number)
        if (day := self.hints.same_line(number, one, self.course.day)) is not None:
            self.dating.add(number + 1)
            return day
        if number in self.anchors and self.course.at is not None and not self.hints.under_a_date(one, self.course):
            return self.anchors[number]
        if self.course.day is None:
            return self.hints.same_clock(one, moment, self.course) or self.hints.elsewhere(number)
        flow = self.flows.get(number, Flow())
        # a list tells its story from the beginning, whatever the prose above it has told last
        fresh = one.mode != "prose" and self._group(one) not in self.floors
        flow = Flow(1.0 if fresh else flow.strictness, flow.falling, None if flow.falling else self._floor(one))
        options = self.scale.options(one, moment, self.course.day)
        if one.mode == "prose" and (within := self.course.within(options)) is not None:
            return within.day
        near = closest(options, self.course, flow)
        # paragraphs that each open with their clock are the lines of a log, and a date just named says more
        retold = self._in_prose(one) and not self._opens(one) and self.course.at is not None
        again = self.told.among(options, near) if retold else None
        chosen = self.hints.not_after(number, one, again or near, self.course.day)
        same = self.hints.same_clock(one, moment, self.course)
        if same is not None and (one.mode == "prose" or self.course.at is None):
            return same
        self._lower(one, chosen.day)
        return chosen.day

    def _floor(self, one: Placed) -> date | None:
        """The first day a time may stand on: for lines, the day their list was opened with; else the story's first, or
        an earlier one that the sentence itself names or that the sentences before it told of."""
        first = self.first or self.course.day
        if one.mode == "prose":
            told = self.course.day if self.course.at is not None or self._dated_by_line(one) else None
            return first if told is None or first is None else min(first, told)
        day = self.course.day
        if day is not None and first is not None and self.course.at is not None:
            day = min(first, day)  # a clock was told there, so it is of the story though its date stands apart from it
        return self.floors.get(self._group(one), day)

    def _lower(self, one: Placed, day: date) -> None:
        # a date above a list that its lines do not keep to was about something else (a publication)
        key = self._group(one)
        floor = self.floors.get(key)
        if one.mode != "prose" and floor is not None and day < floor:
            self.floors[key] = day

    def _move(self, number: int, one: Placed, first: Point, last: Point | None) -> None:
        moment = first.moment
        if self._aside(one, first):
            back = moment.shift is not None and moment.shift < 0 and one.passage in self.led and one.mode == "prose"
            if back or (self.story and all(abs(first.day - day) > _ELSEWHERE for day in self.story)):
                self.asides.add(number)
            return
        if moment.has_clock and not names_day(moment) and self._dated_by_line(one):
            assert self.course.source is not None
            self.dating.add(self.course.source)
        source = number if names_day(moment) else self.course.source
        at = first.reckoned if moment.has_clock else None
        until = last.reckoned if at is not None and last is not None else None
        if last is not None and _one_night(moment, first.day, last.day):
            shift = first.reckoned - first.local
            at, until = datetime.combine(first.day, _DUSK) + shift, datetime.combine(last.day, _NOON) + shift
        rolled = not names_day(moment) and moment.has_clock and self.course.day is not None and (
            first.day > self.course.day or (self.course.rolled and first.day == self.course.day))
        if at is not None and trusted(self.reading.passages[one.passage]):
            self.clocks.setdefault((moment.hour, moment.minute, moment.second), set()).add(first.day)
        if at is not None and self._in_prose(one):
            self.told.take(at, until)
        next_of = None
        if moment.shift == 1 and moment.hour is not None:
            base = self.course.base(moment, listed=self._opens(one))
            next_of = None if base is None else (base, moment.hour, moment.minute or 0)
        self.course = Course(first.day, at, source, until, rolled and first.local.hour < _SMALL_HOURS, next_of)

    def _group(self, one: Placed) -> Hashable:
        if one.passage not in self.groups:
            self.groups[one.passage] = group(self.reading, one)
        return self.groups[one.passage]

    def _in_prose(self, one: Placed) -> bool:
        return one.mode == "prose" and self.reading.passages[one.passage].kind is PassageKind.PARAGRAPH

    def _opens(self, one: Placed) -> bool:
        """Whether a time opens its line, in a list or not."""
        before = self.reading.text[self.reading.passages[one.passage].start:one.span[0]]
        return one.mode != "prose" or not any(char.isalnum() for char in before)

    def _aside(self, one: Placed, first: Point) -> bool:
        """Whether a date only looks back ("the day before", another outage years ago) and does not carry time on."""
        moment = first.moment
        if moment.has_clock:
            return False
        if (moment.shift is not None and moment.shift < 0) or first.precision in (Precision.MONTH, Precision.YEAR):
            return True
        if one.mode != "prose":
            return False
        return self._flashback(one, first.day) or (
            bool(self.story) and all(abs(first.day - day) > _FAR for day in self.story))

    def _flashback(self, one: Placed, day: date) -> bool:
        """Whether a mere date goes back, in the section that has told of a clock time on a later day."""
        course, passages = self.course, self.reading.passages
        if course.at is None or course.day is None or course.source is None or day >= course.day:
            return False
        return passages[self.placed[course.source].passage].section == passages[one.passage].section

    def _dated_by_line(self, one: Placed) -> bool:
        source = self.course.source
        if source is None or self.course.at is not None:
            return False
        before = self.placed[source]
        row = self.reading.passages[one.passage].kind is PassageKind.ROW
        return before.sentence == one.sentence or (row and before.passage == one.passage)


def _one_night(moment: Moment, first: date, last: date) -> bool:
    """Whether a range of days is one night ("the night of the 3rd to the 4th"): its clocks fall on both days."""
    return not moment.has_clock and last - first == DAY and (moment.part or "").startswith(("night", "evening"))
