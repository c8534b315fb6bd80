"""A page of a timeline as JSON text straight from its rows: what a column holds is passed on, not taken apart and rebuilt.

The same bytes as `timeline_json(timeline(…))`, for a tenth of the cost; tests hold the two against each other.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from sqlalchemy import Connection, Select, bindparam, select, tuple_, type_coerce
from sqlalchemy.types import NullType

from kb.queries.filters import Filters
from kb.queries.incidents import current_slug
from kb.queries.naming import Names
from kb.queries.paging import Key, bounded, cut, positions
from kb.queries.timeline import UNDATED_KEY, cursor_of, rows_of, title_of
from kb.queries.timeline_text import COLUMNS, instant, item, quoted
from kb.render.clock import ZoneChoice
from kb.store.history_tables import events
from kb.store.prepared import Prepared
from kb.store.rows import Row

_NAMES = (*COLUMNS, "sort_at", "rank")
# as the database holds them, without a call a value: texts that need no parsing to be shown
_HELD: Sequence[Any] = [type_coerce(events.c[name], NullType()).label(name) for name in _NAMES]
_AS_HELD: Select[Any] = select(*_HELD)
_PLACES = {name: number for number, name in enumerate(_NAMES)}
_HAPPENING, _SERVICES = _PLACES["happening"], _PLACES["services"]
_Found = tuple[tuple[Sequence[Any], Sequence[Any]], bool]  # dated rows, undated rows, whether there are more


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """A page as the API answers it, and the cursor of the one after."""

    body: bytes
    next: str | None


def timeline_page(
    connection: Connection, incident: str | None, filters: Filters, *, limit: int, cursor: str | None = None,
    language: str = "en", zones: Sequence[ZoneChoice] = (),
) -> TimelinePage:
    """One page with local times in `zones`. `filters` must not ask for claims. Raises NotFound, InvalidInput."""
    bounded(limit)
    slug, title = incident, title_of(connection, incident)
    if title is None:
        slug = current_slug(connection, str(incident))
        title = title_of(connection, slug)
    asked = _walked if filters.nothing else _filtered
    (dated, undated), more = asked(connection, slug, filters, limit, cursor)
    labels = _Labels(connection, language, (*dated, *undated))
    following = cursor_of(*(_named(rows[-1:]) for rows in (dated, undated))) if more else None
    text = (
        f'{{"title":{quoted(title or "")},"items":[{labels.items(dated, zones)}],"undated":[{labels.items(undated, zones)}],'
        f'"undated_count":{len(undated)},"next":{"null" if following is None else quoted(following)}}}'
    )
    return TimelinePage(text.encode(), following)


class _Labels:
    """Rows with their labels, of which a page has few different ones."""

    def __init__(self, connection: Connection, language: str, rows: Sequence[Any]) -> None:
        names = Names(connection, language)
        kinds = {(row[_HAPPENING], row[_SERVICES]) for row in rows}
        services = {text: orjson.loads(text) for text in {text for _, text in kinds}}
        names.learn(slug for slugs in services.values() for slug in slugs)
        self._texts = {kind: quoted(names.label(kind[0], services[kind[1]])) for kind in kinds}

    def items(self, rows: Sequence[Any], zones: Sequence[ZoneChoice]) -> str:
        texts = self._texts
        return ",".join([item(row, texts[row[_HAPPENING], row[_SERVICES]], zones) for row in rows])


def _named(rows: Sequence[Any]) -> list[Row]:
    """Rows by name, for a cursor."""
    named = [dict(zip(_NAMES, row, strict=True)) for row in rows]
    return [{**row, "sort_at": instant(row["sort_at"])} for row in named]


def _filtered(connection: Connection, slug: str | None, filters: Filters, limit: int, cursor: str | None) -> _Found:
    found, more = rows_of(connection, slug, filters, limit=limit, cursor=cursor, shown=_AS_HELD)
    dated, undated = ([tuple(row.values()) for row in rows] for rows in found)
    return (dated, undated), more


def _walked(connection: Connection, slug: str | None, _filters: Filters, limit: int, cursor: str | None) -> _Found:
    """As `rows_of` without a filter, by statements that are made once: to make one costs more than to run it."""
    dated_after, undated_after = positions(cursor, UNDATED_KEY)
    dated: Sequence[Any] = []
    if undated_after is None:
        dated = _run(connection, True, slug, dated_after, limit + 1)
    undated: Sequence[Any] = []
    if len(dated) <= limit:
        undated = _run(connection, False, slug, undated_after, limit + 1 - len(dated))
    return cut(dated, undated, limit)


def _run(connection: Connection, dated: bool, slug: str | None, after: Key | None, most: int) -> Sequence[Any]:
    given = {"slug": slug, "most": most, **{f"after{place}": part for place, part in enumerate(after or ())}}
    return _statement(dated, slug is not None, after is not None).rows(connection, **given)


@cache
def _statement(dated: bool, of_one: bool, later: bool) -> Prepared:
    c = events.c
    keys = (c.sort_at, c.id) if dated else (c.incident, c.rank, c.id)
    query = _AS_HELD.where(c.sort_at.is_not(None) if dated else c.sort_at.is_(None))
    if of_one:
        query = query.where(c.incident == bindparam("slug"))
    if later:
        query = query.where(tuple_(*keys) > tuple_(*(bindparam(f"after{place}", type_=key.type) for place, key in enumerate(keys))))
    return Prepared(query.order_by(*keys).limit(bindparam("most")))
