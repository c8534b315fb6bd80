"""Clauses of a sentence: which words belong to which time, and which only give a cause, a date or a condition."""
from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from ingest.extract.naming import LONGEST, naming
from ingest.rulebook import Row
from ingest.sieve import Sieve, sieved
from kb.model import Span

_STRONG = re.compile(r"[;；。|]|\.(?=\s)|—|–(?=\s)|\n")
_COMMA = re.compile(r"[,，、](?!\d)")
_SEMICOLON = re.compile(r"[;；]")
_SAID = re.compile(r"[^\W\d_]{3,}[^|]*[^\W\d_]{3,}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{4}")
_WORDS = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}")
_ANYTHING = re.compile(r"\w{2}")
_NEAR = 14  # signs between a comma and the time that opens the next clause ("e, às 2h40", "và đến 2:40AM")


@lru_cache(maxsize=4096)
def asides(text: str, language: str, within: bool = False) -> tuple[Span, ...]:
    """The parts of a sentence that give a cause, a date or a condition, merged, in text order. `within` one that is a
    clause of its own ("once the queue was drained"): only the others."""
    text = text[:LONGEST]
    spans = sorted(match.span() for row in naming(language).asides_in(text) if not (within and row["own"])
                   for match in row.pattern.finditer(text))
    merged: list[Span] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


@lru_cache(maxsize=32)
def _own(language: str) -> Sieve[Row]:
    """The rows of parts that a time in them makes clauses of their own."""
    return sieved(row for row in naming(language).asides if row["own"])


def main_part(text: str, language: str) -> str:
    """The text with its asides blanked, its length kept. Where nothing would be left, the text itself."""
    hidden = asides(text, language)
    if not hidden:
        return text
    parts, last = [], 0
    for start, end in hidden:
        parts += [text[last:start], " " * (end - start)]
        last = end
    main = "".join(parts) + text[last:]
    return main if _ANYTHING.search(main) else text


def clause(text: str, times: Sequence[Span], this: Span | None, language: str = "und") -> Span:
    """The part of a sentence that belongs to one of the times in it. Offsets are into `text`, as the times' are."""
    if this is None or not 0 <= this[0] < len(text):
        return (0, len(text))
    for row in _own(language).among(text[:LONGEST]):
        for match in row.pattern.finditer(text[:LONGEST]):
            if match.start() <= this[0] < match.end():
                return match.span()
    if len(times) < 2:
        return _turn(text, this, language)
    ordered = sorted(set(times))
    place = ordered.index(this) if this in ordered else -1
    if place < 0:
        return (0, len(text))
    start = 0
    for left, right in itertools.pairwise(ordered[:place + 1]):
        start = _border(text, left, right, start, language)
    end = _border(text, this, ordered[place + 1], start, language) if place + 1 < len(ordered) else len(text)
    return (start, end if end > start else len(text))


def _turn(text: str, this: Span, language: str) -> Span:
    """The words of the only time of a sentence that turns ("it recovered, but at 7:04 errors came back"): those on its
    side of the turn. What a leading time dates is all that follows."""
    if not _SAID.search(text, 0, this[0]):
        return (0, len(text))
    turns = [match.span() for pattern in (_SEMICOLON, naming(language)["turn"]) for match in pattern.finditer(text)]
    start = max((end for _, end in turns if end <= this[0]), default=0)
    return (start, min((begin for begin, _ in turns if begin >= this[1]), default=len(text)))


def _border(text: str, left: Span, right: Span, begin: int, language: str) -> int:
    """Where the clause of the left time, which starts at `begin`, ends and that of the right one begins. A stamp in
    square brackets opens a line of a log."""
    if text[right[0] - 1:right[0]] == "[" and text[right[1]:right[1] + 1] == "]":
        return right[0] - 1
    low, high = left[1], max(left[1], right[0])
    leading = not _WORDS.search(text, begin, left[0])

    def told(place: int) -> bool:
        return not leading or _WORDS.search(text, low, place) is not None

    strong = [low + match.end() for match in _STRONG.finditer(text[low:high]) if told(low + match.start())]
    if strong:
        return strong[-1] if high - strong[-1] <= _NEAR else strong[0]
    weak = sorted(match.start() for pattern in (_COMMA, naming(language)["conj"])
                  for match in pattern.finditer(text, low, high) if told(match.start()))
    if not weak:
        return begin if leading else high  # a date before a clock has no clause of its own
    close = [place for place in weak if high - place <= _NEAR]
    return close[0] if close else weak[-1 if leading else 0]
