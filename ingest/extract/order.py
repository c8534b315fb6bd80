"""What a document says of order without saying when: steps, "after the restart", "two minutes later".

Order is not cause: it makes `precedes` edges and constraints only.
"""
from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.extract.causes import Unit, edge_id, language_of, shortened, units
from ingest.extract.sides import Named, Sides, told
from ingest.extract.steps import bounds, steps
from ingest.types import Reading
from kb.model import CauseEdge, Claim, Constraint, Polarity, Relation, Span, Stance

__all__ = ["Lag", "find", "steps"]

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
    finder = _Finder(reading, Sides.of(reading.text, services, claims), document_id)
    told_steps = list(finder.courses())
    edges = tuple(finder.edge(*pair) for pair in told_steps)
    constraints = {(c.before, c.after): c for c in
                   (*finder.after(), *(finder.ordered(*pair) for pair in told_steps), *finder.lagged(lags))}
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

    def ordered(self, first: Claim, then: Claim) -> Constraint:
        return Constraint(first.id, then.id, 0.0, None, then.quote, then.span, "steps")

    def lagged(self, lags: Iterable[Lag]) -> Iterator[Constraint]:
        """A lag binds the claim of its sentence to the one told before it."""
        for lag in lags:
            unit = next((u for u in units(self.reading) if u.span[0] <= lag.span[0] and lag.span[1] <= u.span[1]), None)
            if unit is None:
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
        for unit in units(self.reading):
            code = language_of(self.reading, unit.passage)
            for row in bounds(code).among(unit.reading):
                for match in row.pattern.finditer(unit.reading):
                    yield from self._bound(unit, match, row["role"] == "after", code, row.id)

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
        """The one claim that tells what a phrase names: same services, same happening. None where it is not clear."""
        named = set(self.sides.named_in(region))
        tells = set(told(self.reading.text[region[0]:region[1]], code))
        if not named or not tells or any(_inside(c.time_span, region) for c in self.sides.claims if c.time_span):
            return None
        found = [c for c in self.sides.claims if c.id not in besides and c.stance is Stance.REPORT
                 and set(c.services) == named and c.happening in tells]
        return found[0] if len(found) == 1 else None

    def _told_in(self, unit: Unit) -> Sequence[Claim]:
        return [c for c in self.sides.near(unit.span) if c.stance is Stance.REPORT]


def _inside(inner: Span | None, outer: Span) -> bool:
    return inner is not None and outer[0] <= inner[0] and inner[1] <= outer[1]


def _slack(seconds: float) -> float:
    """How far a spoken distance may be off: "three hours" is not 10,800 seconds."""
    for unit, slack in ((_HOUR, _HOUR / 2), (_FIVE, _FIVE), (_MINUTE, _MINUTE)):
        if seconds and seconds % unit == 0:
            return slack
    return 1.0
