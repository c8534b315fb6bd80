from __future__ import annotations

from ingest.once import once
from ingest.types import Metadata, Reading


def reading(text: str) -> Reading:
    return Reading(text, "text/plain", "en", (), (), Metadata(), ())


def test_the_same_reading_is_asked_once_and_an_equal_one_again() -> None:
    asked: list[Reading] = []

    @once
    def length(one: Reading) -> int:
        asked.append(one)
        return len(one.text)

    first, twin = reading("abc"), reading("abc")
    assert (length(first), length(first), length(twin)) == (3, 3, 3)
    assert len(asked) == 2 and asked[0] is first and asked[1] is twin
