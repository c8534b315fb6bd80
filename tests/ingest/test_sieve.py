"""Leaving out rows that cannot match must never leave out one that can."""
from __future__ import annotations

import re
import sys
from functools import lru_cache
from re import _casefix as casefix  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.language import SUPPORTED
from ingest.literals import folded, wanted
from ingest.rulebook import Row
from ingest.selftest import check, rows_of
from ingest.sieve import Sieve, sieved


@lru_cache(maxsize=16)
def rows(code: str) -> tuple[Row, ...]:
    return tuple(rows_of(code))


@lru_cache(maxsize=16)
def sieve(code: str) -> Sieve[Row]:
    return sieved(rows(code))


@lru_cache(maxsize=16)
def words(code: str) -> tuple[str, ...]:
    return tuple(sorted({word for row in rows(code) for text in (*row.tests, *row.anti) for word in text.split()}))


def missed(code: str, text: str) -> list[str]:
    kept = {id(row) for row in sieve(code).among(text)}
    return [row.source for row in rows(code) if id(row) not in kept and row.pattern.search(text)]


@pytest.mark.parametrize("code", SUPPORTED)
def test_rows_do_what_their_own_tests_say(code: str) -> None:
    check([code])


@pytest.mark.parametrize("code", SUPPORTED)
def test_no_row_is_left_out_of_a_test_of_its_language_in_any_case(code: str) -> None:
    texts = {text for row in rows(code) for text in row.tests}
    for text in texts:
        for shape in (text, text.upper(), text.title()):
            assert missed(code, shape) == []


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SUPPORTED), st.data())
def test_no_row_is_left_out_of_any_words(code: str, data: st.DataObject) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from(words(code)), max_size=20)))
    assert missed(code, text) == []


@pytest.mark.parametrize("code", SUPPORTED)
def test_most_rows_are_left_out_of_a_text_without_their_words(code: str) -> None:
    assert len(sieve(code).among("qx zzz 12")) < len(rows(code)) / 2


_ATOMS = st.sampled_from(["a", "b", "ab", "S", "ſ", "K", "é", "[ab]", "[a-c]", "[^a]", r"\d", ".", "障害", r"\b", "^", "(?=a)", "(?!b)",
                          r"(?<=a)", "İ", "ς", "©", r"5\d\d", r"(?=\d\d)"])
_PATTERNS = st.recursive(_ATOMS, lambda inner: st.one_of(
    st.lists(inner, min_size=1, max_size=4).map("".join),
    st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
    st.tuples(inner, st.sampled_from(["?", "{0,2}", "{1,2}", "{2}"])).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
), max_leaves=12)


@settings(max_examples=400, deadline=None)
@given(_PATTERNS, st.text(alphabet="abcABCsSſσΣς K\u212aéÉkİıi1٥５©障害", max_size=8), st.booleans())
def test_what_a_pattern_wants_stands_in_all_it_matches(pattern: str, text: str, ignore: bool) -> None:
    made = re.compile(pattern, re.IGNORECASE if ignore else 0)
    if made.search(text):
        low = folded(text)
        assert all(any(word in low for word in one) for one in wanted(parser.parse(pattern, made.flags & ~re.UNICODE)))
        assert Sieve([("row", wanted(parser.parse(pattern)))]).among(text) == ["row"]


def test_letters_that_patterns_take_for_the_same_fold_to_the_same() -> None:
    for code, others in casefix._EXTRA_CASES.items():
        for other in others:
            assert folded(chr(code)) == folded(chr(other))
    for char in map(chr, range(0x10000)):
        assert len(folded(char)) == 1
        for other in {char.lower(), char.upper()}:
            if len(other) == 1 and re.fullmatch(re.escape(char), other, re.IGNORECASE):
                assert folded(char) == folded(other)


def test_items_keep_their_order_and_those_that_want_nothing_are_always_there() -> None:
    made = Sieve([(name, wanted(parser.parse(name))) for name in ("queue", r"\d+", "cache", "queue|cache")])
    assert list(made.among("the CACHE and the queue")) == ["queue", r"\d+", "cache", "queue|cache"]
    assert list(made.among("a cache")) == [r"\d+", "cache", "queue|cache"]
    assert list(made.among("nothing")) == [r"\d+"]
    assert list(Sieve([("x", ())]).among("")) == ["x"]


def test_many_texts_looked_through_as_one_are_answered_one_by_one() -> None:
    made = Sieve([(name, wanted(parser.parse(name))) for name in ("queue", r"\d+", "cache", "que", "hit", "cache.{1,9}hit")])
    texts = ["", "the CACHE", "a hit", "ca", "che", "queue", "cache\nhit", "que"]
    assert list(map(list, made.each(texts))) == [list(made.among(text)) for text in texts]
    assert made.each([]) == []
    assert Sieve([("x", ())]).each(["", "a"]) == [["x"], ["x"]]


@pytest.mark.parametrize(("pattern", "text"), [
    (r"[^,]{5,90}?(?= (?:caused|stopped) )", "the flood spread"), (r"\b5\d\d\b|\berror", "port 80"), ("©|all rights", "right"),
])
def test_what_must_follow_and_numbers_are_wanted_too(pattern: str, text: str) -> None:
    assert not Sieve([("row", wanted(parser.parse(pattern)))]).among(text)


def test_digits_of_all_scripts_fold_to_ours() -> None:
    assert all(folded(char) in "0123456789" for char in map(chr, range(sys.maxunicode + 1)) if char.isdecimal())
