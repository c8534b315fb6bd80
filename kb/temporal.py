"""The temporal constraint network of an incident: when can everything have happened, and what cannot all hold.

A simple temporal problem: nodes are instants (starts and ends of events), links say
`minimum <= time(after) - time(before) <= maximum` in seconds, and `ORIGIN` is the instant all clock times count from.
Links are laid down one by one, strongest first, keeping a feasible assignment (Cotton and Maler, "Fast and flexible
difference constraint propagation", 2006); the one that closes a negative cycle gives a contradiction. Such a cycle
visits no node twice, so leaving out any one link leaves a path, and a path can always be satisfied: every reported
contradiction is irreducible. Not modelled: alternatives ("at nine or at ten") and probabilities.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

from kb.errors import InvalidInput

ORIGIN = ""
CLOCK = 0
"""The rank of links that stand; every higher rank gives way where links clash."""

Span = tuple[float | None, float | None]
_MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class Link:
    """`minimum <= time(after) - time(before) <= maximum` in seconds; None (or an infinity) is open.

    `source` says where it comes from (the id of a claim, edge or sentence). The lower the `rank`, the stronger.
    """

    before: str
    after: str
    minimum: float | None
    maximum: float | None
    source: str
    rank: int = CLOCK


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Links that cannot all hold, though any of them may be left out to make the others hold.

    `excess` is by how many seconds they miss each other.
    """

    links: tuple[Link, ...]
    excess: float


@dataclass(frozen=True, slots=True)
class Solution:
    """`windows` gives the earliest and latest second after the origin of every node, None where nothing binds it.

    `dropped` are the links that gave way, in the order they were laid down.
    """

    windows: Mapping[str, Span]
    contradictions: tuple[Contradiction, ...] = ()
    dropped: tuple[Link, ...] = ()


@dataclass(slots=True)
class _Arc:
    """time(head) - time(tail) <= weight, in whole microseconds, so that sums never drift into a false clash."""

    tail: str
    head: str
    weight: int
    link: Link


@dataclass(slots=True)
class _Net:
    level: dict[str, int] = field(default_factory=dict)
    out: dict[str, list[_Arc]] = field(default_factory=dict)
    into: dict[str, list[_Arc]] = field(default_factory=dict)

    def node(self, name: str) -> None:
        if name not in self.level:
            self.level[name], self.out[name], self.into[name] = 0, [], []

    def add(self, arc: _Arc) -> list[_Arc] | None:
        """Lay the arc; the arcs of a negative cycle when there is one, and then nothing is changed."""
        lowered, cycle = self._lower(arc)
        if cycle is not None:
            return cycle
        self.level.update(lowered)
        self.out[arc.tail].append(arc)
        self.into[arc.head].append(arc)
        return None

    def remove(self, links: Iterable[Link]) -> None:
        """Take links out again. A feasible assignment stays feasible."""
        gone = {id(link) for link in links}
        for name in {end for link in links for end in (link.before, link.after)}:
            self.out[name] = [arc for arc in self.out[name] if id(arc.link) not in gone]
            self.into[name] = [arc for arc in self.into[name] if id(arc.link) not in gone]

    def _lower(self, arc: _Arc) -> tuple[dict[str, int], list[_Arc] | None]:
        level, settled = self.level, dict[str, int]()
        best = {arc.head: level[arc.tail] + arc.weight - level[arc.head]}
        if best[arc.head] >= 0:
            return settled, None
        came, heap = {arc.head: arc}, [(best[arc.head], arc.head)]
        while heap:
            gain, name = heappop(heap)
            if name in settled or gain > best[name]:
                continue
            if name == arc.tail:
                return {}, _walk_back(came, arc)
            settled[name] = level[name] + gain
            for step in self.out[name]:
                change = settled[name] + step.weight - level[step.head]
                if step.head not in settled and change < best.get(step.head, 0):
                    best[step.head], came[step.head] = change, step
                    heappush(heap, (change, step.head))
        return settled, None

    def distances(self, *, backward: bool) -> dict[str, int]:
        """Shortest distances from the origin (or, backward, to it), along arcs made non-negative by the levels."""
        arcs, level, done = (self.into if backward else self.out), self.level, dict[str, int]()
        heap = [(0, ORIGIN)]
        while heap:
            far, name = heappop(heap)
            if name in done:
                continue
            done[name] = far
            for arc in arcs[name]:
                other = arc.tail if backward else arc.head
                if other not in done:
                    heappush(heap, (far + arc.weight + level[arc.tail] - level[arc.head], other))
        sign = -1 if backward else 1
        return {name: far + sign * (level[name] - level[ORIGIN]) for name, far in done.items()}


def _walk_back(came: Mapping[str, _Arc], closing: _Arc) -> list[_Arc]:
    cycle, name = [], closing.tail
    while True:
        arc = came[name]
        cycle.append(arc)
        if arc is closing:
            return cycle[::-1]
        name = arc.tail


def _micro(value: float | None, link: Link) -> int | None:
    if value is None or math.isinf(value):
        return None
    if math.isnan(value):
        raise InvalidInput(f"not a number of seconds between {link.before!r} and {link.after!r} ({link.source})")
    return round(value * _MICRO)


def _arcs(link: Link) -> list[_Arc]:
    most, least = _micro(link.maximum, link), _micro(link.minimum, link)
    arcs = [] if most is None else [_Arc(link.before, link.after, most, link)]
    return arcs if least is None else [*arcs, _Arc(link.after, link.before, -least, link)]


def _lay(net: _Net, link: Link) -> list[_Arc] | None:
    arcs = _arcs(link)
    if len(arcs) == 2 and arcs[0].weight + arcs[1].weight < 0:
        return arcs  # at odds with itself, whatever the others say
    for arc in arcs:
        cycle = net.add(arc)
        if cycle is not None:
            net.remove([link])
            return cycle
    return None


def _order(link: Link) -> tuple[object, ...]:
    least = -math.inf if link.minimum is None else link.minimum
    most = math.inf if link.maximum is None else link.maximum
    return link.rank, link.source, link.before, link.after, least, most


def solve(links: Iterable[Link], nodes: Iterable[str] = ()) -> Solution:
    """Windows of all nodes, and the contradictions among the links. The order of the links does not matter.

    In each contradiction the links above rank CLOCK give way (the last one laid, where all are clock times) and the
    rest is solved on. Raises InvalidInput for a link that is not a number.
    """
    net, rows = _Net(), sorted(links, key=_order)
    for name in {ORIGIN, *nodes, *(end for link in rows for end in (link.before, link.after))}:
        net.node(name)
    found, dropped = list[Contradiction](), list[Link]()
    for link in rows:
        cycle = _lay(net, link)
        if cycle is None:
            continue
        clash = tuple(dict.fromkeys(arc.link for arc in cycle))
        found.append(Contradiction(clash, -sum(arc.weight for arc in cycle) / _MICRO))
        soft = [one for one in clash if one.rank > CLOCK] or [link]
        net.remove(soft)
        dropped += soft
    return Solution(_windows(net), tuple(found), tuple(dict.fromkeys(dropped)))


def _windows(net: _Net) -> dict[str, Span]:
    latest, earliest = net.distances(backward=False), net.distances(backward=True)
    return {name: (-earliest[name] / _MICRO if name in earliest else None,
                   latest[name] / _MICRO if name in latest else None) for name in sorted(net.level)}


def satisfiable(links: Iterable[Link]) -> bool:
    """Whether all links can hold at once."""
    return not solve(links).contradictions
