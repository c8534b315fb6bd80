"""What queries hand to renderers."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model.facts import TimeValue
from kb.model.vocabulary import Kind, Polarity


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """One event (or, for another stance than `report`, one claim) as a timeline shows it. `documents` are ids,
    `languages` those of its claims, `quote` the proposed claim's sentence."""

    id: str
    incident: str
    kind: Kind
    happening: str
    label: str
    time: TimeValue
    services: tuple[str, ...]
    claims: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Dated rows in time order and undated ones apart."""

    title: str
    rows: tuple[TimelineRow, ...]
    undated: tuple[TimelineRow, ...] = ()
    next: str | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class GraphNode:
    id: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """`source` needs or causes `target` (the reader of `relation` knows which); `quotes` are the sentences."""

    source: str
    target: str
    relation: str
    polarity: Polarity = Polarity.STATED
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Graph:
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
