"""History into rows: what changed is replaced incident by incident, what did not is left alone."""
from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from kb.model import Claim, ConflictRow, Dependency, Event, EventEdge, History, Incident
from kb.store import history_tables as tables
from kb.store import shown
from kb.store.extent import LASTING, extent
from kb.store.load import batches
from kb.store.rows import period_row, time_row
from kb.store.save import insert_rows

Told = Mapping[str, tuple[str, Claim]]
"""The claims events are made of by id, each with its document."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One incident with all that belongs to it."""

    incident: Incident
    events: list[Event] = field(default_factory=list)
    edges: list[EventEdge] = field(default_factory=list)
    dependencies: list[Dependency] = field(default_factory=list)
    conflicts: list[ConflictRow] = field(default_factory=list)

    def digest(self, told: Told) -> str:
        """The same for the same content, whatever the store held before."""
        quotes = [(told[claim][0], told[claim][1].quote) for event in self.events for claim in event.claims if claim in told]
        said = repr((self.incident, self.events, self.edges, self.dependencies, self.conflicts, quotes))
        return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def replace_history(
    connection: Connection, history: History, told: Told, *, digests: Mapping[str, str] | None = None,
    within: Iterable[str] | None = None,
) -> tuple[str, ...]:
    """Make the stored history this one; returns the slugs written. Slugs that went redirect to their documents.

    `told` are the claims the events are made of; `digests` say by slug what an incident is made of (its content, where
    nobody says); `within` are the stored incidents this history stands in the place of, all where None.
    """
    parts = _parts(history)
    held = {
        row.slug: row.digest
        for row in connection.execute(select(tables.incidents.c.slug, tables.incidents.c.digest))
    }
    if digests is None:
        digests = {slug: part.digest(told) for slug, part in parts.items()}
    old = set(held) if within is None else set(within) & set(held)
    stale = [slug for slug in sorted(old | set(parts)) if slug in held and digests.get(slug) != held[slug]]
    for slugs in batches(stale):
        connection.execute(delete(tables.incidents).where(tables.incidents.c.slug.in_(slugs)))
    fresh = [slug for slug in sorted(parts) if held.get(slug) != digests[slug]]
    for slug in fresh:
        _add(connection, parts[slug], digests[slug], told)
    return tuple(fresh)


def _parts(history: History) -> dict[str, _Part]:
    parts = {incident.slug: _Part(incident) for incident in history.incidents}
    home = {event.id: event.incident for event in history.events}
    for event in history.events:
        parts[event.incident].events.append(event)
    for edge in history.edges:
        parts[home[edge.cause]].edges.append(edge)
    for dependency in history.dependencies:
        parts[dependency.incident].dependencies.append(dependency)
    for conflict in history.conflicts:
        parts[conflict.incident].conflicts.append(conflict)
    return parts


def _add(connection: Connection, part: _Part, digest: str, told: Told) -> None:
    incident = part.incident
    connection.execute(insert(tables.incidents).values(
        slug=incident.slug, title=incident.title, **period_row(incident.start, incident.end), events=len(part.events),
        digest=digest,
    ))
    members = [{"incident": incident.slug, "document": document} for document in incident.documents]
    insert_rows(connection, tables.incident_documents, members)
    _remember_slug(connection, incident)
    add_events(connection, part.events, told)
    shown.keep(connection, incident.slug)
    insert_rows(connection, tables.event_edges, ({
        "incident": incident.slug, "cause": edge.cause, "effect": edge.effect, "relation": edge.relation.value,
        "polarity": edge.polarity.value, "edges": edge.edges,
    } for edge in part.edges))
    _add_dependencies(connection, part.dependencies)
    _add_conflicts(connection, part.conflicts)


def _remember_slug(connection: Connection, incident: Incident) -> None:
    table = tables.incident_slugs
    connection.execute(delete(table).where(table.c.slug == incident.slug))
    insert_rows(connection, table, ({"slug": incident.slug, "document": document} for document in incident.documents))


def add_events(connection: Connection, events: Sequence[Event], told: Told) -> None:
    """Insert events of one incident with what timelines are filtered by."""
    ranks = {event.id: rank for rank, event in enumerate(sorted(events, key=lambda event: _undated_order(event, told)))}
    rows = [event_row(event, ranks[event.id], told) for event in events]
    insert_rows(connection, tables.events, rows)
    insert_rows(connection, tables.event_claims, (
        {"event": event.id, "claim": claim} for event in events for claim in dict.fromkeys(event.claims)
    ))
    insert_rows(connection, tables.event_services, (
        {"event": row["id"], "service": service, "sort_at": row["sort_at"]}
        for row in rows for service in dict.fromkeys(row["services"])
    ))


def _undated_order(event: Event, told: Told) -> tuple[Any, ...]:
    """As told: by the first place, in document order, that speaks of it."""
    places = [(told[claim][0], told[claim][1].span) for claim in event.claims if claim in told]
    return min(places, default=("", (0, 0))), event.id


def event_row(event: Event, rank: int, told: Told) -> dict[str, Any]:
    """The row of `events`. `quote` is the sentence of the claim whose time was proposed."""
    begin, until = extent(event.time)
    made_of = [told[claim] for claim in event.claims if claim in told]
    best = min(made_of, key=lambda one: (one[1].time.start != event.time.start, one[1].time.end != event.time.end), default=None)
    return {
        "id": event.id, "incident": event.incident, "kind": event.kind.value, "happening": event.happening,
        "aspects": event.aspects, **time_row(event.time), "services": event.services, "claims": event.claims,
        "conflicts": event.conflicts, "causes": event.causes, "effects": event.effects,
        "documents": sorted({document for document, _ in made_of}),
        "languages": sorted({claim.language for _, claim in made_of}), "quote": best[1].quote if best else "",
        "sort_at": begin,
        "until_at": until, "lasting": begin is not None and until is not None and until - begin > LASTING, "rank": rank,
    }


def _add_dependencies(connection: Connection, dependencies: Sequence[Dependency]) -> None:
    insert_rows(connection, tables.dependencies, ({
        "incident": one.incident, "dependent": one.dependent, "dependency": one.dependency, "documents": one.documents,
    } for one in dependencies))
    insert_rows(connection, tables.dependency_evidence, ({
        "incident": one.incident, "dependent": one.dependent, "dependency": one.dependency, "position": position,
        "document": said.document, "quote": said.quote, "span_start": said.span[0], "span_end": said.span[1],
        "stance": said.stance.value, "polarity": said.polarity.value,
    } for one in dependencies for position, said in enumerate(one.evidence)))


def _add_conflicts(connection: Connection, conflicts: Sequence[ConflictRow]) -> None:
    insert_rows(connection, tables.conflicts, ({
        "id": one.id, "incident": one.incident, "code": one.code, "events": one.events, "edges": one.edges,
        "field": one.field, "proposed": one.proposed,
    } for one in conflicts))
    insert_rows(connection, tables.conflict_values, ({
        "conflict": one.id, "position": position, "value": value.value, "document": value.document,
        "quote": value.quote, "span_start": value.span[0], "span_end": value.span[1],
    } for one in conflicts for position, value in enumerate(one.values)))
