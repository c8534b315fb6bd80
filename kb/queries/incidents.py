"""Incidents, and which one a slug of former days means now."""
from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from kb.errors import NotFound
from kb.queries import shapes
from kb.queries.paging import LIMIT, Page, page
from kb.store.history_tables import incident_documents, incident_slugs, incidents
from kb.store.prepared import Prepared

_HELD = Prepared(select(incidents.c.slug).where(incidents.c.slug == bindparam("slug")))


def listed(connection: Connection, *, limit: int = LIMIT, cursor: str | None = None) -> Page:
    """Incidents by slug."""
    return page(
        connection, select(incidents), [incidents.c.slug], [str], limit=limit, cursor=cursor,
        shape=lambda row: shapes.incident(row, documents_of(connection, row["slug"])),
    )


def one(connection: Connection, slug: str) -> dict[str, Any]:
    """The incident a slug means, be it an earlier one. Raises NotFound."""
    current = current_slug(connection, slug)
    row = connection.execute(select(incidents).where(incidents.c.slug == current)).mappings().one()
    return shapes.incident(row, documents_of(connection, current))


def documents_of(connection: Connection, slug: str) -> list[str]:
    """Ids of an incident's documents, ordered."""
    table = incident_documents
    return list(connection.scalars(select(table.c.document).where(table.c.incident == slug).order_by(table.c.document)))


def current_slug(connection: Connection, slug: str) -> str:
    """The slug itself where an incident has it, else that of the incident most of its documents are in now.

    Raises NotFound for a slug no incident ever had, or whose documents are gone.
    """
    if _HELD.rows(connection, slug=slug):
        return slug
    found = connection.scalar(
        select(incident_documents.c.incident)
        .join(incident_slugs, incident_slugs.c.document == incident_documents.c.document)
        .where(incident_slugs.c.slug == slug)
        .group_by(incident_documents.c.incident)
        .order_by(func.count().desc(), incident_documents.c.incident)
        .limit(1)
    )
    if found is None:
        raise NotFound(f"no incident {slug!r}")
    return str(found)
