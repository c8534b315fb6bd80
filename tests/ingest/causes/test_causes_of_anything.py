"""Causes in whatever text: spans stand inside it, sides are apart, long lines are cheap."""
from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.extract import causes
from ingest.extract.connectives import connect, grammar
from ingest.language import SUPPORTED
from tests.ingest.causes.by_hand import named, reading

TESTS = [text for code in SUPPORTED for row in grammar(code).rows for text in (*row.tests, *row.anti)]
MIXED = st.lists(st.one_of(st.sampled_from(TESTS), st.text(max_size=30)), max_size=4).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(code=st.sampled_from(SUPPORTED), text=MIXED)
def test_spans_stand_in_the_text_and_sides_are_apart(code: str, text: str) -> None:
    for link in connect(text, grammar(code)):
        sides = [side for side in (link.cause, link.effect) if side is not None]
        assert sides and all(0 <= start < end <= len(text) for start, end in sides)
        assert len(sides) == 1 or link.cause != link.effect


@settings(max_examples=60, deadline=None)
@given(code=st.sampled_from(SUPPORTED), lines=st.lists(st.sampled_from(TESTS), min_size=1, max_size=6))
def test_every_quote_and_side_is_the_text_at_its_span(code: str, lines: list[str]) -> None:
    text = "\n".join(f"- {line}" for line in lines)
    found = causes.find(reading(text, code), named(text), (), "doc")
    assert len({edge.id for edge in found}) == len(found)
    for edge in found:
        for words, span in ((edge.quote, edge.span), (edge.cause.text, edge.cause.span), (edge.effect.text, edge.effect.span)):
            assert text[span[0]:span[1]] == words


@pytest.mark.parametrize("sign", ["1", ":", "(", "a, ", "due to ", "により", "的"])
def test_a_line_of_a_megabyte_takes_no_minute(sign: str) -> None:
    text = sign * (1_000_000 // len(sign))
    began = time.perf_counter()
    for code in ("en", "ja"):
        connect(text, grammar(code))
    assert time.perf_counter() - began < 10
