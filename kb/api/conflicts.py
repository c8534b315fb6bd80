"""All conflicts of all incidents."""

from __future__ import annotations

from flask import Response
from flask_openapi3.models.tag import Tag

from kb.api import shapes as doc
from kb.api.answers import PREFIX, page
from kb.api.deps import connection
from kb.api.noun import Noun
from kb.api.schemas import ConflictsQuery
from kb.queries import conflicts as queries

api = Noun("conflicts", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="conflicts")], abp_responses=doc.ERRORS)


@api.get("/conflicts", responses={200: doc.CONFLICTS})
def get_conflicts(query: ConflictsQuery) -> Response:
    """Where sources disagree by more than `tolerance` minutes."""
    with connection() as found:
        result = queries.listed(found, tolerance=query.tolerance, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)
