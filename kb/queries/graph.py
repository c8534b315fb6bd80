"""The dependency graph in memory: breadth-first search over neighbours that lie side by side in one array.

A snapshot is kept until the store's version moves on, so a hot graph costs one small query. A recursive query does the
same work many times slower, and never ends well on a hub.
"""
from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from operator import add
from typing import Any, NamedTuple

import numpy
from sqlalchemy import Connection, select

from kb.store.history_tables import dependencies
from kb.store.kept import kept

MOST_PATHS = 1000
"""Shortest paths shown at most: a lattice of diamonds has more than anybody reads."""

_WIDE = 256  # edges leading out of a hop from which on whole arrays are faster than one edge after the other
_Numbers = numpy.ndarray[Any, numpy.dtype[numpy.int32]]


class Reached(NamedTuple):
    """A service reached, and the way there from the one asked about. A tuple: a closure has tens of thousands."""

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

    `depth` are the hops it goes at most; it also ends with the level that has `goal`. The least of the shortest ways to a
    number that was reached leads over `came_from[number]`.
    """

    __slots__ = ("_seen", "_side", "came_from", "levels")

    def __init__(self, side: _Side, start: int, depth: int | None = None, goal: int = -1) -> None:
        many = len(side.starts) - 1
        self._side, self._seen = side, bytearray(many)
        self.came_from = array("i", bytes(4 * many))
        self.came_from[start], self._seen[start] = -1, 1
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
        seen, came_from, of = self._seen, self.came_from, self._side.of
        found = list[int]()
        for number in numbers:
            for other in of(number):
                if not seen[other]:
                    seen[other], came_from[other] = 1, number
                    found.append(other)
        return found

    def _widely(self, numbers: Sequence[int]) -> Any:
        """As one by one, all edges at once: of several that lead to the same service the first counts."""
        seen, came_from = numpy.frombuffer(self._seen, numpy.bool_), numpy.frombuffer(self.came_from, numpy.int32)
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

    def reached(self, after: int = 0) -> Iterator[tuple[int, list[int]]]:
        """Hops, from so many on, and the numbers reached by them, ordered by number."""
        for hops, level in enumerate(self.levels[1:], 1):
            if hops >= after:
                yield hops, sorted(level) if isinstance(level, list) else numpy.sort(level).tolist()

    def numbers(self) -> list[int]:
        """All reached, without the start, in no order."""
        return numpy.flatnonzero(numpy.frombuffer(self._seen, numpy.bool_)).tolist()

    def missed(self) -> list[int]:
        """All that were not reached."""
        return numpy.flatnonzero(~numpy.frombuffer(self._seen, numpy.bool_)).tolist()

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
        if found is None:
            return []
        names, came_from, ways, steps = self.names, found.came_from, {found.levels[0][0]: (name,)}, list[Reached]()
        for hops, level in found.reached():
            reached = [names[number] for number in level]
            before = map(ways.__getitem__, map(came_from.__getitem__, level))
            paths = list(map(add, before, zip(reached)))  # each way and its last step: tuples grow faster so than one by one
            ways = dict(zip(level, paths, strict=True))
            steps += map(Reached._make, zip(reached, repeat(hops), paths, strict=False))
        return steps

    def behind(self, found: Search, after: tuple[int, str]) -> Iterator[tuple[int, int]]:
        """Hops and numbers of what a search found, in the order of `closure`, from behind these hops and name."""
        for hops, level in found.reached(after[0]):
            begin = bisect_right(level, after[1], key=self.names.__getitem__) if hops == after[0] else 0
            for number in level[begin:]:
                yield hops, number

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


def adjacency(connection: Connection) -> Adjacency:
    """The graph of all dependencies somebody states, as of the connection's view of the store."""
    table = dependencies
    query = select(table.c.dependent, table.c.dependency).where(table.c.documents > 0).distinct()
    return kept(connection, "graph", lambda: Adjacency((row[0], row[1]) for row in connection.execute(query)))
