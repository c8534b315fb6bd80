"""Services, and which one needs which."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Connection, Text, column, func, literal, select

from kb import decisions as corrections
from kb.errors import NotFound
from kb.queries import graph, shapes
from kb.queries.incidents import current_slug
from kb.queries.paging import LIMIT, Page, bounded, decode, encode, page
from kb.store import load
from kb.store.history_tables import aliases, dependency_evidence, services
from kb.store.rows import Row
from kb.store.text_index import fold
from kb.store.types import to_json

Pair = tuple[str, str]
_ORDER = (
    dependency_evidence.c.dependent, dependency_evidence.c.dependency, dependency_evidence.c.incident,
    dependency_evidence.c.position,
)


def listed(
    connection: Connection, *, incident: str | None = None, limit: int = LIMIT, cursor: str | None = None
) -> Page:
    """Services by slug; of one incident, those learned in it."""
    query = select(services)
    if incident is not None:
        query = query.where(services.c.incident == current_slug(connection, incident))
    return page(
        connection, query, [services.c.slug, services.c.incident], [str, str], limit=limit, cursor=cursor,
        shape=shapes.service,
    )


def every(connection: Connection) -> list[dict[str, Any]]:
    """All services by slug."""
    query = select(services).order_by(services.c.slug, services.c.incident)
    return [shapes.service(row) for row in connection.execute(query).mappings()]


def one(connection: Connection, name: str) -> dict[str, Any]:
    """A service by slug, or by a name or alias that only it has, with its parts and neighbours. Raises NotFound."""
    slug = resolved(connection, name)
    rows = connection.execute(
        select(services).where(services.c.slug == slug).order_by(services.c.incident)
    ).mappings().all()
    parts = connection.scalars(select(services.c.slug).where(services.c.part_of == slug).distinct().order_by(services.c.slug))
    near = graph.adjacency(connection)
    return {
        **shapes.service(rows[0]), "incidents": [row["incident"] for row in rows if row["incident"]],
        "parts": list(parts), "needs": near.near(slug, back=False), "needed_by": near.near(slug, back=True),
    }


def resolved(connection: Connection, name: str) -> str:
    """The slug of a service named by slug, by people's alias, or by any name only one service has. Raises NotFound."""
    name = corrections.aliases(load.decisions(connection)).get(name, name)
    if connection.scalar(select(services.c.slug).where(services.c.slug == name).limit(1)) is not None:
        return name
    found = connection.scalars(select(aliases.c.slug).where(aliases.c.folded == fold(name)).distinct()).all()
    if len(found) != 1:
        several = f"; it may be {', '.join(sorted(found))}" if found else ""
        raise NotFound(f"no service {name!r}{several}")
    return str(found[0])


def needs(
    connection: Connection, name: str, *, depth: int | None = None, limit: int | None = None, cursor: str | None = None
) -> dict[str, Any]:
    """What a service needs, directly or over others, each with hops, path and evidence; all of it without `limit`.

    `total` counts what is on other pages too. Raises NotFound, InvalidInput for a bad limit or cursor.
    """
    return _closure(connection, name, False, depth, limit, cursor)


def needed_by(
    connection: Connection, name: str, *, depth: int | None = None, limit: int | None = None, cursor: str | None = None
) -> dict[str, Any]:
    """What needs a service: its blast radius, in the form of `needs`."""
    return _closure(connection, name, True, depth, limit, cursor)


def _closure(
    connection: Connection, name: str, back: bool, depth: int | None, limit: int | None, cursor: str | None
) -> dict[str, Any]:
    most = None if limit is None else bounded(limit)
    hops, last = decode(cursor, int, str) or (0, "")
    slug = resolved(connection, name)
    near = graph.adjacency(connection)
    found = near.search(slug, back=back, depth=depth)
    reached = [] if found is None else list(islice(near.shown(found, (hops, last)), None if most is None else most + 1))
    kept = reached[:most]
    following = encode((kept[-1].hops, kept[-1].service)) if len(kept) < len(reached) else None
    said = evidence(connection, {pair for step in kept for pair in _pairs(step.path, back)})
    items = [
        {"service": step.service, "hops": step.hops, "path": list(step.path),
         "evidence": [said[pair] for pair in _pairs(step.path, back)]}
        for step in kept
    ]
    return {
        "service": slug, "direction": "needed-by" if back else "needs", "items": items, "next": following,
        "total": 0 if found is None else found.total,
    }


def paths(connection: Connection, start: str, end: str) -> dict[str, Any]:
    """All shortest ways from one service to another it needs, each with its sentences. Raises NotFound."""
    first, last = resolved(connection, start), resolved(connection, end)
    found = graph.adjacency(connection).shortest_paths(first, last)
    said = evidence(connection, {pair for path in found for pair in _pairs(path, False)})
    items = [
        {"path": list(path), "hops": len(path) - 1, "evidence": [said[pair] for pair in _pairs(path, False)]}
        for path in found
    ]
    return {"from": first, "to": last, "items": items}


def _pairs(path: tuple[str, ...], back: bool) -> list[Pair]:
    """The steps of a path as (dependent, dependency)."""
    steps = list(pairwise(path))
    return [(after, before) for before, after in steps] if back else steps


def evidence(connection: Connection, pairs: Iterable[Pair]) -> dict[Pair, dict[str, Any]]:
    """Dependencies in the contract's shape with all their sentences, those of every incident together."""
    wanted = sorted(set(pairs))
    said: dict[Pair, list[dict[str, Any]]] = {pair: [] for pair in wanted}
    if wanted:
        table, (dependent, dependency) = dependency_evidence, _asked(connection, wanted)
        query = select(table).where(table.c.dependent == dependent, table.c.dependency == dependency).order_by(*_ORDER)
        for row in connection.execute(query).mappings().all():
            said[row["dependent"], row["dependency"]].append(shapes.evidence(row))
    return {pair: shapes.dependency(*pair, said[pair]) for pair in wanted}


def _asked(connection: Connection, pairs: Sequence[Pair]) -> tuple[ColumnElement[str], ColumnElement[str]]:
    """The pairs as two columns to join with: one parameter however many there are, where `IN` takes one each."""
    if connection.dialect.name == "sqlite":
        table = func.json_each(to_json(pairs)).table_valued(column("value", Text), name="asked")
        return func.json_extract(table.c.value, "$[0]", type_=Text), func.json_extract(table.c.value, "$[1]", type_=Text)
    sides = (literal([pair[side] for pair in pairs], ARRAY(Text)) for side in (0, 1))
    table = func.unnest(*sides).table_valued(column("one", Text), column("other", Text), name="asked").render_derived()
    return table.c.one, table.c.other


def every_dependency(connection: Connection) -> list[dict[str, Any]]:
    """All dependencies, those that are denied among them, ordered by their two services."""
    return _shaped(connection.execute(select(dependency_evidence).order_by(*_ORDER)).mappings())


def dependencies_of(connection: Connection, incident: str) -> list[dict[str, Any]]:
    """The dependencies that one incident's documents tell of. Raises NotFound."""
    slug = current_slug(connection, incident)
    query = select(dependency_evidence).where(dependency_evidence.c.incident == slug).order_by(*_ORDER)
    return _shaped(connection.execute(query).mappings())


def _shaped(rows: Iterable[Row]) -> list[dict[str, Any]]:
    said: dict[Pair, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        said[row["dependent"], row["dependency"]].append(shapes.evidence(row))
    return [shapes.dependency(*pair, said[pair]) for pair in said]
