"""Contradictions with every dissenting sentence."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from kb import decisions as corrections
from kb.errors import InvalidInput
from kb.model import ConflictRow
from kb.queries import shapes
from kb.queries.incidents import current_slug, documents_of
from kb.queries.paging import LIMIT, Page, bounded, decode, encode, page
from kb.reconcile import reconcile
from kb.store import load
from kb.store.history_tables import conflict_values, conflicts, incident_documents
from kb.store.rows import Row


def listed(
    connection: Connection, incident: str | None = None, *, tolerance: float = 0, limit: int = LIMIT,
    cursor: str | None = None,
) -> Page:
    """Conflicts by id, of one incident or all. `tolerance` is in minutes: times that differ by no more are none.

    Raises NotFound, and InvalidInput for a negative tolerance.
    """
    if not 0 <= tolerance < float("inf"):
        raise InvalidInput("tolerance must be zero minutes or more", code="tolerance")
    slug = current_slug(connection, incident) if incident is not None else None
    if tolerance:
        return _paged(_tolerant(connection, slug, tolerance), limit, cursor)
    query = select(conflicts)
    if slug is not None:
        query = query.where(conflicts.c.incident == slug)
    found = page(connection, query, [conflicts.c.id], [str], limit=limit, cursor=cursor, shape=dict)
    return Page(tuple(shaped(connection, found.items)), found.next)


def every(connection: Connection, incident: str | None = None, *, tolerance: float = 0) -> list[dict[str, Any]]:
    """All conflicts of an incident, or of all, by id."""
    slug = current_slug(connection, incident) if incident is not None else None
    if tolerance:
        return _tolerant(connection, slug, tolerance)
    query = select(conflicts).order_by(conflicts.c.id)
    if slug is not None:
        query = query.where(conflicts.c.incident == slug)
    return shaped(connection, connection.execute(query).mappings())


def shaped(connection: Connection, found: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of `conflicts` in the contract's shape."""
    found = list(found)
    values: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for some in load.batches([row["id"] for row in found]):
        table = conflict_values
        query = select(table).where(table.c.conflict.in_(some)).order_by(table.c.conflict, table.c.position)
        for row in connection.execute(query):
            place = (row.span_start, row.span_end)
            values[row.conflict].append(shapes.conflict_value(row.value, row.document, row.quote, place))
    return [shapes.conflict(row, values[row["id"]]) for row in found]


def _tolerant(connection: Connection, slug: str | None, tolerance: float) -> list[dict[str, Any]]:
    """Reconciled anew with the tolerance: what counts as one value depends on it."""
    documents = documents_of(connection, slug) if slug is not None else load.current_documents(connection)
    decided = load.decisions(connection)
    facts = corrections.apply(load.facts_of(connection, documents), decided)
    history = reconcile(facts, decided, tolerance)
    home = {row.document: row.incident for row in connection.execute(select(incident_documents))}
    rows = (_row(conflict, home) for conflict in sorted(history.conflicts, key=lambda one: one.id))
    return list(rows)


def _row(conflict: ConflictRow, home: Mapping[str, str]) -> dict[str, Any]:
    values = [shapes.conflict_value(one.value, one.document, one.quote, one.span) for one in conflict.values]
    incident = next((home[one.document] for one in conflict.values if one.document in home), conflict.incident)
    return {
        "id": conflict.id, "incident": incident, "code": conflict.code, "events": list(conflict.events),
        "edges": list(conflict.edges), "field": conflict.field, "values": values, "proposed": conflict.proposed,
    }


def _paged(found: Sequence[dict[str, Any]], limit: int, cursor: str | None) -> Page:
    bounded(limit)
    after = decode(cursor, str)
    rows = [row for row in found if after is None or row["id"] > after[0]]
    return Page(tuple(rows[:limit]), encode((rows[limit - 1]["id"],)) if len(rows) > limit else None)
