"""Incidents and all that is asked of one: timeline, graph, conflicts, state, metrics, action items."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from flask import Response, redirect, request
from flask_openapi3.models.tag import Tag

from kb.api import shapes as doc
from kb.api.answers import PREFIX, answer, bytes_answer, page
from kb.api.deps import connection
from kb.api.noun import Noun
from kb.api.schemas import ConflictsQuery, GraphQuery, IncidentPath, Nothing, Page, StateQuery, TimelineQuery, instant
from kb.api.timelines import timeline_answer
from kb.queries import actions as action_queries
from kb.queries import conflicts as conflict_queries
from kb.queries import incidents as queries
from kb.queries import metrics as metric_queries
from kb.queries.incident_graph import incident_graph, incident_graph_json
from kb.queries.state import state
from kb.render.dot import graph_dot
from kb.render.mermaid import graph_mermaid

api = Noun("incidents", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="incidents")], abp_responses=doc.ERRORS)


def of_today(route: Callable[..., Response]) -> Callable[..., Response]:
    """Send an earlier slug to today's with 308, the query kept."""

    @wraps(route)
    def checked(path: IncidentPath, **more: Any) -> Any:
        with connection() as found:
            current = queries.current_slug(found, path.slug)
            if current == path.slug:
                return route(path=path, **more)
        here = request.full_path.rstrip("?").replace(f"/incidents/{quote(path.slug)}", f"/incidents/{quote(current)}", 1)
        return redirect(here, 308)

    return checked


@api.get("/incidents", responses={200: doc.INCIDENTS})
def get_incidents(query: Page) -> Response:
    """All incidents."""
    with connection() as found:
        result = queries.listed(found, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)


@api.get("/incidents/<slug>", responses={200: doc.INCIDENT, 308: {"description": "An earlier slug"}})
@of_today
def get_incident(path: IncidentPath, query: Nothing) -> Response:
    """One incident; an earlier slug redirects."""
    with connection() as found:
        return answer(queries.one(found, path.slug))


@api.get("/incidents/<slug>/timeline", responses={200: doc.TIMELINE, 308: {"description": "An earlier slug"}})
@of_today
def get_incident_timeline(path: IncidentPath, query: TimelineQuery) -> Response:
    """The timeline: dated events in order, undated ones apart; in any zones, in any of the formats."""
    return timeline_answer(query, path.slug)


@api.get("/incidents/<slug>/graph", responses={200: doc.OBJECT, 308: {"description": "An earlier slug"}})
@of_today
def get_incident_graph(path: IncidentPath, query: GraphQuery) -> Response:
    """Services with what they need, events with what caused them, each edge with its sentences."""
    with connection() as found:
        if query.format == "json":
            return answer(incident_graph_json(found, path.slug))
        graph = incident_graph(found, path.slug)
    text, media = (graph_dot(graph), "text/vnd.graphviz") if query.format == "dot" else (graph_mermaid(graph), "text/vnd.mermaid")
    return bytes_answer(text.encode(), media)


@api.get("/incidents/<slug>/conflicts", responses={200: doc.CONFLICTS, 308: {"description": "An earlier slug"}})
@of_today
def get_incident_conflicts(path: IncidentPath, query: ConflictsQuery) -> Response:
    """Where its sources disagree by more than `tolerance` minutes, with every side's sentence."""
    with connection() as found:
        result = conflict_queries.listed(
            found, incident=path.slug, tolerance=query.tolerance, limit=query.limit, cursor=query.cursor
        )
    return page(result.items, result.next)


@api.get("/incidents/<slug>/state", responses={200: doc.OBJECT, 308: {"description": "An earlier slug"}})
@of_today
def get_incident_state(path: IncidentPath, query: StateQuery) -> Response:
    """What was failing, recovering or up at an instant, and the events that say so."""
    at = instant(query.at, list(query.zone))
    assert at is not None
    with connection() as found:
        return answer(state(found, path.slug, at))


@api.get("/incidents/<slug>/metrics", responses={200: doc.OBJECT, 308: {"description": "An earlier slug"}})
@of_today
def get_incident_metrics(path: IncidentPath, query: Nothing) -> Response:
    """Time to detect, diagnose, mitigate and recover, each with the two events it is computed from."""
    with connection() as found:
        return answer(metric_queries.metrics(found, path.slug))


@api.get("/incidents/<slug>/actions", responses={200: doc.PAGE, 308: {"description": "An earlier slug"}})
@of_today
def get_incident_actions(path: IncidentPath, query: Page) -> Response:
    """What was promised: text, owner, due date, done or not."""
    with connection() as found:
        result = action_queries.listed(found, incident=path.slug, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)
