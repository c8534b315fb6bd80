"""Sentences that give one moment in two zones which do not agree."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb.instants import format_instant
from kb.model import ConflictValue, DocumentFacts
from kb.reconcile.conflicts.draft import ZONE, Draft
from kb.reconcile.events import Happening


def disagreeing(facts: Sequence[DocumentFacts], by_claim: Mapping[str, Happening]) -> Iterable[Draft]:
    """One draft for each report claim on which a finding says that its two zones contradict each other."""
    for one in facts:
        spans = [row.span for row in one.findings if row.code == ZONE and row.span is not None]
        for claim in one.claims:
            place = claim.time_span or claim.span
            if claim.id in by_claim and any(start < place[1] and place[0] < end for start, end in spans):
                instants = sorted({text for at in (claim.time.start, *claim.time.alternatives)
                                   if (text := format_instant(at)) is not None})
                rows = tuple(ConflictValue(text, one.document.id, claim.quote, claim.span) for text in instants)
                yield Draft(ZONE, "start", (by_claim[claim.id].id,), rows, format_instant(claim.time.start))
