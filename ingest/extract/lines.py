"""The sentences of the report itself, each with what is asked of it by everything that looks for names: only they may
teach any."""
from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ingest.concordance import Vocabulary, item, matches
from ingest.extract.naming import LONGEST, Naming, naming
from ingest.literals import folded
from ingest.types import Reading, Sentence
from kb.model import Passage, PassageKind, Stance


class Line(NamedTuple):
    """A sentence: its passage, the language it is read as, how that names things, and what of it rules read, also folded.
    `introduced` is where rows that introduce names are found in it, `plain` where plain nouns are."""

    sentence: Sentence
    passage: Passage
    language: str
    words: Naming
    text: str
    low: str
    introduced: list[tuple[int, re.Match[str]]]
    plain: list[re.Match[str]]


def lows(reading: Reading, low: str) -> list[str]:
    """The readings of all sentences, folded; `low` is the whole text, folded."""
    found = [low[sentence.start:sentence.end] for sentence in reading.sentences]
    for number, text in enumerate(found):
        if "\n" in text:  # mended
            found[number] = folded(reading.sentences[number].reading)
    return found


def told(reading: Reading, lows: Sequence[str]) -> list[Line]:
    """The sentences of the report, in text order; `lows` are all sentences, folded."""
    lines: list[Line] = []
    for sentence, low in zip(reading.sentences, lows, strict=True):
        passage = reading.passages[sentence.passage]
        if passage.stance is Stance.REPORT and passage.kind is not PassageKind.CODE:
            language = reading.language if passage.language == "und" else passage.language
            lines.append(Line(sentence, passage, language, naming(language), sentence.reading[:LONGEST], low[:LONGEST], [], []))
    for language in {line.language for line in lines}:
        _search([line for line in lines if line.language == language], language)
    return lines


def _search(lines: Sequence[Line], language: str) -> None:
    """Notes what the rows of a language find in its lines: they are read as one text."""
    words = naming(language)
    rows, plain = (*words.introducers, *words.plain), len(words.introducers)
    among, at = vocabulary(language).read("\n".join(line.low for line in lines)).among, 0
    for line in lines:
        end = at + len(line.text)
        for row, places in among(at, end):
            found = matches(rows[row].pattern, line.text, places)
            if row < plain:
                line.introduced.extend((row, match) for match in found)
            else:
                line.plain.extend(found)
        at = end + 1


@lru_cache(maxsize=32)
def vocabulary(language: str) -> Vocabulary:
    """The words of the rows that introduce names and of those of plain nouns."""
    words = naming(language)
    return Vocabulary(item(row.expression) for row in (*words.introducers, *words.plain))
