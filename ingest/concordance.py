"""Where the words that rules want stand in one whole text: it is read once, and then any stretch of it is cheap to ask.

A sieve (`ingest/sieve.py`) reads every clause anew. Statements are many, and most hold no word that any rule wants; where
one does, it also tells where a match can begin (`ingest/openings.py`).
"""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import itemgetter

from ahocorasick_rs import AhoCorasick

from ingest.literals import Wanted
from ingest.openings import Opening
from ingest.patterns import Expression
from ingest.sieve import word_bits

__all__ = ["Concordance", "Item", "Likely", "Vocabulary", "item", "matches", "stands"]

Item = tuple[Wanted, frozenset[Opening] | None]
"""What a pattern wants (see `literals.wanted`), and where a match of it can begin: None where that may be anywhere."""

Likely = tuple[int, Sequence[int] | None]
"""An item that may be found, and the places where its matches can begin, in any order; None where they may begin anywhere."""

_Place = tuple[int, int, int]
"""Which word stands where, as an automaton gives it: in the order of their ends."""


def item(expression: Expression) -> Item:
    """What a pattern wants, and where its matches begin; one that wants nothing wants a word that opens it."""
    opens, wants = expression.opens, expression.wants
    if not wants and opens and all(one.word for one in opens):
        wants = (frozenset(one.word for one in opens),)
    return wants, opens


class Vocabulary:
    """The words of numbered items. `led` are the items that want a word first, `opened` those that it opens, each with how
    far before it a match begins; a match of `fronted` ones can begin at the start of any text, of `anywhere` anywhere, where
    all they want stands (`others`, of `bits` by word)."""

    def __init__(self, items: Iterable[Item]) -> None:
        known = list(items)
        self.always: list[Likely] = [(number, None) for number, (wants, _) in enumerate(known) if not wants]
        self.anywhere = {number for number, (_, opens) in enumerate(known) if opens is None}
        self.fronted = {number for number, (_, opens) in enumerate(known) for one in opens or () if not one.word}
        led: dict[str, list[int]] = {}
        opened: dict[str, list[tuple[int, int]]] = {}
        for number, (wants, opens) in enumerate(known):
            for word in wants[0] if wants else ():
                led.setdefault(word, []).append(number)
            for one in opens or () if wants else ():
                if one.word:
                    opened.setdefault(one.word, []).append((number, one.offset))
        sets: dict[frozenset[str], int] = {}
        self.others = {number: sum(sets.setdefault(one, 1 << len(sets)) for one in known[number][0][1:])
                       for number in self.anywhere}
        bits = word_bits(sets)
        words = sorted({*led, *opened, *bits})
        self.bits = [bits.get(word, 0) for word in words]
        self.led = [tuple(led.get(word, ())) for word in words]
        self.opened = [tuple(opened.get(word, ())) for word in words]
        self._automaton = AhoCorasick(words) if words else None

    def read(self, folded: str) -> Concordance:
        """Finds all words of a text (see `literals.folded`)."""
        return Concordance(self, self._automaton.find_matches_as_indexes(folded, overlapping=True) if self._automaton else [])


class Concordance:
    """The words of a vocabulary in one text."""

    def __init__(self, vocabulary: Vocabulary, found: list[_Place]) -> None:
        led, opened = vocabulary.led, vocabulary.opened
        self._vocabulary = vocabulary
        self._leading = [place for place in found if led[place[0]]]
        self._leads = [end for _, _, end in self._leading]
        self._opening = [place for place in found if opened[place[0]]]
        self._opens = [end for _, _, end in self._opening]
        self._besides = [place for place in found if vocabulary.bits[place[0]]]
        self._beside = [end for _, _, end in self._besides]

    def among(self, start: int, end: int) -> list[Likely]:
        """The items that may be found in a stretch of the text, in order: a word they want first stands in it. Places are
        counted from its start."""
        known = self._vocabulary
        low = bisect_right(self._leads, start)
        high = bisect_right(self._leads, end, low)
        if low == high:
            return known.always
        led: set[int] = set()
        for word, begin, _ in self._leading[low:high]:
            if begin >= start:
                led.update(known.led[word])
        if not led:
            return known.always
        places: dict[int, list[int]] = {}
        low = bisect_right(self._opens, start)
        for word, begin, _ in self._opening[low:bisect_right(self._opens, end, low)]:
            at = begin - start
            for number, offset in known.opened[word]:
                if number in led and offset <= at:
                    if number in places:
                        places[number].append(at - offset)
                    else:
                        places[number] = [at - offset]
        for number in led & known.fronted:
            places.setdefault(number, []).append(0)
        likely = [*known.always, *places.items()]
        if anywhere := led & known.anywhere:
            seen = self._seen(start, end)
            likely += [(number, None) for number in anywhere if known.others[number] & seen == known.others[number]]
        likely.sort(key=_number)
        return likely

    def _seen(self, start: int, end: int) -> int:
        """The sets, as bits, of which a word stands in a stretch."""
        bits, seen = self._vocabulary.bits, 0
        low = bisect_right(self._beside, start)
        for word, begin, _ in self._besides[low:bisect_right(self._beside, end, low)]:
            if begin >= start:
                seen |= bits[word]
        return seen


_number = itemgetter(0)


def stands(pattern: re.Pattern[str], text: str, places: Sequence[int] | None) -> bool:
    """Whether a pattern is found in a text, where it is known at which places a match can begin."""
    if places is None:
        return pattern.search(text) is not None
    found = None
    for place in places:
        found = pattern.match(text, place)
        if found is not None:
            break
    return found is not None


def matches(pattern: re.Pattern[str], text: str, places: Sequence[int] | None) -> Iterable[re.Match[str]]:
    """As `pattern.finditer(text)`, where it is known at which places a match can begin."""
    if places is None:
        return pattern.finditer(text)
    found: list[re.Match[str]] = []
    for place in sorted(places):
        match = pattern.match(text, place) if not found or place >= found[-1].end() else None
        if match is not None:
            found.append(match)
    return found
