"""What a time covers on a timeline."""
from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kb.model import Basis, Precision, TimeValue, Window, Zone
from kb.store.extent import extent

PACIFIC = Zone("America/Los_Angeles", "-07:00", Basis.STATED, "PDT")


def at(month: int, day: int, hour: int = 0) -> datetime:
    return datetime(2025, month, day, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("precision", "start", "end", "over"),
    [
        (Precision.DAY, at(10, 19, 7), at(10, 20, 7), at(10, 21, 7)),
        (Precision.DAY, at(10, 31, 7), at(11, 2, 7), at(11, 3, 8)),  # the clocks went back that night
        (Precision.MONTH, at(3, 1, 8), at(4, 1, 7), at(5, 1, 7)),
        (Precision.MINUTE, at(10, 19, 7), at(10, 20, 7), at(10, 20, 7)),
    ],
)
def test_a_range_covers_its_last_day(precision: Precision, start: datetime, end: datetime, over: datetime) -> None:
    assert extent(TimeValue(start, end, precision=precision, zone=PACIFIC, window=Window(start, start))) == (start, over)


def test_a_range_of_days_in_an_unknown_zone_covers_its_last_day() -> None:
    time = TimeValue(datetime(2025, 10, 19), datetime(2025, 10, 20), precision=Precision.DAY)
    assert extent(time) == (at(10, 19), at(10, 21))


def test_the_end_of_the_calendar_is_no_error() -> None:
    last = datetime(9999, 12, 31, tzinfo=UTC)
    assert extent(TimeValue(last, last, precision=Precision.DAY, zone=PACIFIC))[1] == last
