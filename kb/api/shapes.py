"""The answers' shapes for the OpenAPI document. Documentation only: what is answered comes from `kb.queries.shapes`."""

from __future__ import annotations

from typing import Any

from flask_openapi3.models.media_type import MediaType
from flask_openapi3.models.schema import Schema

from kb.api.problems import MEDIA_TYPE, Problem

Json = dict[str, Any]


def _media(schema: Json) -> MediaType:
    return MediaType(schema=Schema(**schema))


def _object(properties: Json, required: list[str] | None = None) -> Json:
    return {"type": "object", "properties": properties, "required": required if required is not None else list(properties)}


def _array(items: Json) -> Json:
    return {"type": "array", "items": items}


TEXT_ = {"type": "string"}
MAYBE = {"anyOf": [{"type": "string"}, {"type": "null"}]}
SPAN = {
    "anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}],
    "description": "[start, end) in code points of the final text",
}
TIME = _object(
    {
        "start": MAYBE,
        "end": MAYBE,
        "bound": {"enum": ["at", "by", "until", "since"]},
        "precision": {"enum": ["second", "minute", "hour", "part-of-day", "day", "month", "year"]},
        "approximate": {"type": "boolean"},
        "as_written": MAYBE,
        "zone": _object(
            {"name": MAYBE, "offset": MAYBE, "basis": {"enum": ["stated", "inherited", "given", "unknown"]}, "as_written": MAYBE}
        ),
        "alternatives": _array(TEXT_),
        "window": _object({"earliest": MAYBE, "latest": MAYBE}),
    }
)
KIND = {"enum": ["trigger", "impact", "detection", "diagnosis", "mitigation", "recovery", "communication", "state"]}
CLAIM = _object(
    {
        "id": TEXT_,
        "document": TEXT_,
        "kind": KIND,
        "happening": TEXT_,
        "label": TEXT_,
        "time": TIME,
        "services": _array(TEXT_),
        "quote": TEXT_,
        "span": SPAN,
        "time_span": SPAN,
        "section": _array(TEXT_),
        "stance": {"enum": ["report", "opinion", "quote", "boilerplate"]},
        "language": TEXT_,
        "event": MAYBE,
        "rule": TEXT_,
    }
)
EVENT = _object(
    {
        "id": TEXT_,
        "incident": TEXT_,
        "kind": KIND,
        "time": TIME,
        "services": _array(TEXT_),
        "label": TEXT_,
        "claims": _array(TEXT_),
        "conflicts": _array(TEXT_),
        "causes": _array(TEXT_),
        "effects": _array(TEXT_),
    }
)
FINDING = _object({"code": TEXT_, "message": TEXT_, "span": SPAN})
DOCUMENT_ = _object(
    {
        "id": TEXT_,
        "title": MAYBE,
        "language": TEXT_,
        "sha256": TEXT_,
        "source_url": MAYBE,
        "chars": {"type": "integer"},
        "given": {},
        "current": {"type": "boolean"},
        "findings": _array(FINDING),
    }
)
INCIDENT_ = _object(
    {"slug": TEXT_, "title": TEXT_, "documents": _array(TEXT_), "start": MAYBE, "end": MAYBE, "events": {"type": "integer"}}
)
SERVICE_ = _object(
    {"slug": TEXT_, "name": TEXT_, "kind": TEXT_, "part_of": MAYBE, "incident": MAYBE, "aliases": {"type": "object"}}
)
CONFLICT_ = _object(
    {
        "id": TEXT_,
        "incident": TEXT_,
        "code": TEXT_,
        "events": _array(TEXT_),
        "edges": _array(TEXT_),
        "field": TEXT_,
        "values": _array(_object({"value": MAYBE, "document": TEXT_, "quote": TEXT_, "span": SPAN})),
        "proposed": MAYBE,
    }
)
DECISION_ = _object(
    {
        "id": TEXT_,
        "target": TEXT_,
        "field": TEXT_,
        "machine": MAYBE,
        "value": TEXT_,
        "who": TEXT_,
        "when": TEXT_,
        "undone": {"type": "boolean"},
    }
)


def body(schema: Json, description: str = "", media_type: str = "application/json") -> Json:
    """A response of one media type."""
    return {"description": description or "The answer", "content": {media_type: _media(schema)}}


def paged(items: Json, more: Json | None = None) -> Json:
    """A page of a collection."""
    return body(
        _object({"items": _array(items), "next": MAYBE, **(more or {})}, ["items", "next"]),
        "One page; `next` is the cursor of the page after",
    )


PROBLEM = {"description": "What went wrong (RFC 9457)", "content": {MEDIA_TYPE: _media(Problem.model_json_schema())}}
ERRORS: Any = {400: PROBLEM, 404: PROBLEM, 409: PROBLEM, 422: PROBLEM}
OBJECT = body({"type": "object"})
PAGE = paged({"type": "object"})
DOCUMENT, INCIDENT, SERVICE, DECISION = body(DOCUMENT_), body(INCIDENT_), body(SERVICE_), body(DECISION_)
TEXT = body(_object({"id": TEXT_, "text": TEXT_}))
INTAKE = body(_object({"document": DOCUMENT_, "status": TEXT_, "incident": MAYBE, "counts": {"type": "object"}}))
EVENTS, CLAIMS, DOCUMENTS, INCIDENTS, SERVICES, CONFLICTS, DECISIONS = map(
    paged, (EVENT, CLAIM, DOCUMENT_, INCIDENT_, SERVICE_, CONFLICT_, DECISION_)
)
FILES = ("text/plain", "text/csv", "text/markdown", "text/vnd.mermaid", "text/calendar", "text/html", "image/svg+xml")
EVENT_ONE = body(EVENT)
TIMELINE = {
    "description": "JSON is paged; the other formats carry the whole timeline",
    "content": {
        "application/json": _media(
            _object(
                {
                    "title": TEXT_,
                    "items": _array(EVENT),
                    "undated": _array(EVENT),
                    "undated_count": {
                        "type": "integer",
                        "description": "undated rows on this page; they come behind all dated ones",
                    },
                    "next": MAYBE,
                },
                ["items", "undated", "next"],
            )
        ),
        **{name: _media({"type": "string"}) for name in FILES},
    },
}
