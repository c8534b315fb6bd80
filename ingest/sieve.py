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
        self._always = [place for place, (_, wants) in enumerate(pairs) if not wants]
        self._rest = [self._items[place] for place in self._always]
        sets = dict.fromkeys(one for _, wants in pairs for one in wants)
        bits = {one: 1 << place for place, one in enumerate(sets)}  # sets seen in a text are one number
        self._leads: dict[int, list[tuple[int, int]]] = {}  # by its most telling set, an item and the others it wants
        for place, (_, wants) in enumerate(pairs):
            if wants:
                self._leads.setdefault(bits[wants[0]], []).append((place, sum(bits[one] for one in wants[1:])))
        self._leading = sum(self._leads)
        self._bits: dict[str, int] = {}
        for one, bit in bits.items():
            for word in one:
                self._bits[word] = self._bits.get(word, 0) | bit
        self._words = AhoCorasick(sorted(self._bits), store_patterns=True) if sets else None

    def among(self, text: str) -> Sequence[T]:
        """The items whose pattern may match somewhere in the text, in order."""
        if self._words is None:
            return self._items
        bits, seen = self._bits, 0
        for word in self._words.find_matches_as_strings(folded(text), overlapping=True):
            seen |= bits[word]
        leading = seen & self._leading
        if not leading:
            return self._rest
        places: list[int] = []
        while leading:
            bit = leading & -leading  # the lowest one
            places += [place for place, others in self._leads[bit] if others & seen == others]
            leading ^= bit
        if not places:
            return self._rest
        items = self._items
        return [items[place] for place in sorted(places + self._always)]


def sieved(rows: Iterable[Row]) -> Sieve[Row]:
    """A sieve of rows by their patterns."""
    return Sieve((row, row.expression.wants) for row in rows)
