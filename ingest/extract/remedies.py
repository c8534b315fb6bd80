"""What the order of a story makes of things that clauses alone cannot tell.

What is rolled out once trouble is known is meant to mend it: told after a failure, an alert, a finding or a report of
users, a deploy is a mitigation and no trigger ("the new version was deployed" says neither). What is started right after
people did something against the trouble is a part of that. And what people notice once trouble is known is a step of
finding out, no detection ("Discovered that the node was full")."""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from kb.model import Claim, Kind, Precision, Stance

_ROLLED_OUT = ("deploy", "config-change", "changed")
_STARTED = "started"
_TROUBLE = (Kind.IMPACT, Kind.DETECTION, Kind.DIAGNOSIS)
_NOTICED = "noticed"
_KNOWN = (Kind.DETECTION, Kind.DIAGNOSIS)
_EXACT = (Precision.MINUTE, Precision.SECOND)
_STORY = timedelta(days=3)  # trouble longer ago is another story


def remedied(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims of a document, each of the kind that what was told before makes it."""
    known = sorted(_when(one) for one in claims if one.kind in _TROUBLE and _exact(one))
    seen = sorted(_when(one) for one in claims if one.kind in _KNOWN and _exact(one))
    settled = [_settled(one, known, seen) for one in claims]
    last: Claim | None = None
    for place in sorted((place for place, one in enumerate(settled) if _exact(one)), key=lambda place: _when(settled[place])):
        one = settled[place]
        if one.happening == _STARTED and last is not None and last.kind is Kind.MITIGATION and _soon(last, one):
            settled[place] = replace(one, kind=Kind.MITIGATION)
        last = settled[place]
    return tuple(settled)


def _soon(first: Claim, then: Claim) -> bool:
    return _when(then) - _when(first) <= _STORY


def _settled(claim: Claim, known: Sequence[datetime], seen: Sequence[datetime]) -> Claim:
    if claim.kind is Kind.TRIGGER and claim.happening in _ROLLED_OUT and _after(claim, known):
        return replace(claim, kind=Kind.MITIGATION)
    if claim.kind is Kind.DETECTION and claim.happening == _NOTICED and _after(claim, seen):
        return replace(claim, kind=Kind.DIAGNOSIS)
    return claim


def _after(claim: Claim, known: Sequence[datetime]) -> bool:
    """Whether one of the moments, in order, is before the claim and of the same story."""
    if not _exact(claim):
        return False
    before = bisect_left(known, _when(claim))
    return before > 0 and _when(claim) - known[before - 1] <= _STORY


def _exact(claim: Claim) -> bool:
    return claim.time.start is not None and claim.time.precision in _EXACT and claim.stance is Stance.REPORT


def _when(claim: Claim) -> datetime:
    """The start without its zone: within one document local times and instants are told in one way or are days apart."""
    assert claim.time.start is not None
    return claim.time.start.replace(tzinfo=None)
