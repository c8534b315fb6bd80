"""An incident's events, sentences and clock times as one constraint network, and the windows it leaves.

Ranks: clock times stand; then durations, stated order, causes, hedged causes, and last the reading that a state which
breaks its users at once is the moment their failure began. Local times without a zone hang on one unknown offset per
document, so that they stay exact among themselves.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.model import Constraint, DocumentFacts, Kind, Polarity, Relation, Span, Stance
from kb.reconcile.codes import AT_ONCE, HARM
from kb.reconcile.events import Happening
from kb.reconcile.extent import EAST, WEST, Range, extent
from kb.reconcile.scene import Scene
from kb.reconcile.ties import Tie
from kb.temporal import ORIGIN, Link, Solution, solve

_EXACT = ("steps", "lag", "duration")
"""Rules whose constraints name their claims; others look up what a phrase means."""
DURATION, ORDER, CAUSE, HEDGED, MOMENT = 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Said:
    """The sentence behind a link. `edge` is the id of a document edge, `event` that of an event whose clock it is."""

    document: str
    quote: str
    span: Span
    edge: str | None = None


@dataclass(frozen=True, slots=True)
class Network:
    """The solved network: `said` gives the sentence of each link's source, clocks (of events) left out."""

    solution: Solution
    said: Mapping[str, Said]

    def start(self, event: Happening) -> tuple[float | None, float | None]:
        """Earliest and latest second of an event's start."""
        return self.solution.windows[f"{event.id}:start"]


def network(stage: Scene, ties: Sequence[Tie], facts: Sequence[DocumentFacts]) -> Network:
    """Build and solve the network of one incident."""
    said = dict[str, Said]()
    rows = [link for event in stage.events for link in _own(event)]
    rows += [link for tie in ties if (link := _tied(tie, said)) is not None]
    rows += [link for one in facts for row in one.constraints if (link := _stated(row, one.document.id, stage, said))]
    rows += _moments(stage, facts)
    return Network(solve(rows), said)


def _own(event: Happening) -> Iterable[Link]:
    """The event's clock times, and that nothing ends before it starts."""
    start, end, time = f"{event.id}:start", f"{event.id}:end", extent(event.time)
    lasts = event.kind in HARM or event.kind is Kind.STATE or event.time.end is not None
    yield Link(start, end, 0.0, None if lasts else 0.0, f"shape:{event.id}")
    base = ORIGIN
    if time.drift and time.dated:
        base = f"zone:{next(one.document for one in event.told if one.claim.time == event.time)}"
        yield Link(ORIGIN, base, -EAST, WEST, base)
    for node, side in ((start, time.start), (end, time.end)):
        if side != Range():
            yield Link(base, node, side.low, side.high, f"clock:{event.id}")


def _tied(tie: Tie, said: dict[str, Said]) -> Link | None:
    edge = tie.edge
    if not tie.firm or edge.polarity is Polarity.DENIED:
        return None
    source = f"edge:{edge.id}"
    said[source] = Said(tie.document, edge.quote, edge.span, edge.id)
    rank = ORDER if edge.relation is Relation.PRECEDES else CAUSE if edge.polarity is Polarity.STATED else HEDGED
    late = tie.until_end or edge.relation is Relation.AMPLIFIES
    return Link(f"{tie.cause.id}:start", f"{tie.effect.id}:{'end' if late else 'start'}", 0.0, None, source, rank)


def _stated(row: Constraint, document: str, stage: Scene, said: dict[str, Said]) -> Link | None:
    before, after = stage.by_claim.get(row.before), stage.by_claim.get(row.after)
    lasted = row.before == row.after
    if before is None or after is None or (before is after and not lasted):
        return None
    if before is not after and row.rule not in _EXACT:
        before = _meant(before, row, document, stage)
    if before is after and not lasted:
        return None
    source = f"said:{document}:{row.span[0]}-{row.span[1]}:{row.rule}:{row.before}:{row.after}"
    said[source] = Said(document, row.quote, row.span)
    rank = ORDER if row.maximum is None and not row.minimum else DURATION
    node = f"{after.id}:{'end' if lasted else 'start'}"
    return Link(f"{before.id}:start", node, row.minimum, row.maximum, source, rank)


def _meant(before: Happening, row: Constraint, document: str, stage: Scene) -> Happening:
    """ "After X recovered" waits for the first recovery told of X, not for the last word on it."""
    own = next((one.claim.services for one in before.told if one.id == row.before), ())
    if before.kind is not Kind.RECOVERY or len(own) != 1:
        return before
    return stage.recovery(own[0], document) or before


def _moments(stage: Scene, facts: Sequence[DocumentFacts]) -> list[Link]:
    """A state that breaks its users at once is the moment they began to fail, where some document says it broke them.

    One an account: the plainest such step a document tells without a clock.
    """
    causes = [edge for one in facts for edge in one.edges if edge.stance is Stance.REPORT
              and edge.polarity is not Polarity.DENIED and edge.relation is not Relation.PRECEDES]
    blamed = {code for edge in causes for side in (edge.cause, edge.effect) for code in side.aspects} & set(AT_ONCE)
    rows = []
    for document in sorted(stage.passages):
        steps = [(AT_ONCE.index(code), one.claim.span, event) for event in stage.events for one in event.of(document)
                 if not extent(event.time).dated
                 for code in [next((code for code in AT_ONCE if code in event.aspects), None)] if code]
        if not steps or not blamed:
            continue
        event = min(steps, key=lambda step: step[:2])[2]
        whole = stage.kin.root(next(iter(event.services), stage.lead or ""))
        began = stage.onset(whole) if whole else None
        if began is not None:
            rows.append(Link(f"{event.id}:start", f"{began.id}:start", 0.0, 0.0, f"moment:{event.id}", MOMENT))
    return rows
