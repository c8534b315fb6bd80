"""Anything by its id, or by a beginning of it that only one thing has."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Connection, select

from kb.errors import InvalidInput, NotFound
from kb.queries import conflicts, decisions, documents, events, incidents, services
from kb.queries.filters import event_id
from kb.store import tables
from kb.store.history_tables import conflicts as conflict_table
from kb.store.history_tables import incident_slugs

_SHORTEST = 4


def full_document_id(connection: Connection, name: str) -> str:
    """Raises NotFound, and InvalidInput for a beginning that several documents share."""
    return _full(connection, tables.documents.c.id, name, "document")


def full_event_id(connection: Connection, name: str) -> str:
    """The event of that id, or the event of the claim of that id. Raises NotFound, InvalidInput."""
    return event_id(connection, _full(connection, tables.claims.c.id, name, "event"))


def expanded(connection: Connection, name: str) -> str:
    """The full id of the claim, document or conflict that `name` begins; any other name as it is."""
    for column in (tables.claims.c.id, tables.documents.c.id, conflict_table.c.id):
        try:
            return _full(connection, column, name, "id")
        except NotFound:
            continue
    return name


def shown(connection: Connection, name: str) -> tuple[str, dict[str, Any], str | None]:
    """What kind of thing `name` is, the thing in the contract's shape, and its text where it is a document.

    Raises NotFound, InvalidInput.
    """
    full = expanded(connection, name)
    if _has(connection, tables.documents.c.id, full):
        return "document", documents.one(connection, full), documents.text(connection, full)
    if _has(connection, tables.claims.c.id, full):
        return _claim_or_event(connection, full)
    if _has(connection, conflict_table.c.id, full):
        rows = connection.execute(select(conflict_table).where(conflict_table.c.id == full)).mappings()
        return "conflict", conflicts.shaped(connection, rows)[0], None
    if _has(connection, tables.cause_edges.c.id, full):
        return "cause edge", events.sentences(connection, [full])[full], None
    if _has(connection, tables.decisions.c.id, full):
        return "decision", decisions.one(connection, full), None
    if _has(connection, incident_slugs.c.slug, full):
        return "incident", incidents.one(connection, full), None
    try:
        return "service", services.one(connection, full), None
    except NotFound as error:
        raise NotFound(f"nothing has the id {name!r}") from error


def _claim_or_event(connection: Connection, name: str) -> tuple[str, dict[str, Any], None]:
    try:
        return "event", events.one(connection, name), None
    except NotFound:
        rows = connection.execute(documents.claims_query().where(tables.claims.c.id == name)).mappings()
        return "claim", documents.shaped_claims(connection, rows)[0], None


def _has(connection: Connection, column: Column[Any], name: str) -> bool:
    return connection.scalar(select(column).where(column == name).limit(1)) is not None


def _full(connection: Connection, column: Column[Any], name: str, noun: str) -> str:
    if _has(connection, column, name):
        return name
    if len(name) >= _SHORTEST and name.isalnum():
        found = connection.scalars(select(column).where(column.startswith(name)).limit(2)).all()
        if len(found) == 1:
            return str(found[0])
        if len(found) > 1:
            raise InvalidInput(f"{name!r} is the beginning of several ids: give more of it")
    raise NotFound(f"no {noun} {name!r}")
