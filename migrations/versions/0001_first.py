"""Documents, what they say, what history is made of it, corrections, search.

Revision ID: 0001
"""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.Text().with_variant(postgresql.TIMESTAMP(timezone=True), "postgresql")

_FOLLOW = (
    """CREATE TRIGGER search_rows_added AFTER INSERT ON search_rows BEGIN
         INSERT INTO search_index(rowid, words) VALUES (new.id, new.words);
       END""",
    """CREATE TRIGGER search_rows_removed AFTER DELETE ON search_rows BEGIN
         INSERT INTO search_index(search_index, rowid, words) VALUES ('delete', old.id, old.words);
       END""",
    """CREATE TRIGGER search_rows_changed AFTER UPDATE OF words ON search_rows BEGIN
         INSERT INTO search_index(search_index, rowid, words) VALUES ('delete', old.id, old.words);
         INSERT INTO search_index(rowid, words) VALUES (new.id, new.words);
       END""",
)


def upgrade() -> None:
    _create_tables()
    if op.get_context().dialect.name == "postgresql":
        op.execute("CREATE INDEX ix_search_rows_words ON search_rows USING gin (to_tsvector('simple', words))")
        return
    # Words are folded and segmented before they come here: the tokenizer only has to split at blanks.
    op.execute(
        "CREATE VIRTUAL TABLE search_index USING fts5(words, content='search_rows', content_rowid='id',"
        " tokenize='unicode61 remove_diacritics 0')"
    )
    for trigger in _FOLLOW:
        op.execute(trigger)


def downgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TABLE search_index")
    for table in reversed(_TABLES):
        op.drop_table(table)


_TABLES = (
    "aliases",
    "audit",
    "decisions",
    "documents",
    "incidents",
    "services",
    "store_state",
    "actions",
    "cause_edges",
    "claims",
    "conflicts",
    "dependencies",
    "dependency_evidence",
    "dependency_facts",
    "document_services",
    "event_edges",
    "events",
    "findings",
    "incident_documents",
    "incident_slugs",
    "mentions",
    "passages",
    "search_rows",
    "time_constraints",
    "claim_services",
    "conflict_values",
    "event_claims",
    "event_services",
)


