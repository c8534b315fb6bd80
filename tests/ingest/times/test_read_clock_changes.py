"""A time somebody asks about stands where a document that says the same would put it, clock changes included."""
from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ingest.extract.times.read import read_time


@pytest.mark.parametrize(("text", "start", "offset", "others"), [
    ("2025-11-02 01:30 PDT", "08:30", "-07:00", []),
    ("2025-11-02 01:30 PST", "09:30", "-08:00", []),
    ("2025-11-02 01:30 PT", "08:30", "-07:00", ["09:30"]),
    ("2025-03-09 02:30 PT", "10:30", "-08:00", []),
    ("2025-11-02 03:30 PDT", "11:30", "-08:00", ["10:30"]),
    ("2025-11-02 03:30 UTC-3", "06:30", "-03:00", []),
])
def test_a_clock_change(text: str, start: str, offset: str, others: list[str]) -> None:
    (found,) = read_time(text, language="en")
    assert found.start is not None and f"{found.start:%H:%M}" == start and found.start.tzinfo is UTC
    assert found.zone.offset == offset
    assert [f"{other:%H:%M}" for other in found.alternatives] == others


def test_the_zone_of_the_caller_too() -> None:
    (found,) = read_time("1:30 AM", language="en", reference=datetime(2025, 11, 2), zone="America/Los_Angeles")
    assert [f"{other:%H:%M}" for other in found.alternatives] == ["09:30"]
