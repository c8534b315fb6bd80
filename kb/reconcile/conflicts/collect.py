"""All conflicts of one incident: one for each code and set of values, with all the documents that show it."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from kb.model import ConflictRow, ConflictValue, DocumentFacts
from kb.reconcile.conflicts.causality import before_causes
from kb.reconcile.conflicts.differing import across_events, whole_ends, within_events
from kb.reconcile.conflicts.draft import Draft
from kb.reconcile.conflicts.windows import contradictions
from kb.reconcile.conflicts.zones import disagreeing
from kb.reconcile.network import Network
from kb.reconcile.scene import Scene
from kb.reconcile.ties import Tie


def conflicts(incident: str, stage: Scene, ties: Sequence[Tie], net: Network, facts: Sequence[DocumentFacts],
              tolerance_minutes: float = 0) -> list[ConflictRow]:
    """The conflicts of one incident by id; differences up to the tolerance are none."""
    slack = tolerance_minutes * 60
    drafts = [
        *within_events(stage.events, slack),
        *across_events(stage.events, stage.kin, slack),
        *whole_ends(stage.events, slack),
        *before_causes(ties, stage.events, slack),
        *contradictions(net, {event.id: event for event in stage.events}, slack),
        *disagreeing(facts, stage.by_claim),
    ]
    return sorted((_row(incident, rows) for rows in _alike(drafts)), key=lambda row: row.id)


def _alike(drafts: Iterable[Draft]) -> list[list[Draft]]:
    groups: dict[tuple[str, tuple[str, ...]], list[Draft]] = {}
    for draft in drafts:
        key = tuple(sorted({row.value for row in draft.values if row.value is not None}))
        groups.setdefault((draft.code, key), []).append(draft)
    return list(groups.values())


def _row(incident: str, drafts: Sequence[Draft]) -> ConflictRow:
    code, rows = drafts[0].code, {row for draft in drafts for row in draft.values}
    events = tuple(sorted({name for draft in drafts for name in draft.events}))
    proposals = sorted({draft.proposed for draft in drafts if draft.proposed is not None})
    instants = sorted({row.value for row in rows if row.value is not None})
    name = sha256("\n".join((code, *instants, events[0] if events else incident)).encode()).hexdigest()[:16]
    return ConflictRow(
        name, incident, code, events, tuple(sorted({edge for draft in drafts for edge in draft.edges})),
        drafts[0].field, tuple(sorted(rows, key=_place)), proposals[0] if proposals else None)


def _place(row: ConflictValue) -> tuple[bool, str, str, int, int]:
    return row.value is None, row.value or "", row.document, *row.span
