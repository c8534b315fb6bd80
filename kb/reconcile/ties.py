"""From sentences about causes and order to pairs of events.

A side that is a claim is that claim's event. A side that only names services, or the outage, is looked up: the failing
(or the recovery) of that service, as the same document tells it where it does. Such a guess is `firm` only where the
sentence looks on from outside: inside a service's own section, "errors returned because of X" tells of a later stage,
not of how it all began.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.model import CauseEdge, DocumentFacts, EventEdge, Kind, Passage, Polarity, Relation, Side, Stance
from kb.reconcile.codes import AT_ONCE, COMPLETE, FIX, HARM, RESTORED, SEEN, VAGUE, WHOLE
from kb.reconcile.events import Happening
from kb.reconcile.extent import FINE, extent
from kb.reconcile.kinship import Kin

_NEAR = 3
"""Passages this close tell one story."""


@dataclass(frozen=True, slots=True)
class Tie:
    """One sentence about two events. `until_end` is true when the effect is no event of its own but a recovery within
    the effect's event: no later than that event's end."""

    edge: CauseEdge
    document: str
    cause: Happening
    effect: Happening
    firm: bool
    until_end: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    event: Happening
    firm: bool
    until_end: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One incident's events with what looking them up takes. `of_service` holds the dated ones, by each service they
    are about or a part of which they are about."""

    events: Sequence[Happening]
    by_claim: Mapping[str, Happening]
    of_service: Mapping[str, Sequence[Happening]]
    passages: Mapping[str, Sequence[Passage]]
    kin: Kin
    lead: str | None


def scene(events: Sequence[Happening], facts: Sequence[DocumentFacts], kin: Kin, lead: str | None) -> Scene:
    """The scene of one incident."""
    shelves: dict[str, list[Happening]] = {}
    for event in events:
        own = {slug for one in event.told for named in one.services for slug in kin.line(named)}
        for slug in own if extent(event.time).dated else ():
            shelves.setdefault(slug, []).append(event)
    return Scene(events, {one.id: event for event in events for one in event.told}, shelves,
                 {one.document.id: one.passages for one in facts}, kin, lead)


def ties(stage: Scene, facts: Sequence[DocumentFacts]) -> list[Tie]:
    """All ties the documents' sentences make, in a stable order. Only what is reported counts."""
    found = [tie for one in facts for edge in one.edges if edge.stance is Stance.REPORT
             for tie in _tie(edge, one.document.id, stage)]
    return sorted(found, key=lambda tie: (tie.document, tie.edge.id, tie.cause.id, tie.effect.id))


def _tie(edge: CauseEdge, document: str, stage: Scene) -> Iterable[Tie]:
    causes = _find(edge.cause, document, stage, effect=False, relation=edge.relation)
    effects = _find(edge.effect, document, stage, effect=True, relation=edge.relation)
    for cause in causes:
        for effect in effects:
            if cause.event.id != effect.event.id:
                firm = cause.firm and effect.firm and _may_cause(cause, effect, edge.relation)
                yield Tie(edge, document, cause.event, effect.event, firm, effect.until_end)


def _may_cause(cause: _Found, effect: _Found, relation: Relation) -> bool:
    """Whether the pair can be meant. That a thing worked again is no cause of its failing; and a failing that was only
    looked up is not what brought about the very state it came from."""
    if relation is Relation.PRECEDES:
        return True
    if cause.event.kind is Kind.RECOVERY and effect.event.kind in HARM:
        return False
    return cause.own or not (effect.event.kind is Kind.TRIGGER or set(AT_ONCE) & set(effect.event.aspects))


def _find(side: Side, document: str, stage: Scene, *, effect: bool, relation: Relation) -> list[_Found]:
    if side.claim is not None:
        event = stage.by_claim.get(side.claim)
        if event is None or effect or relation is Relation.PRECEDES or not _only_tells(side.claim, event):
            return [] if event is None else [_Found(event, True, own=True)]
    restored = bool(RESTORED & set(side.aspects)) and not set(side.aspects) - RESTORED - VAGUE
    wanted = _wholes(side.services, stage.kin)
    if not wanted and not effect and stage.lead and set(side.aspects) - VAGUE and relation is not Relation.PRECEDES:
        wanted = [stage.lead] if set(side.aspects) & {*AT_ONCE, "race-condition"} else []
    found = [_of_service(slug, side, document, stage, effect=effect, restored=restored) for slug in wanted]
    if not wanted and WHOLE & set(side.aspects):
        found = [_whole(document, stage)]
    return list({one.event.id: one for one in found if one is not None}.values())


def _only_tells(claim: str, event: Happening) -> bool:
    """Whether a claim says that somebody found or told something: the finding is not the cause it names."""
    own = next(one.claim for one in event.told if one.id == claim)
    return own.kind in SEEN or own.kind is Kind.COMMUNICATION or "diagnosed" in own.aspects


