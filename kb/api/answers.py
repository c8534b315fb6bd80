"""Answers: plain JSON, strong ETags, conditional requests, keyset pages with RFC 8288 links."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Response, request

JSON = "application/json"
PREFIX = "/api/v1"
_CONDITIONS = frozenset(("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH"))


def answer(payload: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """The payload as JSON; GET answers carry a strong ETag and honour `If-None-Match`."""
    return bytes_answer(orjson.dumps(payload), JSON, status, headers)


def bytes_answer(body: bytes, media_type: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Ready bytes of any media type, with ETag handling as for JSON."""
    response = Response(body, status=status, headers=headers)
    response.headers["Content-Type"] = media_type if media_type in (JSON, "image/svg+xml") else f"{media_type}; charset=utf-8"
    if request.method in ("GET", "HEAD") and status == 200:
        response.headers["ETag"] = f'"{hashlib.blake2b(body, digest_size=16).hexdigest()}"'
        response.headers["Cache-Control"] = "no-cache"
        if _CONDITIONS.intersection(request.environ):
            response.make_conditional(request)
    return response


def nothing() -> Response:
    """204: done, and there is nothing to say, of no media type."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def page_headers(following: str | None) -> dict[str, str]:
    """`Link: rel="next"`, which repeats the request with the next cursor."""
    if following is None:
        return {}
    query = [(key, value) for key, value in request.args.items(multi=True) if key != "cursor"]
    return {"Link": f'<{request.path}?{urlencode([*query, ("cursor", following)])}>; rel="next"'}


def page(items: Iterable[Any], following: str | None, **more: Any) -> Response:
    """One page of a collection."""
    return answer({"items": list(items), "next": following, **more}, headers=page_headers(following))
