"""How the lines of a list or table move through time: strictly on, newest first, or not in order at all."""
from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from ingest.extract.times.days import Calendar, Flow, ImpossibleTime, at_clock, day_of, names_day, says_day
from ingest.extract.times.placed import Placed, trusted
from ingest.types import Moment, Reading
from kb.model import PassageKind

Clock = tuple[int | None, int | None, int | None]

_HALF = timedelta(hours=12)
# A timeline may go back a little (rows noted out of order); a step back of hours is the next day.
_STRICT, _LOOSE = 7.0, 1.0
_OUT_OF_ORDER = 0.25
_LINES = 3  # fewer lines are no course of events


class Written:
    """What moments of one document say of their day by themselves, found out once for each; they must outlive it."""

    def __init__(self, text: str, known: Calendar) -> None:
        self._text, self._known = text, known
        self._says: dict[int, bool] = {}
        self._days: dict[int, date | None] = {}

    def says_day(self, moment: Moment) -> bool:
        """As the function."""
        found = self._says.get(id(moment))
        if found is None:
            found = self._says[id(moment)] = says_day(moment, self._text)
        return found

    def day(self, moment: Moment) -> date | None:
        """The day of a moment that has one in its words; None where it has none or there is no such day."""
        if moment.day is None:
            return None
        if id(moment) not in self._days:
            try:
                self._days[id(moment)] = day_of(moment, self._known, None)
            except ImpossibleTime:
                self._days[id(moment)] = None
        return self._days[id(moment)]


def known_clocks(placed: Sequence[Placed], written: Written) -> dict[Clock, set[date]]:
    """The days on which clock times are put in so many words."""
    found: dict[Clock, set[date]] = {}
    for one in placed:
        for moment in (one.expression.first, one.expression.last):
            if moment is None or not moment.has_clock or not written.says_day(moment):
                continue
            if (day := written.day(moment)) is not None:
                found.setdefault((moment.hour, moment.minute, moment.second), set()).add(day)
    return found


def story_days(reading: Reading, placed: Sequence[Placed], written: Written) -> frozenset[date]:
    """The days the story is about: those written beside a clock or in a heading."""
    found: set[date] = set()
    for one in placed:
        passage = reading.passages[one.passage]
        headed = passage.kind is PassageKind.HEADING
        if trusted(passage):
            found |= {day for moment in one.moments
                      if (moment.has_clock or headed) and written.says_day(moment)
                      and (day := written.day(moment)) is not None}
    return frozenset(found)


def dated_ahead(reading: Reading, placed: Sequence[Placed]) -> dict[int, Placed]:
    """For times of paragraphs, by number: the next time of the paragraph that has a clock and a date in its words."""
    found: dict[int, Placed] = {}
    ahead: Placed | None = None
    for number in range(len(placed) - 1, -1, -1):
        one = placed[number]
        if ahead is not None and ahead.passage == one.passage:
            found[number] = ahead
        first = one.expression.first
        dated = first is not None and first.has_clock and first.day is not None
        if dated and reading.passages[one.passage].kind is PassageKind.PARAGRAPH:
            ahead = one
    return found


def lines(reading: Reading, placed: Sequence[Placed]) -> list[list[int]]:
    """The times that open the lines of each list, table or run of headings, by number."""
    groups: dict[Hashable, list[int]] = {}
    for number, one in enumerate(placed):
        if one.mode != "prose" and one.has_clock:
            groups.setdefault(group(reading, one), []).append(number)
    return list(groups.values())


def flows(placed: Sequence[Placed], runs: Sequence[Sequence[int]], written: Written) -> dict[int, Flow]:
    """How each line moves time on, by its number; `runs` as given by `lines`. A line's floor is left open: it depends
    on the walk."""
    found: dict[int, Flow] = {}
    for numbers in runs:
        moments = [moment for number in numbers if (moment := placed[number].expression.first) is not None]
        falling = _falling(moments, written)
        strict = _STRICT if _in_order(moments, falling) else _LOOSE
        for number in numbers:
            window = placed[number].mode == "window"
            found[number] = Flow(_LOOSE if window else strict, falling)
    return found


def anchors(
    placed: Sequence[Placed], runs: Sequence[Sequence[int]], clocks: Mapping[Clock, set[date]]
) -> dict[int, date]:
    """The days on which lists without dates begin, by the number of their first line, where a later line has the clock
    of a time that is dated elsewhere: a head that gives the beginning and the end comes before the course of events."""
    found = {}
    for numbers in runs:
        moments = [moment for number in numbers if (moment := placed[number].expression.first) is not None]
        if len(moments) < _LINES or any(names_day(moment) for moment in moments):
            continue
        if (day := _first_day(moments, clocks)) is not None:
            found[numbers[0]] = day
    return found


def _first_day(moments: Sequence[Moment], clocks: Mapping[Clock, set[date]]) -> date | None:
    """The day of the first of some lines that go on in time, reckoned back from the one whose day is known."""
    nights = 0
    for place, moment in enumerate(moments):
        if place:
            nights += _steps(moments[place - 1:place + 1])[0] < -_HALF
        days = clocks.get((moment.hour, moment.minute, moment.second), set())
        if len(days) == 1:
            return next(iter(days)) - nights * timedelta(days=1)
    return None


def group(reading: Reading, one: Placed) -> Hashable:
    """What tells the lines of one list, table or run of headings from those of another."""
    passage = reading.passages[one.passage]
    if passage.kind is PassageKind.HEADING:
        return passage.kind, passage.level, passage.parent
    return passage.kind, passage.list_id, passage.parent


def _falling(moments: Sequence[Moment], written: Written) -> bool:
    """Newest first: most steps between dated lines go back; without dates, most steps between clocks do."""
    dated = [when for moment in moments if (when := _written(moment, written)) is not None]
    if len(dated) >= 2:
        steps = [after - before for before, after in pairwise(dated)]
    else:
        steps = [_wrapped(step) for step in _steps(moments)]
        if len(steps) < 2:
            return False
    back = sum(step < timedelta() for step in steps)
    return back > sum(step > timedelta() for step in steps)


def _in_order(moments: Sequence[Moment], falling: bool) -> bool:
    steps = [-step if falling else step for step in _steps(moments)]
    if not steps:
        return True
    out = sum(-_HALF < step < -timedelta(hours=3) for step in steps)
    return out <= max(_OUT_OF_ORDER * len(steps), 1 if len(steps) >= 3 else 0)


def _steps(moments: Sequence[Moment]) -> list[timedelta]:
    clocks = [timedelta(hours=moment.hour or 0, minutes=moment.minute or 0, seconds=moment.second or 0)
              for moment in moments]
    return [after - before for before, after in pairwise(clocks)]


def _wrapped(step: timedelta) -> timedelta:
    """A step of more than half a day is a small one the other way, over midnight."""
    if step > _HALF:
        return step - 2 * _HALF
    return step + 2 * _HALF if step < -_HALF else step


def _written(moment: Moment, written: Written) -> datetime | None:
    day = written.day(moment)
    try:
        return None if day is None else at_clock(day, moment)
    except ImpossibleTime:
        return None
