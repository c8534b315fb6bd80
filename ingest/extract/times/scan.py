"""Find where pieces stand, fast: one pattern stops at every place where some row could begin, by its first letters;
only there, and only those rows that begin so are tried. Rows keep their order, the first that fits wins.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from ingest.extract.times.edges import ANY, BLANK, BLANKS, DIGIT, prefixes
from ingest.extract.times.remembered import Remembered
from ingest.rulebook import Row

_DIGITS = "0123456789"
_WORD = "0-9a-z_\u00c0-\u024f\u1e00-\u1eff"
_START = re.Match.start
_SHALLOW, _DEEP, _WORDS = 2, 4, 7  # letters that tell rows apart: words between blanks share beginnings ("en", "de")
_FEW, _MANY = 24, 60  # beginnings of one row; numbers in words multiply them


class Form:
    """A row of the time grammar as the finder asks for it, again and again. `names` are its groups in order, without the
    figures that tell alternatives apart (`minute`, `minute2`); `months` are the places of those that hold a month."""

    __slots__ = ("bare", "id", "kind", "looks_back", "match", "months", "names", "needs", "part", "row", "sure", "value")

    def __init__(self, row: Row) -> None:
        self.row = row
        self.id, self.kind, self.needs = row.id, str(row["piece"]), str(row["needs"])
        self.value, self.part = row["value"], row["part"]
        # a bare number out of range is no news; "25:61" and "Feb 30" are
        self.sure = self.needs == "none" and self.kind in ("clock", "date")
        # a number that is neither a length nor a day by itself
        self.bare = self.kind == "num" and self.value is None
        # it may ask what stands before it, if only that nothing does
        self.looks_back = "(?<=" in row.expression.text or "^" in row.expression.text.replace("[^", "")
        self.names: tuple[str, ...] = ()
        self.months: tuple[int, ...] = ()
        self.match: Callable[[str, int, int], re.Match[str] | None] = self._first_match

    def _first_match(self, folded: str, start: int, end: int) -> re.Match[str] | None:
        """The row where it begins at a place and goes on to `end` at most; compiles it and stands aside."""
        pattern = self.row.pattern
        self.names = tuple(name.rstrip(_DIGITS) for name in pattern.groupindex)
        self.months = tuple(place for name, place in pattern.groupindex.items() if name.startswith("month"))
        self.match = pattern.match
        return pattern.match(folded, start, end)


Found = tuple[Form, re.Match[str], int]
"""A row, its match, and where in what was matched the text begins."""


class _Node:
    """A beginning in the tree of all: the rows that begin so or with less, and the longer ones."""

    __slots__ = ("above", "below", "depth", "fitting", "own")

    def __init__(self, above: _Node | None = None) -> None:
        self.above = above
        self.depth: int = 0 if above is None else above.depth + 1
        self.below: dict[str, _Node] = {}
        self.own: list[int] = []
        self.fitting: list[Form] | None = None

    def child(self, char: str) -> _Node:
        found = self.below.get(char)
        if found is None:
            found = _Node(self)
            for same in _DIGITS if char == DIGIT else BLANKS if char == BLANK else char:
                self.below[same] = found
        return found


class Scanner:
    """Matches of rows in folded text. `guard` is a zero-width pattern that must hold where a row starts."""

    def __init__(self, rows: Sequence[Row], guard: str, spaced: bool) -> None:
        self._forms = [Form(row) for row in rows]
        self._guard = None if spaced else re.compile(guard).match
        self._spaced = spaced
        heads = [beginnings(row) for row in rows]
        self._start = _starts({head for some in heads for head in some}, guard if spaced else None)
        self._tree = _tree_of(heads)
        self._heads, self._words = Remembered(self._settled), Remembered(self._fitting)

    def places(self, folded: str) -> list[int]:
        """Where a row may begin, in order: nowhere in most sentences."""
        # with a blank before it, every place stands behind a sign that can be skipped to
        return list(map(_START, self._start.finditer(" " + folded if self._spaced else folded)))

    def matches(self, folded: str, places: Iterable[int], begins: Sequence[int] = (0,)) -> Iterator[tuple[int, Found]]:
        """Rows found, leftmost first, not overlapping, each with the number of the text it is found in; `places` are
        those that `places` gives. `folded` may be many texts, a character between them, that begin at `begins`."""
        done, number, begin, end = 0, 0, 0, begins[1] - 1 if len(begins) > 1 else len(folded)
        guard, heads, words = self._guard, self._heads, self._words
        for start in places:
            if start < done:
                continue
            fitting = heads[folded[start:start + _DEEP]]
            if fitting is None:
                fitting = words[folded[start:start + _WORDS]]
            if not fitting or (guard is not None and guard(folded, start) is None):
                continue
            if start >= end:
                number = bisect_right(begins, start) - 1
                begin, end = begins[number], begins[number + 1] - 1 if number + 1 < len(begins) else len(folded)
            for form in fitting:
                match = form.match(folded, start, end) if not begin or not form.looks_back else \
                    form.match(folded[begin:end], start - begin, end - begin)
                if match is not None:
                    base = begin if form.looks_back else 0
                    if (after := match.end() + base) > start:
                        done = after
                        yield number, (form, match, begin - base)
                    break

    def _settled(self, head: str) -> list[Form] | None:
        """As `_fitting`; None where more letters tell more."""
        node = self._reached(head)
        return None if node.below and node.depth == _DEEP else self._fitting(head)

    def _fitting(self, head: str) -> list[Form]:
        """The rows that can begin as a text does, in their order."""
        node = self._reached(head)
        if node.fitting is None:
            numbers: set[int] = set()
            above: _Node | None = node
            while above is not None:
                numbers.update(above.own)
                above = above.above
            node.fitting = [self._forms[number] for number in sorted(numbers)]
        return node.fitting

    def _reached(self, head: str) -> _Node:
        node = self._tree
        for char in head:
            below = node.below.get(char) or (node.below.get(DIGIT) if char.isdecimal() else None)
            if below is None:
                break
            node = below
        return node


def beginnings(row: Row) -> frozenset[str]:
    """How what a row matches can begin, as far as its beginnings can be counted."""
    found: frozenset[str] = frozenset()
    for depth in range(_SHALLOW, _DEEP + 1):
        found = prefixes(row.expression.text, row.expression.flags, depth)
        if len(found) > _MANY:
            return found
    if len(found) <= _FEW and all(head[:1].isalpha() for head in found):
        found = prefixes(row.expression.text, row.expression.flags, _WORDS)
    return found


def _tree_of(heads: Sequence[Iterable[str]]) -> _Node:
    root = _Node()
    for number, some in enumerate(heads):
        for head in some:
            node = root
            for char in head.removesuffix(ANY):
                node = node.child(char)
            node.own.append(number)
    return root


def _starts(heads: Iterable[str], guard: str | None) -> re.Pattern[str]:
    """Finds the places. Between blanks, where there is a `guard`, they are looked for by the sign before them, of which
    there are fewest."""
    rests: dict[str, set[str]] = {}
    for head in heads:
        rests.setdefault(head[:1] or ANY, set()).add(head[1:])
    if ANY in rests:
        return re.compile(r"(?s)." if guard is None else rf"(?s)[^{_WORD}](?=.){guard}")
    parts = []
    for first, after in sorted(rests.items()):
        letters = _DIGITS if first == DIGIT else first
        look = opened(after)
        # one literal an alternative, so that the regex engine skips ahead to the next possible first letter
        parts += [re.escape(letter) + (f"(?={look})" if look else "") for letter in letters]
    found = "|".join(parts)
    if guard is None:
        return re.compile(f"(?s)(?:{found})")
    letters = "".join(_DIGITS if first == DIGIT else re.escape(first) for first in rests)
    return re.compile(f"(?s)[^{_WORD}](?=[{letters}])(?={found}){guard}")


def opened(rests: set[str]) -> str:
    """A pattern for any of the beginnings; "" where anything will do."""
    if any(rest in ("", ANY) for rest in rests):
        return ""
    branches: dict[str, set[str]] = {}
    for rest in rests:
        branches.setdefault(rest[0], set()).add(rest[1:])
    return "(?:" + "|".join(_escaped(first) + opened(after) for first, after in sorted(branches.items())) + ")"


def _escaped(letter: str) -> str:
    return r"\d" if letter == DIGIT else r"\s" if letter == BLANK else re.escape(letter)
