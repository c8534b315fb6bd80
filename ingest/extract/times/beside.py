"""Where words that stand before a time can begin. They are read backwards from it, letter by letter: most often none can,
and no pattern is tried."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ingest.extract.times.edges import ANY, BLANK, BLANKS, DIGIT, suffixes

MAX_GAP = 28
"""Characters between two parts of a moment, or from the beginning of a word that belongs to it."""

_SKIPPED = BLANKS + ","  # may stand between a word and the time it belongs to

Starts = Mapping[str, Sequence[int] | None]
"""By the kind of the words where they may begin, the nearest place first; None where that cannot be told."""


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

    def starts(self, folded: str, end: int) -> Starts:
        """Where words may begin that end right before a place, blanks and commas apart: all that do, and few others."""
        low = end - MAX_GAP if end > MAX_GAP else 0
        if self._any.match(folded[low:end][::-1]) is None:
            return self._unclear
        found: dict[str, list[int]] = {}
        at = end
        while at > low and folded[at - 1] in _SKIPPED:
            at -= 1
        letter = self._end.before.get(folded[at - 1]) if at > low else None
        while letter is not None:
            at -= 1
            if letter.kinds and not (self._spaced and _inside(folded, at)):
                for kind in letter.kinds:
                    found.setdefault(kind, []).append(at)
            letter = letter.before.get(folded[at - 1]) if at > low else None
        return {**self._unclear, **found} if found else self._unclear


def _inside(folded: str, place: int) -> bool:
    """Whether a word goes on over a place."""
    before, after = folded[place - 1:place], folded[place]
    return (before.isalnum() or before == "_") and (after.isalnum() or after == "_")
