"""What the replayer needs of an incident: its events, the edges between them, its services and their wholes."""
from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, or_, select

from kb.model import Event, EventEdge, Kind, Polarity, Relation
from kb.queries.incidents import current_slug
from kb.queries.naming import Names
from kb.store.history_tables import event_edges, events, services
from kb.store.rows import time_from


@dataclass(frozen=True, slots=True)
class Parts:
    """`labels` are words by event, `part_of` wholes by service."""

    incident: str
    events: tuple[Event, ...]
    edges: tuple[EventEdge, ...]
    services: tuple[str, ...]
    labels: dict[str, str]
    part_of: dict[str, str | None]


def parts(connection: Connection, incident: str, *, language: str = "en") -> Parts:
    """The incident as the replayer wants it. Raises NotFound."""
    slug = current_slug(connection, incident)
    rows = connection.execute(select(events).where(events.c.incident == slug).order_by(events.c.id)).mappings().all()
    found = tuple(
        Event(row["id"], slug, Kind(row["kind"]), row["happening"], tuple(row["aspects"]), time_from(row),
              tuple(row["services"]), tuple(row["claims"]), tuple(row["conflicts"]), tuple(row["causes"]),
              tuple(row["effects"])) for row in rows)
    order = (event_edges.c.cause, event_edges.c.effect, event_edges.c.relation, event_edges.c.polarity)
    edges = tuple(
        EventEdge(row["cause"], row["effect"], Relation(row["relation"]), Polarity(row["polarity"]),
        tuple(row["edges"])) for row in connection.execute(
            select(event_edges).where(event_edges.c.incident == slug).order_by(*order)).mappings())
    named = sorted({service for event in found for service in event.services})
    names = Names(connection, language)
    names.learn(named)
    wholes = connection.execute(
        select(services.c.slug, services.c.part_of).where(or_(services.c.incident == slug, services.c.incident == ""))
    )
    return Parts(slug, found, edges, tuple(named),
                 {event.id: names.label(event.happening, event.services) for event in found},
                 {row.slug: row.part_of for row in wholes})
