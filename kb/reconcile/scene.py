"""One incident's events, and looking up which of them a phrase means: "the failing of X", "X was back", "the outage".

A document's own events go first. What a part does is not what happens to the whole, so looking up a whole finds its own
events and its parts', looking up a part never the whole's.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.model import DocumentFacts, Passage, Side
from kb.reconcile.codes import COMPLETE, FIX, HARM, RESTORED, VAGUE, WHOLE
from kb.reconcile.events import Happening
from kb.reconcile.extent import FINE, extent
from kb.reconcile.kinship import Kin

_NEAR = 3
"""Passages this close tell one story."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One incident's events with what looking them up takes. `of_service` holds the dated ones, by each service they
    are about or a part of which they are about; `lead` is the incident's main service."""

    events: Sequence[Happening]
    by_claim: Mapping[str, Happening]
    of_service: Mapping[str, Sequence[Happening]]
    passages: Mapping[str, Sequence[Passage]]
    kin: Kin
    lead: str | None

    def onset(self, slug: str, document: str = "", aspects: frozenset[str] = frozenset()) -> Happening | None:
        """When a service began to fail: the earliest harm with a clock, one that shares a telling code first."""
        rows = [event for event in self._about(slug, document) if event.kind in HARM]
        return min(rows, key=lambda event: (
            not self._names(slug, event), event.time.precision not in FINE, _begins(event, document),
            event.happening in WHOLE, event.time.end is None, not aspects & set(event.aspects) - VAGUE, event.id),
            default=None)

    def recovery(self, slug: str, document: str = "") -> Happening | None:
        """When a service worked again: the first thing told of it that is a recovery and not a stopgap."""
        rows = [event for event in self._about(slug, document)
                if event.kind in FIX and RESTORED & set(event.aspects) and "temporary-mitigation" not in event.aspects]
        return min(rows, key=lambda event: (not COMPLETE & set(event.aspects) and not self._names(slug, event),
                                            _begins(event, document), event.id), default=None)

    def whole(self, document: str) -> Happening | None:
        """The outage as a whole, as the document dates it where it does."""
        rows = [event for event in self.events if WHOLE & set(event.aspects) and extent(event.time).dated
                and (event.kind in HARM or event.time.end is not None)]
        own = [event for event in rows if event.of(document)] or rows
        return min(own, key=lambda event: (_begins(event, document), event.id), default=None)

    def passage(self, side: Side, document: str) -> Passage | None:
        """The passage a side stands in."""
        rows = self.passages.get(document, ())
        return next((row for row in rows if row.start <= side.span[0] < row.end), None)

    def inside(self, side: Side, event: Happening, document: str) -> bool:
        """Whether a sentence stands where the document tells of that event."""
        here = self.passage(side, document)
        return here is not None and any(
            abs(one.claim.passage - here.index) <= _NEAR or (here.section and one.claim.section == here.section)
            for one in event.of(document))

    def around(self, side: Side, document: str) -> tuple[str, ...]:
        """The services of the section a side stands in, where all that is told there is about the same ones."""
        here = self.passage(side, document)
        if here is None or not here.section:
            return ()
        told = {one.claim.services for event in self.events for one in event.of(document)
                if one.claim.section == here.section and one.claim.services}
        return told.pop() if len(told) == 1 else ()

    def _about(self, slug: str, document: str) -> Sequence[Happening]:
        rows = self.of_service.get(slug, ())
        return [event for event in rows if event.of(document)] or rows

    def _names(self, slug: str, event: Happening) -> bool:
        return any(slug in self.kin.line(own) for one in event.told for own in one.claim.services)


def scene(events: Sequence[Happening], facts: Sequence[DocumentFacts], kin: Kin, lead: str | None) -> Scene:
    """The scene of one incident."""
    shelves: dict[str, list[Happening]] = {}
    for event in events:
        own = {slug for one in event.told for named in one.services for slug in kin.line(named)}
        for slug in own if extent(event.time).dated else ():
            shelves.setdefault(slug, []).append(event)
    return Scene(events, {one.id: event for event in events for one in event.told}, shelves,
                 {one.document.id: one.passages for one in facts}, kin, lead)


def _begins(event: Happening, document: str) -> float:
    times = [one.extent for one in event.of(document)] or [extent(event.time)]
    sides = [(time.start.low, time.start.high, time.end.low) for time in times]
    return min(next((value for value in side if value is not None), 0.0) for side in sides)
