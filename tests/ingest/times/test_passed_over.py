"""What the finder passes over unasked says nothing: every quick look gives what asking every pattern everywhere gives."""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from ingest.extract.times.beside import MAX_GAP, Beside
from ingest.extract.times.cluster import Text
from ingest.extract.times.grammar import BEFORE, BEHIND, Grammar, grammar, guard_start, sample, times_rows
from ingest.extract.times.remembered import Remembered
from ingest.extract.times.scan import Scanner
from ingest.extract.times.zone_words import LIKELY, NEAR, NEVER, unusual, zone_at
from ingest.language import SUPPORTED
from ingest.rulebook import Row
from ingest.runs import without_runs

_MARKS = " x\n09:30, (7)"  # behind every word, that it may lead to a time or stand before something else


def _text(code: str) -> Text:
    """All that the rows of a language are tested with, as one text."""
    own = grammar(code)
    raw = _MARKS.join(sample(test, code) for row in times_rows(code) for test in (*row.tests, *row.anti))
    return Text(raw, own.language.folded(raw), own, wide=False)


def _leads(text: Text, kind: str, end: int) -> int | None:
    found = text.grammar.trailing[kind].search(text.folded, max(0, end - MAX_GAP), end)
    return None if found is None or (found[0][0] in "~≈" and found[0][-1] == " ") else found.start()


@pytest.mark.parametrize("code", SUPPORTED)
def test_words_before_a_time_are_those_that_a_search_finds(code: str) -> None:
    text = _text(code)
    kinds = [kind for kind in BEFORE if kind in text.grammar.trailing]
    found = 0
    for end in range(len(text.folded)):
        for kind in kinds:
            expected = _leads(text, kind, end)
            assert text.before(kind, end, 0) == expected, (kind, text.folded[max(0, end - MAX_GAP):end])
            found += expected is not None
    assert found > len(kinds)


@pytest.mark.parametrize("code", SUPPORTED)
def test_words_behind_a_time_are_those_that_their_patterns_match(code: str) -> None:
    text = _text(code)
    patterns = {kind: text.grammar.leading[kind] for kind in BEHIND if kind in text.grammar.leading}
    found = 0
    for start in range(len(text.folded)):
        for kind, pattern in patterns.items():
            match = pattern.match(text.folded, start)
            assert text.after(kind, start) == (match.end() if match else None), (kind, text.folded[start:start + 20])
            found += match is not None
    assert found > len(patterns)


def test_a_word_does_not_begin_inside_of_another() -> None:
    beside = Beside({"at": "a|as", "open": r"de\sas?"}, spaced=True)
    for text, lengths in (("as ", {"at": [3]}), ("mas ", {}), ("de as, ", {"at": [4], "open": [7]}), ("onde as ", {"at": [3]})):
        assert beside.lengths(text, len(text)) == lengths
    assert Beside({"at": "a|as", "by": "mas"}, spaced=False).lengths("mas", 3) == {"at": [2], "by": [3]}


def test_words_that_cannot_be_counted_are_left_to_their_pattern() -> None:
    beside = Beside({"at": "at", "approx": r"c[^x]\.?", "not-before": r"no\.?\s?\d?", "by": " ?"}, spaced=True)
    assert beside.lengths("at ", 3) == {"at": [3], "approx": None, "not-before": None, "by": None}
    assert beside.lengths("then ", 5) == {"approx": None, "not-before": None, "by": None}


@pytest.mark.parametrize("code", SUPPORTED)
def test_a_zone_stands_only_where_its_first_letters_allow_one(code: str) -> None:
    own = grammar(code)
    zones = ("UTC", "gmt+2", "JST", "America/Sao_Paulo", "asia/tokyo", "Us/Pacific", own.language.folded("München"), "utc/gmt")
    found = 0
    for word in (*zones, "and", "de", "now", "x/y", "時間", "giờ Việt Nam", "日本時間", "hora de Brasilia"):
        for blanks in ("", " ", "  "):
            raw = f"{blanks}{word} 09:30"
            folded = own.language.folded(raw)
            near = own.zones[folded[:NEAR]]
            if zone_at(raw, folded, len(blanks), code) is not None:
                assert near == LIKELY or (near != NEVER and unusual(raw, folded, near)), raw
                found += 1
    assert found > 2 * len(zones)


@pytest.mark.parametrize("code", SUPPORTED)
def test_rows_are_found_where_trying_all_of_them_at_every_place_finds_them(code: str) -> None:
    text = _text(code)
    for scanner, rows in _scanners(text.grammar):
        guard = re.compile(guard_start(text.grammar.language))
        expected, done = [], 0
        for start in range(len(text.folded)):
            if start < done or guard.match(text.folded, start) is None:
                continue
            match = next(((row, match) for row in rows if (match := row.pattern.match(text.folded, start))), None)
            if match is not None and match[1].end() > start:
                expected.append((match[0].id, match[1].span()))
                done = match[1].end()
        found = [(form.id, match.span()) for _, (form, match, _) in scanner.matches(text.folded, scanner.places(text.folded))]
        assert found == expected


def _scanners(own: Grammar) -> Iterator[tuple[Scanner, Sequence[Row]]]:
    yield own.strict, [row for row in own.pieces if row["needs"] != "convert"]
    yield own.wide, own.pieces


def test_an_answer_is_asked_for_once_and_long_texts_are_not_kept() -> None:
    asked: list[str] = []
    remembered = Remembered(lambda text: asked.append(text) or len(text))
    assert [remembered["a"], remembered["a"], remembered["b" * 50], remembered["b" * 50]] == [1, 1, 50, 50]
    assert asked == ["a", "b" * 50, "b" * 50]
    for number in range(5000):
        assert remembered[str(number)] == len(str(number))
    assert len(remembered) < 5000


@pytest.mark.parametrize("size", range(1, 13))
def test_runs_of_tokens_of_every_length_are_found_wherever_they_begin(size: int) -> None:
    token = "abcdefghijkl"[:size]
    words = " ".join(map(str, range(400)))
    for before in range(0, 400, 7):
        text = words[:len(words) - before] + "." + token * 31 + " 09:30"
        read = without_runs(text)
        assert "\0" in read and len(read) == len(text) and read.endswith(f"{token * 2} 09:30")
    assert "\0" not in without_runs(token * 25 + words)
