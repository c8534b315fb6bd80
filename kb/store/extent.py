"""What a time covers on a timeline: the two instants rows are ordered and looked up by."""
from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from kb.errors import InvalidInput
from kb.instants import zone_named
from kb.model import Precision, TimeValue, Zone

LASTING = timedelta(days=1)
"""Ranges longer than this are looked up apart, so that a timeline needs to look back only so far for the others."""

_UNITS = {Precision.DAY: (0, 0, 1), Precision.MONTH: (0, 1, 0), Precision.YEAR: (1, 0, 0)}  # years, months, days
_COARSE = (Precision.PART_OF_DAY, Precision.DAY, Precision.MONTH, Precision.YEAR)


def extent(time: TimeValue) -> tuple[datetime | None, datetime | None]:
    """What a dated value covers on a timeline, (None, None) for an undated one.

    A value known only to the day covers its window: leaving it out of the afternoon would say it was in the morning. A
    range of days covers its last one, and of months and years likewise.
    Local time in an unknown zone stands as if it were UTC, for it must stand somewhere.
    """
    start = time.start if time.start is not None else time.end
    if start is None:
        return None, None
    begin, until = _as_utc(start), _as_utc(time.end or start)
    if time.precision in _COARSE or start.tzinfo is None:
        until = max(until, time.window.latest or until)
    if time.end is not None:
        until = max(until, _over(_as_utc(time.end), time))
    return begin, max(begin, until)


def _over(end: datetime, time: TimeValue) -> datetime:
    """When the day, month or year that begins at `end` is over where the range was told."""
    if time.precision not in _UNITS:
        return end
    years, months, days = _UNITS[time.precision]
    zone = _zone(time.zone)
    try:
        local = end.astimezone(zone)
        month = local.month - 1 + months
        later = local.replace(year=local.year + years + month // 12, month=month % 12 + 1, day=1 if months else local.day)
        return (later + timedelta(days=days)).astimezone(UTC)
    except (ValueError, OverflowError):  # 29 February of another year, or the end of the calendar
        return end


def _zone(zone: Zone) -> tzinfo:
    for name in (zone.name, zone.offset):
        try:
            if name is not None:
                return zone_named(name)
        except InvalidInput:
            continue
    return UTC


def _as_utc(value: datetime) -> datetime:
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)
