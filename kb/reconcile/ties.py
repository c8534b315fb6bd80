"""From sentences about causes and order to pairs of events.

A side that is a claim is that claim's event. A side that only names services, or the outage, is looked up: the failing
(or the recovery) of that service, as the same document tells it where it does. Such a guess is `firm` only where the
sentence looks on from outside: inside a service's own section, "errors returned because of X" tells of a later stage,
not of how it all began.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.model import CauseEdge, DocumentFacts, EventEdge, Kind, Polarity, Relation, Side, Stance
from kb.reconcile.codes import AT_ONCE, HARM, RESTORED, VAGUE, WHOLE
from kb.reconcile.events import Happening
from kb.reconcile.extent import DAY, FINE, extent
from kb.reconcile.kinship import Kin
from kb.reconcile.scene import Scene

_ANOTHER = DAY / 2
_SET_OFF = frozenset({*AT_ONCE, "race-condition"})
"""Codes of what sets an outage off: where no service is named, it is that of the incident."""


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
    """An event a side means. `own` when the side is one of its claims, `firm` when it tells how that event began."""

    event: Happening
    firm: bool
    until_end: bool = False
    own: bool = False


def ties(stage: Scene, facts: Sequence[DocumentFacts]) -> list[Tie]:
    """All ties the documents' sentences make, in a stable order. Only what is reported counts."""
    found = [tie for one in facts for edge in one.edges if edge.stance is Stance.REPORT
             for tie in _tie(edge, one.document.id, stage)]
    return sorted(found, key=lambda tie: (tie.document, tie.edge.id, tie.cause.id, tie.effect.id))


def _tie(edge: CauseEdge, document: str, stage: Scene) -> Iterable[Tie]:
    order = edge.relation is Relation.PRECEDES
    causes = _own(edge.cause, stage, telling=order) or _causes(edge.cause, document, stage, order)
    effects = _own(edge.effect, stage, telling=order) or _effects(edge.effect, document, stage)
    for cause in causes:
        for effect in effects:
            if cause.event.id != effect.event.id and (order or _meant(cause, effect, stage.kin)):
                firm = cause.firm and effect.firm and (order or not _relapse(cause, effect))
                yield Tie(edge, document, cause.event, effect.event, firm, effect.until_end)


def _meant(cause: _Found, effect: _Found, kin: Kin) -> bool:
    """A failing that was only looked up is another one where it came half a day after its effect, and did not bring
    about the very state it came from."""
    if cause.own and effect.own:
        return True
    early, late = extent(cause.event.time).start.low, extent(effect.event.time).start.high
    if early is not None and late is not None and early - late > _ANOTHER:
        return False
    sets_off = effect.event.kind is Kind.TRIGGER or bool(set(AT_ONCE) & set(effect.event.aspects))
    return cause.own or not sets_off or not kin.meet(effect.event.services, cause.event.services)


def _relapse(cause: _Found, effect: _Found) -> bool:
    """That a thing worked again may bring on a new failing, but says nothing of when the failing began."""
    return cause.event.kind is Kind.RECOVERY and effect.event.kind in HARM


def _own(side: Side, stage: Scene, *, telling: bool) -> list[_Found]:
    """The event of the side's claim. A claim that somebody found or told something is not what was found or told,
    except in the order of things."""
    event = stage.by_claim.get(side.claim or "")
    if event is None:
        return []
    claim = next(one.claim for one in event.told if one.id == side.claim)
    tells = claim.kind is Kind.DIAGNOSIS or claim.kind is Kind.COMMUNICATION or "diagnosed" in claim.aspects
    return [_Found(event, True, own=True)] if telling or not tells else []


def _causes(side: Side, document: str, stage: Scene, order: bool) -> list[_Found]:
    wanted = _wholes(side.services, stage.kin)
    if not wanted and stage.lead and not order and _SET_OFF & set(side.aspects):
        wanted = [stage.lead]
    restored = _restored(side)
    found = [stage.recovery(slug, document) if restored else stage.onset(slug, document, frozenset(side.aspects))
             for slug in wanted]
    if not wanted and WHOLE & set(side.aspects):
        found = [stage.whole(document)]
    events = {event.id: event for event in found if event is not None}
    if not wanted and not events and not order:
        return _failure(side, document, stage)
    return [_Found(event, event.time.precision in FINE) for event in events.values()]


def _failure(side: Side, document: str, stage: Scene) -> list[_Found]:
    """ "The failure", of nothing named, is that of the incident's main service: a guess that binds no time."""
    if not stage.lead or not side.aspects or set(side.aspects) - VAGUE:
        return []
    event = stage.onset(stage.lead, document)
    return [] if event is None else [_Found(event, False)]


def _effects(side: Side, document: str, stage: Scene) -> list[_Found]:
    named = _wholes(side.services, stage.kin)
    if not any(stage.onset(slug, document) for slug in named) and not WHOLE & set(side.aspects):
        named = _wholes(stage.around(side, document), stage.kin) if side.aspects else []
    found = {event.id: event for slug in named if (event := stage.onset(slug, document, frozenset(side.aspects)))}
    if not named and WHOLE & set(side.aspects) and (event := stage.whole(document)) is not None:
        return [_Found(event, event.time.precision in FINE)]
    if not named and not side.services:
        return _failure(side, document, stage)
    return [_effect(side, event, document, stage) for event in found.values()]


def _effect(side: Side, event: Happening, document: str, stage: Scene) -> _Found:
    inside = stage.inside(side, event, document)
    if _restored(side):
        return _Found(event, inside and event.time.end is not None, until_end=True)
    return _Found(event, event.time.precision in FINE and not inside)


def _restored(side: Side) -> bool:
    """Whether all a side tells is that something worked again."""
    return bool(RESTORED & set(side.aspects)) and not set(side.aspects) - RESTORED - VAGUE


def _wholes(slugs: Sequence[str], kin: Kin) -> list[str]:
    """The services named, without the parts of others that are named too."""
    return [slug for slug in dict.fromkeys(slugs)
            if not any(slug != other and other in kin.line(slug) for other in slugs)]


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
    over = effect.end.high is None or effect.end.high < cause.start.low
    if over or tie.edge.relation is Relation.PRECEDES or tie.cause.kind is Kind.RECOVERY:
        return None
    return Relation.AMPLIFIES
