"""Rows that tell promises, publication dates, joined ranges and zone notes from happenings."""
from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ingest.extract.told import MARK, ROLES, claim_rows, expand, marked, times_in, touched
from ingest.language import SUPPORTED
from ingest.rulebook import Row

Holds = Callable[[Sequence[Row], Row, str], bool]


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_row_earns_its_place(code: str, earns_its_place: Callable[[Sequence[Row], Holds], None]) -> None:
    def holds(rows: Sequence[Row], row: Row, text: str) -> bool:
        told = text.replace("{time}", MARK * 5)
        return any(other["role"] == row["role"] and other.finds(told) for other in rows)

    earns_its_place(claim_rows(code), holds)


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_language_plays_every_role(code: str) -> None:
    assert {row["role"] for row in claim_rows(code)} == set(ROLES)


def test_marking_keeps_offsets() -> None:
    text = "due by 10:30, done"
    found = marked(text, [(7, 12)])
    assert len(found) == len(text)
    assert (found[:7], found[7:12], found[12:]) == ("due by ", MARK * 5, ", done")


def test_a_row_reaches_only_the_time_it_speaks_of() -> None:
    text = marked("It broke at 10:30. The next update is at 11:45.", [(12, 17), (41, 46)])
    spans = touched(text, "en", "not-told")
    assert [at for span in spans for at in times_in(text, span)] == [41]


def test_a_gap_ends_with_the_sentence() -> None:
    assert "." in expand("{gap}")
    assert touched(marked("We will see. It broke at 10:30", [(25, 30)]), "en", "not-told") == []
