"""Which words belong to which time of a sentence, and which only give a cause, a date or a condition."""
from __future__ import annotations

import pytest

from ingest.extract.asides import asides, clause, main_part
from ingest.language import SUPPORTED


def _clause(text: str, times: list[str], this: str, language: str = "en") -> str:
    spans = [(text.index(time), text.index(time) + len(time)) for time in times]
    start, end = clause(text, spans, spans[times.index(this)], language)
    return text[start:end].strip(" ,;")


@pytest.mark.parametrize(("text", "times", "first", "second", "language"), [
    ("A failed at 1:10; B failed at 2:10.", ["1:10", "2:10"], "A failed at 1:10", "B failed at 2:10.", "en"),
    ("At 1:10 A failed, and at 2:10 B failed.", ["1:10", "2:10"], "At 1:10 A failed", "and at 2:10 B failed.", "en"),
    ("À 1h10, o A caiu e, às 2h10, o B caiu.", ["1h10", "2h10"], "À 1h10, o A caiu", "e, às 2h10, o B caiu.", "pt"),
    ("1:10 に A が停止し、2:10 に B が停止。", ["1:10", "2:10"], "1:10 に A が停止し", "、2:10 に B が停止。", "ja"),
    ("Lúc 1:10 A lỗi, và đến 2:10 B lỗi.", ["1:10", "2:10"], "Lúc 1:10 A lỗi", "và đến 2:10 B lỗi.", "vi"),
])
def test_two_times_are_two_clauses(text: str, times: list[str], first: str, second: str, language: str) -> None:
    assert _clause(text, times, times[0], language) == first
    assert _clause(text, times, times[1], language) == second


def test_a_sentence_that_turns_gives_its_time_only_its_side() -> None:
    text = "The cache recovered, but errors came back at 7:04."
    assert _clause(text, ["7:04"], "7:04") == "errors came back at 7:04."
    assert _clause("At 7:04 it failed, but few saw it.", ["7:04"], "7:04") == "At 7:04 it failed, but few saw it."


def test_a_time_in_a_concession_is_told_by_it() -> None:
    text = "While the cache recovered at 7:04, errors went on."
    assert _clause(text, ["7:04"], "7:04") == "While the cache recovered at 7:04"


def test_a_time_outside_the_words_or_no_time_leaves_them_whole() -> None:
    text = "It failed; it recovered."
    assert clause(text, [], None) == (0, len(text))
    assert clause(text, [(-20, -15)], (-20, -15)) == (0, len(text))
    assert clause(text, [(90, 95)], (90, 95)) == (0, len(text))


def test_asides_are_blanked_and_length_is_kept() -> None:
    text = "Queries failed because of the disk, as we know."
    main = main_part(text, "en")
    assert len(main) == len(text) and "disk" not in main and main.startswith("Queries failed")


@pytest.mark.parametrize("language", SUPPORTED)
def test_a_text_of_nothing_but_an_aside_stays(language: str) -> None:
    from ingest.extract.naming import naming

    text = naming(language).asides[0].tests[0]
    assert main_part(text, language).strip()


def test_a_language_without_rules_has_no_asides() -> None:
    assert asides("пока кэш не восстановился, были ошибки", "ru") == ()


def test_a_stamp_in_square_brackets_opens_a_clause() -> None:
    text = "[22:15:57] PROBLEM - Host web4 is DOWN: ping lost [22:16:27] RECOVERY - Host web4 is UP"
    stamps = ["22:15:57", "22:16:27"]
    assert _clause(text, stamps, stamps[0]).endswith("ping lost")
    assert _clause(text, stamps, stamps[1]) == "[22:16:27] RECOVERY - Host web4 is UP"


def test_a_time_within_once_is_told_there_and_what_stands_there_is_no_aside_of_it() -> None:
    text = "Once the cache was drained at 7:04, jobs ran."
    assert _clause(text, ["7:04"], "7:04") == "Once the cache was drained at 7:04"
    own = "Once the cache was drained at 7:04"
    assert asides(own, "en") and not asides(own, "en", within=True)
