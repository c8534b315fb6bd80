"""The earliest and latest instant a time value allows by itself."""
from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from ingest.language import load
from ingest.types import Moment
from kb.model import Bound, Precision, Window

# no place on earth is further from UTC than these
_EAST, _WEST = timedelta(hours=14), timedelta(hours=12)
_DAY = timedelta(days=1)


def period(part: str, code: str) -> tuple[timedelta, timedelta] | None:
    """When a CLDR day period begins and ends, from local midnight, by the rules of a language."""
    hours = load(code).period_hours.get(part)
    return None if hours is None else (timedelta(hours=hours[0]), timedelta(hours=hours[1]))


def extent(local: datetime, moment: Moment, precision: Precision, code: str) -> tuple[datetime, datetime]:
    """The local times between which something dated so coarsely can have happened. A clock is taken at its word."""
    if moment.hour is not None:
        return local, local
    day = local.date()
    midnight = datetime.combine(day, datetime.min.time())
    if precision is Precision.PART_OF_DAY and moment.part and (found := period(moment.part, code)):
        return midnight + found[0], midnight + found[1]
    return midnight, _after(day, precision)


def _after(day: date, precision: Precision) -> datetime:
    midnight = datetime.combine(day, datetime.min.time())
    try:
        if precision is Precision.YEAR:
            return midnight.replace(year=day.year + 1, month=1, day=1)
        if precision is Precision.MONTH:
            return (midnight.replace(day=1) + 32 * _DAY).replace(day=1)
        return midnight + _DAY
    except (ValueError, OverflowError):
        return midnight


def window(earliest: datetime, latest: datetime, bound: Bound) -> Window:
    """The window of an event from the bounds of its time: aware UTC, or local times of a zone nobody stated."""
    low = earliest if earliest.tzinfo else _shifted(earliest, -_EAST)
    high = latest if latest.tzinfo else _shifted(latest, _WEST)
    return Window(None if bound in (Bound.BY, Bound.UNTIL) else low, high)


def _shifted(local: datetime, by: timedelta) -> datetime:
    try:
        return (local + by).replace(tzinfo=UTC)
    except OverflowError:
        return local.replace(tzinfo=UTC)
