"""Corrections by people: kept apart from machine values, applied at every reconciliation, undone at will."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Response
from flask_openapi3.models.tag import Tag

from kb import intake
from kb.api import shapes as doc
from kb.api.answers import PREFIX, answer, nothing, page
from kb.api.deps import connection, deps
from kb.api.noun import Noun
from kb.api.schemas import DecisionBody, DecisionPath, Nothing, Page
from kb.queries import decisions as queries
from kb.queries import shapes
from kb.queries.shown import shown

api = Noun("decisions", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="decisions")], abp_responses=doc.ERRORS)


@api.get("/decisions", responses={200: doc.DECISIONS})
def get_decisions(query: Page) -> Response:
    """All corrections, undone ones included."""
    with connection() as found:
        result = queries.listed(found, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)


@api.post("/decisions", responses={201: doc.DECISION})
def post_decision(query: Nothing, body: DecisionBody) -> Response:
    """Correct a claim, event, incident or service. The machine's value stays beside it."""
    with connection() as found:
        shown(found, body.target)
    made = intake.decide(
        deps().engine,
        body.target,
        body.field,
        body.value,
        who=body.who,
        when=datetime.now(UTC).replace(microsecond=0),
        whole_event=not body.only_claim,
    )
    rows = [shapes.decision(one) for one in made]
    return answer({**rows[0], "decisions": rows}, 201, {"Location": f"{PREFIX}/decisions"})


@api.delete("/decisions/<decision>", responses={204: None})
def delete_decision(path: DecisionPath, query: Nothing) -> Response:
    """Undo a correction: the machine's value holds again, the correction stays in the list as undone."""
    intake.undo(deps().engine, path.decision, when=datetime.now(UTC).replace(microsecond=0))
    return nothing()
