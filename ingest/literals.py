"""Which literal words a regular expression cannot match without, read off its parse tree.

`wanted(tree)` gives a conjunction of alternatives: of every set at least one text stands in whatever the pattern matches.
Texts are folded (`folded`), so a set holds whatever the case of the text is. No set at all means "may match anything".
"""
from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from re import _casefix as casefix  # type: ignore[attr-defined]
from re import _constants as sre  # type: ignore[attr-defined]
from typing import Any

__all__ = ["REPEATS", "Wanted", "folded", "rarity", "signs", "wanted"]

Wanted = tuple[frozenset[str], ...]

_MOST = 128  # strings a run of literals may spell; more are not worth telling apart
_MOST_BRANCHES = 512  # alternatives of a word list
_MOST_SETS = 3
_MOST_SIGNS = 12  # signs of a set ("[eéè]") that are spelt out
_EASTERN = "\u2e80"
_ENOUGH = 2  # a single Latin letter stands everywhere
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_NOTHING = frozenset({""})

# letters that `re.IGNORECASE` takes for each other though their lower cases differ ("ſ" and "s")
_SAME = {code: min(code, *others) for code, others in casefix._EXTRA_CASES.items()}
_DIGITS = frozenset("0123456789")
_LAST_DIGIT = 0x1FBF9
# nor do digits of other scripts differ from ours, which `\d` takes all
_TABLE = {code: first for code, first in _SAME.items() if code != first} | {
    code: ord(str(unicodedata.decimal(chr(code)))) for code in range(0x660, _LAST_DIGIT + 1) if chr(code).isdecimal()}
_BEYOND = 0x10000  # one range for all that is rarer still: many of them would make the search slow
# most texts have none of them: said by a few ranges, which is faster than asking for each sign
_UNCOMMON = re.compile("[^\0-\u012f\u0132-\u017e\u0180-\u02ff\u1ea0-\u1eff\u2010-\u2125\u3000-\u9fff\uac00-\ud7a3\uff01-\uff0f]")
_RARE = re.compile("[" + "".join(re.escape(chr(code)) for code in _TABLE if code < _BEYOND) + "\u0130\U00010000-\U0010ffff]")


def folded(text: str) -> str:
    """The text with one spelling for all letters that a pattern which ignores case takes for the same, and for digits."""
    low = text.lower()
    if low.isascii() or not ((_UNCOMMON.search(low) and _RARE.search(low)) or "\u0130" in text):
        return low
    return _RARE.sub(_common, text.replace("\u0130", "i").lower())


def _common(found: re.Match[str]) -> str:
    return chr(_TABLE.get(ord(found[0]), ord(found[0])))


def wanted(tree: Any) -> Wanted:
    """The sets of a parsed pattern (`re._parser.parse`), the most telling first."""
    exact, sets = _sequence(tree)
    found = [*sets, *([exact] if exact is not None else [])]
    useful = {one for one in map(_shortest, found) if _worth(one) >= _ENOUGH}
    return tuple(sorted(useful, key=lambda one: (-_worth(one), len(one), sorted(one)))[:_MOST_SETS])


def _worth(texts: frozenset[str]) -> int:
    if "".join(texts).isascii():
        return min(map(len, texts), default=0)
    return min((sum(map(rarity, text)) for text in texts), default=0)


def rarity(char: str) -> int:
    """Two for signs that tell as much as two Latin letters do: of Eastern scripts, and "©"."""
    return 2 if char >= _EASTERN or not (char.isascii() or char.isalnum()) else 1


def _shortest(texts: frozenset[str]) -> frozenset[str]:
    """Without those that hold another one."""
    kept: list[str] = []
    for _, equal in itertools.groupby(sorted(texts, key=len), key=len):
        kept += [text for text in equal if not any(shorter in text for shorter in kept)]
    return frozenset(kept)


Found = tuple[frozenset[str] | None, list[frozenset[str]]]
"""All texts that a piece can be, where they are few, and the sets that it cannot do without."""


def _sequence(parts: Iterable[Any]) -> Found:
    run, sets, whole = _NOTHING, [], True
    for exact, more in _pieces(parts):
        sets += more
        if exact is not None and len(run) * len(exact) <= max(_MOST, len(exact) if run == _NOTHING else 0):
            run = frozenset([left + right for left in run for right in exact])
            continue
        sets.append(run)
        whole = False
        run = exact if exact is not None else _NOTHING
    if whole:
        return run, sets
    return None, [*sets, run]


def _pieces(parts: Iterable[Any]) -> Iterator[Found]:
    """The pieces of a sequence, letters in a row as one."""
    letters = ""
    for op, value in parts:
        if op is sre.LITERAL:
            letters += _letter(value)
            continue
        if letters:
            yield frozenset((letters,)), []
            letters = ""
        yield _piece(op, value)
    if letters:
        yield frozenset((letters,)), []


@lru_cache(maxsize=4096)
def _letter(code: int) -> str:
    return folded(chr(code))


def _piece(op: Any, value: Any) -> Found:
    if op is sre.IN:
        return signs(value), []
    if op is sre.ASSERT:  # what must follow, or stand before, is wanted too
        exact, sets = _sequence(value[1])
        return _NOTHING, [*sets, *([exact] if exact is not None else [])]
    if op in (sre.AT, sre.ASSERT_NOT):
        return _NOTHING, []
    if op is sre.SUBPATTERN:
        return _sequence(value[3])
    if op is sre.ATOMIC_GROUP:
        return _sequence(value)
    if op is sre.BRANCH:
        return _branches([_sequence(branch) for branch in value[1]])
    if op in REPEATS:
        return _repeat(*value)
    return None, []


def signs(items: Sequence[Any]) -> frozenset[str] | None:
    """The signs of a set of a parsed pattern, folded; None where they are not few."""
    found: set[str] = set()
    for op, value in items:
        if op is sre.LITERAL:
            found.add(_letter(value))
        elif op is sre.RANGE and value[1] - value[0] < _MOST_SIGNS:
            found.update(map(_letter, range(value[0], value[1] + 1)))
        elif op is sre.CATEGORY and value is sre.CATEGORY_DIGIT:
            found |= _DIGITS  # those of other scripts fold to ours
        else:
            return None
    return frozenset(found) if len(found) <= _MOST_SIGNS else None


def _branches(branches: Sequence[Found]) -> Found:
    exact = [one for one, _ in branches if one is not None]
    if len(exact) == len(branches):
        union = frozenset().union(*exact)
        if len(union) <= _MOST_BRANCHES:
            return union, []
    best: list[frozenset[str]] = []
    for one, sets in branches:
        choices = [*sets, *([one] if one is not None else [])]
        if not choices:
            return None, []
        best.append(max(choices, key=lambda texts: (_worth(texts), -len(texts))))
    union = frozenset().union(*best)
    return None, [union] if len(union) <= _MOST_BRANCHES else []


def _repeat(least: int, most: int, inner: Any) -> Found:
    exact, sets = _sequence(inner)
    if least == 0:
        optional = exact is not None and most == 1
        return (exact | _NOTHING if exact is not None and optional else None), []
    if least == most == 1:
        return exact, sets
    return None, [*sets, *([exact] if exact is not None else [])]
