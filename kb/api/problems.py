"""RFC 9457: every error, the framework's own included, is `application/problem+json` of one shape."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import orjson
from flask import Flask, Response, make_response, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import HTTPException

from kb.errors import PmkbError

MEDIA_TYPE = "application/problem+json"
# Input that names what is not there: a page nobody was given a cursor to, a document that nobody holds.
_ABSENT = frozenset(("cursor", "replaces-unknown"))
_log = logging.getLogger("pmkb.api")


class Problem(BaseModel):
    """An error as RFC 9457 describes it; `code` is stable, `errors` names each bad parameter."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    instance: str
    errors: list[dict[str, Any]] | None = None


def problem(status: int, detail: str, *, code: str, errors: list[dict[str, Any]] | None = None) -> Response:
    """The error as a response."""
    body: dict[str, Any] = {
        "type": f"urn:pmkb:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": request.path,
    }
    if errors is not None:
        body["errors"] = errors
    # A path may hold lone surrogates (bytes that are no UTF-8), which JSON cannot carry.
    body = {key: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for key, value in body.items()}
    response = make_response(orjson.dumps(body), status)
    response.headers["Content-Type"] = MEDIA_TYPE
    return response


def invalid(error: ValidationError) -> Response:
    """422 for parameters or bodies that do not fit, each named with its place and reason."""
    rows = [
        {"where": ".".join(map(str, row["loc"])) or "body", "message": row["msg"], "kind": row["type"]}
        for row in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    detail = "; ".join(f"{row['where']}: {row['message']}" for row in rows[:5])
    return problem(422, detail, code="invalid-input", errors=rows)


def register(app: Flask) -> None:
    """Turn every way a request can fail into a problem."""

    @app.errorhandler(PmkbError)
    def known(error: PmkbError) -> Response:
        if error.code in _ABSENT:
            return problem(404, error.message, code=error.code)
        response = problem(error.status, error.message, code=error.code)
        if error.status == 503:
            response.headers["Retry-After"] = "1"
        return response

    @app.errorhandler(HTTPException)
    def framework(error: HTTPException) -> Response:
        inner = error.get_response()
        if error.code is None or error.code < 400:
            return inner  # type: ignore[return-value]  # redirects are answers
        if inner.headers.get("Content-Type", "").startswith(MEDIA_TYPE):
            return inner  # type: ignore[return-value]
        phrase = (
            HTTPStatus(error.code).phrase.lower().replace(" ", "-") if error.code in {one.value for one in HTTPStatus} else "error"
        )
        response = problem(error.code, error.description or phrase, code=phrase)
        for name in ("Allow", "Retry-After", "WWW-Authenticate", "Content-Range"):  # the framework knows; keep them
            if name in inner.headers:
                response.headers[name] = inner.headers[name]
        return response

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        _log.exception("unforeseen error in %s %s", request.method, request.path)
        return problem(500, "The server met an error nobody foresaw; the log has the details.", code="internal-error")
