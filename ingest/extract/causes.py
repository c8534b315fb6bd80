"""Cause edges of one document: what its sentences say led to what.

Naming two things in one sentence is no edge, nor is order in time. Sections of promised work and references give
none. A cause may stand in the sentence before ("As a result, …"), an effect in the heading or line above ("Cause: …").
"""
from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ingest.concordance import Concordance, Vocabulary
from ingest.extract.clauses import Guards
from ingest.extract.connectives import LONGEST, Grammar, Link, grammar, links
from ingest.extract.sides import Named, Sides
from ingest.extract.topics import Topics
from ingest.language import language_of
from ingest.literals import folded
from ingest.once import once
from ingest.sentences import split
from ingest.structure import role
from ingest.types import Reading, Sentence
from kb.model import CauseEdge, Claim, Passage, PassageKind, Polarity, Relation, Side, Span, Stance

QUOTE_LIMIT = 300
_ID_LENGTH = 16
_SILENT_ROLES = ("actions", "reference")
_LINE_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_NAMING = ("label", "this", "ends", "named")  # they name a cause; a recovery told in the same breath is not of it
_BEFORE = ("before", "after", "this")


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


def find(reading: Reading, services: Named, claims: Iterable[Claim], document_id: str) -> tuple[CauseEdge, ...]:
    """All cause edges of a document in text order; `claims` are its claims, `services` what it names and where."""
    finder = _Finder(reading, Sides.of(reading, services, claims), document_id)
    found: dict[tuple[Span, Span], CauseEdge] = {}
    for edge in (*finder.stated(), *finder.listed()):
        found.setdefault((edge.cause.span, edge.effect.span), edge)
    return tuple(sorted(found.values(), key=lambda edge: (edge.span, edge.cause.span, edge.effect.span, edge.id)))


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
        for start, text in _texts(reading, sentence, passage):
            at = ends.get(code, 0)
            ends[code] = at + len(text) + 1
            yield Unit(start, text, passage, place, code, at)


def _texts(reading: Reading, sentence: Sentence, passage: Passage) -> Iterator[tuple[int, str]]:
    if passage.kind is not PassageKind.ROW or not passage.cells:
        yield sentence.start, sentence.reading[:LONGEST]
        return
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


class Statements:
    """The statements of a document as rules ask them; `vocabulary` gives what the rules of a language want."""

    def __init__(self, reading: Reading, vocabulary: Callable[[str], Vocabulary]) -> None:
        self._reading, self._vocabulary = reading, vocabulary
        self._read: dict[str, Concordance] = {}

    def among(self, unit: Unit) -> list[int]:
        """The items of the vocabulary that may be found in a statement."""
        read = self._read.get(unit.code)
        if read is None:
            read = self._read[unit.code] = self._vocabulary(unit.code).read(_wholes(self._reading)[unit.code])
        return read.among(unit.at, unit.at + len(unit.reading))


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


@dataclass(frozen=True, slots=True)
class _Finder:
    reading: Reading
    sides: Sides
    document: str

    def stated(self) -> Iterator[CauseEdge]:
        topics = self._topics()
        rows = Statements(self.reading, lambda code: grammar(code).vocabulary)
        guards = Statements(self.reading, lambda code: grammar(code).heeding)
        for unit in units(self.reading):
            likely = rows.among(unit)
            if not likely:
                continue
            known = grammar(unit.code)
            for link in links(unit.reading[:LONGEST], known.connectives(likely), partial(_heeded, known, guards, unit)):
                # a heading may say a whole sentence, but it is about nothing that stands before it
                loose = link.cause is None or link.effect is None
                edge = None if loose and unit.passage.kind is PassageKind.HEADING else self._edge(unit, link, topics)
                if edge is not None:
                    yield edge

    def listed(self) -> Iterator[CauseEdge]:
        """Items under a heading or label that only says "Root cause": each is a cause of what the section is about."""
        topics = self._topics()
        for head, items in topics.cause_lists():
            code = language_of(head, self.reading)
            effect = topics.of_list(head)
            for span in items:
                if effect is None or effect == span:
                    continue
                cause = self.sides.side(span, code, self.sides.last(span))
                yield self._made(cause, self.sides.side(effect, code, None), span, Relation.CAUSES, Polarity.STATED,
                                 head.stance, "cause-list")

    def _topics(self) -> Topics:
        def tells(span: Span) -> bool:
            return bool(self.sides.named_in(span) or self.sides.told(span, self.reading.language))

        return Topics(self.reading, tells)

    def _edge(self, unit: Unit, link: Link, topics: Topics) -> CauseEdge | None:
        whole, code = unit.span, unit.code
        cause, effect = (None if side is None else (unit.start + side[0], unit.start + side[1])
                         for side in (link.cause, link.effect))
        claims = self.sides.split(whole, cause, effect, link.main, code, link.shape not in _NAMING)
        made: list[Side] = []
        for span, claim in ((cause, claims[0]), (effect, claims[1])):
            if span is not None:
                made.append(self.sides.side(span, code, claim))
                continue
            outside = topics.before(unit.place) if link.shape in _BEFORE else topics.about(unit.place)
            if outside is None:
                return None
            claim = self.sides.last(outside) if link.shape in _BEFORE else None
            made.append(self.sides.side(outside, code, claim))
        if made[0].span == made[1].span or (made[0].claim and made[0].claim == made[1].claim):
            made[1 if link.main == "cause" else 0] = _unclaimed(made[1 if link.main == "cause" else 0])
        if made[0].span == made[1].span:
            return None
        quote = shortened(self.reading.text, whole, unit.start + link.mark[0], unit.start + link.mark[1])
        return self._made(made[0], made[1], quote, link.relation, link.polarity, unit.passage.stance, link.rule)

    def _made(self, cause: Side, effect: Side, quote: Span, relation: Relation, polarity: Polarity, stance: Stance,
              rule: str) -> CauseEdge:
        return CauseEdge(edge_id(self.document, cause.span, effect.span, relation), relation, polarity, stance, cause,
                         effect, self.reading.text[quote[0]:quote[1]], quote, rule)


def _heeded(known: Grammar, guards: Statements, unit: Unit) -> Guards:
    return known.heeded(guards.among(unit))


def edge_id(document: str, cause: Span, effect: Span, relation: Relation) -> str:
    """A name that lasts as long as the words of both sides do."""
    raw = f"{document}|edge|{cause[0]}-{cause[1]}|{effect[0]}-{effect[1]}|{relation.value}"
    return hashlib.sha256(raw.encode()).hexdigest()[:_ID_LENGTH]


def _unclaimed(side: Side) -> Side:
    return Side(side.text, side.span, side.services, None, side.aspects)


def shortened(text: str, whole: Span, start: int, end: int) -> Span:
    """At most 300 characters of a statement, around what matters in it, cut between words."""
    low, high = whole
    while low < high and text[low].isspace():
        low += 1
    while high > low and text[high - 1].isspace():
        high -= 1
    if high - low <= QUOTE_LIMIT:
        return low, high
    room = max(0, QUOTE_LIMIT - (end - start)) // 2
    first, last = max(low, start - room), min(high, max(end, start + 1) + room)
    last = min(high, last + max(0, room - (start - first)), first + QUOTE_LIMIT)
    blank = text.find(" ", first, start)
    if first > low and blank >= 0:
        first = blank + 1
    blank = text.rfind(" ", end, last)
    if last < high and blank > end:
        last = blank
    return first, last
