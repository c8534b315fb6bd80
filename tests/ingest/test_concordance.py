"""A text read once says of any stretch of it what a sieve says of its words."""
from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.concordance import Vocabulary
from ingest.language import SUPPORTED
from ingest.literals import Wanted, folded
from ingest.selftest import rows_of
from ingest.sieve import Sieve


@lru_cache(maxsize=16)
def wants(code: str) -> tuple[Wanted, ...]:
    return tuple(row.expression.wants for row in rows_of(code))


@lru_cache(maxsize=16)
def made(code: str) -> tuple[Vocabulary, Sieve[int]]:
    return Vocabulary(wants(code)), Sieve(enumerate(wants(code)))


@lru_cache(maxsize=16)
def words(code: str) -> tuple[str, ...]:
    return tuple(sorted({word for row in rows_of(code) for text in row.tests for word in text.split()}))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SUPPORTED), st.data())
def test_any_stretch_has_the_items_a_sieve_finds_in_it(code: str, data: st.DataObject) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from(words(code)), max_size=30)))
    vocabulary, sieve = made(code)
    read = vocabulary.read(folded(text))
    for _ in range(5):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        assert read.among(start, end) == list(sieve.among(text[start:end]))


@pytest.mark.parametrize(("stretch", "found"), [
    ("the disk filled", [0, 3]), ("the disk", [3]), ("disk filled the queue", [0, 2, 3]), ("", [3]), ("isk fille", [3]),
])
def test_all_words_an_item_wants_stand_in_the_stretch(stretch: str, found: list[int]) -> None:
    disk, filled, queue = frozenset({"disk", "drive"}), frozenset({"filled"}), frozenset({"queue"})
    text = "so the disk filled the queue of the drive"
    start = text.index(stretch)
    read = Vocabulary([(disk, filled), (disk, filled, frozenset({"server"})), (queue,), ()]).read(text)
    assert read.among(start, start + len(stretch)) == found


def test_nothing_is_wanted_where_there_are_no_items() -> None:
    assert Vocabulary([]).read("any text").among(0, 8) == []
