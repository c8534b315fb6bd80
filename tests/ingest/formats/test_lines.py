"""What a line looks like on its own: how wide it is, and what its marks are."""
from __future__ import annotations

import sys
import unicodedata

import pytest

from ingest.formats.lines import split, wider, width


def test_each_sign_takes_one_column_or_two() -> None:
    signs = [chr(code) for code in range(sys.maxunicode + 1)]
    for at in range(0, len(signs), 400):
        some = "".join(signs[at:at + 400])
        assert width(some) == sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in some)


@pytest.mark.parametrize("text", ["", "a" * 39, "a" * 40, "a" * 41, "障" * 20, "障" * 21, "障" * 19 + "aa", "障" * 20 + "a"])
def test_wider_than_is_told_as_by_counting(text: str) -> None:
    assert wider(text, 40) == (width(text) > 40)


def test_lines_keep_their_places_indentation_and_hard_breaks() -> None:
    text = "a\n\n  b  \n\tc\\\nd\\\n \t"
    found = split(text)
    assert [text[line.start:line.end] for line in found] == [line.text for line in found] == ["a", "", "b", "c\\", "d\\", ""]
    assert [line.indent for line in found] == [0, 0, 2, 4, 0, 0]
    assert [line.hard for line in found] == [False, False, True, True, True, False]
