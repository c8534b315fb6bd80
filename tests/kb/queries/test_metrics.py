"""Which detection is the outage's own."""
from __future__ import annotations

from datetime import UTC, datetime, timedelta

from kb.model import Kind, TimelineRow, TimeValue
from kb.queries.metrics import figures

NOON = datetime(2031, 5, 2, 12, tzinfo=UTC)


def told(minutes: int, kind: Kind) -> TimelineRow:
    return TimelineRow(f"e{minutes}{kind.value}", "an-outage", kind, "something", "", TimeValue(NOON + timedelta(minutes=minutes)), ("a",))


def test_detection_is_the_first_thing_people_did() -> None:
    found = figures([told(0, Kind.IMPACT), told(9, Kind.DETECTION), told(20, Kind.DIAGNOSIS), told(50, Kind.RECOVERY)])
    assert {name: row["minutes"] for name, row in found.items()} == {
        "time_to_detect": 9, "time_to_diagnose": 20, "time_to_recover": 50,
    }


def test_what_is_noticed_after_the_cause_was_found_is_another_trouble() -> None:
    late = [told(0, Kind.IMPACT), told(50, Kind.DIAGNOSIS), told(420, Kind.DETECTION)]
    assert set(figures(late)) == {"time_to_diagnose"}


def test_noticed_and_understood_in_one_minute_is_noticed() -> None:
    once = [told(0, Kind.IMPACT), told(5, Kind.DIAGNOSIS), told(5, Kind.DETECTION)]
    assert figures(once)["time_to_detect"]["minutes"] == 5
