"""Versions of a document: which one a new one takes the place of, and what happens when one goes."""
from __future__ import annotations

from sqlalchemy import Connection, select, update

from kb.errors import Conflict, InvalidInput
from kb.model import Document
from kb.store.tables import documents


def predecessor(connection: Connection, document: Document) -> str | None:
    """The current document that this one is a new version of: the one named by `replaces`, else the one of the same
    source URL and language.

    Raises InvalidInput when `replaces` names no document or the document itself, Conflict when what it names was
    replaced already.
    """
    wanted = document.given.replaces
    if wanted is not None:
        return _named(connection, document.id, wanted)
    if document.given.source_url is None:
        return None
    query = select(documents.c.id).where(
        documents.c.source_url == document.given.source_url, documents.c.language == document.language,
        documents.c.current, documents.c.id != document.id,
    )
    return connection.scalar(query.order_by(documents.c.id).limit(1))


def _named(connection: Connection, document: str, wanted: str) -> str | None:
    if wanted == document:
        raise InvalidInput("a document cannot replace itself", code="replaces-itself")
    row = connection.execute(select(documents.c.current, documents.c.replaced_by).where(documents.c.id == wanted)).one_or_none()
    if row is None:
        raise InvalidInput(f"no document {wanted!r} to replace", code="replaces-unknown")
    if row.replaced_by == document:
        return None
    if not row.current:
        raise Conflict(f"{wanted!r} was replaced already, by {row.replaced_by!r}", code="replaces-stale")
    return wanted


def take_place(connection: Connection, old: str, new: str) -> None:
    """Make `new` the current version and `old` one that it replaced."""
    connection.execute(update(documents).where(documents.c.id == new).values(current=True, replaced_by=None))
    connection.execute(update(documents).where(documents.c.id == old).values(current=False, replaced_by=new))


def before_removal(connection: Connection, document: str) -> None:
    """Undo what a document that is about to go did to versions before it: they answer to its successor, or are
    current again where it has none."""
    successor = connection.scalar(select(documents.c.replaced_by).where(documents.c.id == document))
    connection.execute(
        update(documents).where(documents.c.replaced_by == document)
        .values(replaced_by=successor, current=successor is None)
    )
