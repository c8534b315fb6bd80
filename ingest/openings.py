"""Where a match of a regular expression can begin, read off its parse tree: so many signs before a literal word.

A search tries every place of a text, and most places cannot begin a match. Where the words stand is known of a text that
was read once (`ingest/concordance.py`); then only a few places need be tried.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from ingest.literals import REPEATS, folded, rarity, signs

__all__ = ["Opening", "openings"]

_MOST = 1000  # openings of one pattern; to look up more costs more than a search does
_FAR = 8  # signs before a word
_LONG = 5  # signs of a word that tell enough: with more there would be many more words
_ENOUGH = 2
_EVERYWHERE = " ,.:;-\n\t"  # other marks ("`", "(") stand in few places of a text
_LOOKS = (sre.ASSERT, sre.ASSERT_NOT)
_CLASSES = (sre.IN, sre.NOT_LITERAL, sre.ANY)


class Opening(NamedTuple):
    """A match may begin `offset` signs before a folded word, or at the start of the text where the word is ""."""

    word: str
    offset: int


class _Unclear(Exception):
    """It cannot be told in few words where a match begins."""


def openings(tree: Any) -> frozenset[Opening] | None:
    """All openings of a parsed pattern (`re._parser.parse`); None where they are too many, or a match may begin anywhere."""
    if tree.getwidth()[0] == 0 or tree.state.flags & re.MULTILINE:
        return None
    found: set[Opening] = set()
    try:
        for number, one in enumerate(_openings(_before(tree, None), 0, "")):
            found.add(one)
            if len(found) > _MOST or number > 4 * _MOST:
                return None
    except _Unclear:
        return None
    return frozenset(found)


def _before(nodes: Any, rest: Any) -> Any:
    """Nodes and what follows them, as nested pairs."""
    for node in reversed(list(nodes)):
        rest = (node, rest)
    return rest


def _openings(rest: Any, offset: int, word: str) -> Iterator[Opening]:
    """The openings of what follows a `word` that stands `offset` signs behind the beginning."""
    while _worth(word) < _LONG and rest is not None:
        (op, value), rest = rest
        if op is sre.LITERAL:
            word += folded(chr(value))
        elif op is sre.SUBPATTERN:
            if value[1] & re.MULTILINE:
                raise _Unclear
            rest = _before(value[3], rest)
        elif op is sre.ATOMIC_GROUP:
            rest = _before(value, rest)
        elif op is sre.AT and value in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING) and not word and not offset:
            yield Opening("", 0)
            return
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from _openings(_before(branch, rest), offset, word)
            return
        elif op in REPEATS:
            least, most, inner = value
            if least == 0:
                yield from _openings(rest, offset, word)
            more = most if most is sre.MAXREPEAT else most - 1
            rest = _before(inner, ((op, (max(least - 1, 0), more, inner)), rest) if more else rest)
        elif op is sre.IN and (few := signs(value)):
            for sign in sorted(few):
                yield from _openings(rest, offset, word + sign)
            return
        elif op in _CLASSES:
            if _worth(word) >= _ENOUGH:
                break
            offset, word = offset + len(word) + 1, ""
            if offset > _FAR:
                raise _Unclear
        elif op is not sre.AT and op not in _LOOKS:
            raise _Unclear
    if _worth(word) < _ENOUGH:
        raise _Unclear
    yield Opening(word, offset)


def _worth(word: str) -> int:
    return sum(rarity(sign) if sign.isalnum() or sign in _EVERYWHERE else 2 for sign in word)
