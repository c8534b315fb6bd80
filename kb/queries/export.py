"""Everything as one JSON document, rows in a fixed order: the same store gives the same bytes."""
from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from kb.queries import actions, conflicts, dependencies, documents, services, shapes
from kb.queries.naming import Names
from kb.queries.timeline import SHOWN, row_from
from kb.store import exchange, load, rows, tables
from kb.store.history_tables import events, incident_documents
from kb.store.history_tables import incidents as incident_table

LABELS = "en"


def export(connection: Connection, *, full: bool = False) -> dict[str, Any]:
    """The contract's export. `full` adds text, bytes (base64) and machine facts of every document: what import needs."""
    names = Names(connection, LABELS)
    return {
        "documents": list(_documents(connection, full)),
        "claims": list(_claims(connection, names)),
        "cause_edges": list(_cause_edges(connection)),
        "dependencies": dependencies.every_dependency(connection),
        "services": services.every(connection),
        "incidents": list(_incidents(connection)),
        "events": list(_events(connection, names)),
        "conflicts": conflicts.every(connection),
        "actions": list(_actions(connection)),
        "decisions": [shapes.decision(one) for one in _by_id(connection)],
    }


def _documents(connection: Connection, full: bool) -> Iterator[dict[str, Any]]:
    found = connection.execute(select(*documents.SHOWN).order_by(tables.documents.c.id)).mappings().all()
    for row in documents.shaped(connection, found):
        yield {**row, **_all_of(connection, row["id"])} if full else row


def _all_of(connection: Connection, document: str) -> dict[str, Any]:
    source = load.source(connection, document)
    facts = load.facts(connection, document)
    return {
        "text": facts.document.text, "data": base64.b64encode(source.data).decode(), "sent_as": source.media_type,
        "facts": exchange.facts_json(facts),
    }


def _claims(connection: Connection, names: Names) -> Iterator[dict[str, Any]]:
    table = tables.claims
    query = documents.claims_query().order_by(table.c.document, table.c.span_start, table.c.span_end, table.c.id)
    yield from documents.shaped_claims(connection, connection.execute(query).mappings(), LABELS, names)


def _cause_edges(connection: Connection) -> Iterator[dict[str, Any]]:
    table = tables.cause_edges
    for row in connection.execute(select(table).order_by(table.c.id)).mappings():
        yield shapes.cause_edge(rows.edge_from(row), row["document"])


def _incidents(connection: Connection) -> Iterator[dict[str, Any]]:
    members: dict[str, list[str]] = {}
    for pair in connection.execute(select(incident_documents).order_by(incident_documents.c.document)):
        members.setdefault(pair.incident, []).append(pair.document)
    for row in connection.execute(select(incident_table).order_by(incident_table.c.slug)).mappings():
        yield shapes.incident(row, members.get(row["slug"], []))


def _events(connection: Connection, names: Names) -> Iterator[dict[str, Any]]:
    found = connection.execute(SHOWN.order_by(events.c.id)).mappings().all()
    names.learn(slug for row in found for slug in row["services"])
    for row in found:
        yield shapes.event(row_from(row, names))


def _actions(connection: Connection) -> Iterator[dict[str, Any]]:
    for row in connection.execute(actions.actions_query().order_by(tables.actions.c.id)).mappings():
        yield shapes.action(rows.action_from(row), row["document"], row["incident"])


def _by_id(connection: Connection) -> list[Any]:
    return sorted(load.decisions(connection, undone=True), key=lambda one: one.id)
