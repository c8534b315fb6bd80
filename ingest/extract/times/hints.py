"""What the rest of a document says of the day of a time whose own words give none."""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ingest.extract.times.days import DAY, Calendar, Course, Option, day_of
from ingest.extract.times.flows import Clock
from ingest.extract.times.placed import Placed, ancestors
from ingest.extract.times.values import Scale
from ingest.types import Moment
from kb.model import PassageKind

_NEAR = 7 * DAY
_FAR = 60 * DAY
_BESIDE = 8  # characters of blanks and marks between a time and the date behind it


@dataclass(frozen=True, slots=True)
class Hints:
    """The times of a document by number, its dates, the days its clock times are put on in so many words (`clocks`
    grows with the walk), and for times of paragraphs the next one that is dated (`ahead`)."""

    placed: Sequence[Placed]
    scale: Scale
    known: Calendar
    clocks: Mapping[Clock, set[date]]
    ahead: Mapping[int, Placed]

    def same_line(self, number: int, one: Placed, carried: date | None) -> date | None:
        """The day of a date that stands alone right behind a time, as in a table that gives the time first."""
        if number + 1 >= len(self.placed):
            return None
        after = self.placed[number + 1]
        between = self.scale.reading.text[one.span[1]:after.span[0]]
        if after.passage != one.passage or after.expression.kind != "date" or after.expression.last is not None:
            return None
        if len(between) > _BESIDE or any(char.isalnum() for char in between) or "\n" in between:
            return None
        first = after.expression.first
        return None if first is None or first.day is None else day_of(first, self.known, carried)

    def same_clock(self, one: Placed, moment: Moment, course: Course) -> date | None:
        """The one day on which the document puts the same clock time in so many words, when it is near."""
        found = self.clocks.get((moment.hour, moment.minute, moment.second), set())
        if len(found) != 1 or self.under_a_date(one, course):
            return None
        day = next(iter(found))
        # a clock to the second is the same moment however far off it is told again
        near = moment.second is not None or course.day is None or abs(day - course.day) <= 2 * DAY
        return day if near else None

    def under_a_date(self, one: Placed, course: Course) -> bool:
        """Whether a heading or item above, or the line itself, gives the day, so that one found far away says nothing."""
        if course.source is None:
            return False
        reading, source = self.scale.reading, self.placed[course.source]
        passage = reading.passages[one.passage]
        if source.sentence == one.sentence or (source.passage == one.passage and passage.kind is PassageKind.ROW):
            return True
        return source.passage in {above.index for above in ancestors(reading, passage)}

    def not_after(self, number: int, one: Placed, chosen: Option, carried: date | None) -> Option:
        """In a paragraph, what is told first is not later than a dated time told after it."""
        after = self.ahead.get(number)
        if after is None or after.expression.first is None:
            return chosen
        day = day_of(after.expression.first, self.known, carried)
        if day is None:
            return chosen
        limit = self.scale.point(after, after.expression.first, day).reckoned
        if chosen.at <= limit or chosen.at - limit > _NEAR:
            return chosen
        return self._last_before(one, limit) or chosen

    def _last_before(self, one: Placed, limit: datetime) -> Option | None:
        first = one.expression.first
        assert first is not None
        for step in (0, 1):
            point = self.scale.point(one, first, limit.date() - step * DAY)
            if point.reckoned <= limit:
                return Option(point.day, point.reckoned)
        return None

    def elsewhere(self, number: int) -> date | None:
        """The first full date written later, else what the metadata or the caller says. A date far from theirs is that
        of something else: a file in a log line, an outage of years ago."""
        later = bisect_right(self.known.places, self.placed[number].span[0])
        day, said = self.known.dates[later] if later < len(self.known.dates) else None, self.known.fallback
        return day if said is None or (day is not None and abs(day - said) <= _FAR) else said
