"""What is rolled out once trouble is known is meant to mend it: told after a failure, an alert or a report of users, a
deploy is a mitigation and no trigger. What is started right after people did something against the trouble is a part of
that. Clauses alone cannot tell: "the new version was deployed", "the workers were started" say neither."""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from kb.model import Claim, Kind, Precision, Stance

_ROLLED_OUT = ("deploy", "config-change")
_STARTED = "started"
_TROUBLE = (Kind.IMPACT, Kind.DETECTION)
_EXACT = (Precision.MINUTE, Precision.SECOND)
_STORY = timedelta(days=3)  # trouble longer ago is another story


def remedied(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims of a document, with those that roll something out after trouble was told of as mitigations, and those
    that start something where the last that was told before them is one."""
    known = sorted(_when(one) for one in claims if one.kind in _TROUBLE and _exact(one))
    mended = [replace(one, kind=Kind.MITIGATION) if _mends(one, known) else one for one in claims]
    last: Claim | None = None
    for place in sorted((place for place, one in enumerate(mended) if _exact(one)), key=lambda place: _when(mended[place])):
        one = mended[place]
        if one.happening == _STARTED and last is not None and last.kind is Kind.MITIGATION and _soon(last, one):
            mended[place] = replace(one, kind=Kind.MITIGATION)
        last = mended[place]
    return tuple(mended)


def _soon(first: Claim, then: Claim) -> bool:
    return _when(then) - _when(first) <= _STORY


def _mends(claim: Claim, known: Sequence[datetime]) -> bool:
    if claim.kind is not Kind.TRIGGER or claim.happening not in _ROLLED_OUT or not _exact(claim):
        return False
    before = bisect_left(known, _when(claim))
    return before > 0 and _when(claim) - known[before - 1] <= _STORY


def _exact(claim: Claim) -> bool:
    return claim.time.start is not None and claim.time.precision in _EXACT and claim.stance is Stance.REPORT


def _when(claim: Claim) -> datetime:
    """The start without its zone: within one document local times and instants are told in one way or are days apart."""
    assert claim.time.start is not None
    return claim.time.start.replace(tzinfo=None)
