"""Full text, all languages."""

from __future__ import annotations

from flask import Response
from flask_openapi3.models.tag import Tag

from kb.api import shapes as doc
from kb.api.answers import PREFIX, page
from kb.api.deps import connection
from kb.api.noun import Noun
from kb.api.schemas import SearchQuery
from kb.queries import search as queries

api = Noun("search", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="search")], abp_responses=doc.ERRORS)


@api.get("/search", responses={200: doc.PAGE})
def get_search(query: SearchQuery) -> Response:
    """Passages with all the words, best first. Japanese, Chinese and Korean are found mid-sentence, accents are folded."""
    with connection() as found:
        result = queries.search(found, query.q, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)
