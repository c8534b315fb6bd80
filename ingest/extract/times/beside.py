"""Where words that stand before a time can begin. They are read backwards from it, letter by letter: most often none can,
and no pattern is tried."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ingest.extract.times.edges import ANY, BLANK, BLANKS, DIGIT, suffixes
from ingest.extract.times.remembered import Remembered

MAX_GAP = 28
"""Characters between two parts of a moment, or from the beginning of a word that belongs to it."""

_SKIPPED = BLANKS + ","  # may stand between a word and the time it belongs to

_INSIDE = re.compile(r"\w\w")

Lengths = Mapping[str, Sequence[int] | None]
"""By the kind of the words how long before a place they may begin, the shortest first; None where that cannot be told."""


class _Letter:
    """A letter of words that are read backwards: what may stand before it, and the kinds of words that begin with it."""

    __slots__ = ("before", "kinds")

    def __init__(self) -> None:
        self.before: dict[str, _Letter] = {}
        self.kinds: list[str] = []


class Beside:
    """`bodies` are the patterns of the words, by kind. Where a language is `spaced` none begins inside of a word."""

    def __init__(self, bodies: Mapping[str, str], *, spaced: bool) -> None:
        self._spaced = spaced
        self._end = _Letter()
        self._unclear: dict[str, Sequence[int] | None] = {}
        for kind, body in bodies.items():
            edges = {edge.lstrip(_SKIPPED) for edge in suffixes(body, 0, MAX_GAP + 1)} if body else set()
            if any(len(edge) > MAX_GAP or not edge or ANY in edge or DIGIT in edge for edge in edges):
                self._unclear[kind] = None
                continue
            for edge in edges:
                self._first(edge).kinds.append(kind)
        self._read = Remembered(self._reading)
        self._any = re.compile(f"[{re.escape(_SKIPPED)}]*" + self._pattern(self._end))

    def _first(self, edge: str) -> _Letter:
        letter = self._end
        for char in edge:
            before = letter.before.get(char)
            if before is None:
                before = _Letter()
                letter.before.update(dict.fromkeys(BLANKS if char == BLANK else char, before))
            letter = before
        return letter

    def _pattern(self, letter: _Letter) -> str:
        """A pattern for what stands before a letter, on to the beginning of a word."""
        parts = [re.escape(char) + self._pattern(one) for char, one in letter.before.items() if char not in BLANKS]
        if (blank := letter.before.get(BLANK)) is not None:
            parts.append(r"\s" + self._pattern(blank))
        if letter.kinds:
            parts.append(r"(?:(?<=\W)|(?!\w))" if self._spaced else "")
        return f"(?:{'|'.join(parts)})" if parts else "(?!)"

    def lengths(self, folded: str, end: int) -> Lengths:
        """The words that end right before a place, blanks and commas apart: all that do, and few others."""
        found = self._any.match(folded[end - MAX_GAP if end > MAX_GAP else 0:end][::-1])
        return self._unclear if found is None else self._read[found[0]]

    def _reading(self, backwards: str) -> Lengths:
        """The words that the longest one, with what stands behind it, is or ends with."""
        found: dict[str, list[int]] = {}
        letter, at = self._end, len(backwards) - len(backwards.lstrip(_SKIPPED))
        while at < len(backwards):
            letter = letter.before[backwards[at]]
            at += 1
            if letter.kinds and not (self._spaced and _INSIDE.match(backwards, at - 1)):
                for kind in letter.kinds:
                    found.setdefault(kind, []).append(at)
        return {**self._unclear, **found}
