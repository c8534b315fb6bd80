"""What is asked of a sentence where names are looked for is what its happening says."""
from __future__ import annotations

import pytest

from ingest.extract.happenings import NOTHING, Story, closes, happening_in, rules, tells
from ingest.language import SUPPORTED
from kb.model import Kind


@pytest.mark.parametrize("code", SUPPORTED)
def test_a_sentence_tells_where_its_happening_is_something(code: str) -> None:
    texts = sorted({text for rule in rules(code) for text in (*rule.row.tests, *rule.row.anti)})
    texts = [text for text in texts if not any(rule.weak and rule.finds(text) for rule in rules(code))]
    told = [happening_in(text, code) is not NOTHING for text in texts]
    assert set(told) == {True, False}
    assert [tells(text, code) for text in texts] == told
    assert [closes(text, code) for text in texts] == [happening_in(text, code).sole for text in texts]
    whole, start = Story("\n".join(texts)), 0
    for text, one in zip(texts, told, strict=True):
        assert whole.tells((start, start + len(text)), code) == one
        start += len(text) + 1


def test_what_only_a_weak_row_tells_is_told_but_makes_no_service() -> None:
    text = "We copied `v1.2.3` to `v1.2.4`."
    assert happening_in(text, "en").kind is Kind.MITIGATION
    assert not tells(text, "en")


def test_a_language_of_no_rules_tells_nothing() -> None:
    assert not tells("The queue failed", "und")
    assert not Story("The queue failed").tells((0, 16), "und")
