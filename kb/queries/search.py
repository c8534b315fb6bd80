"""Full text over the passages of all current documents, in every language."""
from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, and_, func, select

from kb.queries.paging import LIMIT, Page, bounded, decode, encode, later
from kb.store import load, text_index
from kb.store.history_tables import incident_documents
from kb.store.tables import claims, documents, passages, search_rows

LONGEST_QUERY = 500


def search(
    connection: Connection, words: str, *, limit: int = LIMIT, cursor: str | None = None, language: str | None = None
) -> Page:
    """Passages that have all the words, best first; parts in double quotes must stand together. A query without a
    letter or digit finds nothing."""
    bounded(limit)
    after = decode(cursor, float, int)
    found = text_index.matching(connection, words[:LONGEST_QUERY])
    if found is None:
        return Page(())
    query = (
        select(
            found.c.score, search_rows.c.id, search_rows.c.document, passages.c.span_start, passages.c.span_end,
            passages.c.number, passages.c.section, passages.c.stance, passages.c.language, documents.c.title,
            documents.c.language.label("document_language"), incident_documents.c.incident,
            func.substr(documents.c.text, passages.c.span_start + 1, passages.c.span_end - passages.c.span_start).label("words"),
        )
        .join(search_rows, search_rows.c.id == found.c.id)
        .join(passages, and_(passages.c.document == search_rows.c.document, passages.c.number == search_rows.c.position))
        .join(documents, documents.c.id == search_rows.c.document)
        .join(incident_documents, incident_documents.c.document == documents.c.id, isouter=True)
        .where(documents.c.current)
    )
    if language is not None:
        query = query.where(passages.c.language == language)
    keys = [found.c.score, search_rows.c.id]
    if after is not None:
        query = query.where(later(keys, after))
    rows = connection.execute(query.order_by(*keys).limit(limit + 1)).mappings().all()
    following = encode((float(rows[limit - 1]["score"]), rows[limit - 1]["id"])) if len(rows) > limit else None
    said = _claims(connection, [(row["document"], row["number"]) for row in rows[:limit]])
    return Page(tuple(_hit(row, said) for row in rows[:limit]), following)


def _claims(connection: Connection, places: list[tuple[str, int]]) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for some in load.batches(sorted({document for document, _ in places})):
        query = select(claims.c.document, claims.c.passage, claims.c.id).where(claims.c.document.in_(some))
        for row in connection.execute(query.order_by(claims.c.position)):
            found[row.document, row.passage].append(row.id)
    return found


def _hit(row: Any, said: dict[tuple[str, int], list[str]]) -> dict[str, Any]:
    return {
        "document": row["document"], "title": row["title"], "incident": row["incident"], "language": row["language"],
        "stance": row["stance"], "section": row["section"], "text": row["words"],
        "span": [row["span_start"], row["span_end"]], "claims": said[row["document"], row["number"]],
    }
