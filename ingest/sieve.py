"""Choose, of many patterns, those that can match a text at all: one pass over the text finds the words they want.

A language has hundreds of rows, and a clause has the words of a few. What no literal tells ("\\d+%") is always tried.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Generic, TypeVar

from ahocorasick_rs import AhoCorasick

from ingest.literals import Wanted, folded
from ingest.rulebook import Row

__all__ = ["Sieve", "sieved", "word_bits"]

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
        self._bits = word_bits(bits)
        words = sorted(self._bits)
        self._numbered = [self._bits[word] for word in words]
        self._words = AhoCorasick(words, store_patterns=True) if words else None

    def among(self, text: str) -> Sequence[T]:
        """The items whose pattern may match somewhere in the text, in order."""
        if self._words is None:
            return self._items
        bits, seen = self._bits, 0
        for word in self._words.find_matches_as_strings(folded(text), overlapping=True):
            seen |= bits[word]
        return self._kept(seen) if seen & self._leading else self._rest

    def each(self, texts: Sequence[str]) -> list[Sequence[T]]:
        """As `among` of every one of many texts, or a few items more: they are looked through as one."""
        if self._words is None:
            return [self._items] * len(texts)
        ends = list(accumulate(len(text) + 1 for text in texts))
        seen, at = [0] * len(texts), 0
        for number, _, end in self._words.find_matches_as_indexes(folded("\n".join(texts)), overlapping=True):
            while end >= ends[at]:
                at += 1
            seen[at] |= self._numbered[number]
        return [self._kept(one) if one & self._leading else self._rest for one in seen]

    def _kept(self, seen: int) -> Sequence[T]:
        """The items that want no more than the sets that were seen."""
        leading = seen & self._leading
        places: list[int] = []
        while leading:
            bit = leading & -leading  # the lowest one
            places += [place for place, others in self._leads[bit] if others & seen == others]
            leading ^= bit
        if not places:
            return self._rest
        items = self._items
        return [items[place] for place in sorted(places + self._always)]


def word_bits(sets: Mapping[frozenset[str], int]) -> dict[str, int]:
    """By word, the bits of all sets it is in: the sets that are seen in a text are then one number."""
    found: dict[str, int] = {}
    for words, bit in sets.items():
        for word in words:
            found[word] = found.get(word, 0) | bit
    return found


def sieved(rows: Iterable[Row]) -> Sieve[Row]:
    """A sieve of rows by their patterns."""
    return Sieve((row, row.expression.wants) for row in rows)
