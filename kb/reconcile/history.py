"""Reconciliation: the claims of many documents become one history. Pure; any order of documents gives the same."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from kb.model import (
    ConflictRow,
    Decision,
    Dependency,
    DocumentFacts,
    Event,
    EventEdge,
    History,
    Incident,
    Kind,
    Polarity,
    Relation,
    Window,
)
from kb.reconcile.conflicts import conflicts
from kb.reconcile.dependencies import dependencies
from kb.reconcile.events import Happening, happenings
from kb.reconcile.extent import FINE, extent, instant
from kb.reconcile.incidents import Group, group, together
from kb.reconcile.kinship import Kin, kin
from kb.reconcile.network import Network, network
from kb.reconcile.scene import scene
from kb.reconcile.ties import event_edges, ties


@dataclass(frozen=True, slots=True)
class _Part:
    incident: Incident
    events: list[Event]
    edges: list[EventEdge]
    dependencies: list[Dependency]
    conflicts: list[ConflictRow]


def reconcile(facts: Sequence[DocumentFacts], decisions: Sequence[Decision], tolerance_minutes: float = 0) -> History:
    """The history of the current documents. `tolerance_minutes` is how far times may differ without a conflict."""
    known = kin(facts)
    rows = {one.document.id: one for one in sorted(facts, key=lambda one: one.document.id)}
    parts = [_part(one, [rows[key] for key in one.documents], decisions, known, tolerance_minutes)
             for one in group(list(rows.values()), decisions)]
    return _history(parts)


def reconcile_incidents(
    chosen: Iterable[tuple[str, Sequence[DocumentFacts]]], decisions: Sequence[Decision]
) -> History:
    """The history of incidents known by slug, each from its own documents alone."""
    return _history([
        _part(together(slug, facts), sorted(facts, key=lambda one: one.document.id), decisions, kin(facts), 0)
        for slug, facts in chosen
    ])


def _history(parts: Sequence[_Part]) -> History:
    return History(
        tuple(part.incident for part in parts),
        tuple(sorted((event for part in parts for event in part.events), key=lambda event: event.id)),
        tuple(edge for part in parts for edge in part.edges),
        tuple(row for part in parts for row in part.dependencies),
        tuple(sorted((row for part in parts for row in part.conflicts), key=lambda row: row.id)),
    )


def _part(one: Group, facts: Sequence[DocumentFacts], decisions: Sequence[Decision], known: Kin,
          tolerance: float) -> _Part:
    events = happenings(facts, decisions, known, one.lead)
    stage = scene(events, facts, known, one.lead)
    tied = ties(stage, facts)
    net = network(stage, tied, facts)
    clashes = conflicts(one.slug, stage, tied, net, facts, tolerance)
    edges = event_edges(tied)
    walked = [edge for edge in edges
              if edge.relation is not Relation.PRECEDES and edge.polarity is not Polarity.DENIED]
    links = _Links(_shelves((name, clash.id) for clash in clashes for name in clash.events),
                   _shelves((edge.effect, edge.cause) for edge in walked),
                   _shelves((edge.cause, edge.effect) for edge in walked))
    return _Part(_incident(one, events), [_event(row, one.slug, net, links) for row in events], edges,
                 dependencies(one.slug, facts), clashes)


@dataclass(frozen=True, slots=True)
class _Links:
    """Conflicts, causes and effects by event."""

    conflicts: Mapping[str, set[str]]
    causes: Mapping[str, set[str]]
    effects: Mapping[str, set[str]]


def _shelves(pairs: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return found


def _event(row: Happening, slug: str, net: Network, links: _Links) -> Event:
    earliest, latest = net.start(row)
    return Event(
        row.id, slug, row.kind, row.happening, row.aspects,
        replace(row.time, window=Window(instant(earliest), instant(latest))), row.services,
        tuple(one.id for one in row.told), tuple(sorted(links.conflicts.get(row.id, ()))),
        tuple(sorted(links.causes.get(row.id, ()))), tuple(sorted(links.effects.get(row.id, ()))))


def _incident(one: Group, events: Sequence[Happening]) -> Incident:
    """Start and end span the events with a clock (else with a date), publications and updates left out."""
    own = [row for row in events if row.kind is not Kind.COMMUNICATION and extent(row.time).dated] or list(events)
    rows = [row for row in own if row.time.precision in FINE and extent(row.time).dated] or own
    times = [at for row in rows for at in (row.time.start, row.time.end) if at is not None]
    aware = [at for at in times if at.tzinfo is not None] or times
    return Incident(one.slug, one.title, one.documents, _least(aware), max(aware, default=None))


def _least(times: Sequence[datetime]) -> datetime | None:
    return min(times, default=None)
