"""What was promised."""
from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from kb.queries import shapes
from kb.queries.incidents import current_slug
from kb.queries.paging import LIMIT, Page, page
from kb.store.history_tables import incident_documents
from kb.store.rows import action_from
from kb.store.tables import actions, documents


def listed(connection: Connection, incident: str | None = None, *, limit: int = LIMIT, cursor: str | None = None) -> Page:
    """Action items of an incident's documents, or of all current ones, by document and place. Raises NotFound."""
    query = actions_query().where(documents.c.current)
    if incident is not None:
        query = query.where(incident_documents.c.incident == current_slug(connection, incident))
    return page(
        connection, query, [actions.c.document, actions.c.span_start, actions.c.id], [str, int, str], limit=limit,
        cursor=cursor, shape=lambda row: shapes.action(action_from(row), row["document"], row["incident"]),
    )


def actions_query() -> Any:
    """Actions with the incident of their document."""
    return (
        select(actions, incident_documents.c.incident)
        .join(documents, documents.c.id == actions.c.document)
        .join(incident_documents, incident_documents.c.document == actions.c.document, isouter=True)
    )
