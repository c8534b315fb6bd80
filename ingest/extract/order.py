"""What a document says of order without saying when: steps, "after the restart", "two minutes later".

Order is not cause: it makes `precedes` edges and constraints only.
"""
from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.concordance import matches
from ingest.extract.causes import edge_id, shortened
from ingest.extract.happenings import codes
from ingest.extract.outline import Outline
from ingest.extract.sides import Named, Sides
from ingest.extract.statements import Unit, asked, units
from ingest.extract.steps import Told, bounds, steps, turns
from ingest.once import once
from ingest.rulebook import Row
from ingest.types import Reading
from kb.model import CauseEdge, Claim, Constraint, Kind, PassageKind, Polarity, Relation, Span, Stance

__all__ = ["Lag", "find", "steps"]

_CLAUSE = re.compile(r"[^\W_][^.;。；]{2,200}[^\W_]")
_HOUR, _FIVE, _MINUTE = 3600.0, 300.0, 60.0


@dataclass(frozen=True, slots=True)
class Lag:
    """A stated distance from what was told just before ("50 minutes later")."""

    span: Span
    seconds: float


def find(
    reading: Reading, services: Named, claims: Iterable[Claim], document_id: str, lags: Iterable[Lag] = ()
) -> tuple[tuple[CauseEdge, ...], tuple[Constraint, ...]]:
    """(`precedes` edges, constraints) of a document, in text order. `lags` are its expressions of kind "lag"."""
    finder = _Finder(reading, Sides.of(reading, services, claims), document_id)
    told_steps = list(finder.courses())
    returns = finder.turns(Outline(reading, services, finder.sides))
    sequences = list(finder.sequences())
    edges = tuple(sorted((*(finder.edge(*pair) for pair in told_steps), *returns, *sequences),
                         key=lambda e: (e.span, e.id)))
    constraints = {(c.before, c.after): c for c in
                   (*finder.after(), *(finder.ordered(*pair) for pair in told_steps), *finder.lagged(lags),
                    *finder.sequenced(sequences))}
    return edges, tuple(sorted(constraints.values(), key=lambda c: (c.span, c.before, c.after)))


