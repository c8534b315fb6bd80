"""Documents: take them in, look at them, remove them."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from flask import Response, request
from flask_openapi3.models import RawModel
from flask_openapi3.models.tag import Tag

from kb import intake
from kb.api import shapes as doc
from kb.api.answers import PREFIX, answer, nothing, page
from kb.api.deps import connection, deps
from kb.api.noun import Noun
from kb.api.schemas import DocumentPath, DocumentQuery, Nothing, Page
from kb.errors import InvalidInput, TooLarge, UnreadableDocument, UnsupportedFormat
from kb.model import Given, Source
from kb.queries import documents as queries
from kb.queries import shapes

api = Noun("documents", __name__, url_prefix=PREFIX, abp_tags=[Tag(name="documents")], abp_responses=doc.ERRORS)

_ACCEPTED = frozenset(
    (
        "text/plain",
        "text/markdown",
        "text/html",
        "application/xhtml+xml",
        "application/json",
        "text/csv",
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/octet-stream",
        "multipart/form-data",
    )
)


class DocumentBody(RawModel):
    """The document as it is, or as a multipart file."""

    mimetypes: list[str] = [  # noqa: RUF012  # the library's own declaration
        "text/plain",
        "text/markdown",
        "application/json",
    ]


@api.post("/documents", responses={200: doc.INTAKE, 201: doc.INTAKE, 413: doc.PROBLEM, 415: doc.PROBLEM})
def post_document(query: DocumentQuery, raw: DocumentBody) -> Response:
    """Take in a post-mortem, or with `dry_run` show what would be understood.

    201 with Location for a new document, 200 for what is already held (or was read again with other givens).
    """
    source = _source(query)
    if query.dry_run:
        return answer(_understood(intake.preview(deps().engine, deps().reader, source)))
    result = intake.ingest(deps().engine, deps().reader, source, when=datetime.now(UTC).replace(microsecond=0))
    with connection() as found:
        payload = _told(result, queries.one(found, result.document))
    fresh = result.status in (intake.STORED, intake.REPLACED)
    return answer(payload, 201 if fresh else 200, {"Location": f"{PREFIX}/documents/{result.document}"} if fresh else None)


def _source(query: DocumentQuery) -> Source:
    given = Given(
        query.name,
        query.language,
        query.zone,
        query.force_zone,
        query.date,
        query.incident,
        query.title,
        query.source_url,
        query.replaces,
    )
    if query.force_zone and query.zone is None:
        raise InvalidInput("force_zone needs zone")
    media_type = request.mimetype
    if media_type and media_type not in _ACCEPTED:
        raise UnsupportedFormat(f"{media_type} is not a document we read: send one of {', '.join(sorted(_ACCEPTED))}")
    if media_type == "multipart/form-data":
        parts = list(request.files.values())
        if len(parts) != 1:
            raise InvalidInput(f"a multipart request must hold one file, not {len(parts)}")
        if request.form:
            raise InvalidInput(f"form fields are not read ({', '.join(sorted(request.form))}): say them in the query")
        data, media_type = parts[0].read(), parts[0].mimetype or ""
        if given.name is None and parts[0].filename:
            from dataclasses import replace

            given = replace(given, name=parts[0].filename)
    else:
        data = request.get_data(cache=False)
    if len(data) > deps().settings.max_bytes:
        raise TooLarge(f"the document has {len(data)} bytes; at most {deps().settings.max_bytes} are read")
    if not data:
        raise UnreadableDocument("the document is empty")
    return Source(data, given, media_type if media_type not in ("", "application/octet-stream") else None)


def _told(result: Any, document: dict[str, Any]) -> dict[str, Any]:
    return {
        "document": document,
        "status": result.status,
        "incident": result.incident,
        "counts": result.counts,
        "replaced": result.replaced,
        "difference": None if result.difference is None else asdict(result.difference),
    }


def _understood(result: Any) -> dict[str, Any]:
    facts = result.facts
    row = {
        "id": result.document,
        "title": facts.document.title,
        "language": facts.document.language,
        "sha256": facts.document.sha256,
        "source_url": facts.document.given.source_url,
        "chars": len(facts.document.text),
        "given": None,
        "current": True,
        "media_type": facts.document.media_type,
        "places": list(facts.document.places),
        "replaced_by": None,
        "rules": facts.document.rules,
    }
    from kb.labels import label

    names = {service.slug: service.name for service in facts.services}
    claims = [
        shapes.claim(claim, result.document, None, label(claim.happening, [names.get(s, s) for s in claim.services], "en"))
        for claim in facts.claims
    ]
    return {
        **_told(result, shapes.document(row, result.findings, result.incident)),
        "dry_run": True,
        "claims": claims,
        "text": facts.document.text,
        "cause_edges": [shapes.cause_edge(edge, result.document) for edge in facts.edges],
        "actions": [shapes.action(item, result.document, result.incident) for item in facts.actions],
    }


@api.get("/documents", responses={200: doc.PAGE})
def get_documents(query: Page) -> Response:
    """All documents, older versions included (`current` says which)."""
    with connection() as found:
        result = queries.listed(found, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)


@api.get("/documents/<document>", responses={200: doc.DOCUMENT})
def get_document(path: DocumentPath, query: Nothing) -> Response:
    """One document: givens, findings, versions."""
    with connection() as found:
        return answer(queries.one(found, path.document))


@api.get("/documents/<document>/text", responses={200: doc.TEXT})
def get_document_text(path: DocumentPath, query: Nothing) -> Response:
    """The final text, in which all spans count code points."""
    with connection() as found:
        return answer({"id": path.document, "text": queries.text(found, path.document)})


@api.get("/documents/<document>/claims", responses={200: doc.PAGE})
def get_document_claims(path: DocumentPath, query: Page) -> Response:
    """What the document says, in text order, opinions and quotes included (see `stance`)."""
    with connection() as found:
        result = queries.claims(found, path.document, limit=query.limit, cursor=query.cursor)
    return page(result.items, result.next)


@api.delete("/documents/<document>", responses={204: None})
def delete_document(path: DocumentPath, query: Nothing) -> Response:
    """Remove a document and exactly its part of the history."""
    intake.delete(deps().engine, path.document, when=datetime.now(UTC).replace(microsecond=0))
    return nothing()
