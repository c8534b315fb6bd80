"""The blueprint of a noun. Parameters that were found good once are not checked again: crawlers and pages repeat them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, request
from flask_openapi3.blueprint import APIBlueprint
from werkzeug.exceptions import BadRequest

from kb.api.problems import problem
from kb.errors import InvalidInput

MOST = 1024
"""Parameters remembered a route, at most; none longer than LONGEST bytes."""
LONGEST = 512


class Noun(APIBlueprint):
    """As the framework's. Routes must not change the parameters they are given: the next request gets the same."""

    @staticmethod
    def create_view_func(func: Callable[..., Response], *parts: Any, **more: Any) -> Callable[..., Response]:
        """The view of a route; `parts` are the models of header, cookie, path, query, form, body and raw body."""
        header, cookie, _path, query, form, body, raw = parts
        single = _single(query)
        if any((header, cookie, form, body, raw)):
            passed = APIBlueprint.create_view_func(func, *parts, **more)

            @wraps(func)
            def once(**path: Any) -> Response:
                if body is not None:
                    _json_body()
                return _repeated(single) or passed(**path)  # type: ignore[no-any-return]

            return once
        good: dict[Any, dict[str, Any]] = {}

        @wraps(func)
        def first(**checked: Any) -> Response:
            if len(request.query_string) <= LONGEST:
                if len(good) >= MOST:
                    good.clear()
                good[_asked()] = checked
            return func(**checked)

        check = APIBlueprint.create_view_func(first, *parts, **more)

        @wraps(func)
        def view(**path: Any) -> Response:
            checked = good.get(_asked())
            if checked is not None:
                return func(**checked)
            return _repeated(single) or check(**path)  # type: ignore[no-any-return]

        return view


def _single(query: Any) -> frozenset[str]:
    """The query parameters of which one value is taken."""
    known = query.model_json_schema().get("properties", {}) if query is not None else {}
    return frozenset(name for name, told in known.items() if told.get("type") != "array")


def _repeated(single: frozenset[str]) -> Response | None:
    """The framework takes the first of several values and says nothing of the rest; here that is an error."""
    rows = [
        {"where": name, "message": f"given {len(values)} times; one value is taken", "kind": "repeated"}
        for name, values in request.args.lists() if len(values) > 1 and name in single
    ]
    if not rows:
        return None
    return problem(422, "; ".join(f"{row['where']}: {row['message']}" for row in rows), code="invalid-input", errors=rows)


def _json_body() -> None:
    """Says what is wrong with a body that is no JSON, which the framework takes for none. Raises InvalidInput."""
    if not request.is_json:
        raise InvalidInput("the body must be a JSON object, sent as Content-Type: application/json")
    try:
        request.get_json()
    except RecursionError as error:
        raise InvalidInput("the body is JSON nested too deeply") from error
    except BadRequest as error:
        raise InvalidInput(f"the body is not JSON: {error.__cause__ or error.description}") from error


def _asked() -> tuple[str, bytes]:
    return request.path, request.query_string
