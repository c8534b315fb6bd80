"""Every type that crosses a module border: frozen, slotted, free of I/O.

Offsets are Unicode code points into a document's final text, end exclusive. Datetimes are aware UTC, or naive local
time where (and only where) the zone is unknown. Ids are lower-case hexadecimal.
"""

from __future__ import annotations

from kb.model.facts import (
    ActionItem,
    CauseEdge,
    Claim,
    Constraint,
    DependencyFact,
    Document,
    DocumentFacts,
    Finding,
    Given,
    Mention,
    Passage,
    Service,
    Side,
    Source,
    Span,
    TimeValue,
    Window,
    Zone,
)
from kb.model.history import (
    ConflictRow,
    ConflictValue,
    Decision,
    Dependency,
    DependencyEvidence,
    Event,
    EventEdge,
    History,
    Incident,
)
from kb.model.reader import Reader
from kb.model.views import Graph, GraphEdge, GraphNode, Timeline, TimelineRow
from kb.model.vocabulary import (
    Basis,
    Bound,
    Kind,
    PassageKind,
    Polarity,
    Precision,
    Relation,
    Stance,
)

__all__ = [
    "ActionItem",
    "Basis",
    "Bound",
    "CauseEdge",
    "Claim",
    "ConflictRow",
    "ConflictValue",
    "Constraint",
    "Decision",
    "Dependency",
    "DependencyEvidence",
    "DependencyFact",
    "Document",
    "DocumentFacts",
    "Event",
    "EventEdge",
    "Finding",
    "Given",
    "Graph",
    "GraphEdge",
    "GraphNode",
    "History",
    "Incident",
    "Kind",
    "Mention",
    "Passage",
    "PassageKind",
    "Polarity",
    "Precision",
    "Reader",
    "Relation",
    "Service",
    "Side",
    "Source",
    "Span",
    "Stance",
    "TimeValue",
    "Timeline",
    "TimelineRow",
    "Window",
    "Zone",
]
