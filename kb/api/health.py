"""Health, quality figures, and reading a single time expression."""

from __future__ import annotations

from datetime import datetime, time

from flask import Response
from flask_openapi3.models.tag import Tag

from kb.api import shapes as doc
from kb.api.answers import PREFIX, answer
from kb.api.deps import connection, deps
from kb.api.noun import Noun
from kb.api.schemas import ConvertQuery, Nothing
from kb.queries import quality as quality_queries
from kb.queries.convert import converted

api = Noun("service", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="service")], abp_responses=doc.ERRORS)


@api.get("/health", responses={200: doc.OBJECT, 503: doc.PROBLEM})
def get_health(query: Nothing) -> Response:
    """Whether the database answers, and how much it holds; 503 otherwise."""
    with connection() as found:
        return answer(quality_queries.health(found))


@api.get("/quality", responses={200: doc.OBJECT})
def get_quality(query: Nothing) -> Response:
    """How well documents are read, per language, with the date and the data of the measurement."""
    return answer(quality_queries.figures())


@api.get("/convert", responses={200: doc.OBJECT})
def get_convert(query: ConvertQuery) -> Response:
    """Read a time expression of any supported language and give it in other zones."""
    reference = datetime.combine(query.date, time()) if query.date else None
    return answer(
        converted(deps().reader, query.text, language=query.language, reference=reference, zone=query.zone, targets=tuple(query.to))
    )
