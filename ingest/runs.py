"""Endless repetition: a few signs over and over again ("1-1-1-…") are no time, and must not cost as much as times do."""
from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress
from operator import eq

_LONG = 1_000  # shorter texts cost little whatever they say
_LONGEST, _MOST = 12, 30  # of a token that is repeated, more often than that
_RUN = re.compile(rf"(?s)(?P<token>.{{1,{_LONGEST}}}?)(?P=token){{{_MOST},}}")
_NOTHING = "\0"
_KEPT = 2  # times it stands at either end: what stands beside the run may belong to it


def without_runs(text: str) -> str:
    """The text, as long as it was, with a sign that means nothing for the inside of runs of one token."""
    return _RUN.sub(_blanked, text) if len(text) > _LONG and _has_run(text) else text


def _has_run(text: str) -> bool:
    """Whether a run stands somewhere. A run says twice the same wherever one looks into it, so that it is enough to look
    once in its length; the pattern would look everywhere."""
    for size in range(1, _LONGEST + 1):
        for at in _twice(text, size):
            token = text[at:at + size]
            if token == text[at + size:at + 2 * size]:
                around = text[max(at - (_MOST + 1) * size, 0):at + (_MOST + 3) * size]
                if token * _MOST in around:
                    return True
    return False


def _twice(text: str, size: int) -> Iterator[int]:
    """The places to look for a token of a size, where at least its first sign stands twice: most do not."""
    step = (_MOST - 1) * size
    return compress(range(0, len(text) - 2 * size, step), map(eq, text[::step], text[size::step]))


def _blanked(match: re.Match[str]) -> str:
    run, kept = match[0], _KEPT * len(match["token"])
    return run[:kept] + _NOTHING * (len(run) - 2 * kept) + run[len(run) - kept:]
