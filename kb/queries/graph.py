"""The dependency graph in memory: breadth-first search over neighbours that lie side by side in one array.

A snapshot is kept for each engine until the store's version moves on, so a hot graph costs one small query. A recursive
query does the same work many times slower, and never ends well on a hub.
"""
from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import numpy
from sqlalchemy import Connection, Engine, select

from kb.store import load
from kb.store.history_tables import dependencies

MOST_PATHS = 1000
"""Shortest paths shown at most: a lattice of diamonds has more than anybody reads."""

_WIDE = 256  # edges leading out of a hop from which on whole arrays are faster than one edge after the other
_Numbers = numpy.ndarray[Any, numpy.dtype[numpy.int32]]


@dataclass(frozen=True, slots=True)
class Reached:
    """A service reached, and the way there from the one asked about."""

    service: str
    hops: int
    path: tuple[str, ...]


class _Side:
    """One direction of the graph: the neighbours of n, by number, are `ends[starts[n]:starts[n + 1]]`."""

    __slots__ = ("_starts", "ends", "starts")

    def __init__(self, many: int, sources: _Numbers, ends: _Numbers) -> None:
        order = numpy.lexsort((ends, sources))
        self.ends = numpy.ascontiguousarray(ends[order])
        self._starts = numpy.searchsorted(sources[order], numpy.arange(many + 1)).astype(numpy.int64)
        self.starts: list[int] = self._starts.tolist()

    def of(self, number: int) -> list[int]:
        near: list[int] = self.ends[self.starts[number] : self.starts[number + 1]].tolist()
        return near

    def wide(self, numbers: Sequence[int]) -> bool:
        """Whether so many edges lead out of these that arrays pay."""
        if len(numbers) >= _WIDE:
            return True
        starts = self.starts
        return sum(starts[number + 1] - starts[number] for number in numbers) >= _WIDE

    def edges(self, numbers: _Numbers) -> tuple[_Numbers, _Numbers]:
        """All edges out of these, in order: where from, where to."""
        begin, many = self._starts[numbers], self._starts[numbers + 1] - self._starts[numbers]
        ended = many.cumsum()
        places = numpy.arange(ended[-1]) + (begin - ended + many).repeat(many)
        return numbers.repeat(many), self.ends[places]


