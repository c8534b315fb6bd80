"""Which service needs which, as one document's sentences say it.

Said outright ("A uses B"), by naming the parts a system is made of, by recovering or failing through another
("after B recovered, A …", "B took A down"). A catalogue's `part_of` is no statement: it only keeps a part from needing
its whole. What is denied is kept as denied.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ingest.concordance import matches
from ingest.extract.causes import shortened
from ingest.extract.happenings import codes
from ingest.extract.needs import STAGE, dependency_rows
from ingest.extract.outline import Outline
from ingest.extract.sides import Named, Sides, told
from ingest.extract.statements import Unit, asked
from ingest.language import language_of
from ingest.rulebook import Row
from ingest.sieve import Sieve, sieved
from ingest.types import Reading
from kb.model import CauseEdge, DependencyFact, Kind, Mention, Polarity, Relation, Span

__all__ = ["STAGE", "dependency_rows", "find"]

_SPREADS = (Relation.CAUSES, Relation.TRIGGERS, Relation.AMPLIFIES, Relation.BLOCKS)
_TROUBLE = {Kind.IMPACT, Kind.TRIGGER, Kind.STATE}
_BETTER = {Kind.RECOVERY, Kind.MITIGATION, Kind.STATE}
_STRONG = re.compile(r"[;；。]|\.\s|:\s|：|—|\s(?:but|while|mas|pero|nhưng|mais|aber)\s|が、")
_LIST_GAP = re.compile(
    r"(?:[\s,，、・/&()（）]|\([^()]{1,60}\)|（[^（）]{1,60}）|\b(?:and|or|the|its|y|e|el|la|o|os|as|ou|và|und|oder|der|die|et|le|les)\b"
    r"|と|や|および|及び|와|과|및|和|及|与|或)*$", re.IGNORECASE)
_LONGEST_REACH = 240


@dataclass(frozen=True, slots=True)
class _Finder:
    reading: Reading
    sides: Sides
    outline: Outline

    def stated(self) -> Iterator[DependencyFact]:
        for unit, likely in asked(self.reading, "needs"):
            known = dependency_rows(unit.code)
            found = _marks((known[item], match) for item, places in likely
                           for match in matches(known[item].pattern, unit.reading, places))
            denied = [match.span() for row, match in found if row["polarity"] == Polarity.DENIED]
            for row, match in found:
                # "does not use" holds "use": what is denied is not also stated
                inside = any(match.start() < end and start < match.end() for start, end in denied)
                if row["polarity"] == Polarity.DENIED or not inside:
                    yield from self._facts(unit, row, match)

    def _facts(self, unit: Unit, row: Row, match: re.Match[str]) -> Iterator[DependencyFact]:
        if row["role"] == "neither":
            return
        if row["role"] == "parts":
            yield from self._parts(unit, row, match)
            return
        dependents, needed = self._ends(unit, row, match)
        quote = shortened(self.reading.text, unit.span, unit.start + match.start(), unit.start + match.end())
        yield from self._pairs(dependents, needed, quote, row, unit)

    def _pairs(self, dependents: Iterable[str], needed: Iterable[str], quote: Span, row: Row, unit: Unit
               ) -> Iterator[DependencyFact]:
        needed = tuple(needed)
        for dependent in dependents:
            for dependency in needed:
                denied = row["polarity"] == Polarity.DENIED and dependent != dependency
                if denied or self.outline.may_need(dependent, dependency):
                    yield DependencyFact(dependent, dependency, self.reading.text[quote[0]:quote[1]], quote,
                                         unit.passage.stance, Polarity(row["polarity"]), row.id)

    def _ends(self, unit: Unit, row: Row, match: re.Match[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(dependents, needed) around a mark or in its named groups."""
        groups = match.groupdict()
        text, base = unit.reading, unit.start
        low = max((m.end() for m in _STRONG.finditer(text, 0, match.start())), default=0)
        found = _STRONG.search(text, match.end())
        high = found.start() if found else len(text)
        if row["role"] == "after":
            region = match.span("dependency" if groups.get("dependency") is not None else "dependency2")
            needed = self.sides.named_in((base + region[0], base + region[1]))
            rest, told_here = self._recovered(unit, (match.end(), high), (low, match.start()))
            return self.outline.labels(unit) or rest or (self.outline.heading(unit) if told_here else ()), needed
        left = self._user((base + max(low, match.start() - _LONGEST_REACH), base + match.start()))
        right = self._first((base + match.end(), base + min(high, match.end() + _LONGEST_REACH)))
        dependents, needed = (left, right) if row["role"] == "uses" else (right, left)
        if groups.get("dependency") is not None:
            needed = self._last((base + match.start("dependency"), base + match.end("dependency")))
        if groups.get("dependent") is not None:
            dependents = self._last((base + match.start("dependent"), base + match.end("dependent")))
        if row["role"] == "used-by":
            return dependents, needed or self.outline.labels(unit) or self.outline.lead(unit)
        return dependents or self.outline.labels(unit) or self.outline.lead(unit), needed

    def _recovered(self, unit: Unit, *stretches: Span) -> tuple[tuple[str, ...], bool]:
        """(services said to be better, whether anything is said to be better) in the first stretch that says so."""
        code = language_of(unit.passage, self.reading)
        for place, (low, high) in enumerate(stretches):
            if _kinds(told(unit.reading[low:high], code)) & _BETTER:
                span = unit.start + low, unit.start + high
                return (self._last(span) if place else self._first(span)), True
        return (), False

    def _parts(self, unit: Unit, row: Row, match: re.Match[str]) -> Iterator[DependencyFact]:
        """A line that announces components: the items under it that begin with a service are the parts."""
        parts = self.outline.members(unit.passage)
        inside = self._first((unit.start + match.end(), unit.span[1]))
        wholes = self._last((unit.start, unit.start + match.start()))
        for part, quote in [*parts, *((name, unit.span) for name in inside)]:
            whole = self.outline.whole_of(part)
            listed = quote != unit.span
            owners = (whole,) if whole else wholes or (self.outline.heading(unit) if listed else ())
            place = shortened(self.reading.text, quote, quote[0], quote[0])
            yield from self._pairs(owners, (part,), place, row, unit)

    def _first(self, span: Span) -> tuple[str, ...]:
        """The first services named in a stretch, as one list ("A, B and C")."""
        return _group(self.reading.text, self.sides.mentions_in(span))

    def _last(self, span: Span) -> tuple[str, ...]:
        """The last services named in a stretch, as one list."""
        return _group(self.reading.text, self.sides.mentions_in(span), last=True)

    def _user(self, span: Span) -> tuple[str, ...]:
        """Who does what stands after a stretch: in brackets ("A and B (writes to C)") only the last named."""
        named = self.sides.mentions_in(span)
        if named and self.reading.text[named[-1].end:span[1]].lstrip().startswith(("(", "（")):
            named = named[-1:]
        return _group(self.reading.text, named, last=True)

    def spread(self, edges: Iterable[CauseEdge]) -> Iterator[DependencyFact]:
        """Where trouble spreads from one service to another, the second needs the first."""
        for edge in edges:
            if edge.relation not in _SPREADS or edge.polarity is Polarity.DENIED or edge.rule == "cause-list":
                continue
            if edge.effect.aspects and not _kinds(edge.effect.aspects) & _TROUBLE:
                continue  # that somebody looked into it, or put it right, is no spreading of trouble
            struck = self._struck(edge)
            needed = self._failing(edge.cause.span, struck)
            for dependent in struck:
                for dependency in needed:
                    if self.outline.may_need(dependent, dependency):
                        yield DependencyFact(dependent, dependency, edge.quote, edge.span, edge.stance, edge.polarity,
                                             f"spread:{edge.rule}")

    def _failing(self, span: Span, struck: tuple[str, ...]) -> tuple[str, ...]:
        """The services whose trouble a cause tells: the first ones named side by side that are not struck themselves;
        further ones ("a fault in A for the checks of B") and those in brackets only say more of the first."""
        named = [m for m in self.sides.mentions_in(span) if not _bracketed(self.reading.text, span[0], m.start)]
        while named:
            group = _group(self.reading.text, named)
            if found := tuple(name for name in group if name not in struck):
                return found
            named = [m for m in named if m.service not in group]
        return ()

    def _struck(self, edge: CauseEdge) -> tuple[str, ...]:
        """Whom the effect strikes: the service a label names ("Lambda: …"), with its own parts; else whom the words
        of the effect name; else the heading's service. Of "A could not reach B" only A is struck."""
        labels = self.outline.labels_at(edge.span)
        if labels:
            parts = (name for name in edge.effect.services if any(self.outline.within(name, one) for one in labels))
            return tuple(dict.fromkeys((*labels, *parts)))
        sought = self._sought(edge.effect.span, self.outline.language_at(edge.span))
        return tuple(one for one in edge.effect.services if one not in sought) or self.outline.heading_at(edge.span)

    def _sought(self, span: Span, code: str) -> set[str]:
        """Whom the words of an effect name only as what another service needs."""
        found: set[str] = set()
        if len(self.sides.mentions_in(span)) < 2:  # who needs it stands there too
            return found
        text, base = self.reading.text[span[0]:span[1]], span[0]
        for row, match in _marks((one, found) for one in _sieve(code).among(text) for found in one.pattern.finditer(text)):
            if row["role"] != "uses" or match.groupdict().get("dependency") is not None:
                continue
            if self.sides.mentions_in((base, base + match.start())):
                found.update(self._first((base + match.end(), span[1])))
        return found


