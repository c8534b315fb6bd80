"""Timelines: one row an event (a claim, for other stances than `report`), dated rows in order, undated ones apart."""
from __future__ import annotations

from collections.abc import Sequence
from heapq import merge
from itertools import islice
from typing import Any

from orjson import loads
from sqlalchemy import ColumnElement, Connection, Select, Text, bindparam, false, func, select, type_coerce

from kb.model import Kind, Timeline, TimelineRow
from kb.queries import claim_rows
from kb.queries.filters import Filters, any_of, in_range, in_window, real_services, related
from kb.queries.incidents import current_slug
from kb.queries.naming import Names
from kb.queries.paging import Key, bounded, cut, encode, later, positions
from kb.store.history_tables import event_services, events, incidents
from kb.store.prepared import Prepared
from kb.store.rows import Row, time_from

NOTHING = Filters()
UNDATED_KEY = (str, int, str)
"""The kinds of what a cursor holds among undated rows: incident, rank, id."""
_TITLE = Prepared(select(incidents.c.title).where(incidents.c.slug == bindparam("slug")))
SHOWN: Select[Any] = select(*(column for column in events.c if column.name not in ("aspects", "shown")))
"""An event's columns as values are made of them."""


def timeline(
    connection: Connection, incident: str | None = None, filters: Filters = NOTHING, *, limit: int | None = None,
    cursor: str | None = None, language: str = "en",
) -> Timeline:
    """The rows of an incident (of all, without one) that pass the filters; all of them without `limit`.

    Dated rows come first, by time and id; then undated ones in the order their documents tell them. Raises NotFound for
    an unknown incident or event, InvalidInput for a bad limit or cursor.
    """
    if limit is not None:
        bounded(limit)
    slug = current_slug(connection, incident) if incident is not None else None
    title = title_of(connection, slug) or ""
    if filters.of_claims:
        return claim_rows.timeline(connection, slug, title, filters, limit=limit, cursor=cursor, language=language)
    rows, more = rows_of(connection, slug, filters, limit=limit, cursor=cursor)
    names = Names(connection, language)
    names.learn(slug for row in (*rows[0], *rows[1]) for slug in row["services"])
    return Timeline(
        title, tuple(row_from(row, names) for row in rows[0]), tuple(row_from(row, names) for row in rows[1]),
        cursor_of(*rows) if more else None,
    )


def rows_of(
    connection: Connection, slug: str | None, filters: Filters, *, limit: int | None, cursor: str | None,
    shown: Select[Any] = SHOWN,
) -> tuple[tuple[Sequence[Row], Sequence[Row]], bool]:
    """The dated and the undated rows of a timeline, with the columns of `shown`, and whether there are more."""
    dated_after, undated_after = positions(cursor, UNDATED_KEY)
    conditions = _conditions(connection, slug, filters)
    dated: list[Row] = []
    if undated_after is None:
        dated = _dated(connection, conditions, filters, dated_after, limit, shown)
    undated: list[Row] = []
    rest = None if limit is None else limit + 1 - len(dated)
    if (rest is None or rest > 0) and not _placed(filters):
        undated = _undated(connection, conditions, filters, undated_after, rest, shown)
    return cut(dated, undated, limit)


def cursor_of(dated: Sequence[Row], undated: Sequence[Row]) -> str:
    """Where the page of these rows ends."""
    last = (undated or dated)[-1]
    return encode(tuple(last[name] for name in (("incident", "rank", "id") if undated else ("sort_at", "id"))))


def _placed(filters: Filters) -> bool:
    """Whether a filter asks for a place in time that no undated row has."""
    return any((filters.during, filters.overlapping, filters.after, filters.before))


def title_of(connection: Connection, slug: str | None) -> str | None:
    """The title of an incident's timeline (None where there is no such incident), or of all incidents'."""
    if slug is None:
        return "All incidents"
    return next((str(row[0]) for row in _TITLE.rows(connection, slug=slug)), None)


