"""People's corrections and the list of who did what."""
from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from kb.errors import NotFound
from kb.instants import format_instant
from kb.queries import shapes
from kb.queries.paging import LIMIT, Page, page
from kb.store.rows import Row, decision_from
from kb.store.tables import audit, decisions


def listed(
    connection: Connection, *, target: str | None = None, undone: bool | None = None, limit: int = LIMIT,
    cursor: str | None = None,
) -> Page:
    """Decisions by id, those undone among them unless asked otherwise."""
    query = select(decisions)
    if target is not None:
        query = query.where(decisions.c.target == target)
    if undone is not None:
        query = query.where(decisions.c.undone == undone)
    return page(
        connection, query, [decisions.c.id], [str], limit=limit, cursor=cursor,
        shape=lambda row: shapes.decision(decision_from(row)),
    )


def one(connection: Connection, decision: str) -> dict[str, Any]:
    """Raises NotFound."""
    row = connection.execute(select(decisions).where(decisions.c.id == decision)).mappings().one_or_none()
    if row is None:
        raise NotFound(f"no decision {decision!r}")
    return shapes.decision(decision_from(row))


def audited(connection: Connection, *, limit: int = LIMIT, cursor: str | None = None) -> Page:
    """Everything that changed the store, oldest first."""
    return page(connection, select(audit), [audit.c.id], [int], limit=limit, cursor=cursor, shape=_entry)


def _entry(row: Row) -> dict[str, Any]:
    return {
        "id": row["id"], "when": format_instant(row["when"]), "who": row["who"], "action": row["action"],
        "target": row["target"], "detail": row["detail"],
    }
