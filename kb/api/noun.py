"""The blueprint of a noun. Parameters that were found good once are not checked again: crawlers and pages repeat them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, request
from flask_openapi3.blueprint import APIBlueprint

MOST = 1024
"""Parameters remembered a route, at most; none longer than LONGEST bytes."""
LONGEST = 512


class Noun(APIBlueprint):
    """As the framework's. Routes must not change the parameters they are given: the next request gets the same."""

    @staticmethod
    def create_view_func(func: Callable[..., Response], *parts: Any, **more: Any) -> Callable[..., Response]:
        """The view of a route; `parts` are the models of header, cookie, path, query, form, body and raw body."""
        header, cookie, _path, _query, *bodies = parts
        if any((header, cookie, *bodies)):
            return APIBlueprint.create_view_func(func, *parts, **more)  # type: ignore[no-any-return]
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
            return check(**path) if checked is None else func(**checked)  # type: ignore[no-any-return]

        return view


def _asked() -> tuple[str, bytes]:
    return request.path, request.query_string
