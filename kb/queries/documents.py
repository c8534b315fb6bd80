"""Documents: what is there, their text, and what each one says."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from kb import decisions as corrections
from kb.errors import NotFound
from kb.model import Claim, Finding
from kb.queries import shapes
from kb.queries.naming import Names
from kb.queries.paging import LIMIT, Page, page
from kb.store import load, rows, tables
from kb.store.history_tables import event_claims, incident_documents
from kb.store.rows import Row

SHOWN = [column for column in tables.documents.c if column.name not in ("text", "data")]


def listed(
    connection: Connection, *, limit: int = LIMIT, cursor: str | None = None, current: bool | None = None,
    language: str | None = None,
) -> Page:
    """Documents by id; older versions are among them unless `current` is said."""
    query = select(*SHOWN)
    if current is not None:
        query = query.where(tables.documents.c.current == current)
    if language is not None:
        query = query.where(tables.documents.c.language == language)
    found = page(connection, query, [tables.documents.c.id], [str], limit=limit, cursor=cursor, shape=dict)
    return Page(tuple(shaped(connection, found.items)), found.next)


def one(connection: Connection, document: str) -> dict[str, Any]:
    """One document without its text. Raises NotFound."""
    row = connection.execute(select(*SHOWN).where(tables.documents.c.id == document)).mappings().one_or_none()
    if row is None:
        raise NotFound(f"no document {document!r}")
    shaped_row = shaped(connection, [row])[0]
    replaces = connection.scalars(
        select(tables.documents.c.id).where(tables.documents.c.replaced_by == document).order_by(tables.documents.c.id)
    )
    return {**shaped_row, "replaces": list(replaces)}


def shaped(connection: Connection, found: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of `documents` in the contract's shape."""
    found = list(found)
    ids = [row["id"] for row in found]
    said: dict[str, list[Finding]] = defaultdict(list)
    homes: dict[str, str] = {}
    for some in load.batches(ids):
        table = tables.findings
        query = select(table).where(table.c.document.in_(some)).order_by(table.c.document, table.c.position)
        for row in connection.execute(query).mappings():
            said[row["document"]].append(rows.finding_from(row))
        members = select(incident_documents).where(incident_documents.c.document.in_(some))
        homes.update((row.document, row.incident) for row in connection.execute(members))
    return [shapes.document(row, said[row["id"]], homes.get(row["id"])) for row in found]


def text(connection: Connection, document: str) -> str:
    """The final text all offsets count in. Raises NotFound."""
    found = connection.scalar(select(tables.documents.c.text).where(tables.documents.c.id == document))
    if found is None:
        raise NotFound(f"no document {document!r}")
    return str(found)


def data(connection: Connection, document: str) -> tuple[bytes, str]:
    """The bytes as they came, and their media type. Raises NotFound."""
    row = connection.execute(
        select(tables.documents.c.data, tables.documents.c.media_type).where(tables.documents.c.id == document)
    ).one_or_none()
    if row is None:
        raise NotFound(f"no document {document!r}")
    return bytes(row.data), str(row.media_type)


def passages(connection: Connection, document: str) -> list[dict[str, Any]]:
    """The passages of a document in text order. Raises NotFound."""
    return [shapes.passage(item) for item in load.facts(connection, document).passages]


def claims(
    connection: Connection, document: str, *, limit: int = LIMIT, cursor: str | None = None, language: str = "en"
) -> Page:
    """What a document says, as people corrected it, in text order. Raises NotFound."""
    if connection.scalar(select(tables.documents.c.id).where(tables.documents.c.id == document)) is None:
        raise NotFound(f"no document {document!r}")
    table = tables.claims
    query = claims_query().where(table.c.document == document)
    found = page(
        connection, query, [table.c.span_start, table.c.id], [int, str], limit=limit, cursor=cursor, shape=dict
    )
    return Page(tuple(shaped_claims(connection, found.items, language)), found.next)


def claims_query() -> Any:
    """Claims with the event each is part of, None where it is part of none."""
    return select(tables.claims, event_claims.c.event).join_from(
        tables.claims, event_claims, event_claims.c.claim == tables.claims.c.id, isouter=True
    )


def shaped_claims(
    connection: Connection, found: Iterable[Row], language: str = "en", names: Names | None = None
) -> list[dict[str, Any]]:
    """Rows of `claims_query` in the contract's shape, corrections applied."""
    names = names or Names(connection, language)
    corrected = Corrected(connection)
    made = [(corrected(rows.claim_from(row)), row) for row in found]
    names.learn(slug for claim, _ in made for slug in claim.services)
    return [
        shapes.claim(claim, row["document"], row["event"], names.label(claim.happening, claim.services))
        for claim, row in made
    ]


class Corrected:
    """Claims as people corrected them: decisions are few, so they are laid over the rows when these are shown."""

    def __init__(self, connection: Connection) -> None:
        decided = load.decisions(connection)
        self._about = corrections.by_target(decided)
        self._renamed = corrections.aliases(decided)

    def __call__(self, claim: Claim) -> Claim:
        claim = corrections.corrected_claim(claim, self._about.get(claim.id, ()))
        return corrections.renamed_claim(claim, self._renamed) if self._renamed else claim