class Search:
    """What a search found: `levels` by hops, each in the order of the least path by name, the start alone in the first.

    `depth` are the hops it goes at most; it also ends with the level that has `goal`.
    """

    __slots__ = ("_came_from", "_seen", "_side", "levels")

    def __init__(self, side: _Side, start: int, depth: int | None = None, goal: int = -1) -> None:
        many = len(side.starts) - 1
        self._side, self._seen = side, bytearray(many)
        self._came_from = array("i", bytes(4 * many))
        self._came_from[start], self._seen[start] = -1, 1
        self.levels: list[Sequence[int]] = [[start]]
        left = many - 1
        while left and (depth is None or len(self.levels) <= depth) and not (goal >= 0 and self._seen[goal]):
            before = self.levels[-1]
            found = self._widely(before) if side.wide(before) else self._one_by_one(before)
            if not len(found):
                return
            left -= len(found)
            self.levels.append(found)

    def _one_by_one(self, numbers: Sequence[int]) -> list[int]:
        seen, came_from, of = self._seen, self._came_from, self._side.of
        found = list[int]()
        for number in numbers:
            for other in of(number):
                if not seen[other]:
                    seen[other], came_from[other] = 1, number
                    found.append(other)
        return found

    def _widely(self, numbers: Sequence[int]) -> Any:
        """As one by one, all edges at once: of several that lead to the same service the first counts."""
        seen, came_from = numpy.frombuffer(self._seen, numpy.bool_), numpy.frombuffer(self._came_from, numpy.int32)
        sources, ends = self._side.edges(numpy.asarray(numbers, numpy.int32))
        new = numpy.flatnonzero(~seen[ends])
        sources, ends = sources[new], ends[new]
        places = numpy.arange(len(ends), dtype=numpy.int32)
        came_from[ends[::-1]] = places[::-1]  # of values for one place numpy keeps the last
        first = came_from[ends] == places
        found = ends[first]
        came_from[found] = sources[first]
        seen[found] = True
        return found

    @property
    def total(self) -> int:
        """How many were reached, without the start."""
        return sum(map(len, self.levels)) - 1

    def reached(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Hops and the numbers reached by them, ordered by number."""
        for hops, level in enumerate(self.levels[1:], 1):
            yield hops, sorted(level) if isinstance(level, list) else numpy.sort(level).tolist()

    def numbers(self) -> list[int]:
        """All reached, without the start, in no order."""
        return numpy.flatnonzero(numpy.frombuffer(self._seen, numpy.bool_)).tolist()

    def missed(self) -> list[int]:
        """All that were not reached."""
        return numpy.flatnonzero(~numpy.frombuffer(self._seen, numpy.bool_)).tolist()

    def path(self, number: int, known: dict[int, tuple[str, ...]], names: Sequence[str]) -> tuple[str, ...]:
        """The least of the shortest ways to one that was reached. `known` are ways found before, and grows."""
        steps = list[int]()
        while number not in known:
            steps.append(number)
            number = self._came_from[number]
        path = known[number]
        for step in reversed(steps):
            path = known[step] = (*path, names[step])
        return path

    def hops(self) -> dict[int, int]:
        """The hops to each, the start's among them."""
        return {int(number): hops for hops, level in enumerate(self.levels) for number in level}


class Adjacency:
    """Who needs whom. Services have numbers in the order of their names, so that least numbers are least names."""

    __slots__ = ("_every", "_into", "_out", "names", "numbers")

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        kept = set(pairs)
        self._every = frozenset(name for pair in kept for name in pair)
        self.names = sorted(self._every)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        numbers, many = self.numbers, len(kept)
        dependents = numpy.fromiter((numbers[one] for one, _ in kept), numpy.int32, many)
        needed = numpy.fromiter((numbers[other] for _, other in kept), numpy.int32, many)
        self._out = _Side(len(self.names), dependents, needed)
        self._into = _Side(len(self.names), needed, dependents)

    def near(self, name: str, *, back: bool) -> list[str]:
        """Direct neighbours by name: those a service needs, or (`back`) those that need it."""
        number = self.numbers.get(name)
        return [] if number is None else [self.names[other] for other in self._side(back).of(number)]

    def _side(self, back: bool) -> _Side:
        return self._into if back else self._out

    def search(self, name: str, *, back: bool, depth: int | None = None) -> Search | None:
        """All services reached within `depth` hops; None for a service nobody states a need of."""
        start = self.numbers.get(name)
        return None if start is None else Search(self._side(back), start, depth)

    def reachable(self, name: str, *, back: bool) -> set[str]:
        """All services reached, without the way there and without the one asked about."""
        found = self.search(name, back=back)
        if found is None:
            return set()
        if found.total > len(self.names) // 2:  # to copy a set is faster than to make one
            reached = set(self._every)
            reached.difference_update([self.names[number] for number in found.missed()])
        else:
            reached = {self.names[number] for number in found.numbers()}
        reached.discard(name)
        return reached

    def closure(self, name: str, *, back: bool, depth: int | None = None) -> list[Reached]:
        """Services reached within `depth` hops, nearest first, then by name; each once, over the least shortest way."""
        found = self.search(name, back=back, depth=depth)
        return [] if found is None else list(self.shown(found))

    def shown(self, found: Search, after: tuple[int, str] = (0, "")) -> Iterator[Reached]:
        """What a search found, nearest first, then by name, from behind these hops and name. A path costs when taken."""
        names, start = self.names, found.levels[0][0]
        known: dict[int, tuple[str, ...]] = {start: (names[start],)}
        for hops, level in found.reached():
            if hops >= after[0]:
                for number in level:
                    if (hops, names[number]) > after:
                        yield Reached(names[number], hops, found.path(number, known, names))

    def shortest_paths(self, first: str, last: str) -> list[tuple[str, ...]]:
        """All ways of the least hops from one service to another it needs, by name; at most MOST_PATHS."""
        start, end = self.numbers.get(first), self.numbers.get(last)
        if start is None or end is None:
            return [(first,)] if first == last else []
        hops = Search(self._out, start, goal=end).hops()
        if end not in hops:
            return []
        ways: list[tuple[int, ...]] = [(end,)]
        for hop in range(hops[end] - 1, -1, -1):
            ways = [(one, *way) for way in ways for one in self._into.of(way[0]) if hops.get(one) == hop][:MOST_PATHS]
        return sorted(tuple(self.names[number] for number in way) for way in ways)


_kept: WeakKeyDictionary[Engine, tuple[int, Adjacency]] = WeakKeyDictionary()
_lock = Lock()


def adjacency(connection: Connection) -> Adjacency:
    """The graph of all dependencies somebody states, as of the connection's view of the store."""
    version = load.version(connection)
    with _lock:
        held = _kept.get(connection.engine)
    if held is not None and held[0] == version:
        return held[1]
    table = dependencies
    query = select(table.c.dependent, table.c.dependency).where(table.c.documents > 0).distinct()
    made = Adjacency((row[0], row[1]) for row in connection.execute(query))
    with _lock:
        _kept[connection.engine] = (version, made)
    return made
