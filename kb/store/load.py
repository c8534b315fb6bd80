"""Rows into values: the inverse of `save`."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, select

from kb.errors import NotFound
from kb.model import Decision, Document, DocumentFacts, Source
from kb.store import rows, tables
from kb.store.prepared import Prepared

PARTS: tuple[tuple[str, Table, Callable[[Any], Any]], ...] = (
    ("passages", tables.passages, rows.passage_from),
    ("services", tables.document_services, rows.service_from),
    ("mentions", tables.mentions, rows.mention_from),
    ("claims", tables.claims, rows.claim_from),
    ("edges", tables.cause_edges, rows.edge_from),
    ("dependencies", tables.dependency_facts, rows.dependency_from),
    ("constraints", tables.time_constraints, rows.constraint_from),
    ("actions", tables.actions, rows.action_from),
    ("findings", tables.findings, rows.finding_from),
)
_BATCH = 500  # host parameters a statement: SQLite's oldest limit is 999
_DOCUMENT = [column for column in tables.documents.c if column.name != "data"]


def document_from(row: rows.Row) -> Document:
    return Document(
        id=row["id"], sha256=row["sha256"], title=row["title"], language=row["language"], text=row["text"],
        media_type=row["media_type"], given=rows.given_from(row["given"]), places=tuple(row["places"]),
        rules=row["rules"],
    )


def batches(items: Sequence[str]) -> Iterable[Sequence[str]]:
    """Slices small enough for one `IN (…)`."""
    return (items[start : start + _BATCH] for start in range(0, len(items), _BATCH))


def facts_of(connection: Connection, documents: Sequence[str]) -> list[DocumentFacts]:
    """Everything these documents say, ordered by document id, exactly as it was saved. Unknown ids are passed over."""
    found: list[DocumentFacts] = []
    for ids in batches(sorted(set(documents))):
        table = tables.documents
        held = connection.execute(select(*_DOCUMENT).where(table.c.id.in_(ids)).order_by(table.c.id)).mappings().all()
        parts = {name: _grouped(connection, table, make, ids) for name, table, make in PARTS}
        for row in held:
            said = {name: tuple(parts[name].get(row["id"], ())) for name in parts}
            found.append(DocumentFacts(document_from(row), **said))
    return found


def _grouped(
    connection: Connection, table: Table, make: Callable[[Any], Any], documents: Sequence[str]
) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = defaultdict(list)
    query = select(table).where(table.c.document.in_(documents)).order_by(table.c.document, table.c.position)
    for row in connection.execute(query).mappings():
        groups[row["document"]].append(make(row))
    return groups


def facts(connection: Connection, document: str) -> DocumentFacts:
    """Everything one document says. Raises NotFound."""
    found = facts_of(connection, [document])
    if not found:
        raise NotFound(f"no document {document!r}")
    return found[0]


def source(connection: Connection, document: str) -> Source:
    """The bytes and givens a document was stored with. Raises NotFound."""
    table = tables.documents
    row = connection.execute(
        select(table.c.data, table.c.given, table.c.sent_as).where(table.c.id == document)
    ).one_or_none()
    if row is None:
        raise NotFound(f"no document {document!r}")
    return Source(bytes(row.data), rows.given_from(row.given), row.sent_as)


def current_documents(connection: Connection) -> list[str]:
    """Ids of the documents that history is made of, ordered."""
    table = tables.documents
    return list(connection.scalars(select(table.c.id).where(table.c.current).order_by(table.c.id)))


def decisions(connection: Connection, *, undone: bool = False) -> list[Decision]:
    """People's corrections in the order they were made; with `undone` those taken back as well."""
    table = tables.decisions
    query: Select[Any] = select(table).order_by(table.c.when, table.c.id)
    if not undone:
        query = query.where(~table.c.undone)
    return [rows.decision_from(row) for row in connection.execute(query).mappings()]


_VERSION = Prepared(select(tables.store_state.c.value).where(tables.store_state.c.name == "version"))


def version(connection: Connection) -> int:
    """A number that grows with every change of the store."""
    return next((int(row[0]) for row in _VERSION.rows(connection)), 0)
