"""Cause edges of one document: what its sentences say led to what.

Naming two things in one sentence is no edge, nor is order in time. Sections of promised work and references give
none. A cause may stand in the sentence before ("As a result, …"), an effect in the heading or line above ("Cause: …").
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.extract.connectives import LONGEST, Link, grammar, links
from ingest.extract.sides import Named, Sides
from ingest.extract.statements import Unit, asked
from ingest.extract.topics import Topics
from ingest.language import language_of
from ingest.types import Reading
from kb.model import CauseEdge, Claim, PassageKind, Polarity, Relation, Side, Span, Stance

QUOTE_LIMIT = 300
_ID_LENGTH = 16
_NAMING = ("label", "this", "ends", "named")  # they name a cause; a recovery told in the same breath is not of it
_BEFORE = ("before", "after", "this")


def find(reading: Reading, services: Named, claims: Iterable[Claim], document_id: str) -> tuple[CauseEdge, ...]:
    """All cause edges of a document in text order; `claims` are its claims, `services` what it names and where."""
    finder = _Finder(reading, Sides.of(reading, services, claims), document_id)
    found: dict[tuple[Span, Span], CauseEdge] = {}
    for edge in (*finder.stated(), *finder.listed()):
        found.setdefault((edge.cause.span, edge.effect.span), edge)
    return tuple(sorted(found.values(), key=lambda edge: (edge.span, edge.cause.span, edge.effect.span, edge.id)))


@dataclass(frozen=True, slots=True)
class _Finder:
    reading: Reading
    sides: Sides
    document: str

    def stated(self) -> Iterator[CauseEdge]:
        topics = self._topics()
        for unit, likely in asked(self.reading, "causes"):
            known, text = grammar(unit.code), unit.reading[:LONGEST]
            for link in links(text, known.marks(text, likely), known):
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
