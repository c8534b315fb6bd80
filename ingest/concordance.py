"""Where the words that rules want stand in one whole text: it is read once, and then any stretch of it is cheap to ask.

A sieve (`ingest/sieve.py`) reads every clause anew. Statements are many, and most hold no word that any rule wants.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick

from ingest.literals import Wanted

__all__ = ["Concordance", "Vocabulary"]

_Tells = tuple[int, tuple[int, ...]]
"""What a word tells: the further sets it is of, as bits, and the items of whose first set it is."""


class Vocabulary:
    """The words that numbered items want (see `literals.wanted`)."""

    def __init__(self, items: Iterable[Wanted]) -> None:
        wants = list(items)
        self.always = [item for item, sets in enumerate(wants) if not sets]
        further = {one: 1 << place for place, one in enumerate(dict.fromkeys(one for sets in wants for one in sets[1:]))}
        self.needs = [sum(further[one] for one in set(sets[1:])) for sets in wants]
        led: dict[str, list[int]] = {}
        for item, sets in enumerate(wants):
            for word in sets[0] if sets else ():
                led.setdefault(word, []).append(item)
        bits: dict[str, int] = {}
        for one, bit in further.items():
            for word in one:
                bits[word] = bits.get(word, 0) | bit
        words = sorted({*led, *bits})
        self._tells: list[_Tells] = [(bits.get(word, 0), tuple(led.get(word, ()))) for word in words]
        self._automaton = AhoCorasick(words) if words else None

    def read(self, folded: str) -> Concordance:
        """Finds all words of a text (see `literals.folded`)."""
        found = self._automaton.find_matches_as_indexes(folded, overlapping=True) if self._automaton else []
        tells = self._tells
        # an automaton finds words in the order of their ends
        return Concordance(self, [end for _, _, end in found], [(start, tells[word]) for word, start, _ in found])


class Concordance:
    """The words of a vocabulary in one text."""

    def __init__(self, vocabulary: Vocabulary, ends: list[int], found: list[tuple[int, _Tells]]) -> None:
        self._always, self._needs = vocabulary.always, vocabulary.needs
        self._ends, self._found = ends, found

    def among(self, start: int, end: int) -> list[int]:
        """The items that may be found in a stretch of the text, in order: all words they want stand in it."""
        first = bisect_right(self._ends, start)
        last = bisect_right(self._ends, end, first)
        seen, led = 0, self._always[:]
        for begin, (bits, items) in self._found[first:last]:
            if begin >= start:
                seen |= bits
                if items:
                    led += items
        needs = self._needs
        return sorted({item for item in led if needs[item] & seen == needs[item]}) if led else led