@dataclass(frozen=True, slots=True)
class _Finder:
    reading: Reading
    sides: Sides
    document: str

    def courses(self) -> Iterator[tuple[Claim, Claim]]:
        """Claims of consecutive steps."""
        first_of: dict[int, Claim] = {}
        for claim in self.sides.claims:
            first_of.setdefault(claim.passage, claim)
        for course in steps(self.reading):
            made = [first_of[index] for index in course if index in first_of]
            yield from itertools.pairwise(made)

    def edge(self, first: Claim, then: Claim) -> CauseEdge:
        sides = [self.sides.side(c.span, c.language, c.id) for c in (first, then)]
        return CauseEdge(edge_id(self.document, first.span, then.span, Relation.PRECEDES), Relation.PRECEDES,
                         Polarity.STATED, then.stance, sides[0], sides[1], then.quote, then.span, "steps")

    def turns(self, outline: Outline) -> Iterator[CauseEdge]:
        """ "After X recovered, Y went back to normal", where no claim tells Y's return: it came after X's."""
        for unit, found in _bounds(self.reading):
            if unit.passage.kind is PassageKind.HEADING or self._told_in(unit):
                continue
            for row, match in found:
                if row["role"] == "after":
                    yield from self._turn(unit, match.span("other"), match.span(), unit.code, outline)

    def _turn(self, unit: Unit, other: Span, mark: Span, code: str, outline: Outline) -> Iterator[CauseEdge]:
        first = self.sides.side((unit.start + other[0], unit.start + other[1]), code, None)
        for low, high in ((mark[1], len(unit.reading)), (0, mark[0])):
            span = _bare(unit.reading, low, high)
            if span is None or not first.services or not _back(first.aspects):
                continue
            then = self.sides.side((unit.start + span[0], unit.start + span[1]), code, None)
            whose = then.services or outline.labels(unit) or outline.heading(unit)
            if _back(then.aspects) and whose and not set(whose) & set(first.services):
                quote = shortened(self.reading.text, unit.span, *first.span)
                yield CauseEdge(edge_id(self.document, first.span, then.span, Relation.PRECEDES), Relation.PRECEDES,
                                Polarity.STATED, unit.passage.stance, first, replace(then, services=whose),
                                self.reading.text[quote[0]:quote[1]], quote, "after-recovery")
                return

    def sequences(self) -> Iterator[CauseEdge]:
        """ "First X, then Y" in one sentence that tells of both what happened to what."""
        for unit, found in _found(self.reading, "turns", turns):
            told = unit.passage.stance is Stance.REPORT and all(row["role"] != "condition" for row, _ in found)
            yield from self._sequence(unit, found) if told else ()

    def _sequence(self, unit: Unit, found: Iterable[tuple[Row, re.Match[str]]]) -> Iterator[CauseEdge]:
        code = unit.code
        for row, match in found:
            spans = [(unit.start + match.start(name), unit.start + match.end(name)) for name in ("first", "then")]
            first, then = (self.sides.side(span, code, self._claim(unit, span, code)) for span in spans)
            if not (first.aspects and then.aspects and (first.services or first.claim) and (then.services or then.claim)):
                continue
            if first.claim is None or first.claim != then.claim:
                quote = shortened(self.reading.text, unit.span, *first.span)
                yield CauseEdge(edge_id(self.document, first.span, then.span, Relation.PRECEDES), Relation.PRECEDES,
                                Polarity.STATED, unit.passage.stance, first, then,
                                self.reading.text[quote[0]:quote[1]], quote, row.id)

    def sequenced(self, edges: Iterable[CauseEdge]) -> Iterator[Constraint]:
        """The constraints of courses both of whose happenings are claims."""
        for edge in edges:
            if edge.cause.claim is not None and edge.effect.claim is not None:
                yield Constraint(edge.cause.claim, edge.effect.claim, 0.0, None, edge.quote, edge.span, edge.rule)

    def _claim(self, unit: Unit, span: Span, code: str) -> str | None:
        """The claim a clause tells: one whose time stands in it, else the one that tells it elsewhere."""
        here = [c for c in self._told_in(unit) if _inside(c.time_span or c.span, span)]
        if here:
            return here[0].id
        other = self._elsewhere(span, code, {c.id for c in self._told_in(unit)})
        return None if other is None else other.id

    def ordered(self, first: Claim, then: Claim) -> Constraint:
        return Constraint(first.id, then.id, 0.0, None, then.quote, then.span, "steps")

    def lagged(self, lags: Iterable[Lag]) -> Iterator[Constraint]:
        """A lag binds the claim of its sentence to the one told before it."""
        for lag in lags:
            known = units(self.reading)
            place = bisect_right(known, lag.span[0], key=lambda one: one.start) - 1
            unit = known[place] if place >= 0 else None
            if unit is None or lag.span[1] > unit.span[1]:
                continue
            here = [c for c in self._told_in(unit) if c.span[1] > lag.span[0]]
            before = [c for c in self.sides.claims if c.span[1] <= unit.span[0] and c.stance is Stance.REPORT]
            if here and before and here[0].section == before[-1].section:
                quote = shortened(self.reading.text, unit.span, *lag.span)
                slack = _slack(lag.seconds)
                yield Constraint(before[-1].id, here[0].id, max(0.0, lag.seconds - slack), lag.seconds + slack,
                                 self.reading.text[quote[0]:quote[1]], quote, "lag")

    def after(self) -> Iterator[Constraint]:
        """ "After X, Y": where X is told as a claim of its own elsewhere in the document, by services and happening."""
        for unit, found in _bounds(self.reading):
            for row, match in found:
                yield from self._bound(unit, match, row["role"] == "after", unit.code, row.id)

    def _bound(self, unit: Unit, match: re.Match[str], after: bool, code: str, rule: str) -> Iterator[Constraint]:
        region = unit.start + match.start("other"), unit.start + match.end("other")
        here = [c for c in self._told_in(unit) if c.time_span is None or not _inside(c.time_span, region)]
        other = self._elsewhere(region, code, {c.id for c in here})
        if len(here) != 1 or other is None:
            return
        first, then = (other, here[0]) if after else (here[0], other)
        quote = shortened(self.reading.text, unit.span, *region)
        yield Constraint(first.id, then.id, 0.0, None, self.reading.text[quote[0]:quote[1]], quote, rule)

    def _elsewhere(self, region: Span, code: str, besides: set[str]) -> Claim | None:
        """The one claim that tells what a phrase names: same services, same happening; of a recovery the first that is
        told with a time, for it is what others waited for. None where it is not clear."""
        named = set(self.sides.named_in(region))
        tells = set(self.sides.told(region, code))
        if not named or not tells or any(_inside(c.time_span, region) for c in self.sides.claims if c.time_span):
            return None
        found = [c for c in self.sides.claims if c.id not in besides and c.stance is Stance.REPORT
                 and set(c.services) == named and c.happening in tells]
        if _back(tells):
            back = [c for c in self.sides.claims if c.id not in besides and c.stance is Stance.REPORT and c.time.start
                    and c.kind is Kind.RECOVERY and set(c.services) == named]
            return min(back, key=lambda c: (c.time.start, c.span), default=None) or (found[0] if found else None)
        return found[0] if len(found) == 1 else None

    def _told_in(self, unit: Unit) -> Sequence[Claim]:
        return [c for c in self.sides.near(unit.span) if c.stance is Stance.REPORT]


_Found = tuple[tuple[Unit, list[tuple[Row, re.Match[str]]]], ...]


@once
def _bounds(reading: Reading) -> _Found:
    """The statements that say what came before or after what, each with where it says so."""
    return _found(reading, "bounds", bounds)


def _found(reading: Reading, table: str, rows: Callable[[str], Told]) -> _Found:
    """The statements in which some of the rows of their language are found, each with these."""
    read = ((unit, [(row, match) for number, places in likely for row in (rows(unit.code).rows[number],)
                    for match in matches(row.pattern, unit.reading, places)]) for unit, likely in asked(reading, table))
    return tuple([one for one in read if one[1]])


def _inside(inner: Span | None, outer: Span) -> bool:
    return inner is not None and outer[0] <= inner[0] and inner[1] <= outer[1]


def _back(aspects: Iterable[str]) -> bool:
    """Whether words tell that something worked again, and of no trouble."""
    kinds = {codes()[code].kind for code in aspects if code in codes()}
    return Kind.RECOVERY in kinds and not kinds & {Kind.IMPACT, Kind.TRIGGER}


def _bare(text: str, low: int, high: int) -> Span | None:
    """The clause without the marks and blanks around it, up to the first full stop; None where nothing is left."""
    found = _CLAUSE.search(text, low, high)
    return found.span() if found else None


def _slack(seconds: float) -> float:
    """How far a spoken distance may be off: "three hours" is not 10,800 seconds."""
    for unit, slack in ((_HOUR, _HOUR / 2), (_FIVE, _FIVE), (_MINUTE, _MINUTE)):
        if seconds and seconds % unit == 0:
            return slack
    return 1.0
