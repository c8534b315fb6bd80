"""Where the rows of a table are found in many texts, told by what they begin with: one pass over all texts finds the
places where a match can begin, and only there a row is tried. For rows of hundreds of alternatives that stand in most
sentences: a search tries them at every sign.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

from ahocorasick_rs import AhoCorasick

from ingest.literals import REPEATS, folded, signs
from ingest.rulebook import Row, parse

__all__ = ["Found", "Openings", "openings"]

_MOST = 512  # beginnings of a row
_LONG = 5  # signs of a beginning: more tell no more
_ZERO_WIDTH = (sre.AT, sre.ASSERT, sre.ASSERT_NOT)
_NOTHING = frozenset({""})

Found = tuple[int, re.Match[str]]
"""The number of a row and where it is found."""
Begun = tuple[frozenset[str], frozenset[str]]
"""What a piece may begin with: whole texts, which the next piece goes on, and beginnings of longer ones."""
_ANYTHING: Begun = (frozenset(), _NOTHING)


class Openings:
    """The rows of a table, and the texts each can begin with."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = [row.expression for row in rows]
        sets: dict[frozenset[str], int] = {}  # sets of words seen in a text are one number
        trees = [parse(one.text, one.flags) for one in self._rows]
        wants = [{*one.wants, *_marks(tree)} for one, tree in zip(self._rows, trees, strict=True)]
        self._wants = [sum(sets.setdefault(words, 1 << len(sets)) for words in own) for own in wants]
        bits: dict[str, int] = {}
        for words, bit in sets.items():
            for word in words:
                bits[word] = bits.get(word, 0) | bit
        begun: dict[str, list[int]] = {}
        self._anywhere: list[int] = []
        for number, tree in enumerate(trees):
            texts = openings(tree)
            for text in texts:
                begun.setdefault(text, []).append(number)
            if not texts:
                self._anywhere.append(number)
        self._told = [(begun.get(word, ()), bits.get(word, 0)) for word in sorted({*begun, *bits})]
        self._words = AhoCorasick(sorted({*begun, *bits})) if self._told else None

    def each(self, texts: Sequence[str], lows: Sequence[str]) -> list[list[Found]]:
        """All matches in each text, those of one row after those of the other: what `finditer` gives. `lows` are the texts,
        folded (`literals.folded`)."""
        found: list[list[Found]] = [[] for _ in texts]
        starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        places, seen = self._read("\n".join(lows), starts)
        for number, begins in places.items():
            match, wants, done = self._rows[number].pattern.match, self._wants[number], 0
            for place in sorted(begins):
                if place < done or wants & seen[at := bisect_right(starts, place) - 1] != wants:
                    continue
                if (one := match(texts[at], place - starts[at])) is not None:
                    found[at].append((number, one))
                    done = starts[at] + one.end()
        for text, matches, words in zip(texts, found, seen, strict=True):
            for number in self._anywhere:
                if self._wants[number] & words == self._wants[number]:
                    matches += [(number, match) for match in self._rows[number].pattern.finditer(text)]
            if len(matches) > 1:
                matches.sort(key=itemgetter(0))
        return found

    def _read(self, text: str, starts: Sequence[int]) -> tuple[dict[int, set[int]], list[int]]:
        """Where each row may begin in a text, and the sets of words seen in each part of it."""
        places: dict[int, set[int]] = {}
        seen = [0] * (len(starts) - 1)
        if self._words is not None:
            for word, start, _ in self._words.find_matches_as_indexes(text, overlapping=True):
                numbers, bits = self._told[word]
                for number in numbers:
                    places.setdefault(number, set()).add(start)
                if bits:
                    seen[bisect_right(starts, start) - 1] |= bits
        return places, seen


def openings(tree: Any) -> frozenset[str]:
    """Texts, folded (`literals.folded`), with one of which every match of a parsed pattern begins; none where it may
    begin with anything, or with a single Latin letter or blank."""
    whole, begun = _sequence(tree)
    texts = whole | begun
    if not all(len(text) > 1 or text > "\u2e80" or _is_mark(text) for text in texts):
        return frozenset()
    return frozenset(text for text in texts if not any(text[:size] in texts for size in range(1, len(text))))


def _marks(parts: Iterable[Any]) -> Iterator[frozenset[str]]:
    """Sets of marks of which a match has one ("`", "-" or "_"): in the sieve they would tell little, of names they do."""
    for op, value in parts:
        if op in (sre.LITERAL, sre.IN):
            texts, others = _piece(op, value)
            if not others and all(map(_is_mark, texts)):
                yield texts
        elif op is sre.SUBPATTERN:
            yield from _marks(value[3])
        elif op in REPEATS and value[0] > 0:
            yield from _marks(value[2])


def _is_mark(text: str) -> bool:
    return len(text) == 1 and not text.isalnum() and not text.isspace()


def _sequence(parts: Iterable[Any]) -> Begun:
    run, done = _NOTHING, frozenset[str]()
    for op, value in parts:
        if not run:
            break
        whole, begun = _piece(op, value)
        if len(run) * (len(whole) + len(begun)) > _MOST:
            return frozenset(), done | run
        done |= {left + right for left in run for right in begun}
        run = frozenset(left + right for left in run for right in whole)
        long = {text for text in run if len(text) > _LONG}
        run, done = run - long, done | long
    return run, done


def _piece(op: Any, value: Any) -> Begun:
    if op is sre.LITERAL:
        return frozenset({folded(chr(value))}), frozenset()
    if op is sre.IN:
        few = signs(value)
        return _ANYTHING if few is None else (few, frozenset())
    if op in _ZERO_WIDTH:
        return _NOTHING, frozenset()
    if op is sre.SUBPATTERN:
        return _sequence(value[3])
    if op is sre.ATOMIC_GROUP:
        return _sequence(value)
    if op is sre.BRANCH:
        branches = [_sequence(branch) for branch in value[1]]
        return frozenset().union(*(whole for whole, _ in branches)), frozenset().union(*(begun for _, begun in branches))
    if op in REPEATS:
        least, most, inner = value
        whole, begun = _sequence(inner)
        if most > 1:  # it may stand again
            whole, begun = frozenset(), whole | begun
        return (whole | _NOTHING, begun) if least == 0 else (whole, begun)
    return _ANYTHING
