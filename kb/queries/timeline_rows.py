"""Rows of timelines as JSON text by the ids of their events: made of the columns once, then kept while the store's version
stays. Whoever looks at a timeline looks at the same rows again: another visitor, another filter, the page before."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import orjson
from sqlalchemy import ARRAY, Connection, Text, any_, bindparam, column, func, select, type_coerce
from sqlalchemy.types import NullType

from kb.queries.naming import Names
from kb.queries.timeline_text import COLUMNS, item, quoted
from kb.render.clock import ZoneChoice
from kb.store.history_tables import events
from kb.store.kept import kept
from kb.store.prepared import Prepared
from kb.store.types import to_json

MOST_KEPT = 20_000
"""Rows kept at most, some kilobyte each; when there are more, all are let go."""
# as the database holds them, without a call a value: texts that need no parsing to be shown
_HELD: Sequence[Any] = [type_coerce(events.c[name], NullType()).label(name) for name in COLUMNS]
_HAPPENING, _SERVICES = COLUMNS.index("happening"), COLUMNS.index("services")


def row_texts(connection: Connection, ids: Sequence[str], language: str, zones: Sequence[ZoneChoice]) -> list[bytes]:
    """The rows of events there are, with local times in `zones`, in the order of `ids`."""
    known: dict[Any, bytes] = kept(connection, "rows", dict)
    asked = (language, *(zone.name for zone in zones))
    found = {one: known.get((one, asked)) for one in ids}
    missing = [one for one, text in found.items() if text is None]
    if missing:
        made = dict(_made(connection, missing, language, zones))
        if len(known) + len(made) > MOST_KEPT:
            known.clear()
        known.update(((one, asked), text) for one, text in made.items())
        found.update(made)
    return [text for one in ids if (text := found[one]) is not None]


def _made(
    connection: Connection, ids: Sequence[str], language: str, zones: Sequence[ZoneChoice]
) -> Iterable[tuple[str, bytes]]:
    sqlite = connection.dialect.name == "sqlite"
    rows = _by_id(sqlite).rows(connection, ids=to_json(ids) if sqlite else ids)
    kinds = {(row[_HAPPENING], row[_SERVICES]) for row in rows}  # a page has few different ones
    services = {text: orjson.loads(text) for _, text in kinds}
    names = Names(connection, language)
    names.learn(slug for slugs in services.values() for slug in slugs)
    labels = {kind: quoted(names.label(kind[0], services[kind[1]])) for kind in kinds}
    return ((row[0], item(row, labels[row[_HAPPENING], row[_SERVICES]], zones).encode()) for row in rows)


@cache
def _by_id(sqlite: bool) -> Prepared:
    """The columns of many events: one parameter however many there are, where `IN` takes one each."""
    ids = bindparam("ids", type_=Text() if sqlite else ARRAY(Text))
    if not sqlite:
        return Prepared(select(*_HELD).where(events.c.id == any_(ids)))
    asked = func.json_each(ids).table_valued(column("value", Text), name="asked")
    return Prepared(select(*_HELD).where(events.c.id == asked.c.value))
