"""An incident's two graphs: which service needs which, and which event led to which."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from kb.model import Graph, GraphEdge, GraphNode, Polarity
from kb.queries import events, shapes
from kb.queries.dependencies import dependencies_of
from kb.queries.incidents import current_slug
from kb.queries.naming import Names
from kb.queries.timeline import timeline
from kb.store.history_tables import event_edges


def incident_graph_json(connection: Connection, incident: str) -> dict[str, Any]:
    """`{"incident", "services": {nodes, edges}, "events": {nodes, edges}}`; edges carry polarity and quotes.

    In `services`, `source` needs `target`; in `events`, `source` led to `target`. Raises NotFound.
    """
    slug = current_slug(connection, incident)
    needs = dependencies_of(connection, slug)
    names = Names(connection, "en")
    slugs = sorted({end for row in needs for end in (row["dependent"], row["dependency"])})
    names.learn(slugs)
    found = timeline(connection, slug)
    return {
        "incident": slug,
        "services": {
            "nodes": [{"id": one, "label": names.name(one), "kind": "service"} for one in slugs],
            "edges": [_needs(row) for row in needs],
        },
        "events": {
            "nodes": [shapes.event(row) for row in (*found.rows, *found.undated)],
            "edges": _led_to(connection, slug),
        },
    }


def _needs(row: dict[str, Any]) -> dict[str, Any]:
    polarities = {said["polarity"] for said in row["evidence"]}
    strongest = next((one for one in ("stated", "hedged", "denied") if one in polarities), "stated")
    return {
        "source": row["dependent"],
        "target": row["dependency"],
        "relation": "needs",
        "polarity": strongest,
        "documents": row["documents"],
        "quotes": [said["quote"] for said in row["evidence"]],
        "evidence": row["evidence"],
    }


def _led_to(connection: Connection, slug: str) -> list[dict[str, Any]]:
    order = (event_edges.c.cause, event_edges.c.effect, event_edges.c.relation, event_edges.c.polarity)
    rows = connection.execute(select(event_edges).where(event_edges.c.incident == slug).order_by(*order)).mappings().all()
    said = events.sentences(connection, {edge for row in rows for edge in row["edges"]})
    return [
        {
            "source": row["cause"],
            "target": row["effect"],
            "relation": row["relation"],
            "polarity": row["polarity"],
            "quotes": [said[edge]["quote"] for edge in row["edges"] if edge in said],
            "evidence": [said[edge] for edge in row["edges"] if edge in said],
        }
        for row in rows
    ]


def incident_graph(connection: Connection, incident: str) -> Graph:
    """The service graph of an incident, for drawing. Raises NotFound."""
    payload = incident_graph_json(connection, incident)["services"]
    return Graph(
        tuple(GraphNode(node["id"], node["label"], node["kind"]) for node in payload["nodes"]),
        tuple(
            GraphEdge(edge["source"], edge["target"], edge["relation"], Polarity(edge["polarity"]), tuple(edge["quotes"]))
            for edge in payload["edges"]
        ),
    )


def drawn(payload: dict[str, Any]) -> Graph:
    """A closure of `closure.needs` or `closure.needed_by` as a graph for drawing."""
    pairs: dict[tuple[str, str], tuple[str, ...]] = {}
    for item in payload["items"]:
        for step in item["evidence"]:
            pairs[step["dependent"], step["dependency"]] = tuple(said["quote"] for said in step["evidence"])
    nodes = sorted({payload["service"], *(end for pair in pairs for end in pair)})
    return Graph(
        tuple(GraphNode(one, one, "service") for one in nodes),
        tuple(GraphEdge(*pair, "needs", Polarity.STATED, quotes) for pair, quotes in sorted(pairs.items())),
    )
