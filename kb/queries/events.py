"""Events: one with its evidence, what led to it and what it led to."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from kb.instants import format_instant
from kb.model import Polarity, Relation, TimelineRow
from kb.queries import conflicts, shapes
from kb.queries.documents import claims_query, shaped_claims
from kb.queries.filters import event_id
from kb.queries.naming import Names
from kb.queries.timeline import SHOWN, row_from
from kb.store import load, tables
from kb.store.history_tables import conflicts as conflict_table
from kb.store.history_tables import event_edges, events
from kb.store.rows import edge_from

WALKED = tuple(relation.value for relation in Relation if relation is not Relation.PRECEDES)
"""Order alone explains nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event reached over cause edges: `hops` away, `path` from the event asked about to this one."""

    event: str
    hops: int
    path: tuple[str, ...]
    edge: dict[str, Any]


def rows_of(connection: Connection, ids: Iterable[str], language: str = "en") -> dict[str, TimelineRow]:
    """Events by id."""
    names = Names(connection, language)
    found: dict[str, TimelineRow] = {}
    for some in load.batches(sorted(set(ids))):
        rows = connection.execute(SHOWN.where(events.c.id.in_(some))).mappings().all()
        names.learn(slug for row in rows for slug in row["services"])
        found.update((row["id"], row_from(row, names)) for row in rows)
    return found


def one(connection: Connection, name: str, *, language: str = "en") -> dict[str, Any]:
    """An event with all its claims and conflicts; a claim's id answers for its event. Raises NotFound."""
    event = event_id(connection, name)
    row = rows_of(connection, [event], language)[event]
    claims: list[dict[str, Any]] = []
    for some in load.batches(row.claims):
        table = tables.claims
        query = claims_query().where(table.c.id.in_(some)).order_by(table.c.document, table.c.span_start, table.c.id)
        claims += shaped_claims(connection, connection.execute(query).mappings(), language)
    found = connection.execute(
        select(conflict_table).where(conflict_table.c.id.in_(row.conflicts)).order_by(conflict_table.c.id)
    ).mappings()
    return {
        **shapes.timeline_row(row), "claim_rows": claims, "conflict_rows": conflicts.shaped(connection, found),
        "cause_rows": _edges(connection, [event], back=True), "effect_rows": _edges(connection, [event], back=False),
    }


def causes(connection: Connection, name: str, *, depth: int | None = None, language: str = "en") -> dict[str, Any]:
    """What led to an event, hop by hop, each with path and sentences. Raises NotFound."""
    return _walk(connection, name, True, depth, language)


def effects(connection: Connection, name: str, *, depth: int | None = None, language: str = "en") -> dict[str, Any]:
    """What an event led to. Raises NotFound."""
    return _walk(connection, name, False, depth, language)


def why(connection: Connection, name: str, *, language: str = "en") -> dict[str, Any]:
    """The causal chain of an event down to what nothing explains: `causes` with its roots and the longest chain.

    A chain is told first cause first. Raises NotFound.
    """
    answer = _walk(connection, name, True, None, language)
    reached = {item["event"]["id"]: item for item in answer["items"]}
    has_cause = {item["edge"]["effect"] for item in answer["items"]} | {edge["effect"] for edge in answer["circles"]}
    roots = sorted(event for event in reached if event not in has_cause)
    longest: list[str] = max((reached[root]["path"] for root in roots), key=lambda path: (len(path), path), default=[])
    return {**answer, "roots": roots, "chain": list(reversed(longest))}


def _walk(connection: Connection, name: str, back: bool, depth: int | None, language: str) -> dict[str, Any]:
    start = event_id(connection, name)
    steps, circles = _reached(connection, start, back, depth)
    rows = rows_of(connection, [start, *(step.event for step in steps)], language)
    items = [
        {"event": shapes.event(rows[step.event]), "hops": step.hops, "path": list(step.path),
         "edge": {**step.edge, "lag_minutes": _lag(rows, step.edge)}}
        for step in steps
    ]
    return {"event": shapes.event(rows[start]), "items": items, "circles": circles}


