"""The statements of a document, and which rows of causes, needs and order may be found in each: all asked in one reading."""
from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ingest.concordance import Item, Likely, Vocabulary, item
from ingest.extract import steps
from ingest.extract.connectives import LONGEST, grammar
from ingest.extract.needs import dependency_rows
from ingest.language import language_of
from ingest.literals import folded
from ingest.once import once
from ingest.sentences import split
from ingest.structure import role
from ingest.types import Reading, Sentence
from kb.model import Passage, PassageKind, Span, Stance

_SILENT_ROLES = ("actions", "reference")
_LINE_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)


class Unit(NamedTuple):
    """A stretch that is read as one statement: a sentence, or a cell of a row. `code` is the language whose rules read
    it, `at` where it stands in the text of all statements in that language."""

    start: int
    reading: str
    passage: Passage
    place: int
    code: str
    at: int

    @property
    def span(self) -> Span:
        return self.start, self.start + len(self.reading)


@once
def units(reading: Reading) -> tuple[Unit, ...]:
    """The statements of a document that may tell a cause, in text order."""
    return tuple(_units(reading))


def _units(reading: Reading) -> Iterator[Unit]:
    last, told, code = -1, False, ""
    ends: dict[str, int] = {}
    for place, sentence in enumerate(reading.sentences):
        passage = reading.passages[sentence.passage]
        if sentence.passage != last:
            last, told, code = sentence.passage, _tells(reading, passage), language_of(passage, reading)
        if not told:
            continue
        whole = passage.kind is not PassageKind.ROW or not passage.cells
        for start, text in ((sentence.start, sentence.reading[:LONGEST]),) if whole else _cells(reading, sentence, passage):
            at = ends.get(code, 0)
            ends[code] = at + len(text) + 1
            yield Unit(start, text, passage, place, code, at)


def _cells(reading: Reading, sentence: Sentence, passage: Passage) -> Iterator[tuple[int, str]]:
    """The sentences of the cells of a row, each with its start."""
    # only the cells a sentence stands in: a row may have thousands, each a sentence
    for cell in passage.cells[bisect_left(passage.cells, sentence.start, key=lambda cell: cell[1]):]:
        if cell[0] >= sentence.end:
            break
        start, end = max(cell[0], sentence.start), min(cell[1], sentence.end)
        for low, high in _parts(reading.text, start, end, passage.language):
            yield low, sentence.reading[low - sentence.start:high - sentence.start]


def _tells(reading: Reading, passage: Passage) -> bool:
    if passage.kind is PassageKind.CODE or passage.stance is Stance.BOILERPLATE:
        return False
    return role(reading, passage) not in _SILENT_ROLES


def asked(reading: Reading, table: str) -> Sequence[tuple[Unit, list[Likely]]]:
    """The statements in which rows of a table may be found, in text order, each with these: "causes", "needs", "bounds" and
    "turns" are the tables, numbered as `Grammar.rows`, `dependency_rows` and the rows of `steps` are."""
    return _asked(reading).get(table, ())


@once
def _asked(reading: Reading) -> dict[str, list[tuple[Unit, list[Likely]]]]:
    """All tables at once, for a document is read once."""
    read = {code: (vocabulary(code).read(text).among, _rows(code)) for code, text in _wholes(reading).items()}
    found: dict[str, list[tuple[Unit, list[Likely]]]] = {}
    for unit in units(reading):
        own: dict[str, list[Likely]] = {}
        among, rows = read[unit.code]
        for number, places in among(unit.at, unit.at + len(unit.reading)):
            table, row = rows[number]
            own.setdefault(table, []).append((row, places))
        for table, likely in own.items():
            found.setdefault(table, []).append((unit, likely))
    return found


@lru_cache(maxsize=16)
def vocabulary(code: str) -> Vocabulary:
    return Vocabulary(one for items in _tables(code).values() for one in items)


@lru_cache(maxsize=16)
def _rows(code: str) -> list[tuple[str, int]]:
    """Of which table and row each item of the vocabulary is."""
    return [(table, row) for table, items in _tables(code).items() for row in range(len(items))]


@lru_cache(maxsize=16)
def _tables(code: str) -> dict[str, Sequence[Item]]:
    needs = [item(row.expression) for row in dependency_rows(code)]
    return {"causes": grammar(code).items, "needs": needs, "bounds": steps.bounds(code).items, "turns": steps.turns(code).items}


@once
def _wholes(reading: Reading) -> dict[str, str]:
    """By language, all statements as one folded text; a `Unit` knows where it stands in it."""
    texts: dict[str, list[str]] = {}
    for unit in units(reading):
        texts.setdefault(unit.code, []).append(folded(unit.reading))
    return {code: "\n".join(said) for code, said in texts.items()}


def _parts(text: str, start: int, end: int, code: str) -> Iterator[Span]:
    """The sentences of a cell, where `<br>` ends one too."""
    while start < end:
        found = _LINE_BREAK.search(text, start, end)
        yield from split(text, start, found.start() if found else end, code)
        start = found.end() if found else end
