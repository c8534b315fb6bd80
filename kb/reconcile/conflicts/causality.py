"""Effects that began before what is said to have caused them, as each document itself dates the two."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from kb.model import ConflictValue, Polarity, Relation
from kb.reconcile.codes import WHOLE
from kb.reconcile.conflicts.draft import ORDER, Draft, values
from kb.reconcile.events import Happening
from kb.reconcile.extent import seconds
from kb.reconcile.likeness import Told
from kb.reconcile.ties import Tie

_DIRECT = frozenset({Relation.CAUSES, Relation.TRIGGERS, Relation.BLOCKS, Relation.MITIGATES})


def before_causes(ties: Iterable[Tie], events: Sequence[Happening], tolerance: float) -> Iterable[Draft]:
    """One draft for each sentence and pair of events whose order is the wrong way round by more than the tolerance."""
    for tie in ties:
        if not _says_order(tie):
            continue
        cause, effect = _dated(tie.cause, tie.document), _dated(tie.effect, tie.document)
        if cause is None or effect is None or not _reversed(cause[0], effect[0], tolerance):
            continue
        edge = ConflictValue(None, tie.document, tie.edge.quote, tie.edge.span)
        told = (values(effect[1], _saying(tie.effect, effect)) + values(cause[1], _saying(tie.cause, cause))
                + values(cause[1], _outage(tie, cause, events)) + (edge,))
        yield Draft(ORDER, "start", (tie.cause.id, tie.effect.id), told, None, (tie.edge.id,))


Dated = tuple[Told, datetime]


def _says_order(tie: Tie) -> bool:
    plain = tie.edge.polarity is Polarity.STATED and tie.edge.relation in _DIRECT
    return plain and tie.firm and not tie.until_end


def _dated(event: Happening, document: str) -> Dated | None:
    """The start as the document tells it, else as proposed."""
    own = [one for one in event.of(document) if one.claim.time.start is not None and one.extent.start.low is not None]
    rows = own or [one for one in event.told if one.claim.time == event.time and one.claim.time.start is not None]
    best = min(rows, key=lambda one: (seconds(one.claim.time.start or datetime.min), one.id), default=None)
    return None if best is None or best.claim.time.start is None else (best, best.claim.time.start)


def _reversed(cause: Told, effect: Told, tolerance: float) -> bool:
    if cause.extent.drift != effect.extent.drift or (cause.extent.drift and cause.document != effect.document):
        return False
    early, late = cause.extent.start.low, effect.extent.start.high
    return early is not None and late is not None and early - late > tolerance


def _saying(event: Happening, dated: Dated) -> list[Told]:
    return [one for one in event.of(dated[0].document) if one.claim.time.start == dated[1]]


def _outage(tie: Tie, cause: Dated, events: Sequence[Happening]) -> list[Told]:
    """Where the document dates the outage as a whole to the same instant, that sentence says so too."""
    others = [one for event in events if event.id != tie.cause.id
              for one in event.of(cause[0].document)]
    return [one for one in others if one.claim.time.start == cause[1] and WHOLE & set(one.claim.aspects)
            and one.extent.start == cause[0].extent.start]
