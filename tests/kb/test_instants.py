from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import InvalidInput
from kb.instants import asked_instant, format_exact, format_instant, offset_text, parse_day, parse_instant, zone_named, zone_names

INSTANTS = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)).map(lambda v: v.replace(microsecond=0))


@given(INSTANTS)
def test_instants_come_back(value: datetime) -> None:
    text = format_instant(value)
    assert text is not None and text.endswith("Z")
    assert parse_instant(text) == value


@pytest.mark.parametrize("text", [
    "2025-10-20", "2025-10-20T06:48", "2025-10-20T06:48:00", "20251020T064800Z", "2025-W43-1T06:48:00Z", "2025-10-20T24:61:00Z",
    "2025-02-30T00:00:00Z", "2025-10-20T06:48:00+24:00", "2025-10-20T06:48:00+0700", "", "now", "２０２５-10-20T06:48:00Z",
])
def test_what_is_not_rfc3339_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_instant(text)


def test_offsets_are_honoured() -> None:
    assert parse_instant("2025-10-19T23:48:00-07:00") == parse_instant("2025-10-20T06:48:00Z")


def test_zones_by_every_name() -> None:
    instant = datetime(2025, 10, 20, 6, 48, tzinfo=UTC)
    assert offset_text(instant.astimezone(zone_named("PT"))) == "-07:00"
    assert offset_text(instant.astimezone(zone_named("et"))) == "-04:00"
    assert offset_text(instant.astimezone(zone_named("+05:30"))) == "+05:30"
    assert offset_text(instant.astimezone(zone_named("UTC-3"))) == "-03:00"
    assert zone_named("america/sao_paulo") is zone_named("America/Sao_Paulo")
    for wrong in ("Mars/Olympus", "", "+99:00", "PDT8"):
        with pytest.raises(InvalidInput):
            zone_named(wrong)


def test_naive_values_keep_no_offset() -> None:
    assert format_instant(datetime(2025, 10, 20, 6, 48)) == "2025-10-20T06:48:00"
    assert format_instant(None) is None
    assert len(zone_names()) > 400


@pytest.mark.parametrize(("text", "zone", "year"), [("0001-01-01", "Asia/Tokyo", 1), ("9999-12-31T23:59:59", "PT", 9999)])
def test_local_times_at_the_edge_of_the_calendar(text: str, zone: str, year: int) -> None:
    assert asked_instant(text, [zone]).year == year


@pytest.mark.parametrize("text", ["20251020", "2025-W43-1", "2025-10-20T00:00:00", "0", "2025-02-30", "２０２５-10-20", "", " 2025-10-20"])
def test_a_day_has_one_form(text: str) -> None:
    assert parse_day("2025-10-20") == date(2025, 10, 20)
    with pytest.raises(InvalidInput):
        parse_day(text)


@given(st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)))
def test_exact_instants_come_back(value: datetime) -> None:
    assert parse_instant(format_exact(value)) == value
