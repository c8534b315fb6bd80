"""The two ends of a range: a date or zone said at one end holds for both, and the end comes after the start."""
from __future__ import annotations

from datetime import date

from ingest.extract.times.days import DAY, Calendar, day_of, names_day, says_day
from ingest.extract.times.placed import Placed
from ingest.extract.times.values import Point, Scale
from ingest.types import Moment


def begun(scale: Scale, one: Placed, first: Moment, known: Calendar, carried: date | None) -> Point | None:
    """The start of a range whose date stands at its end only ("23:48 – 2:40 on the 20th" begins on the 19th). None
    where the end says nothing of the day, or only that it is the one after the start's."""
    last = one.expression.last
    if last is None or not names_day(last) or says_day(first, scale.reading.text):
        return None
    if last.day is None and last.weekday is None and last.shift == 1:
        return None
    if not (last.has_clock and first.has_clock) or not says_day(last, scale.reading.text):
        return None
    day = day_of(last, known, carried)
    if day is None:
        return None
    start, end = scale.point(one, first, day), scale.point(one, last, day)
    return scale.point(one, first, day - DAY) if start.reckoned > end.reckoned else start


def ended(scale: Scale, one: Placed, first: Point) -> Point:
    """The end of a range, after its start: over midnight where its clock is earlier."""
    last = one.expression.last
    assert last is not None
    day = day_of(last, Calendar(fallback=first.day), first.day)
    point = scale.point(one, last, first.day if day is None else day)
    if point.reckoned >= first.reckoned or point.local >= first.local:
        return point
    if last.has_clock and not says_day(last, scale.reading.text):
        return scale.point(one, last, first.day + DAY)
    if last.weekday is not None and last.day is None:
        return scale.point(one, last, point.day + 7 * DAY)
    scale.find("range-reversed", f"{one.expression.text!r} ends before it begins", one)
    return point
