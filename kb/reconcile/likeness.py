"""Whether two claims tell the same happening, and how surely. Needs no language: kinds, codes, services, times."""
from __future__ import annotations

from dataclasses import dataclass

from kb.model import Bound, Claim, Kind
from kb.reconcile.codes import COMPLETE, FIX, HARM, SEEN, VAGUE, WHOLE
from kb.reconcile.extent import EAST, FINE, HOUR, WEST, Extent, Range, extent, seconds
from kb.reconcile.kinship import Kin

_FAR = 3 * HOUR
"""Two documents that put one happening farther apart than this speak of two."""


@dataclass(frozen=True, slots=True)
class Told:
    """A report claim with its document. `services` are its own or, where it names none, the incident's main one.

    `lone` is true when no other claim of its document has the same happening and services.
    """

    claim: Claim
    document: str
    services: tuple[str, ...]
    lone: bool

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.claim.id

    @property
    def extent(self) -> Extent:
        """Where its start and end lie."""
        return extent(self.claim.time)

    @property
    def ranged(self) -> bool:
        """Whether it tells a start and an end."""
        return self.claim.time.start is not None and self.claim.time.end is not None


def likeness(one: Told, other: Told, kin: Kin) -> float:
    """Above 0 when both may be the same happening; the higher, the surer."""
    if not bearable(one, other, kin):
        return 0.0
    codes = _codes(one.claim, other.claim)
    exact = 1.0 if set(one.services) == set(other.services) else 0.8
    if one.document == other.document:
        return _restated(one, other, codes) * exact
    return _retold(one, other, codes) * exact


def bearable(one: Told, other: Told, kin: Kin) -> bool:
    """Whether two claims may stand in one event at all: their kinds agree, and so do their services.

    A name one document taught ("the network") agrees with any service, where both tell one telling code of one instant.
    """
    if not views_agree(one, other) or _gap(one.extent.hull, other.extent.hull) > _FAR:
        return False
    if kin.meet(one.services, other.services):
        return True
    return ((taught(one, kin) or taught(other, kin)) and one.document != other.document
            and one.claim.happening == other.claim.happening and one.claim.happening not in VAGUE and one.extent.dated
            and _equal(one, other))


def taught(one: Told, kin: Kin) -> bool:
    """Whether it calls what it is about by names that documents taught, and by no other."""
    return bool(one.services) and all(map(kin.learned, one.services))


def _gap(one: Range, other: Range) -> float:
    """Seconds between two stretches, 0 where they overlap or one has no date."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return 0.0
    return max(0.0, one.low - other.high, other.low - one.high)


def views_agree(one: Told, other: Told) -> bool:
    """Whether the kinds may be two views of one happening. What has a start and an end is told by its failing in one
    place and by its recovery in another, so that ranges agree unless one is a message."""
    mine, theirs = one.claim.kind, other.claim.kind
    if mine == theirs:
        return True
    if one.ranged and other.ranged:
        return Kind.COMMUNICATION not in (mine, theirs)
    return theirs in _VIEWS[mine]


_GROUPS = (HARM, FIX, SEEN, frozenset({Kind.IMPACT, Kind.STATE}))
_VIEWS = {kind: frozenset[Kind]().union(*(group for group in _GROUPS if kind in group)) for kind in Kind}


def _codes(one: Claim, other: Claim) -> float:
    if one.happening == other.happening:
        return 1.0
    if one.happening in other.aspects or other.happening in one.aspects:
        return 0.8
    shared = set(one.aspects) & set(other.aspects)
    return 0.6 if shared - VAGUE else 0.3 if shared else 0.0


def _restated(one: Told, other: Told, codes: float) -> float:
    """Two claims of one document: only the same instants told again."""
    if not one.extent.dated or not _equal(one, other):
        return 0.0
    if one.ranged:
        whole = (one.claim.happening in WHOLE) == (other.claim.happening in WHOLE)
        return 0.9 if whole and set(one.services) == set(other.services) else 0.0
    same = set(one.services) == set(other.services) or one.claim.happening not in VAGUE | COMPLETE
    return 0.9 if codes == 1.0 and same else 0.0


def _retold(one: Told, other: Told, codes: float) -> float:
    """Two claims of two documents."""
    if not one.extent.dated or not other.extent.dated:
        return 0.5 if not one.extent.dated and not other.extent.dated and codes == 1.0 and _lone(one, other) else 0.0
    if _equal(one, other):
        return 2.0 + codes if codes or one.ranged or one.claim.kind == other.claim.kind else 0.0
    specific = codes == 1.0 and one.claim.happening not in VAGUE
    if one.ranged and other.ranged:
        return 1.0 + codes if codes >= 0.6 and _one_end(one, other) else 0.0
    if one.ranged != other.ranged:
        return 0.8 if specific and _start(one) is not None and _start(one) == _start(other) else 0.0
    if _coarse(one) or _coarse(other):
        mains = ({one.claim.happening} & {*other.claim.aspects, other.claim.happening}
                 | {other.claim.happening} & {*one.claim.aspects, one.claim.happening})
        telling = bool(mains - VAGUE)
        return 0.6 + codes if telling and _compatible(one.extent, other.extent) else 0.0
    near = abs((_start(one) or 0) - (_start(other) or 0)) <= _FAR
    return 0.4 if codes == 1.0 and near and _lone(one, other) and one.claim.kind == other.claim.kind else 0.0


def _lone(one: Told, other: Told) -> bool:
    return one.lone and other.lone and set(one.services) == set(other.services)


def _start(one: Told) -> float | None:
    return None if one.claim.time.start is None else seconds(one.claim.time.start)


def _ends(one: Told) -> tuple[object, object, bool]:
    time = one.claim.time
    return (time.start and seconds(time.start), time.end and seconds(time.end), one.extent.drift)


def _equal(one: Told, other: Told) -> bool:
    """The same instants, `since`, `by` and `at` alike; what lasted until then is not what happened then."""
    until = (one.claim.time.bound is Bound.UNTIL) == (other.claim.time.bound is Bound.UNTIL)
    both_fine = (one.claim.time.precision in FINE) == (other.claim.time.precision in FINE)
    return until and both_fine and _ends(one) == _ends(other)


def _one_end(one: Told, other: Told) -> bool:
    """Two ranges that differ in one end only: the same range told differently."""
    mine, theirs = _ends(one), _ends(other)
    return mine[2] == theirs[2] and (mine[0] == theirs[0]) != (mine[1] == theirs[1])


def _coarse(one: Told) -> bool:
    return one.claim.time.precision not in FINE or one.claim.time.approximate or one.claim.time.bound is Bound.BY


def _compatible(one: Extent, other: Extent) -> bool:
    """Whether both may have started at one instant, whatever zone was meant where none was stated."""
    low = _max(_shift(one.start, one.drift).low, _shift(other.start, other.drift).low)
    high = _min(_shift(one.start, one.drift).high, _shift(other.start, other.drift).high)
    return low is None or high is None or low <= high


def _shift(side: Range, drift: bool) -> Range:
    if not drift:
        return side
    return Range(None if side.low is None else side.low - EAST, None if side.high is None else side.high + WEST)


def _max(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else max(one, other)


def _min(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else min(one, other)
