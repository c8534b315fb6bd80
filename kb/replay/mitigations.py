"""What can be changed about the race and about the outage: names, what each one does, and how they are read.

The race mitigations are rules of the actions in `race.py`; the outage mitigations are switches of the stage models.
"""
from __future__ import annotations

from collections.abc import Iterable

from kb.errors import InvalidInput

RACE: dict[str, str] = {
    "recheck": "before each write an action of its own compares the plan with the endpoint; a stale plan skips it",
    "content-cas": "read the endpoint, write only if it still holds what was read, else read again; no plan order",
    "versioned-cas": "the write itself refuses a plan that is not newer than the endpoint's",
    "cleanup-guard": "clean-up passes over a plan that is active anywhere, in the same action",
    "validity-limit": "the write refuses a plan that is at least the clean-up age behind the newest",
    "run-lock": "one Enactor holds a lock from pick to the end of clean-up; it never expires",
    "lease": "the same lock may expire at any moment, and its holder does not notice",
    "fenced-lease": "the lease may expire; a write or clean-up needs the lease still held by the one that acts",
    "two-phase-commit": "a coordinator commits the newest plan when every Enactor is idle; Enactors pick that plan",
    "empty-valid": "an empty endpoint is a valid state and can be written",
    "repick": "the write takes the newest plan at that moment; clean-up is measured from it",
}
OUTAGE: dict[str, str] = {
    "dwfm-depth-limit": "the host queue admits a bounded number of establish jobs from the start",
    "dwfm-lifo": "the host serves the newest work first",
    "dwfm-drop-expired": "work whose attempt has timed out is dropped unserved",
    "dwfm-jitter": "retries back off exponentially with full jitter",
    "network-depth-limit": "the Network Manager takes bounded work and defers the rest until it has room to spare",
    "nlb-velocity-control": "failover removes at most a stated share of a zone's capacity",
    "nlb-grace": "new targets are not judged before their network state can have arrived",
    "nlb-failover-off-at-detection": "automatic failover is switched off when the problem is detected",
    "warm-pool": "a stated share of replacement capacity was launched beforehand",
    "negative-ttl": "answers that say 'no such record' are cached for 60 s",
    "positive-ttl": "answers with records are cached for 5 s",
    "regional-isolation": "no call leaves its Region: the cross-Region edges do not exist",
}
ALL: dict[str, str] = RACE | OUTAGE
_LOCKS = ("run-lock", "lease", "fenced-lease")


def race_mitigations(names: Iterable[str]) -> frozenset[str]:
    """The race mitigations named. Raises InvalidInput for unknown names and for two kinds of lock at once."""
    return _known(names, RACE, "race mitigation")


def outage_mitigations(names: Iterable[str]) -> frozenset[str]:
    """Mitigations of the whole outage, the race's included. Raises InvalidInput as `race_mitigations` does."""
    return _known(names, ALL, "mitigation")


def _known(names: Iterable[str], table: dict[str, str], noun: str) -> frozenset[str]:
    chosen = frozenset(names)
    for name in sorted(chosen - table.keys(), key=str):
        raise InvalidInput(f"unknown {noun} {name!r}; known: {', '.join(table)}")
    locks = [name for name in _LOCKS if name in chosen]
    if len(locks) > 1:
        raise InvalidInput(f"one lock at a time: {', '.join(locks)} exclude each other")
    return chosen
