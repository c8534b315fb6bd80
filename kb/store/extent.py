"""What a time covers on a timeline: the two instants rows are ordered and looked up by."""
from __future__ import annotations

from datetime import UTC, datetime, timedelta

from kb.model import Precision, TimeValue

LASTING = timedelta(days=1)
"""Ranges longer than this are looked up apart, so that a timeline needs to look back only so far for the others."""

_COARSE = (Precision.PART_OF_DAY, Precision.DAY, Precision.MONTH, Precision.YEAR)


def extent(time: TimeValue) -> tuple[datetime | None, datetime | None]:
    """What a dated value covers on a timeline, (None, None) for an undated one.

    A value known only to the day covers its window: leaving it out of the afternoon would say it was in the morning.
    Local time in an unknown zone stands as if it were UTC, for it must stand somewhere.
    """
    start = time.start if time.start is not None else time.end
    if start is None:
        return None, None
    begin, until = _as_utc(start), _as_utc(time.end or start)
    if time.precision in _COARSE or start.tzinfo is None:
        until = max(until, time.window.latest or until)
    return begin, max(begin, until)


def _as_utc(value: datetime) -> datetime:
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)
