"""Patterns with their alternatives grouped match as they did."""
from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.alternatives import factored
from ingest.language import SUPPORTED
from ingest.selftest import rows_of


@pytest.mark.parametrize(("pattern", "grouped"), [
    ("server|site|node", "s(?:erver|ite)|node"),
    ("ab|abc|abd", "ab(?:|c|d)"),
    (r"\b(?P<name>web ?site|web|mail)s?\b", r"\b(?P<name>web(?: ?site|)|mail)s?\b"),
    ("ab?|ac|a+|b", "ab?|ac|a+|b".replace("ab?|ac", "a(?:b?|c)")),
    ("ab|[ab]c|ad", "ab|[ab]c|ad"),  # what begins with no letter keeps its place among the others
    ("Ab|ac", "Ab|ac"),
    ("(?=ab|ac)a[)|(]|x", "(?=a(?:b|c))a[)|(]|x"),
    (r"(?P<a>x)(?(a)ab|ac)", r"(?P<a>x)(?(a)ab|ac)"),
])
def test_common_beginnings_are_written_once(pattern: str, grouped: str) -> None:
    assert factored(pattern) == grouped


_PARTS = st.sampled_from(["a", "b", "ab", "ac", "abc", "A", "b?", "[ab]", r"\b", " ", "(?:a|ab|b)", "(?-i:a|ab)", "(?=ab|ac)", "(?!a|ab)",
                          "(?P<g>ab|a)", "a{2}", r"\|", "[|]"])
_PATTERNS = st.lists(st.lists(_PARTS, max_size=4).map("".join), min_size=1, max_size=6).map("|".join)


@settings(max_examples=400, deadline=None)
@given(_PATTERNS.filter(lambda one: one.count("?P<g>") < 2), st.text(alphabet="abcABC |", max_size=10), st.booleans())
def test_they_match_the_same(pattern: str, text: str, ignore: bool) -> None:
    flags = re.IGNORECASE if ignore else 0
    before, after = re.compile(pattern, flags), re.compile(factored(pattern), flags)
    assert [(one.span(), one.groupdict()) for one in after.finditer(text)] == \
        [(one.span(), one.groupdict()) for one in before.finditer(text)]


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_row_matches_the_same_in_the_texts_of_its_neighbours(code: str) -> None:
    rows = list(rows_of(code))
    texts = [text for row in rows for text in row.tests][::7]
    for row in rows:
        plain = re.compile(row.expression.text, row.expression.flags)
        for text in (*row.tests, *row.anti, *texts):
            assert [one.span() for one in row.pattern.finditer(text)] == [one.span() for one in plain.finditer(text)]
