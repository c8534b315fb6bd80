"""Endless repetition: a few signs over and over again ("1-1-1-…") are no time, and must not cost as much as times do."""
from __future__ import annotations

import re

_LONG = 1_000  # shorter texts cost little whatever they say
_RUN = re.compile(r"(?s)(?P<token>.{1,12}?)(?P=token){30,}")
_NOTHING = "\0"
_KEPT = 2  # times it stands at either end: what stands beside the run may belong to it


def without_runs(text: str) -> str:
    """The text, as long as it was, with a sign that means nothing for the inside of runs of one token."""
    return _RUN.sub(_blanked, text) if len(text) > _LONG else text


def _blanked(match: re.Match[str]) -> str:
    run, kept = match[0], _KEPT * len(match["token"])
    return run[:kept] + _NOTHING * (len(run) - 2 * kept) + run[len(run) - kept:]
