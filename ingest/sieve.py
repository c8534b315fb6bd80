"""Choose, of many patterns, those that can match a text at all: one pass over the text finds the words they want.

A language has hundreds of rows, and a clause has the words of a few. What no literal tells ("\\d+%") is always tried.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from ahocorasick_rs import AhoCorasick

from ingest.literals import Wanted, folded
from ingest.rulebook import Row

__all__ = ["Sieve", "sieved"]

T = TypeVar("T")


class Sieve(Generic[T]):
    """Items in their order, each with what its pattern wants (see `literals.wanted`)."""

    def __init__(self, items: Iterable[tuple[T, Wanted]]) -> None:
        pairs = list(items)
        self._items = [item for item, _ in pairs]
        sets = list(dict.fromkeys(one for _, wants in pairs for one in wants))
        number = {one: place for place, one in enumerate(sets)}
        self._wants = [frozenset(number[one] for one in wants) for _, wants in pairs]
        self._always = [place for place, (_, wants) in enumerate(pairs) if not wants]
        self._rest = [self._items[place] for place in self._always]
        self._led: list[list[int]] = [[] for _ in sets]
        for place, (_, wants) in enumerate(pairs):
            if wants:
                self._led[number[wants[0]]].append(place)
        self._sets: dict[str, list[int]] = {}
        for place, one in enumerate(sets):
            for word in one:
                self._sets.setdefault(word, []).append(place)
        self._words = AhoCorasick(sorted(self._sets), store_patterns=True) if sets else None

    def among(self, text: str) -> Sequence[T]:
        """The items whose pattern may match somewhere in the text, in order."""
        if self._words is None:
            return self._items
        hits = self._words.find_matches_as_strings(folded(text), overlapping=True)
        if not hits:
            return self._rest
        seen = {one for word in set(hits) for one in self._sets[word]}
        places = [place for one in seen for place in self._led[one] if self._wants[place] <= seen]
        return [self._items[place] for place in sorted((*places, *self._always))] if places else self._rest


def sieved(rows: Iterable[Row]) -> Sieve[Row]:
    """A sieve of rows by their patterns."""
    return Sieve((row, row.expression.wants) for row in rows)
