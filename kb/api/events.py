"""Events: listed by any condition, one with its claims, causes and effects by depth."""

from __future__ import annotations

from flask import Response
from flask_openapi3.models.tag import Tag

from kb.api import shapes as doc
from kb.api.answers import PREFIX, answer
from kb.api.deps import connection
from kb.api.noun import Noun
from kb.api.schemas import DepthQuery, EventPath, EventsQuery, Nothing
from kb.api.timelines import timeline_answer
from kb.queries import events as queries

api = Noun("events", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="events")], abp_responses=doc.ERRORS)


@api.get("/events", responses={200: doc.TIMELINE})
def get_events(query: EventsQuery) -> Response:
    """Events of all incidents (or of `incident`), also in time relation to another event.

    `overlapping` answers "what was still failing when …"; `during`, `after` and `before` are the other three.
    """
    return timeline_answer(query, query.incident)


@api.get("/events/<event>", responses={200: doc.EVENT_ONE})
def get_event(path: EventPath, query: Nothing) -> Response:
    """One event with every claim of it, each with its sentence. A claim's id answers for its event."""
    with connection() as found:
        return answer(queries.one(found, path.event))


@api.get("/events/<event>/causes", responses={200: doc.OBJECT})
def get_event_causes(path: EventPath, query: DepthQuery) -> Response:
    """What led to it, hop by hop, each step with its sentences. Order alone is no cause."""
    with connection() as found:
        return answer(queries.causes(found, path.event, depth=query.depth))


@api.get("/events/<event>/effects", responses={200: doc.OBJECT})
def get_event_effects(path: EventPath, query: DepthQuery) -> Response:
    """What it led to, hop by hop."""
    with connection() as found:
        return answer(queries.effects(found, path.event, depth=query.depth))
