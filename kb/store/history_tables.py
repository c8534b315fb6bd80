"""The tables of what reconciliation makes of all current documents: derived, replaced incident by incident.

They hold no foreign key to facts: rereading a document deletes and inserts its facts, and must not take history along
that comes out the same.
"""
from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, Table, Text, text

from kb.store.tables import metadata, span_columns, time_columns
from kb.store.types import Instant, Json


def _incident(primary: bool = False) -> Column[object]:
    return Column(
        "incident", Text, ForeignKey("incidents.slug", ondelete="CASCADE"), nullable=False, primary_key=primary
    )


incidents = Table(
    "incidents",
    metadata,
    Column("slug", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("start", Instant),
    Column("end", Instant),
    # where no document states a zone: local time, as in `time_columns`
    Column("local_start", Text),
    Column("local_end", Text),
    Column("events", Integer, nullable=False),
    Column("digest", Text, nullable=False),
)

incident_documents = Table(
    "incident_documents",
    metadata,
    _incident(primary=True),
    Column("document", Text, primary_key=True),
    Index("ix_incident_documents_document", "document"),
)

incident_slugs = Table(
    "incident_slugs",
    metadata,
    Column("slug", Text, primary_key=True),
    Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_incident_slugs_document", "document"),
)

events = Table(
    "events",
    metadata,
    Column("id", Text, primary_key=True),
    _incident(),
    Column("kind", Text, nullable=False),
    Column("happening", Text, nullable=False),
    Column("aspects", Json, nullable=False),
    *time_columns(),
    Column("services", Json, nullable=False),
    Column("claims", Json, nullable=False),
    Column("conflicts", Json, nullable=False),
    Column("causes", Json, nullable=False),
    Column("effects", Json, nullable=False),
    # What its claims bring to a timeline row, so that a page of rows is one query.
    Column("documents", Json, nullable=False),
    Column("languages", Json, nullable=False),
    Column("quote", Text, nullable=False),
    # Where the row stands in a timeline: `sort_at` is null for undated rows, which go by `rank`.
    Column("sort_at", Instant),
    Column("until_at", Instant),
    Column("lasting", Boolean, nullable=False),
    Column("rank", Integer, nullable=False),
    # All this as JSON text (see `shown`); null in a row of which nobody has written it down yet.
    Column("shown", Text),
    Index("ix_events_sort_at", "sort_at", "id"),
    Index("ix_events_incident", "incident", "sort_at", "id"),
    Index("ix_events_incident_rank", "incident", "rank", "id"),
    # partial: short rows must go by `sort_at`, and would not if this index knew them too. It is so on PostgreSQL as well; to
    # say it here would import that dialect at every start
    Index("ix_events_lasting", "lasting", "sort_at", "id", sqlite_where=text("lasting = 1")),
    Index("ix_events_kind", "kind", "sort_at", "id"),
    Index("ix_events_languages", "languages"),
)

event_claims = Table(
    "event_claims",
    metadata,
    Column("event", Text, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("claim", Text, primary_key=True),
    Index("ix_event_claims_claim", "claim"),
)

event_services = Table(
    "event_services",
    metadata,
    Column("event", Text, ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("service", Text, primary_key=True),
    Column("sort_at", Instant),
    Index("ix_event_services_service", "service", "sort_at", "event"),
)

event_edges = Table(
    "event_edges",
    metadata,
    _incident(),
    Column("cause", Text, primary_key=True),
    Column("effect", Text, primary_key=True),
    Column("relation", Text, primary_key=True),
    Column("polarity", Text, primary_key=True),
    Column("edges", Json, nullable=False),
    Index("ix_event_edges_effect", "effect"),
    Index("ix_event_edges_incident", "incident"),
)

dependencies = Table(
    "dependencies",
    metadata,
    _incident(primary=True),
    Column("dependent", Text, primary_key=True),
    Column("dependency", Text, primary_key=True),
    Column("documents", Integer, nullable=False),
    Index("ix_dependencies_dependent", "dependent", "dependency"),
    Index("ix_dependencies_dependency", "dependency", "dependent"),
)

dependency_evidence = Table(
    "dependency_evidence",
    metadata,
    _incident(primary=True),
    Column("dependent", Text, primary_key=True),
    Column("dependency", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("document", Text, nullable=False),
    Column("quote", Text, nullable=False),
    *span_columns(),
    Column("stance", Text, nullable=False),
    Column("polarity", Text, nullable=False),
    Index("ix_dependency_evidence_dependent", "dependent", "dependency"),
)

conflicts = Table(
    "conflicts",
    metadata,
    Column("id", Text, primary_key=True),
    _incident(),
    Column("code", Text, nullable=False),
    Column("events", Json, nullable=False),
    Column("edges", Json, nullable=False),
    Column("field", Text, nullable=False),
    Column("proposed", Text),
    Index("ix_conflicts_incident", "incident", "id"),
)

conflict_values = Table(
    "conflict_values",
    metadata,
    Column("conflict", Text, ForeignKey("conflicts.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("value", Text),
    Column("document", Text, nullable=False),
    Column("quote", Text, nullable=False),
    *span_columns(),
)

services = Table(
    "services",
    metadata,
    Column("slug", Text, primary_key=True),
    # "" for services of the catalogue: a primary key column cannot be null
    Column("incident", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("part_of", Text),
    Column("aliases", Json, nullable=False),
)

aliases = Table(
    "aliases",
    metadata,
    Column("folded", Text, primary_key=True),
    Column("language", Text, primary_key=True),
    Column("slug", Text, primary_key=True),
    Column("incident", Text, primary_key=True),
    Column("alias", Text, nullable=False),
    Index("ix_aliases_slug", "slug"),
)
