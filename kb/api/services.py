"""Services and what they need."""

from __future__ import annotations

from flask import Response
from flask_openapi3.models.tag import Tag

from kb.api import shapes as doc
from kb.api.answers import JSON, PREFIX, answer, bytes_answer, page, page_headers
from kb.api.deps import connection
from kb.api.noun import Noun
from kb.api.schemas import ClosureQuery, Nothing, Page, PathsQuery, ServicePath
from kb.queries import services as queries
from kb.queries.closure import closure

api = Noun("services", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="services")], abp_responses=doc.ERRORS)


@api.get("/services", responses={200: doc.SERVICES})
def get_services(query: Page) -> Response:
    """All services any document names."""
    with connection() as found:
        result = queries.listed(found, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)


@api.get("/services/<slug>", responses={200: doc.SERVICE})
def get_service(path: ServicePath, query: Nothing) -> Response:
    """One service: names in each language, what it is part of."""
    with connection() as found:
        return answer(queries.one(found, path.slug))


@api.get("/services/<slug>/needs", responses={200: doc.OBJECT})
def get_service_needs(path: ServicePath, query: ClosureQuery) -> Response:
    """What it needs, with hops, path and the sentences that say so."""
    return _closure(path.slug, query, back=False)


@api.get("/services/<slug>/needed-by", responses={200: doc.OBJECT})
def get_service_needed_by(path: ServicePath, query: ClosureQuery) -> Response:
    """What breaks when it fails: everything that needs it, with hops, path and sentences."""
    return _closure(path.slug, query, back=True)


def _closure(slug: str, query: ClosureQuery, back: bool) -> Response:
    with connection() as found:
        result = closure(found, slug, back=back, depth=query.depth, limit=query.limit, cursor=query.cursor)
    return bytes_answer(result.body, JSON, headers=page_headers(result.next))


@api.get("/paths", responses={200: doc.OBJECT})
def get_paths(query: PathsQuery) -> Response:
    """All shortest dependency paths from one service to another."""
    with connection() as found:
        return answer(queries.paths(found, query.from_, query.to))
