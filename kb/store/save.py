"""Values into rows. Every function works inside the caller's transaction and commits nothing."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, update

from kb.model import Document, DocumentFacts, Finding, Source
from kb.store import rows, tables, text_index
from kb.store.types import Instant, Json

_CHUNK = 500  # rows made ready at once: few enough to stay in the processor's cache

PARTS: tuple[tuple[str, Table, Callable[[Any], dict[str, Any]]], ...] = (
    ("passages", tables.passages, rows.passage_row),
    ("services", tables.document_services, rows.service_row),
    ("mentions", tables.mentions, rows.mention_row),
    ("claims", tables.claims, rows.claim_row),
    ("edges", tables.cause_edges, rows.edge_row),
    ("dependencies", tables.dependency_facts, rows.dependency_row),
    ("constraints", tables.time_constraints, rows.constraint_row),
    ("actions", tables.actions, rows.action_row),
    ("findings", tables.findings, rows.finding_row),
)


def add_document(
    connection: Connection, facts: DocumentFacts, source: Source, revision: int = 0, *, current: bool = True,
    replaced_by: str | None = None,
) -> None:
    """Store a document that is not there yet, with everything it says. `revision` is the store's version by then."""
    values = {
        **_document_row(facts.document), "data": source.data, "bytes": len(source.data), "sent_as": source.media_type,
        "current": current, "replaced_by": replaced_by, "revision": revision,
    }
    connection.execute(insert(tables.documents).values(values))
    add_facts(connection, facts)


def replace_facts(connection: Connection, facts: DocumentFacts, revision: int = 0) -> None:
    """Store what another reading of a held document says, in the place of what the last one said."""
    document = facts.document
    remove_facts(connection, document.id)
    connection.execute(
        update(tables.documents)
        .where(tables.documents.c.id == document.id)
        .values(**_document_row(document), revision=revision)
    )
    add_facts(connection, facts)


def _document_row(document: Document) -> dict[str, Any]:
    return {
        "id": document.id, "sha256": document.sha256, "title": document.title, "language": document.language,
        "media_type": document.media_type, "given": rows.given_json(document.given),
        "source_url": document.given.source_url, "places": document.places, "rules": document.rules,
        "chars": len(document.text), "text": document.text,
    }


def add_facts(connection: Connection, facts: DocumentFacts) -> None:
    """Insert the fact rows of one document, each table in one statement, and index its passages for search."""
    document = facts.document.id
    for name, table, to_row in PARTS:
        insert_rows(connection, table, placed(document, getattr(facts, name), to_row))
    served = [
        {"claim": claim.id, "service": service} for claim in facts.claims for service in dict.fromkeys(claim.services)
    ]
    insert_rows(connection, tables.claim_services, served)
    words = facts.document.text
    told = ((item.index, words[item.start : item.end]) for item in facts.passages)
    insert_rows(connection, tables.search_rows, text_index.index_rows(document, told))


def placed(document: str, items: Sequence[Any], to_row: Callable[[Any], dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of a document's facts of one sort, with their place. One after the other: all at once they would keep the
    garbage collector busy for as long as they take to make."""
    for place, item in enumerate(items):
        row = to_row(item)
        row["document"], row["position"] = document, place
        yield row


def insert_rows(connection: Connection, table: Table, values: Iterable[dict[str, Any]]) -> None:
    """Bulk insert of rows that all have the same columns; nothing happens without rows."""
    if connection.dialect.name != "sqlite":
        if held := list(values):
            connection.execute(insert(table), held)
        return
    rest = iter(values)
    if not (some := list(islice(rest, _CHUNK))):
        return
    converted = {name: kind for name in some[0] if isinstance(kind := table.c[name].type, Instant | Json)}
    plain = [name for name in some[0] if name not in converted]
    quote = connection.dialect.identifier_preparer.quote
    columns = ", ".join(quote(name) for name in (*plain, *converted))
    statement = f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({', '.join('?' * len(some[0]))})"
    while some:
        connection.exec_driver_sql(statement, _parameters(plain, converted, some))
        some = list(islice(rest, _CHUNK))


def _parameters(
    plain: Sequence[str], converted: Mapping[str, Instant | Json], values: Sequence[dict[str, Any]]
) -> list[tuple[Any, ...]]:
    """What the SQLite driver takes. What it would not take as it is is made column by column: value by value that costs
    more than the storing itself."""
    columns = _texts(converted, values)
    made: Sequence[tuple[Any, ...]] = list(zip(*columns, strict=True)) or [()] * len(values)
    if len(plain) < 2:  # `itemgetter` gives no tuple of one
        return [(*(row[name] for name in plain), *texts) for row, texts in zip(values, made, strict=True)]
    return [left + texts for left, texts in zip(map(itemgetter(*plain), values), made, strict=True)]


def _texts(converted: Mapping[str, Instant | Json], values: Sequence[dict[str, Any]]) -> list[Sequence[str | None]]:
    """The columns to convert, as texts. Those of one time often hold the same instants, which are written once."""
    columns: list[Sequence[str | None]] = []
    written: list[tuple[Sequence[Any], Sequence[str | None]]] = []  # columns of instants with their texts
    for name, kind in converted.items():
        column = list(map(itemgetter(name), values))
        if isinstance(kind, Json):
            columns.append(kind.texts(column))
            continue
        texts = next((texts for other, texts in written if other == column), None)
        if texts is None:
            texts = kind.texts(column)
            written.append((column, texts))
        columns.append(texts)
    return columns


def remove_facts(connection: Connection, document: str) -> None:
    """Delete what a document says; the document itself stays."""
    text_index.remove(connection, document)
    for _name, table, _to_row in PARTS:
        connection.execute(delete(table).where(table.c.document == document))


def remove_document(connection: Connection, document: str) -> None:
    """Delete a document with all it says."""
    remove_facts(connection, document)
    connection.execute(delete(tables.documents).where(tables.documents.c.id == document))


def without_duplicates(facts: DocumentFacts) -> DocumentFacts:
    """The facts with the first of each id only; a finding tells of the others, which no row could hold."""
    lost: list[Finding] = []
    kept: dict[str, tuple[Any, ...]] = {}
    for name in ("claims", "edges", "actions"):
        items = getattr(facts, name)
        first: dict[str, Any] = {}
        for item in items:
            first.setdefault(item.id, item)
        kept[name] = tuple(first.values())
        dropped = len(items) - len(kept[name])
        if dropped:
            lost.append(Finding("store", "duplicate-id", f"{dropped} of {len(items)} {name} had the id of another"))
    if not lost:
        return facts
    return replace(
        facts, claims=kept["claims"], edges=kept["edges"], actions=kept["actions"], findings=(*facts.findings, *lost)
    )


def next_version(connection: Connection) -> int:
    """Count the store's version up: whoever remembers an older number knows that something may have changed."""
    table = tables.store_state
    grown = update(table).where(table.c.name == "version").values(value=table.c.value + 1).returning(table.c.value)
    version = connection.scalar(grown)
    if version is None:
        version = 1
        connection.execute(insert(table).values(name="version", value=version))
    return int(version)