def _reached(connection: Connection, start: str, back: bool, depth: int | None) -> tuple[list[Step], list[dict[str, Any]]]:
    """Breadth first: every event once, over its shortest path; edges back onto the path are circles."""
    paths: dict[str, tuple[str, ...]] = {start: (start,)}
    steps, circles, layer = list[Step](), list[dict[str, Any]](), [start]
    while layer and (depth is None or len(paths[layer[0]]) <= depth):
        following: list[str] = []
        for edge in _edges(connection, layer, back):
            here, there = (edge["effect"], edge["cause"]) if back else (edge["cause"], edge["effect"])
            if there in paths[here]:
                circles.append(edge)
            elif there not in paths:
                paths[there] = (*paths[here], there)
                following.append(there)
                steps.append(Step(there, len(paths[there]) - 1, paths[there], edge))
        layer = following
    return steps, circles


def _edges(connection: Connection, ids: Sequence[str], back: bool) -> list[dict[str, Any]]:
    """Edges into (`back`) or out of events, with their sentences; neither order alone nor what is denied."""
    near = event_edges.c.effect if back else event_edges.c.cause
    found: list[dict[str, Any]] = []
    for some in load.batches(sorted(ids)):
        query = select(event_edges).where(
            near.in_(some), event_edges.c.relation.in_(WALKED), event_edges.c.polarity != Polarity.DENIED.value
        )
        order = (event_edges.c.effect, event_edges.c.cause, event_edges.c.relation, event_edges.c.polarity)
        rows = connection.execute(query.order_by(*order)).mappings().all()
        said = sentences(connection, {edge for row in rows for edge in row["edges"]})
        found += [
            {"cause": row["cause"], "effect": row["effect"], "relation": row["relation"], "polarity": row["polarity"],
             "evidence": [said[edge] for edge in row["edges"] if edge in said]}
            for row in rows
        ]
    return found


def sentences(connection: Connection, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The cause edges of documents by id, in the contract's shape."""
    found: dict[str, dict[str, Any]] = {}
    table = tables.cause_edges
    for some in load.batches(sorted(set(ids))):
        rows = connection.execute(select(table).where(table.c.id.in_(some))).mappings()
        found.update((row["id"], shapes.cause_edge(edge_from(row), row["document"])) for row in rows)
    return found


def _lag(rows: dict[str, TimelineRow], edge: dict[str, Any]) -> float | None:
    """Minutes from the cause's start to the effect's; None where either has no instant. Negative is a contradiction."""
    moments = [rows[edge[end]].time.start if edge[end] in rows else None for end in ("cause", "effect")]
    first, last = moments
    if first is None or last is None or first.tzinfo is None or last.tzinfo is None:
        return None
    return (last - first).total_seconds() / 60


def lags(connection: Connection, incident: str) -> list[dict[str, Any]]:
    """Every cause edge of an incident with its lag in minutes, longest first; edges without two instants last."""
    pairs = connection.execute(
        select(event_edges).where(
            event_edges.c.incident == incident, event_edges.c.relation.in_(WALKED),
            event_edges.c.polarity != Polarity.DENIED.value,
        ).order_by(event_edges.c.cause, event_edges.c.effect, event_edges.c.relation, event_edges.c.polarity)
    ).mappings().all()
    rows = rows_of(connection, {row[end] for row in pairs for end in ("cause", "effect")})
    found = [
        {"cause": row["cause"], "effect": row["effect"], "relation": row["relation"], "polarity": row["polarity"],
         "cause_start": format_instant(rows[row["cause"]].time.start),
         "effect_start": format_instant(rows[row["effect"]].time.start), "lag_minutes": _lag(rows, dict(row))}
        for row in pairs
    ]
    return sorted(found, key=lambda one: (one["lag_minutes"] is None, -(one["lag_minutes"] or 0.0)))
