"""A regular expression with the common beginnings of its alternatives written once: the same matches, found faster.

`server|site|node` is `s(?:erver|ite)|node`: where no "s" stands, one look leaves both out. Word lists have hundreds of
alternatives, and the regex engine tries them one after the other at every word of a text.
"""
from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["factored"]

_OPENING = re.compile(r"\((?:\?(?:P<\w+>|[aiLmsux]*(?:-[imsx]+)?:|<?[=!]|>))?(?!\?)")
_SET = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_REPEATS = "?*+{"


def factored(pattern: str) -> str:
    """The pattern with its alternatives grouped by first letters, in all groups, at all depths. One with a group that is
    not of a plain kind (a condition, a comment) is given back as it is."""
    try:
        text, end = _group(pattern, 0)
    except ValueError:
        return pattern
    return text if end == len(pattern) else pattern


def _group(pattern: str, at: int) -> tuple[str, int]:
    """The alternatives from a place to the bracket that closes them, grouped, and where that stands."""
    found = [""]
    while at < len(pattern) and pattern[at] != ")":
        char = pattern[at]
        if char == "|":
            found.append("")
            at += 1
            continue
        if char == "(":
            part, at = _inner(pattern, at)
        elif char == "[":
            part = _matched(_SET, pattern, at)
            at += len(part)
        else:
            part = pattern[at:at + (2 if char == "\\" else 1)]
            at += len(part)
        found[-1] += part
    return _joined(found), at


def _inner(pattern: str, at: int) -> tuple[str, int]:
    opening = _matched(_OPENING, pattern, at)
    body, end = _group(pattern, at + len(opening))
    if end >= len(pattern):
        raise ValueError("a bracket that nothing closes")
    return f"{opening}{body})", end + 1


def _matched(expected: re.Pattern[str], pattern: str, at: int) -> str:
    found = expected.match(pattern, at)
    if found is None:
        raise ValueError(f"not of a plain kind: {pattern[at:at + 5]!r}")
    return found[0]


def _joined(alternatives: Sequence[str]) -> str:
    """Alternatives as one pattern. Their order holds among those that can match at one place: those that begin with the
    same letter, and all that stand on either side of one that does not begin with a letter."""
    parts: list[str] = []
    run: dict[str, list[str]] = {}  # of alternatives that begin with a letter, by that letter in lower case
    for one in alternatives:
        if _begins_with_letter(one):
            run.setdefault(one[0].lower(), []).append(one)
        else:
            parts += [*map(_together, run.values()), one]
            run = {}
    return "|".join((*parts, *map(_together, run.values())))


def _together(alternatives: Sequence[str]) -> str:
    """Alternatives that begin with the same letter; letters in two cases stay apart, for case may count."""
    first = alternatives[0][0]
    if len(alternatives) == 1 or any(one[0] != first for one in alternatives):
        return "|".join(alternatives)
    size = 1
    while all(_begins_with_letter(one[size:]) and one[size] == alternatives[0][size] for one in alternatives):
        size += 1
    return f"{alternatives[0][:size]}(?:{_joined([one[size:] for one in alternatives])})"


def _begins_with_letter(text: str) -> bool:
    return text[:1].isalpha() and text[1:2] not in tuple(_REPEATS)
