"""Find where pieces stand, fast: one pattern stops at every place where some row could begin, by its first letters;
only there, and only those rows that begin so are tried. Rows keep their order, the first that fits wins.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from ingest.extract.times.edges import ANY, BLANK, DIGIT, prefixes
from ingest.rulebook import Row

_DIGITS = "0123456789"
_BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace())
_WORD = "0-9a-z_\u00c0-\u024f\u1e00-\u1eff"
_SHALLOW, _DEEP = 2, 4  # letters that tell rows apart: words between blanks share beginnings ("en", "de")
_MANY = 60  # beginnings of one row; numbers in words multiply them


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

    __slots__ = ("above", "below", "fitting", "own")

    def __init__(self, above: _Node | None = None) -> None:
        self.above = above
        self.below: dict[str, _Node] = {}
        self.own: list[int] = []
        self.fitting: list[Form] | None = None

    def child(self, char: str) -> _Node:
        found = self.below.get(char)
        if found is None:
            found = _Node(self)
            for same in _DIGITS if char == DIGIT else _BLANKS if char == BLANK else char:
                self.below[same] = found
        return found


class Scanner:
    """Matches of rows in folded text. `guard` is a zero-width pattern that must hold where a row starts."""

    def __init__(self, rows: Sequence[Row], guard: str, spaced: bool) -> None:
        self._forms = [Form(row) for row in rows]
        self._guard = re.compile(guard)
        self._spaced = spaced
        heads = [beginnings(row) for row in rows]
        self._start = _starts({head for some in heads for head in some}, spaced)
        self._tree = _tree_of(heads)

    def places(self, folded: str) -> list[int]:
        """Where a row may begin, in order: nowhere in most sentences."""
        if self._spaced:  # with a blank before it, every place stands behind a sign that can be skipped to
            return [found.start() for found in self._start.finditer(" " + folded)]
        return [found.start() for found in self._start.finditer(folded)]

    def matches(self, folded: str, places: Iterable[int], begins: Sequence[int] = (0,)) -> Iterator[tuple[int, Found]]:
        """Rows found, leftmost first, not overlapping, each with the number of the text it is found in; `places` are
        those that `places` gives. `folded` may be many texts, a character between them, that begin at `begins`."""
        done, number, begin, end = 0, 0, 0, begins[1] - 1 if len(begins) > 1 else len(folded)
        guard = self._guard.match
        for start in places:
            if start < done or not (fitting := self._fitting(folded, start)) or guard(folded, start) is None:
                continue
            if start >= end:
                number = bisect_right(begins, start) - 1
                begin, end = begins[number], begins[number + 1] - 1 if number + 1 < len(begins) else len(folded)
            for form in fitting:
                if begin and form.looks_back:
                    match, base = form.match(folded[begin:end], start - begin, end - begin), begin
                else:
                    match, base = form.match(folded, start, end), 0
                if match is not None:
                    if match.end() + base > start:
                        done = match.end() + base
                        yield number, (form, match, begin - base)
                    break

    def _fitting(self, folded: str, start: int) -> list[Form]:
        """The rows that can begin as the text does at a place, in their order."""
        node = self._tree
        for char in folded[start:start + _DEEP]:
            below = node.below.get(char) or (node.below.get(DIGIT) if char.isdecimal() else None)
            if below is None:
                break
            node = below
        return self._settled(node) if node.fitting is None else node.fitting

    def _settled(self, node: _Node) -> list[Form]:
        numbers: set[int] = set()
        above: _Node | None = node
        while above is not None:
            numbers.update(above.own)
            above = above.above
        node.fitting = [self._forms[number] for number in sorted(numbers)]
        return node.fitting


def beginnings(row: Row) -> frozenset[str]:
    """How what a row matches can begin, as far as its beginnings can be counted."""
    found: frozenset[str] = frozenset()
    for depth in range(_SHALLOW, _DEEP + 1):
        found = prefixes(row.expression.text, row.expression.flags, depth)
        if len(found) > _MANY:
            break
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


def _starts(heads: Iterable[str], spaced: bool) -> re.Pattern[str]:
    """Finds the places; between blanks they are looked for by the sign before them, of which there are fewest."""
    rests: dict[str, set[str]] = {}
    for head in heads:
        rests.setdefault(head[:1] or ANY, set()).add(head[1:])
    if ANY in rests:
        return re.compile(rf"(?s)[^{_WORD}](?=.)" if spaced else r"(?s).")
    parts = []
    for first, after in sorted(rests.items()):
        letters = _DIGITS if first == DIGIT else first
        look = _tree(after)
        # one literal an alternative, so that the regex engine skips ahead to the next possible first letter
        parts += [re.escape(letter) + (f"(?={look})" if look else "") for letter in letters]
    return re.compile(f"(?s)[^{_WORD}](?={'|'.join(parts)})" if spaced else f"(?s)(?:{'|'.join(parts)})")


def _tree(rests: set[str]) -> str:
    """A pattern for any of the beginnings; "" where anything will do."""
    if any(rest in ("", ANY) for rest in rests):
        return ""
    branches: dict[str, set[str]] = {}
    for rest in rests:
        branches.setdefault(rest[0], set()).add(rest[1:])
    return "(?:" + "|".join(_escaped(first) + _tree(after) for first, after in sorted(branches.items())) + ")"


def _escaped(letter: str) -> str:
    return r"\d" if letter == DIGIT else r"\s" if letter == BLANK else re.escape(letter)
