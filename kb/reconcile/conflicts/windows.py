"""Contradictions of the whole network: chains of sentences that cannot all hold."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.model import ConflictValue
from kb.reconcile.conflicts.draft import WINDOW, Draft, values
from kb.reconcile.events import Happening
from kb.reconcile.network import CAUSE, HEDGED, MOMENT, Network
from kb.temporal import CLOCK, Contradiction, Link


def contradictions(net: Network, events: Mapping[str, Happening], tolerance: float) -> Iterable[Draft]:
    """Drafts for the network's contradictions. One that a single cause makes is an effect before its cause, not this;
    one that hangs on our own reading of a moment is nobody's contradiction."""
    for clash in net.solution.contradictions:
        soft = [link for link in clash.links if link.rank > CLOCK]
        single = len(soft) == 1 and soft[0].rank in (CAUSE, HEDGED)
        if clash.excess > tolerance and soft and not single and all(link.rank != MOMENT for link in soft):
            yield _draft(clash, net, events)


def _draft(clash: Contradiction, net: Network, events: Mapping[str, Happening]) -> Draft:
    rows, edges, named = list[ConflictValue](), list[str](), set[str]()
    for link in clash.links:
        said = net.said.get(link.source)
        if said is not None:
            rows.append(ConflictValue(None, said.document, said.quote, said.span))
            edges += [said.edge] if said.edge else []
        elif link.source.startswith("clock:"):
            rows += _clock(link, events[link.source.removeprefix("clock:")])
        named |= {end.rpartition(":")[0] for end in (link.before, link.after)} & set(events)
    return Draft(WINDOW, "start", tuple(sorted(named)), tuple(rows), None, tuple(sorted(set(edges))))


def _clock(link: Link, event: Happening) -> tuple[ConflictValue, ...]:
    field = "end" if link.after.endswith(":end") else "start"
    at = event.time.end if field == "end" and event.time.end is not None else event.time.start
    if at is None:
        return ()
    return values(at, [one for one in event.told if at in (one.claim.time.start, one.claim.time.end)])
