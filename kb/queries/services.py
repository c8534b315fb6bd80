"""Services, and which one needs which."""
from __future__ import annotations

from itertools import pairwise
from typing import Any

from sqlalchemy import Connection, bindparam, select

from kb.errors import NotFound
from kb.queries import graph, shapes
from kb.queries.dependencies import evidence
from kb.queries.incidents import current_slug
from kb.queries.naming import renamed
from kb.queries.paging import LIMIT, Page, page
from kb.store.history_tables import aliases, services
from kb.store.prepared import Prepared
from kb.store.text_index import fold

_HELD = Prepared(select(services.c.slug).where(services.c.slug == bindparam("slug")).limit(1))


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
    name = renamed(connection).get(name, name)
    if _HELD.rows(connection, slug=name):
        return name
    found = connection.scalars(select(aliases.c.slug).where(aliases.c.folded == fold(name)).distinct()).all()
    if len(found) != 1:
        several = f"; it may be {', '.join(sorted(found))}" if found else ""
        raise NotFound(f"no service {name!r}{several}")
    return str(found[0])


def paths(connection: Connection, start: str, end: str) -> dict[str, Any]:
    """All shortest ways from one service to another it needs, each with its sentences. Raises NotFound."""
    first, last = resolved(connection, start), resolved(connection, end)
    found = graph.adjacency(connection).shortest_paths(first, last)
    said = evidence(connection, {pair for path in found for pair in pairwise(path)})
    items = [
        {"path": list(path), "hops": len(path) - 1, "evidence": [said[pair] for pair in pairwise(path)]}
        for path in found
    ]
    return {"from": first, "to": last, "items": items}
