"""Rows tried only where they can begin are found wherever they stand."""
from __future__ import annotations

import re
from re import _parser as parser  # type: ignore[attr-defined]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.extract.naming import naming
from ingest.extract.openings import Openings, openings
from ingest.language import SUPPORTED
from ingest.literals import folded
from ingest.rulebook import Row

_WORDS = {code: sorted({word for row in (*naming(code).introducers, *naming(code).plain)
                        for text in (*row.tests, *row.anti) for word in text.split()}) for code in SUPPORTED}


def rows(code: str) -> tuple[Row, ...]:
    return (*naming(code).introducers, *naming(code).plain)


def searched(code: str, texts: list[str]) -> list[list[tuple[int, tuple[int, int]]]]:
    return [[(number, match.span()) for number, row in enumerate(rows(code)) for match in row.pattern.finditer(text)]
            for text in texts]


def found(code: str, texts: list[str]) -> list[list[tuple[int, tuple[int, int]]]]:
    return [[(number, match.span()) for number, match in one] for one in Openings(rows(code)).each(texts, [folded(text) for text in texts])]


@pytest.mark.parametrize("code", SUPPORTED)
def test_rows_are_found_in_many_texts_as_in_each_alone(code: str) -> None:
    texts = [text for row in rows(code) for text in (*row.tests, *row.anti)]
    texts = [shape for text in texts for shape in (text, text.upper(), f"{text} {text}", f"\u0130{text}", "")]
    assert any(searched(code, texts))
    assert found(code, texts) == searched(code, texts)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SUPPORTED), st.data())
def test_rows_are_found_among_any_words(code: str, data: st.DataObject) -> None:
    line = st.lists(st.sampled_from(_WORDS[code]), max_size=12).map(" ".join)
    texts = data.draw(st.lists(line, max_size=4))
    assert found(code, texts) == searched(code, texts)


@pytest.mark.parametrize(("pattern", "begins"), [
    (r"\b(?:new )?(?:node|queue)s?", {"new no", "new qu", "node", "queue"}),
    ("[Tt]he node", {"the no"}),
    ("(?:web |mail ){0,2}server", {"web ", "mail ", "server"}),
    ("(?<!x)[ab]c+", {"ac", "bc"}),
    (r"\w+ node", set()),
    ("n?ode", {"node", "ode"}),
    ("(?:node)?", set()),
    ("サーバー?", {"サーバ"}),
    ("`node`", {"`node`"}),
])
def test_what_a_pattern_can_begin_with(pattern: str, begins: set[str]) -> None:
    read = openings(parser.parse(pattern))
    assert {text[:6] for text in read} == {text[:6] for text in begins}
    for text in begins:
        if re.compile(pattern).match(text):
            assert text.startswith(tuple(read))
