"""A text read once says of any stretch of it where rows are found: as their patterns do, asked one by one."""
from __future__ import annotations

import re
from functools import lru_cache
from re import _parser as parser  # type: ignore[attr-defined]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.concordance import Vocabulary, item, matches, stands
from ingest.language import SUPPORTED
from ingest.literals import folded, wanted
from ingest.openings import Opening, openings
from ingest.rulebook import Expression, Row
from ingest.selftest import rows_of


@lru_cache(maxsize=16)
def rows(code: str) -> tuple[Row, ...]:
    return tuple(rows_of(code))


@lru_cache(maxsize=16)
def vocabulary(code: str) -> Vocabulary:
    return Vocabulary(item(row.expression) for row in rows(code))


@lru_cache(maxsize=16)
def words(code: str) -> tuple[str, ...]:
    return tuple(sorted({word for row in rows(code) for text in row.tests for word in text.split()}))


def agrees(code: str, text: str, start: int, end: int) -> None:
    stretch = text[start:end]
    likely = dict(vocabulary(code).read(folded(text)).among(start, end))
    for number, row in enumerate(rows(code)):
        wants = [found.span() for found in row.pattern.finditer(stretch)]
        places = likely.get(number, ())
        assert [found.span() for found in matches(row.pattern, stretch, places)] == wants, row.source
        assert stands(row.pattern, stretch, places) == bool(wants), row.source


@pytest.mark.parametrize("code", SUPPORTED)
def test_a_row_is_found_in_its_own_tests_where_its_pattern_finds_it(code: str) -> None:
    text = "\n".join(text for row in rows(code) for text in row.tests)
    at = 0
    for line in text.split("\n"):
        agrees(code, text, at, at + len(line))
        at += len(line) + 1


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SUPPORTED), st.data())
def test_rows_are_found_in_any_stretch_where_their_patterns_find_them(code: str, data: st.DataObject) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from(words(code)), max_size=30)))
    start = data.draw(st.integers(0, len(text)))
    agrees(code, data.draw(st.sampled_from((text, text.upper()))), start, data.draw(st.integers(start, len(text))))


_ATOMS = st.sampled_from(["ab", "S", "ſ", "K", "é", "[ab]", "[a-c]", "[^a]", r"\d", ".", "障害", r"\b", "^", "(?=a)", "(?!b)", r"(?<=a)",
                          "İ", "ς", r"\s", "$", "(?i:aB)", "`", r"\(", "(?:ab)+", r"\s*"])
_PATTERNS = st.recursive(_ATOMS, lambda inner: st.one_of(
    st.lists(inner, min_size=1, max_size=4).map("".join),
    st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
    st.tuples(inner, st.sampled_from(["?", "{0,2}", "{1,2}", "{2}", "??"])).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
), max_leaves=12)


@settings(max_examples=400, deadline=None)
@given(_PATTERNS, st.text(alphabet="abcABCsSſσΣς K\u212aéÉkİıi1٥障害`(", max_size=12), st.booleans())
def test_a_match_of_any_pattern_begins_where_it_can_begin(pattern: str, text: str, ignore: bool) -> None:
    flags = re.IGNORECASE if ignore else 0
    made, tree = re.compile(pattern, flags), parser.parse(pattern, flags)
    likely = dict(Vocabulary([(wanted(tree), openings(tree))]).read(folded(text)).among(0, len(text)))
    wants = [found.span() for found in made.finditer(text)]
    assert [found.span() for found in matches(made, text, likely.get(0, ()))] == wants


@pytest.mark.parametrize(("pattern", "found"), [
    (r"\bdisks? full", {("disk ", 0), ("disks", 0)}),
    (r"^(?:the )?queue", {("", 0)}),
    (r"(?:,\s|\s)due to", {("due t", 2), ("due t", 1)}),
    (r"\b50\d", {(f"50{digit}", 0) for digit in "0123456789"}),
    (r"(?:^|\s)queue", {("", 0), ("queue", 1)}),
    ("`node`", {("`nod", 0)}), ("サーバー?", {("サーバ", 0)}), (r"`\w+`", {("`", 0)}),
    (r"[^,;]{2,60} caused", None), (r"\w+", None), (r"(?m)^queue", None), (r"a\s", None),
])
def test_openings_are_words_at_a_known_distance(pattern: str, found: set[tuple[str, int]] | None) -> None:
    assert openings(parser.parse(pattern, re.IGNORECASE)) == (None if found is None else {Opening(*one) for one in found})


def test_what_may_begin_anywhere_is_tried_where_all_that_it_wants_stands() -> None:
    made = Vocabulary([(wanted(tree), openings(tree)) for tree in [parser.parse(r"\w+ queue.{0,9} (?:full|stuck)")]])
    read = made.read("a queue was full, a queue was empty")
    assert read.among(0, 16) == [(0, None)] == read.among(0, 35)
    assert read.among(8, 16) == read.among(18, 35) == []


def test_what_wants_no_word_is_tried_where_it_may_begin() -> None:
    row = Expression(r"`\d", 0, ())
    read = Vocabulary([item(row)]).read("of `4, or `5")
    assert read.among(0, 12) == [(0, [3, 10])]
    assert read.among(4, 10) == []


def test_items_keep_their_order_and_those_that_want_nothing_are_always_there() -> None:
    made = Vocabulary([(wanted(tree), openings(tree)) for tree in map(parser.parse, ("queue", r"\d+", "the cache|disk"))])
    read = made.read("the cache of the queue")
    assert read.among(0, 22) == [(0, [17]), (1, None), (2, [0])]
    assert read.among(4, 22) == [(0, [13]), (1, None)]
    assert read.among(0, 21) == [(1, None), (2, [0])]
    assert Vocabulary([]).read("any text").among(0, 8) == []