def _wholes(slugs: Sequence[str], kin: Kin) -> list[str]:
    """The services named, without the parts of others that are named too."""
    return [slug for slug in dict.fromkeys(slugs)
            if not any(slug != other and other in kin.line(slug) for other in slugs)]


def _of_service(slug: str, side: Side, document: str, stage: Scene, *, effect: bool, restored: bool) -> _Found | None:
    if restored and not effect:
        event = _recovery(slug, document, stage)
        return None if event is None else _Found(event, True)
    event = _onset(slug, set(side.aspects), document, stage)
    if event is None:
        return None
    inside = _inside(side, event, document, stage)
    if restored:
        return _Found(event, inside and event.time.end is not None, until_end=True)
    return _Found(event, event.time.precision in FINE and not (effect and inside))


def _candidates(slug: str, document: str, stage: Scene) -> list[Happening]:
    """Dated events about the service or a part of it, the document's own where it has any. What a part does is not
    what happens to the whole, so the whole's events are none."""
    rows = list(stage.of_service.get(slug, ()))
    return [event for event in rows if event.of(document)] or rows


def _onset(slug: str, aspects: set[str], document: str, stage: Scene) -> Happening | None:
    """When the service began to fail: the earliest harm, one that shares a telling code before others."""
    rows = [event for event in _candidates(slug, document, stage) if event.kind in HARM]
    return min(rows, key=lambda event: (not _exact(slug, event, stage), event.time.precision not in FINE,
                                        _begins(event, document),
                                        event.time.end is None, not aspects & set(event.aspects) - VAGUE, event.id),
               default=None)


def onset(slug: str, stage: Scene) -> Happening | None:
    """When a service began to fail, as all documents together tell it; None where nobody dates it."""
    return _onset(slug, set(), "", stage)


def recovery(slug: str, document: str, stage: Scene) -> Happening | None:
    """When a document says that a service worked again: the first thing told of it that is a recovery."""
    return _recovery(slug, document, stage)


def _exact(slug: str, event: Happening, stage: Scene) -> bool:
    return any(slug in stage.kin.line(own) for one in event.told for own in one.claim.services)


def _begins(event: Happening, document: str) -> float:
    times = [one.extent for one in event.of(document)] or [extent(event.time)]
    sides = [(time.start.low, time.start.high, time.end.low) for time in times]
    return min(next((value for value in side if value is not None), 0.0) for side in sides)


def _recovery(slug: str, document: str, stage: Scene) -> Happening | None:
    """When the service worked again: the first thing told of it that is a recovery and not a stopgap."""
    rows = [event for event in _candidates(slug, document, stage)
            if event.kind in FIX and RESTORED & set(event.aspects) and "temporary-mitigation" not in event.aspects]
    return min(rows, key=lambda event: (not COMPLETE & set(event.aspects) and slug in _parts(event, stage),
                                        _begins(event, document), event.id), default=None)


def _parts(event: Happening, stage: Scene) -> set[str]:
    """Wholes of which the event's services are only parts."""
    return {whole for own in event.services for whole in stage.kin.line(own)[1:]}


def _whole(document: str, stage: Scene) -> _Found | None:
    rows = [event for event in stage.events if WHOLE & set(event.aspects) and extent(event.time).dated
            and (event.kind in HARM or event.time.end is not None)]
    rows = [event for event in rows if event.of(document)] or rows
    best = min(rows, key=lambda event: (_begins(event, document), event.id), default=None)
    return None if best is None else _Found(best, True)


def _inside(side: Side, event: Happening, document: str, stage: Scene) -> bool:
    """Whether the sentence stands where the document tells of that event."""
    rows = stage.passages.get(document, ())
    here = next((row for row in rows if row.start <= side.span[0] < row.end), None)
    if here is None:
        return False
    for one in event.of(document):
        if abs(one.claim.passage - here.index) <= _NEAR or (here.section and one.claim.section == here.section):
            return True
    return False


def event_edges(rows: Sequence[Tie]) -> list[EventEdge]:
    """The edges between events, with the document edges that say so. A guess that would put the effect first becomes
    `amplifies` where the effect was still going on, and is left out where it was over."""
    said: dict[tuple[str, str, Relation, Polarity], set[str]] = {}
    for tie in rows:
        relation = tie.edge.relation if tie.firm else _loose(tie)
        if relation is not None and not tie.until_end:
            said.setdefault((tie.cause.id, tie.effect.id, relation, tie.edge.polarity), set()).add(tie.edge.id)
    return [EventEdge(*key, tuple(sorted(ids))) for key, ids in sorted(said.items())]


def _loose(tie: Tie) -> Relation | None:
    cause, effect = extent(tie.cause.time), extent(tie.effect.time)
    if cause.start.low is None or effect.start.high is None or cause.start.low <= effect.start.high:
        return tie.edge.relation
    if tie.edge.relation is Relation.PRECEDES or effect.end.high is None or effect.end.high < cause.start.low:
        return None
    return Relation.AMPLIFIES
