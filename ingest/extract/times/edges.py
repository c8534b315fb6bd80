"""How what a pattern matches can begin and end, read off the pattern: so that most places are passed over unasked."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

from ingest.rulebook import parse

ANY, DIGIT, BLANK = "?", "0", " "
"""Stand for any character, any digit, any white space."""
BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace())
_WIDE = 64  # signs of a range that are still worth listing


@lru_cache(maxsize=4096)
def prefixes(pattern: str, flags: int, depth: int = 2) -> frozenset[str]:
    """The beginnings, up to `depth` characters, of what a pattern can match. A shorter one is all of it, unless it ends
    with `ANY`."""
    return frozenset(_sequence(parse(pattern, flags), depth, backwards=False))


@lru_cache(maxsize=4096)
def suffixes(pattern: str, flags: int, depth: int = 2) -> frozenset[str]:
    """The endings, up to `depth` characters, written backwards."""
    return frozenset(_sequence(parse(pattern, flags), depth, backwards=True))


def plain(text: str) -> str:
    """A text as beginnings and endings write it."""
    return text if text.isalpha() else "".join(
        DIGIT if char.isdecimal() else BLANK if char.isspace() else char for char in text)


def _sequence(nodes: Sequence[Any], depth: int, *, backwards: bool) -> set[str]:
    found = {""}
    for op, value in reversed(nodes) if backwards else nodes:
        if not any(_open(one, depth) for one in found):
            break
        longer = set()
        for one in found:
            if _open(one, depth):
                longer |= {one + rest for rest in _node(op, value, depth - len(one), backwards)}
            else:
                longer.add(one)
        found = longer
    return found


def _node(op: Any, value: Any, depth: int, backwards: bool) -> set[str]:
    if op is sre.LITERAL:
        return {plain(chr(value))}
    if op is sre.IN:
        return _charset(value)
    if op is sre.BRANCH:
        return set().union(*(_sequence(branch, depth, backwards=backwards) for branch in value[1]))
    if op is sre.SUBPATTERN:
        return _sequence(value[-1], depth, backwards=backwards)
    if op is sre.ATOMIC_GROUP:
        return _sequence(value, depth, backwards=backwards)
    if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return _repeated(value, depth, backwards)
    if op is sre.FAILURE or (op is sre.ASSERT_NOT and not len(value[1])):  # (?!), a macro without words
        return set()
    if op in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
        return {""}
    return {ANY}


def _repeated(value: Any, depth: int, backwards: bool) -> set[str]:
    least, most, inner = value
    once = _sequence(inner, depth, backwards=backwards)
    level = {""}
    found = set(level) if least == 0 else set()
    for count in range(1, min(most, max(least, depth)) + 1):
        level = {(one + rest)[:depth] if _open(one, depth) else one for one in level for rest in once}
        if count >= least:
            found |= level
        elif not any(_open(one, depth) for one in level):
            return level
    return found


def _open(one: str, depth: int) -> bool:
    """Whether more may be known of what goes on after a beginning."""
    return len(one) < depth and not one.endswith(ANY)


def _charset(items: Iterable[Any]) -> set[str]:
    found: set[str] = set()
    for op, value in items:
        if op is sre.LITERAL:
            found.add(plain(chr(value)))
        elif op is sre.RANGE and value[1] - value[0] < _WIDE:
            found |= {plain(chr(code)) for code in range(value[0], value[1] + 1)}
        elif op is sre.CATEGORY and value is sre.CATEGORY_DIGIT:
            found.add(DIGIT)
        elif op is sre.CATEGORY and value is sre.CATEGORY_SPACE:
            found.add(BLANK)
        else:
            return {ANY}
    return found
