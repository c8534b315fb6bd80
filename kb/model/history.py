"""What reconciliation makes of many documents, and what people correct."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from kb.model.facts import Span, TimeValue
from kb.model.vocabulary import Kind, Polarity, Relation, Stance


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's correction, kept apart from machine values."""

    id: str
    target: str
    field: str
    machine: str | None
    value: str
    who: str
    when: datetime
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One happening of an incident, built from the claims of all documents that speak of it."""

    id: str
    incident: str
    kind: Kind
    happening: str
    aspects: tuple[str, ...]
    time: TimeValue
    services: tuple[str, ...]
    claims: tuple[str, ...]
    conflicts: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventEdge:
    """A cause edge between two events, with the ids of the document edges that say so."""

    cause: str
    effect: str
    relation: Relation
    polarity: Polarity
    edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConflictValue:
    """One side of a contradiction. `value` is RFC 3339 UTC, or None where the sentence states only a relation."""

    value: str | None
    document: str
    quote: str
    span: Span


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """Claims that cannot all hold."""

    id: str
    incident: str
    code: str
    events: tuple[str, ...]
    edges: tuple[str, ...]
    field: str
    values: tuple[ConflictValue, ...]
    proposed: str | None


@dataclass(frozen=True, slots=True)
class DependencyEvidence:
    document: str
    quote: str
    span: Span
    stance: Stance
    polarity: Polarity


@dataclass(frozen=True, slots=True)
class Dependency:
    """Service needs service, with every sentence and the number of documents that agree."""

    incident: str
    dependent: str
    dependency: str
    evidence: tuple[DependencyEvidence, ...]
    documents: int


@dataclass(frozen=True, slots=True)
class Incident:
    """One outage: its documents, span and slug (a function of its members)."""

    slug: str
    title: str
    documents: tuple[str, ...]
    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class History:
    """What reconciliation makes of many documents."""

    incidents: tuple[Incident, ...] = ()
    events: tuple[Event, ...] = ()
    edges: tuple[EventEdge, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    conflicts: tuple[ConflictRow, ...] = ()
