"""Regular expressions of rules: held to what is sound and linear, read for the words they want, compiled when first wanted.

What was read off a pattern before (`ingest.forms`) is not read again: to parse hundreds of them takes longer than to read a
document by them.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

from ingest import forms
from ingest.alternatives import factored
from ingest.literals import Wanted, wanted
from ingest.openings import Opening, openings
from kb.errors import BadData

__all__ = ["Expand", "Expression", "expression", "parse"]

_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT)
_LOOKS = (sre.ASSERT, sre.ASSERT_NOT)
_LEAVES = frozenset((sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY, sre.AT, sre.GROUPREF))

Expand = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression held to the rules, and the literal words it cannot match without. `known` is where its matches
    can begin, as far as that was looked up before: see `opens`."""

    text: str
    flags: int
    wants: Wanted
    known: forms.Opens | None = field(default=None, repr=False, compare=False)
    _made: re.Pattern[str] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when first wanted, and kept: it is asked for at every clause."""
        if self._made is None:
            object.__setattr__(self, "_made", re.compile(factored(self.text), self.flags))
        return self._made  # type: ignore[return-value]  # just set

    @property
    def opens(self) -> frozenset[Opening] | None:
        """Where a match can begin (`ingest.openings`), None where that may be anywhere."""
        if self.known is None:
            object.__setattr__(self, "known", (openings(parse(self.text, self.flags)),))
        return self.known[0]  # type: ignore[index]  # just set


def expression(text: str, source: str, expand: Expand | None = None, flags: int = re.IGNORECASE) -> Expression:
    """A pattern held to the rules: sound, only named groups, never matches "", no unbounded repeat in another."""
    try:
        written = expand(text) if expand else text
        if (known := forms.known(source, written, flags)) is not None:
            return Expression(written, flags, *known)
        tree = parse(written, flags)
        if not _steady(tree):
            raise re.error("look-behind requires fixed-width pattern")
    except (re.error, KeyError, ValueError, IndexError, OverflowError) as error:
        raise BadData(f"{source}: the pattern does not compile: {error}") from error
    if tree.state.groups - 1 != len(tree.state.groupdict):
        raise BadData(f"{source}: the pattern has a positional group; name it or write (?:…)")
    if tree.getwidth()[0] == 0 and re.compile(written, flags).search("") is not None:
        raise BadData(f'{source}: the pattern matches ""')
    if _nested(tree, False):
        raise BadData(f"{source}: the pattern has an unbounded repeat inside an unbounded repeat")
    return Expression(written, flags, wanted(tree))


@lru_cache(maxsize=128)  # the rows of one stage, whose trees the stage may want to look at too
def parse(pattern: str, flags: int) -> sre_parser.SubPattern:
    """The parse tree of a pattern. Raises re.error."""
    return sre_parser.parse(pattern, flags)


def _steady(nodes: Any) -> bool:
    """Whether every look-behind has one width: the only fault that shows when a pattern is compiled, not parsed."""
    for op, value in nodes:
        if op in _LOOKS and value[0] < 0 and value[1].getwidth()[0] != value[1].getwidth()[1]:
            return False
        if op not in _LEAVES and not all(_steady(part) for part in _below(value)):
            return False
    return True


def _nested(nodes: Any, inside: bool) -> bool:
    """Whether an unbounded, backtracking repeat stands in another: the shape that goes quadratic or worse.

    Only what can hold a repeat is entered: vocabularies are thousands of letters, and every start would read them all.
    """
    for op, value in nodes:
        if op in _REPEATS:
            unbounded = value[1] == sre.MAXREPEAT
            if (inside and unbounded) or _nested(value[2], inside or unbounded):
                return True
        elif op not in _LEAVES and any(_nested(part, inside) for part in _below(value)):
            return True
    return False


def _below(value: Any) -> Iterator[sre_parser.SubPattern]:
    """The sequences of nodes in a node's value, which are parts of tuples and lists of its own shape."""
    if isinstance(value, sre_parser.SubPattern):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _below(part)
