"""Timelines of claims: what opinions, quotes and boilerplate say, of which no event is made."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, or_, select

from kb import decisions as corrections
from kb.model import Claim, Timeline, TimelineRow
from kb.queries.documents import Corrected
from kb.queries.filters import Filters, any_of, in_range, in_window, real_services, related
from kb.queries.naming import Names
from kb.queries.paging import Key, cut, encode, later, positions
from kb.store import load
from kb.store.history_tables import incident_documents
from kb.store.rows import Row, claim_from
from kb.store.tables import claim_services, claims, documents


def timeline(
    connection: Connection, slug: str | None, title: str, filters: Filters, *, limit: int | None, cursor: str | None,
    language: str,
) -> Timeline:
    """As `kb.queries.timeline.timeline`, one row a claim of a current document; undated ones in text order."""
    dated_after, undated_after = positions(cursor, (str, int, str))
    query = _query(connection, slug, filters)
    dated: Sequence[Row] = []
    if undated_after is None:
        keys = [claims.c.sort_at, claims.c.id]
        narrowed = query.where(claims.c.sort_at.is_not(None), *in_range(claims, filters, None))
        dated = _page(connection, narrowed, keys, dated_after, None if limit is None else limit + 1)
    undated: Sequence[Row] = []
    rest = None if limit is None else limit + 1 - len(dated)
    if (rest is None or rest > 0) and not any((filters.during, filters.overlapping, filters.after, filters.before)):
        keys = [claims.c.document, claims.c.span_start, claims.c.id]
        narrowed = query.where(claims.c.sort_at.is_(None), *in_window(claims, filters))
        undated = _page(connection, narrowed, keys, undated_after, rest)
    kept, more = cut(dated, undated, limit)
    shown = [_shown(connection, rows, language) for rows in kept]
    return Timeline(title, shown[0], shown[1], _cursor(*kept) if more else None)


def _cursor(dated: Sequence[Row], undated: Sequence[Row]) -> str:
    if undated:
        return encode((undated[-1]["document"], undated[-1]["span_start"], undated[-1]["id"]))
    return encode((dated[-1]["sort_at"], dated[-1]["id"]))


def _query(connection: Connection, slug: str | None, filters: Filters) -> Select[Any]:
    corrected = _corrected(connection)
    query = (
        select(claims, incident_documents.c.incident)
        .join(documents, documents.c.id == claims.c.document)
        .join(incident_documents, incident_documents.c.document == claims.c.document, isouter=True)
        .where(documents.c.current, *any_of(claims.c.stance, filters.stances), *any_of(claims.c.language, filters.languages))
        .where(*related(connection, claims, filters))
    )
    if slug is not None:
        query = query.where(incident_documents.c.incident == slug)
    if filters.kinds:
        fitting = [claim.id for claim in corrected if claim.kind in filters.kinds]
        query = query.where(_either(any_of(claims.c.kind, filters.kinds)[0], corrected, fitting))
    if wanted := real_services(connection, filters):
        fitting = [claim.id for claim in corrected if set(claim.services) & set(wanted)]
        spelled = sorted({*wanted, *filters.services})
        served = claims.c.id.in_(select(claim_services.c.claim).where(claim_services.c.service.in_(spelled)))
        query = query.where(_either(served, corrected, fitting))
    return query


def _corrected(connection: Connection) -> list[Claim]:
    """The claims people decided on, as they decided."""
    ids, make = sorted(corrections.by_target(load.decisions(connection))), Corrected(connection)
    found = (connection.execute(select(claims).where(claims.c.id.in_(some))).mappings() for some in load.batches(ids))
    return [make(claim_from(row)) for rows in found for row in rows]


def _either(machine: ColumnElement[bool], corrected: Sequence[Claim], fitting: Sequence[str]) -> ColumnElement[bool]:
    """The condition on what the machine read, save for corrected claims: those whose corrected values fit."""
    if not corrected:
        return machine
    return or_(and_(machine, claims.c.id.not_in([claim.id for claim in corrected])), claims.c.id.in_(fitting))


def _page(
    connection: Connection, query: Select[Any], keys: Sequence[ColumnElement[Any]], after: Key | None, limit: int | None
) -> Sequence[Row]:
    if after is not None:
        query = query.where(later(keys, after))
    query = query.order_by(*keys)
    return connection.execute(query if limit is None else query.limit(limit)).mappings().all()


def _shown(connection: Connection, found: Iterable[Row], language: str) -> tuple[TimelineRow, ...]:
    names, corrected = Names(connection, language), Corrected(connection)
    made = [(corrected(claim_from(row)), row) for row in found]
    names.learn(slug for claim, _ in made for slug in claim.services)
    return tuple(_row(claim, row, names) for claim, row in made)


def _row(claim: Claim, row: Row, names: Names) -> TimelineRow:
    return TimelineRow(
        id=claim.id, incident=row["incident"] or "", kind=claim.kind, happening=claim.happening,
        label=names.label(claim.happening, claim.services), time=claim.time, services=claim.services, claims=(claim.id,),
        documents=(row["document"],), languages=(claim.language,), quote=claim.quote,
    )
