"""How far a time value reaches: the seconds between which its start and its end must lie.

Seconds count from 1970 in UTC. A local time whose zone nobody stated counts as if it were UTC; `drift` of `Extent`
says so, and whoever compares it with instants allows for the zones there are (UTC+14 to UTC-12).
"""
from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from kb.model import Bound, Precision, TimeValue

HOUR, DAY = 3_600.0, 86_400.0
EAST, WEST = 14 * HOUR, 12 * HOUR
"""How far the farthest zones are ahead of and behind UTC."""

_WIDTH = {Precision.SECOND: 0.0, Precision.MINUTE: 0.0, Precision.HOUR: HOUR - 1, Precision.PART_OF_DAY: DAY / 2,
          Precision.DAY: DAY, Precision.MONTH: 31 * DAY, Precision.YEAR: 366 * DAY}
_ROUGHLY = {Precision.SECOND: 60.0, Precision.MINUTE: 900.0, Precision.HOUR: HOUR, Precision.PART_OF_DAY: 3 * HOUR}
FINE = frozenset({Precision.SECOND, Precision.MINUTE, Precision.HOUR})
"""Precisions with a clock."""


@dataclass(frozen=True, slots=True)
class Range:
    """Between two seconds, both included; None is open."""

    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Extent:
    """Where the start and the end of a claim lie. `drift` is true when the zone is unknown."""

    start: Range = Range()
    end: Range = Range()
    drift: bool = False

    @property
    def dated(self) -> bool:
        """Whether any clock or date binds it."""
        return any(value is not None for value in (self.start.low, self.start.high, self.end.low, self.end.high))

    @property
    def hull(self) -> Range:
        """From the earliest to the latest second that is certain to touch it, zones allowed for."""
        sides = [value for one in (self.start, self.end) for value in (one.low, one.high) if value is not None]
        if not sides:
            return Range()
        return Range(min(sides) - (EAST if self.drift else 0), max(sides) + (WEST if self.drift else 0))


def seconds(value: datetime) -> float:
    """Seconds since 1970, a naive value read as UTC."""
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).timestamp()


def instant(value: float | None) -> datetime | None:
    """The aware UTC instant of so many seconds since 1970; None for none and for what no calendar holds."""
    if value is None:
        return None
    try:
        return datetime.fromtimestamp(value, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _blur(value: datetime, time: TimeValue) -> Range:
    rough = _ROUGHLY.get(time.precision, 0.0) if time.approximate else 0.0
    at = seconds(value)
    return Range(at - rough, at + _WIDTH[time.precision] + rough)


@lru_cache(maxsize=16_384)
def extent(time: TimeValue) -> Extent:
    """Where start and end of a time value lie, by its precision, its bound and whether it is said to be rough."""
    if time.start is None and time.end is None:
        return Extent()
    drift = (time.start or time.end or datetime.min).tzinfo is None
    start = Range() if time.start is None else _coarse(time, _blur(time.start, time))
    end = Range() if time.end is None else _blur(time.end, time)
    if time.bound is Bound.BY:
        start = Range(None, start.high)
    elif time.bound is Bound.UNTIL:
        start, end = Range(None, start.high), start
    return Extent(start, end, drift)


def _coarse(time: TimeValue, blur: Range) -> Range:
    """A part of the day lies where the reader of the document says, not anywhere in half a day."""
    window = time.window
    if time.precision is not Precision.PART_OF_DAY or window.earliest is None or window.latest is None:
        return blur
    if time.start is None or time.start.tzinfo is None:
        return blur
    return Range(window.earliest.timestamp(), window.latest.timestamp())
