"""Columns made into text at once are the same, value by value, as what a statement would send."""
from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from kb.store.types import Instant, Json

ZONES = (UTC, timezone(timedelta(hours=-8)), timezone(timedelta(seconds=1)), ZoneInfo("Europe/London"),
         ZoneInfo("Africa/Abidjan"))
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.sampled_from(ZONES))


@given(st.lists(st.none() | MOMENTS, max_size=8))
def test_a_column_of_instants(values: list[datetime | None]) -> None:
    alone = [Instant().process_bind_param(value, sqlite.dialect()) for value in values]
    assert list(Instant.texts(values)) == alone


@given(st.lists(st.none() | st.lists(st.text(max_size=3), max_size=2) | st.tuples(st.integers(0, 9)) | st.just(()), max_size=8))
def test_a_column_of_json(values: list[object]) -> None:
    assert list(Json.texts(values)) == [Json().process_bind_param(value, sqlite.dialect()) for value in values]


def test_a_naive_instant_is_refused() -> None:
    with pytest.raises(ValueError, match="naive"):
        Instant.texts([datetime(2031, 5, 2, tzinfo=UTC), datetime(2031, 5, 2)])
