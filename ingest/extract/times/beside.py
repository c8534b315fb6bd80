"""Which kinds of words can stand right before or behind a place, by the two letters that are nearest to it: most often
none can, and no pattern is tried."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from ingest.extract.times.edges import ANY, BLANK, DIGIT, prefixes, suffixes

_NOBODY: frozenset[str] = frozenset()
_DEPTH = 2
_SKIPPED = " ,、)]"  # may stand between a word and the time it belongs to

Kinds = frozenset[str]


class Beside:
    """The kinds by their nearest letters. `bodies` are the patterns of the words; `before`: they end at the place."""

    def __init__(self, bodies: Mapping[str, str], *, before: bool) -> None:
        edges = [(kind, edge) for kind, body in bodies.items() if body
                 for edge in (suffixes if before else prefixes)(body, 0, _DEPTH)]
        self._always = frozenset(kind for kind, edge in edges if edge[:1] in ("", ANY, DIGIT) or edge[0] in _SKIPPED)
        one: dict[str, set[str]] = {}
        two: dict[str, dict[str, set[str]]] = {}
        for kind, edge in edges:
            if kind in self._always:
                continue
            if len(edge) < _DEPTH or edge[1] in (ANY, DIGIT, BLANK):
                one.setdefault(edge[0], set()).add(kind)
            else:
                two.setdefault(edge[0], {}).setdefault(edge[1], set()).add(kind)
        self._by_letter = {letter: self._entry(one.get(letter, ()), two.get(letter, {})) for letter in {*one, *two}}

    def _entry(self, short: Iterable[str], longer: Mapping[str, Iterable[str]]) -> tuple[Kinds, Mapping[str, Kinds]]:
        known = self._always.union(short)
        return known, {letter: known.union(kinds) for letter, kinds in longer.items()}

    def kinds(self, nearest: str, next_one: str) -> Kinds:
        """The kinds that can stand there: a superset of those that do."""
        entry = self._by_letter.get(nearest)
        return self._always if entry is None else entry[1].get(next_one, entry[0])
