"""The tables of documents and of what each one says. Machine values only: corrections live in `decisions`.

Every fact row keeps its `position` in the document's facts, so that reading gives back exactly what was written.
What reconciliation makes of them is in `history_tables`.
"""
from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

from kb.store.types import Instant, Json

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def time_columns() -> list[Column[object]]:
    """The columns of one time value. A start whose zone nobody stated is local text, its UTC column null."""
    return [
        Column("start", Instant),
        Column("end", Instant),
        Column("local_start", Text),
        Column("local_end", Text),
        Column("bound", Text, nullable=False),
        Column("precision", Text, nullable=False),
        Column("approximate", Boolean, nullable=False),
        Column("as_written", Text),
        Column("zone_name", Text),
        Column("zone_offset", Text),
        Column("zone_basis", Text, nullable=False),
        Column("zone_as_written", Text),
        Column("alternatives", Json, nullable=False),
        Column("earliest", Instant),
        Column("latest", Instant),
    ]


def of_document(primary: bool = True) -> list[Column[object]]:
    """The document a fact row belongs to and its place there."""
    return [
        Column("document", Text, ForeignKey("documents.id", ondelete="CASCADE"), nullable=False, primary_key=primary),
        Column("position", Integer, nullable=False, primary_key=primary),
    ]


def span_columns(prefix: str = "span_", nullable: bool = False) -> list[Column[object]]:
    """A stretch of the final text in code points, end exclusive."""
    return [Column(f"{prefix}start", Integer, nullable=nullable), Column(f"{prefix}end", Integer, nullable=nullable)]


documents = Table(
    "documents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("sent_as", Text),
    Column("given", Json, nullable=False),
    Column("source_url", Text),
    Column("places", Json, nullable=False),
    Column("rules", Text, nullable=False),
    Column("current", Boolean, nullable=False),
    Column("replaced_by", Text),
    Column("chars", Integer, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("ix_documents_source_url", "source_url"),
    Index("ix_documents_replaced_by", "replaced_by"),
    Index("ix_documents_sha256", "sha256", unique=True),
)

passages = Table(
    "passages",
    metadata,
    *of_document(),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    *span_columns(),
    Column("level", Integer, nullable=False),
    Column("section", Json, nullable=False),
    Column("parent", Integer),
    Column("language", Text, nullable=False),
    Column("stance", Text, nullable=False),
    Column("list_id", Integer),
    Column("ordinal", Integer),
    Column("columns", Json, nullable=False),
    Column("cells", Json, nullable=False),
)

document_services = Table(
    "document_services",
    metadata,
    *of_document(),
    Column("slug", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("part_of", Text),
    Column("aliases", Json, nullable=False),
    Column("learned", Boolean, nullable=False),
    Index("ix_document_services_slug", "slug"),
)

mentions = Table(
    "mentions",
    metadata,
    *of_document(),
    Column("service", Text, nullable=False),
    *span_columns(),
    Column("as_written", Text, nullable=False),
    Index("ix_mentions_service", "service"),
)

findings = Table(
    "findings",
    metadata,
    *of_document(),
    Column("stage", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("message", Text, nullable=False),
    *span_columns(nullable=True),
)

claims = Table(
    "claims",
    metadata,
    Column("id", Text, primary_key=True),
    *of_document(primary=False),
    Column("kind", Text, nullable=False),
    Column("happening", Text, nullable=False),
    Column("aspects", Json, nullable=False),
    *time_columns(),
    Column("services", Json, nullable=False),
    Column("quote", Text, nullable=False),
    *span_columns(),
    *span_columns("time_", nullable=True),
    Column("section", Json, nullable=False),
    Column("stance", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("passage", Integer, nullable=False),
    Column("causes_named", Json, nullable=False),
    Column("sort_at", Instant),
    Column("until_at", Instant),
    Index("ix_claims_document", "document", "span_start", "id"),
    Index("ix_claims_stance", "stance", "sort_at", "id"),
)

claim_services = Table(
    "claim_services",
    metadata,
    Column("claim", Text, ForeignKey("claims.id", ondelete="CASCADE"), primary_key=True),
    Column("service", Text, primary_key=True),
    Index("ix_claim_services_service", "service", "claim"),
)


def side_columns(side: str) -> list[Column[object]]:
    """One end of a cause edge."""
    return [
        Column(f"{side}_text", Text, nullable=False),
        *span_columns(f"{side}_"),
        Column(f"{side}_services", Json, nullable=False),
        Column(f"{side}_claim", Text),
        Column(f"{side}_aspects", Json, nullable=False),
    ]


cause_edges = Table(
    "cause_edges",
    metadata,
    Column("id", Text, primary_key=True),
    *of_document(primary=False),
    Column("relation", Text, nullable=False),
    Column("polarity", Text, nullable=False),
    Column("stance", Text, nullable=False),
    *side_columns("cause"),
    *side_columns("effect"),
    Column("quote", Text, nullable=False),
    *span_columns(),
    Column("rule", Text, nullable=False),
    Index("ix_cause_edges_document", "document"),
)

dependency_facts = Table(
    "dependency_facts",
    metadata,
    *of_document(),
    Column("dependent", Text, nullable=False),
    Column("dependency", Text, nullable=False),
    Column("quote", Text, nullable=False),
    *span_columns(),
    Column("stance", Text, nullable=False),
    Column("polarity", Text, nullable=False),
    Column("rule", Text, nullable=False),
)

time_constraints = Table(
    "time_constraints",
    metadata,
    *of_document(),
    Column("before", Text, nullable=False),
    Column("after", Text, nullable=False),
    Column("minimum", Float),
    Column("maximum", Float),
    Column("quote", Text, nullable=False),
    *span_columns(),
    Column("rule", Text, nullable=False),
)

actions = Table(
    "actions",
    metadata,
    Column("id", Text, primary_key=True),
    *of_document(primary=False),
    Column("text", Text, nullable=False),
    Column("owner", Text),
    Column("due", Text),
    Column("done", Boolean),
    Column("quote", Text, nullable=False),
    *span_columns(),
    Index("ix_actions_document", "document"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("target", Text, nullable=False),
    Column("field", Text, nullable=False),
    Column("machine", Text),
    Column("value", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("when", Instant, nullable=False),
    Column("undone", Boolean, nullable=False),
    Index("ix_decisions_target", "target"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("when", Instant),
    Column("who", Text),
    Column("action", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("detail", Json, nullable=False),
)

search_rows = Table(
    "search_rows",
    metadata,
    Column("id", Integer, primary_key=True),
    *of_document(primary=False),
    Column("words", Text, nullable=False),
    Index("ix_search_rows_document", "document"),
)

store_state = Table(
    "store_state",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Integer, nullable=False),
)
