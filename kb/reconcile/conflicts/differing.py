"""Starts and ends that documents (or two places of one document) tell differently."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from kb.instants import format_instant
from kb.model import Bound, Kind
from kb.reconcile.codes import COMPLETE, FIX, VAGUE, WHOLE
from kb.reconcile.conflicts.draft import END, START, Draft, values
from kb.reconcile.events import Happening
from kb.reconcile.extent import FINE, Range, seconds
from kb.reconcile.kinship import Kin
from kb.reconcile.likeness import Told

Stated = tuple[datetime, Range, Told]


def within_events(events: Iterable[Happening], tolerance: float) -> Iterable[Draft]:
    """Claims of one event that give it another start or end than the proposed one, tolerance in seconds."""
    for event in events:
        closing = event.time.end is None and event.kind in FIX and bool(COMPLETE & set(event.aspects))
        yield from _against(event, event.time.start, [_start(one) for one in event.told], END if closing else START,
                            "start", tolerance)
        yield from _against(event, event.time.end, [_end(one) for one in event.told], END, "end", tolerance)


def _start(one: Told) -> Stated | None:
    time = one.claim.time
    if time.start is None or time.precision not in FINE or time.bound in (Bound.UNTIL, Bound.BY):
        return None
    return time.start, one.extent.start, one


def _end(one: Told) -> Stated | None:
    time = one.claim.time
    if time.end is None or time.precision not in FINE:
        return None
    return time.end, one.extent.end, one


def _against(event: Happening, proposed: datetime | None, said: Sequence[Stated | None], code: str, field: str,
             tolerance: float) -> Iterable[Draft]:
    rows = [row for row in said if row is not None]
    backing = [row for row in rows if proposed is not None and row[0] == proposed]
    if proposed is None or not backing:
        return
    comparable = {row[0] for row in rows if (row[0].tzinfo is None) == (proposed.tzinfo is None)}
    for other in sorted(comparable - {proposed}):
        dissent = [row for row in rows if row[0] == other]
        if all(_apart(one[1], two[1], tolerance) for one in backing for two in dissent):
            told = values(proposed, [row[2] for row in backing]) + values(other, [row[2] for row in dissent])
            yield Draft(code, field, (event.id,), told, format_instant(proposed))


def _apart(one: Range, other: Range, tolerance: float) -> bool:
    """Whether two ranges of seconds are farther apart than the tolerance."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return False
    return max(one.low, other.low) - min(one.high, other.high) > tolerance


def across_events(events: Sequence[Happening], kin: Kin, tolerance: float) -> Iterable[Draft]:
    """Two windows for one failing of one service that overlap and agree in neither end: overview against section."""
    rows = [event for event in events if event.kind is Kind.IMPACT and event.time.end is not None
            and event.time.start is not None and event.time.precision in FINE and event.services
            and not WHOLE & {event.happening}]
    for number, one in enumerate(rows):
        for other in rows[number + 1:]:
            if _one_failing(one, other, kin) and _overlap(one, other):
                yield from _pair(one, other, tolerance)


def _one_failing(one: Happening, other: Happening, kin: Kin) -> bool:
    shared = set(one.aspects) & set(other.aspects) - VAGUE
    main = one.happening in other.aspects or other.happening in one.aspects
    return bool(shared) and main and bool(set(one.services) & set(other.services))


def _overlap(one: Happening, other: Happening) -> bool:
    a, b, c, d = one.time.start, one.time.end, other.time.start, other.time.end
    if a is None or b is None or c is None or d is None or (a.tzinfo is None) != (c.tzinfo is None):
        return False
    return seconds(a) < seconds(d) and seconds(c) < seconds(b)


def _pair(one: Happening, other: Happening, tolerance: float) -> Iterable[Draft]:
    first, second = sorted((one, other), key=lambda event: (-len({row.document for row in event.told}), event.id))
    for code, field, read in ((START, "start", _start), (END, "end", _end)):
        mine = [row for row in map(read, first.told) if row is not None]
        theirs = [row for row in map(read, second.told) if row is not None]
        at, against = getattr(first.time, field), getattr(second.time, field)
        backing, dissent = [row for row in mine if row[0] == at], [row for row in theirs if row[0] == against]
        if backing and dissent and all(_apart(a[1], b[1], tolerance) for a in backing for b in dissent):
            told = values(at, [row[2] for row in backing]) + values(against, [row[2] for row in dissent])
            yield Draft(code, field, (one.id, other.id), told, format_instant(at))


def whole_ends(events: Sequence[Happening], tolerance: float) -> Iterable[Draft]:
    """A document that ends the outage before the last service it reports restored."""
    for document in sorted({one.document for event in events for one in event.told}):
        ends = [(row, event) for event in events for one in event.of(document)
                if WHOLE & set(one.claim.aspects) and not set(one.claim.services) - set(one.services)
                and (row := _closing(one)) is not None]
        last = max(((row, event) for event in events for one in event.of(document)
                    if one.claim.happening in COMPLETE and one.claim.services and event.kind in FIX
                    and (row := _start(one)) is not None),
                   key=lambda found: (seconds(found[0][0]), found[1].id), default=None)
        for row, event in ends:
            if last is not None and event is not last[1] and _later(row[1], last[0][1], tolerance):
                told = values(row[0], [row[2]]) + values(last[0][0], [last[0][2]])
                yield Draft(END, "end", (event.id, last[1].id), told, format_instant(last[0][0]))


def _closing(one: Told) -> Stated | None:
    if one.claim.time.end is not None:
        return _end(one)
    return _start(one) if "outage-ended" in one.claim.aspects else None


def _later(one: Range, other: Range, tolerance: float) -> bool:
    return other.low is not None and one.high is not None and other.low - one.high > tolerance
