"""The dependency graph in memory: breadth-first search over adjacency lists of small integers.

A snapshot is kept for each engine until the store's version moves on, so a hot graph costs one small query. A recursive
query does the same work nine times slower, and never ends well on a hub.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, select

from kb.store import load
from kb.store.history_tables import dependencies

MOST_PATHS = 1000
"""Shortest paths shown at most: a lattice of diamonds has more than anybody reads."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A service reached, and the way there from the one asked about."""

    service: str
    hops: int
    path: tuple[str, ...]


class Adjacency:
    """Who needs whom, by number. `out` leads from a service to those it needs, `into` the other way."""

    __slots__ = ("into", "names", "numbers", "out")

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        kept = sorted(set(pairs))
        self.names = sorted({name for pair in kept for name in pair})
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.out: list[list[int]] = [[] for _ in self.names]
        self.into: list[list[int]] = [[] for _ in self.names]
        for dependent, dependency in kept:
            one, other = self.numbers[dependent], self.numbers[dependency]
            self.out[one].append(other)
            self.into[other].append(one)

    def near(self, name: str, *, back: bool) -> list[str]:
        """Direct neighbours by name."""
        number = self.numbers.get(name)
        if number is None:
            return []
        return [self.names[other] for other in (self.into if back else self.out)[number]]

    def reachable(self, name: str, *, back: bool) -> set[str]:
        """All services reached, without the way there and without the one asked about."""
        start = self.numbers.get(name)
        if start is None:
            return set()
        lists = self.into if back else self.out
        seen = bytearray(len(self.names))
        seen[start] = 1
        found = [start]
        for number in found:
            for other in lists[number]:
                if not seen[other]:
                    seen[other] = 1
                    found.append(other)
        names = self.names
        return {names[number] for number in found[1:]}

    def closure(self, name: str, *, back: bool, depth: int | None = None) -> list[Reached]:
        """Services reached within `depth` hops, nearest first, then by name; each once, over a shortest way."""
        start = self.numbers.get(name)
        if start is None:
            return []
        came_from, hops = self._search(start, self.into if back else self.out, depth)
        order = sorted((hop, number) for number, hop in hops.items() if number != start)
        return [Reached(self.names[number], hop, self._path(number, came_from)) for hop, number in order]

    def _search(self, start: int, lists: Sequence[Sequence[int]], depth: int | None) -> tuple[dict[int, int], dict[int, int]]:
        came_from, hops = {start: -1}, {start: 0}
        found = [start]
        for number in found:
            hop = hops[number] + 1
            if depth is not None and hop > depth:
                break
            for other in lists[number]:
                if other not in hops:
                    hops[other], came_from[other] = hop, number
                    found.append(other)
        return came_from, hops

    def _path(self, number: int, came_from: dict[int, int]) -> tuple[str, ...]:
        path = list[str]()
        while number >= 0:
            path.append(self.names[number])
            number = came_from[number]
        return tuple(reversed(path))

    def shortest_paths(self, first: str, last: str) -> list[tuple[str, ...]]:
        """All ways of the least hops from one service to another it needs, by name; at most MOST_PATHS."""
        start, end = self.numbers.get(first), self.numbers.get(last)
        if start is None or end is None:
            return [(first,)] if first == last else []
        _, hops = self._search(start, self.out, None)
        if end not in hops:
            return []
        ways: list[tuple[int, ...]] = [(end,)]
        for hop in range(hops[end] - 1, -1, -1):
            ways = [(one, *way) for way in ways for one in self.into[way[0]] if hops.get(one) == hop][:MOST_PATHS]
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
    query = select(table.c.dependent, table.c.dependency).where(table.c.documents > 0)
    made = Adjacency((row[0], row[1]) for row in connection.execute(query))
    with _lock:
        _kept[connection.engine] = (version, made)
    return made