def find(reading: Reading, services: Named, edges: Iterable[CauseEdge]) -> tuple[DependencyFact, ...]:
    """All dependencies a document states, in text order; `edges` are its cause edges."""
    sides = Sides.of(reading, services, ())
    finder = _Finder(reading, sides, Outline(reading, services, sides))
    found: dict[tuple[str, str, Span], DependencyFact] = {}
    for fact in (*finder.stated(), *finder.spread(edges)):
        found.setdefault((fact.dependent, fact.dependency, fact.span), fact)
    return tuple(sorted(found.values(), key=lambda fact: (fact.span, fact.dependent, fact.dependency)))


@lru_cache(maxsize=16)
def _sieve(code: str) -> Sieve[Row]:
    return sieved(dependency_rows(code))


def _marks(said: Iterable[tuple[Row, re.Match[str]]]) -> list[tuple[Row, re.Match[str]]]:
    """The marks of need in a text. One inside a longer one is a part of that ("built on" in "built on top of")."""
    found = list(said)
    if len(found) < 2:
        return found
    spans = [match.span() for _, match in found]
    return [(row, match) for row, match in found
            if not any(low <= match.start() and match.end() <= high and (low, high) != match.span() for low, high in spans)]


def _bracketed(text: str, start: int, at: int) -> bool:
    opened = max(text.rfind(sign, start, at) for sign in "(（")
    return opened >= 0 and max(text.rfind(sign, opened, at) for sign in ")）") < 0


def _kinds(aspects: Iterable[str]) -> set[Kind]:
    return {codes()[code].kind for code in aspects if code in codes()}


def _group(text: str, mentions: list[Mention], last: bool = False) -> tuple[str, ...]:
    """Services named side by side, from one end of a run of mentions."""
    if not mentions:
        return ()
    order = mentions[::-1] if last else mentions
    kept = [order[0]]
    for mention in order[1:]:
        left, right = (mention, kept[-1]) if last else (kept[-1], mention)
        if right.start - left.end > 80 or not _LIST_GAP.match(text[left.end:right.start]):
            break
        kept.append(mention)
    return tuple(dict.fromkeys(m.service for m in (kept[::-1] if last else kept)))
