"""Find where pieces stand, fast: one pattern stops at every place where some row could begin, by its first letters;
only there, and only among the rows that begin so, a row is looked for. Rows keep their order, the first that fits wins.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

from ingest.rulebook import Row, parse

_ANY, _DIGIT = "?", "0"  # stand for any character, any digit
_NAME = re.compile(r"\(\?P<\w+>")
_DIGITS = "0123456789"


class Scanner:
    """Matches of rows in folded text. `guard` is a zero-width pattern that must hold where a row starts."""

    def __init__(self, rows: Sequence[Row], guard: str, spaced: bool) -> None:
        self._rows = rows
        self._guard = guard
        # words between blanks share beginnings ("en", "de"): more letters tell them apart
        self._heads = [prefixes(row.expression.text, row.expression.flags, 4 if spaced else 2) for row in rows]
        self._unions: dict[str, re.Pattern[str]] = {}
        self._start = _starts({head for heads in self._heads for head in heads}, spaced)

    def matches(self, folded: str) -> Iterator[tuple[Row, re.Match[str]]]:
        """Rows and their matches, leftmost first, not overlapping."""
        done = 0
        for candidate in self._start.finditer(folded):
            start = candidate.start()
            if start < done:
                continue
            found = self._union(folded[start]).match(folded, start)
            if found is None or found.end() == start:
                continue
            row = self._rows[int((found.lastgroup or "_0")[1:])]
            again = row.pattern.match(folded, start)
            if again is not None:
                done = again.end()
                yield row, again

    def _union(self, letter: str) -> re.Pattern[str]:
        """The rows that can begin with a letter, as one pattern; compiled when first wanted."""
        head = _DIGIT if letter in _DIGITS else letter
        union = self._unions.get(head)
        if union is None:
            fitting = [i for i, heads in enumerate(self._heads) if any(one[:1] in (head, _ANY, "") for one in heads)]
            parts = "|".join(f"(?P<_{i}>{_NAME.sub('(?:', self._rows[i].expression.text)})" for i in fitting)
            union = self._unions[head] = re.compile(f"{self._guard}(?:{parts})")
        return union


def _starts(heads: Iterable[str], spaced: bool) -> re.Pattern[str]:
    rests: dict[str, set[str]] = {}
    for head in heads:
        rests.setdefault(head[:1] or _ANY, set()).add(head[1:])
    if _ANY in rests:
        return re.compile(r"(?s)(?<!\w)." if spaced else r"(?s).")
    parts = []
    for first, after in sorted(rests.items()):
        letters = _DIGITS if first == _DIGIT else first
        look = _tree(after)
        # one literal an alternative, so that the regex engine skips ahead to the next possible first letter
        parts += [re.escape(letter) + (f"(?={look})" if look else "") for letter in letters]
    before = r"(?<!\w.)" if spaced else ""
    return re.compile(f"(?s)(?:{'|'.join(parts)}){before}")


def _tree(rests: set[str]) -> str:
    """A pattern for any of the beginnings; "" where anything will do."""
    if any(rest in ("", _ANY) for rest in rests):
        return ""
    branches: dict[str, set[str]] = {}
    for rest in rests:
        branches.setdefault(rest[0], set()).add(rest[1:])
    return "(?:" + "|".join(_escaped(first) + _tree(after) for first, after in sorted(branches.items())) + ")"


def _escaped(letter: str) -> str:
    return r"\d" if letter == _DIGIT else re.escape(letter)


@lru_cache(maxsize=4096)
def prefixes(pattern: str, flags: int, depth: int = 2) -> frozenset[str]:
    """The beginnings, up to `depth` characters, of what a pattern can match; "0" is any digit, "?" any character."""
    return frozenset(_sequence(parse(pattern, flags), depth))


def _sequence(nodes: Iterable[Any], depth: int) -> set[str]:
    found = {""}
    for op, value in nodes:
        if all(len(one) == depth or one.endswith(_ANY) for one in found):
            break
        longer = set()
        for one in found:
            if len(one) == depth or one.endswith(_ANY):
                longer.add(one)
            else:
                longer |= {one + rest for rest in _node(op, value, depth - len(one))}
        found = longer
    return found


def _node(op: Any, value: Any, depth: int) -> set[str]:
    if op is sre.LITERAL:
        letter = chr(value)
        return {_DIGIT if letter in _DIGITS else letter}
    if op is sre.IN:
        return _charset(value)
    if op is sre.BRANCH:
        return set().union(*(_sequence(branch, depth) for branch in value[1]))
    if op is sre.SUBPATTERN:
        return _sequence(value[-1], depth)
    if op is sre.ATOMIC_GROUP:
        return _sequence(value, depth)
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return _repeated(value, depth)
    if op is sre.FAILURE or (op is sre.ASSERT_NOT and not len(value[1])):  # (?!), a macro without words
        return set()
    if op in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
        return {""}
    return {_ANY}


def _repeated(value: Any, depth: int) -> set[str]:
    least, most, inner = value
    once = _sequence(inner, depth)
    found = set(once)
    if most > 1:
        for one in once:
            if 0 < len(one) < depth and not one.endswith(_ANY):
                found |= {one + rest for rest in _sequence(inner, depth - len(one))}
    return found | {""} if least == 0 else found


def _charset(items: Iterable[Any]) -> set[str]:
    found: set[str] = set()
    for op, value in items:
        if op is sre.LITERAL:
            found.add(_DIGIT if chr(value) in _DIGITS else chr(value))
        elif op is sre.RANGE and value[1] - value[0] < 64:
            found |= {_DIGIT if chr(code) in _DIGITS else chr(code) for code in range(value[0], value[1] + 1)}
        elif op is sre.CATEGORY and value is sre.CATEGORY_DIGIT:
            found.add(_DIGIT)
        elif op is sre.CATEGORY and value is sre.CATEGORY_SPACE:
            found |= {" ", "\n"}
        else:
            return {_ANY}
    return found