def _create_tables() -> None:
    op.create_table(
        "aliases",
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("alias", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("folded", "language", "slug", "incident", name="pk_aliases"),
    )
    op.create_index("ix_aliases_slug", "aliases", ["slug"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("when", INSTANT),
        sa.Column("who", sa.Text()),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("machine", sa.Text()),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("when", INSTANT, nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
    )
    op.create_index("ix_decisions_target", "decisions", ["target"])
    op.create_table(
        "documents",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("sent_as", sa.Text()),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("source_url", sa.Text()),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("replaced_by", sa.Text()),
        sa.Column("chars", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
    )
    op.create_index("ix_documents_replaced_by", "documents", ["replaced_by"])
    op.create_index("ix_documents_sha256", "documents", ["sha256"], unique=True)
    op.create_index("ix_documents_source_url", "documents", ["source_url"])
    op.create_table(
        "incidents",
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("start", INSTANT),
        sa.Column("end", INSTANT),
        sa.Column("local_start", sa.Text()),
        sa.Column("local_end", sa.Text()),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("slug", name="pk_incidents"),
    )
    op.create_table(
        "services",
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("part_of", sa.Text()),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("slug", "incident", name="pk_services"),
    )
    op.create_table(
        "store_state",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_store_state"),
    )
    op.create_table(
        "actions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text()),
        sa.Column("due", sa.Text()),
        sa.Column("done", sa.Boolean()),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_actions"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_actions_document", ondelete="CASCADE"),
    )
    op.create_index("ix_actions_document", "actions", ["document"])
    op.create_table(
        "cause_edges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("polarity", sa.Text(), nullable=False),
        sa.Column("stance", sa.Text(), nullable=False),
        sa.Column("cause_text", sa.Text(), nullable=False),
        sa.Column("cause_start", sa.Integer(), nullable=False),
        sa.Column("cause_end", sa.Integer(), nullable=False),
        sa.Column("cause_services", sa.Text(), nullable=False),
        sa.Column("cause_claim", sa.Text()),
        sa.Column("cause_aspects", sa.Text(), nullable=False),
        sa.Column("effect_text", sa.Text(), nullable=False),
        sa.Column("effect_start", sa.Integer(), nullable=False),
        sa.Column("effect_end", sa.Integer(), nullable=False),
        sa.Column("effect_services", sa.Text(), nullable=False),
        sa.Column("effect_claim", sa.Text()),
        sa.Column("effect_aspects", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cause_edges"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_cause_edges_document", ondelete="CASCADE"),
    )
    op.create_index("ix_cause_edges_document", "cause_edges", ["document"])
    op.create_table(
        "claims",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("happening", sa.Text(), nullable=False),
        sa.Column("aspects", sa.Text(), nullable=False),
        sa.Column("start", INSTANT),
        sa.Column("end", INSTANT),
        sa.Column("local_start", sa.Text()),
        sa.Column("local_end", sa.Text()),
        sa.Column("bound", sa.Text(), nullable=False),
        sa.Column("precision", sa.Text(), nullable=False),
        sa.Column("approximate", sa.Boolean(), nullable=False),
        sa.Column("as_written", sa.Text()),
        sa.Column("zone_name", sa.Text()),
        sa.Column("zone_offset", sa.Text()),
        sa.Column("zone_basis", sa.Text(), nullable=False),
        sa.Column("zone_as_written", sa.Text()),
        sa.Column("alternatives", sa.Text(), nullable=False),
        sa.Column("earliest", INSTANT),
        sa.Column("latest", INSTANT),
        sa.Column("services", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("time_start", sa.Integer()),
        sa.Column("time_end", sa.Integer()),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("stance", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("passage", sa.Integer(), nullable=False),
        sa.Column("causes_named", sa.Text(), nullable=False),
        sa.Column("sort_at", INSTANT),
        sa.Column("until_at", INSTANT),
        sa.PrimaryKeyConstraint("id", name="pk_claims"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_claims_document", ondelete="CASCADE"),
    )
    op.create_index("ix_claims_document", "claims", ["document", "span_start", "id"])
    op.create_index("ix_claims_stance", "claims", ["stance", "sort_at", "id"])
    op.create_table(
        "conflicts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("edges", sa.Text(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("proposed", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_conflicts"),
        sa.ForeignKeyConstraint(["incident"], ["incidents.slug"], name="fk_conflicts_incident", ondelete="CASCADE"),
    )
    op.create_index("ix_conflicts_incident", "conflicts", ["incident", "id"])
    op.create_table(
        "dependencies",
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("dependent", sa.Text(), nullable=False),
        sa.Column("dependency", sa.Text(), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("incident", "dependent", "dependency", name="pk_dependencies"),
        sa.ForeignKeyConstraint(["incident"], ["incidents.slug"], name="fk_dependencies_incident", ondelete="CASCADE"),
    )
    op.create_index("ix_dependencies_dependency", "dependencies", ["dependency", "dependent"])
    op.create_index("ix_dependencies_dependent", "dependencies", ["dependent", "dependency"])
    op.create_table(
        "dependency_evidence",
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("dependent", sa.Text(), nullable=False),
        sa.Column("dependency", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("stance", sa.Text(), nullable=False),
        sa.Column("polarity", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("incident", "dependent", "dependency", "position", name="pk_dependency_evidence"),
        sa.ForeignKeyConstraint(["incident"], ["incidents.slug"], name="fk_dependency_evidence_incident", ondelete="CASCADE"),
    )
    op.create_index("ix_dependency_evidence_dependent", "dependency_evidence", ["dependent", "dependency"])
    op.create_table(
        "dependency_facts",
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("dependent", sa.Text(), nullable=False),
        sa.Column("dependency", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("stance", sa.Text(), nullable=False),
        sa.Column("polarity", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("document", "position", name="pk_dependency_facts"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_dependency_facts_document", ondelete="CASCADE"),
    )
    op.create_table(
        "document_services",
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("part_of", sa.Text()),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.Column("learned", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("document", "position", name="pk_document_services"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_document_services_document", ondelete="CASCADE"),
    )
    op.create_index("ix_document_services_slug", "document_services", ["slug"])
    op.create_table(
        "event_edges",
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("effect", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("polarity", sa.Text(), nullable=False),
        sa.Column("edges", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("cause", "effect", "relation", "polarity", name="pk_event_edges"),
        sa.ForeignKeyConstraint(["incident"], ["incidents.slug"], name="fk_event_edges_incident", ondelete="CASCADE"),
    )
    op.create_index("ix_event_edges_effect", "event_edges", ["effect"])
    op.create_index("ix_event_edges_incident", "event_edges", ["incident"])
    op.create_table(
        "events",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("happening", sa.Text(), nullable=False),
        sa.Column("aspects", sa.Text(), nullable=False),
        sa.Column("start", INSTANT),
        sa.Column("end", INSTANT),
        sa.Column("local_start", sa.Text()),
        sa.Column("local_end", sa.Text()),
        sa.Column("bound", sa.Text(), nullable=False),
        sa.Column("precision", sa.Text(), nullable=False),
        sa.Column("approximate", sa.Boolean(), nullable=False),
        sa.Column("as_written", sa.Text()),
        sa.Column("zone_name", sa.Text()),
        sa.Column("zone_offset", sa.Text()),
        sa.Column("zone_basis", sa.Text(), nullable=False),
        sa.Column("zone_as_written", sa.Text()),
        sa.Column("alternatives", sa.Text(), nullable=False),
        sa.Column("earliest", INSTANT),
        sa.Column("latest", INSTANT),
        sa.Column("services", sa.Text(), nullable=False),
        sa.Column("claims", sa.Text(), nullable=False),
        sa.Column("conflicts", sa.Text(), nullable=False),
        sa.Column("causes", sa.Text(), nullable=False),
        sa.Column("effects", sa.Text(), nullable=False),
        sa.Column("documents", sa.Text(), nullable=False),
        sa.Column("languages", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("sort_at", INSTANT),
        sa.Column("until_at", INSTANT),
        sa.Column("lasting", sa.Boolean(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.ForeignKeyConstraint(["incident"], ["incidents.slug"], name="fk_events_incident", ondelete="CASCADE"),
    )
    op.create_index("ix_events_incident", "events", ["incident", "sort_at", "id"])
    op.create_index("ix_events_incident_rank", "events", ["incident", "rank", "id"])
    op.create_index("ix_events_kind", "events", ["kind", "sort_at", "id"])
    op.create_index("ix_events_languages", "events", ["languages"])
    op.create_index(
        "ix_events_lasting", "events", ["lasting", "sort_at", "id"], sqlite_where=sa.text("lasting = 1"),
        postgresql_where=sa.text("lasting"),
    )
    op.create_index("ix_events_sort_at", "events", ["sort_at", "id"])
    op.create_table(
        "findings",
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer()),
        sa.Column("span_end", sa.Integer()),
        sa.PrimaryKeyConstraint("document", "position", name="pk_findings"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_findings_document", ondelete="CASCADE"),
    )
    op.create_table(
        "incident_documents",
        sa.Column("incident", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("incident", "document", name="pk_incident_documents"),
        sa.ForeignKeyConstraint(["incident"], ["incidents.slug"], name="fk_incident_documents_incident", ondelete="CASCADE"),
    )
    op.create_index("ix_incident_documents_document", "incident_documents", ["document"])
    op.create_table(
        "incident_slugs",
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("slug", "document", name="pk_incident_slugs"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_incident_slugs_document", ondelete="CASCADE"),
    )
    op.create_index("ix_incident_slugs_document", "incident_slugs", ["document"])
    op.create_table(
        "mentions",
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("service", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("as_written", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("document", "position", name="pk_mentions"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_mentions_document", ondelete="CASCADE"),
    )
    op.create_index("ix_mentions_service", "mentions", ["service"])
    op.create_table(
        "passages",
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("parent", sa.Integer()),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("stance", sa.Text(), nullable=False),
        sa.Column("list_id", sa.Integer()),
        sa.Column("ordinal", sa.Integer()),
        sa.Column("columns", sa.Text(), nullable=False),
        sa.Column("cells", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("document", "position", name="pk_passages"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_passages_document", ondelete="CASCADE"),
    )
    op.create_table(
        "search_rows",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_search_rows"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_search_rows_document", ondelete="CASCADE"),
    )
    op.create_index("ix_search_rows_document", "search_rows", ["document"])
    op.create_table(
        "time_constraints",
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("minimum", sa.Float()),
        sa.Column("maximum", sa.Float()),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("document", "position", name="pk_time_constraints"),
        sa.ForeignKeyConstraint(["document"], ["documents.id"], name="fk_time_constraints_document", ondelete="CASCADE"),
    )
    op.create_table(
        "claim_services",
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("service", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("claim", "service", name="pk_claim_services"),
        sa.ForeignKeyConstraint(["claim"], ["claims.id"], name="fk_claim_services_claim", ondelete="CASCADE"),
    )
    op.create_index("ix_claim_services_service", "claim_services", ["service", "claim"])
    op.create_table(
        "conflict_values",
        sa.Column("conflict", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("value", sa.Text()),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("conflict", "position", name="pk_conflict_values"),
        sa.ForeignKeyConstraint(["conflict"], ["conflicts.id"], name="fk_conflict_values_conflict", ondelete="CASCADE"),
    )
    op.create_table(
        "event_claims",
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("event", "claim", name="pk_event_claims"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_event_claims_event", ondelete="CASCADE"),
    )
    op.create_index("ix_event_claims_claim", "event_claims", ["claim"])
    op.create_table(
        "event_services",
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("service", sa.Text(), nullable=False),
        sa.Column("sort_at", INSTANT),
        sa.PrimaryKeyConstraint("event", "service", name="pk_event_services"),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_event_services_event", ondelete="CASCADE"),
    )
    op.create_index("ix_event_services_service", "event_services", ["service", "sort_at", "event"])