def _conditions(connection: Connection, slug: str | None, filters: Filters) -> list[ColumnElement[bool]]:
    conditions = [events.c.incident == slug] if slug is not None else []
    conditions += any_of(events.c.kind, filters.kinds)
    if filters.languages:
        told = _told_in(connection, filters.languages)
        # `|| ''` keeps off the index: most rows have few lists, and rows must come by time
        conditions.append((type_coerce(events.c.languages, Text) + "").in_(told) if told else false())
    if wanted := real_services(connection, filters):
        served = select(event_services.c.event).where(event_services.c.service.in_(wanted))
        conditions.append(events.c.id.in_(served))
    return conditions + related(connection, events, filters)


def _told_in(connection: Connection, languages: Sequence[str]) -> list[str]:
    """The lists of languages, as they are held, that have one of these. Each list is one step along the index, however
    many rows have it: a language of nothing costs no scan."""
    held = type_coerce(events.c.languages, Text)
    lists = select(func.min(held).label("held")).cte("lists", recursive=True)
    following = select(func.min(held)).where(held > lists.c.held).scalar_subquery()
    lists = lists.union_all(select(following).where(lists.c.held.is_not(None)))
    found = connection.scalars(select(lists.c.held).where(lists.c.held.is_not(None)))
    return [text for text in found if not set(languages).isdisjoint(loads(text))]


def _dated(
    connection: Connection, conditions: Sequence[ColumnElement[bool]], filters: Filters, after: Key | None,
    limit: int | None, shown: Select[Any],
) -> list[Row]:
    """Short and lasting rows are looked up apart where a beginning is asked for, each by its own index, then merged."""
    parts = (False, True) if filters.start is not None else (None,)
    found = (_ordered(connection, [*conditions, *in_range(events, filters, part)], after, limit, shown)
             for part in parts)
    rows = merge(*found, key=lambda row: (row["sort_at"], row["id"]))
    return list(rows if limit is None else islice(rows, limit + 1))


def _ordered(
    connection: Connection, conditions: Sequence[ColumnElement[bool]], after: Key | None, limit: int | None,
    shown: Select[Any],
) -> Sequence[Row]:
    keys = [events.c.sort_at, events.c.id]
    query: Select[Any] = shown.where(events.c.sort_at.is_not(None), *conditions)
    if after is not None:
        query = query.where(later(keys, after))
    query = query.order_by(*keys)
    return connection.execute(query if limit is None else query.limit(limit + 1)).mappings().all()


def _undated(
    connection: Connection, conditions: Sequence[ColumnElement[bool]], filters: Filters, after: Key | None,
    limit: int | None, shown: Select[Any],
) -> list[Row]:
    keys = [events.c.incident, events.c.rank, events.c.id]
    query: Select[Any] = shown.where(events.c.sort_at.is_(None), *conditions, *in_window(events, filters))
    if after is not None:
        query = query.where(later(keys, after))
    query = query.order_by(*keys)
    return list(connection.execute(query if limit is None else query.limit(limit)).mappings())


def row_from(row: Row, names: Names) -> TimelineRow:
    """A row of `events` as a timeline shows it."""
    return TimelineRow(
        id=row["id"], incident=row["incident"], kind=Kind(row["kind"]), happening=row["happening"],
        label=names.label(row["happening"], row["services"]), time=time_from(row), services=tuple(row["services"]),
        claims=tuple(row["claims"]), documents=tuple(row["documents"]), languages=tuple(row["languages"]),
        conflicts=tuple(row["conflicts"]), causes=tuple(row["causes"]), effects=tuple(row["effects"]),
        quote=row["quote"],
    )


def count(connection: Connection, incident: str | None = None) -> tuple[int, int]:
    """How many dated and undated events there are."""
    query = select(func.count(events.c.sort_at), func.count())
    if incident is not None:
        query = query.where(events.c.incident == current_slug(connection, incident))
    dated, total = connection.execute(query).one()
    return dated, total - dated
