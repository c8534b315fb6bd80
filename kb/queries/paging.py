"""Keyset pages: a cursor says where the last row stood, so a page costs the same however far along it is."""
from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, literal, tuple_

from kb.errors import InvalidInput
from kb.store.rows import Row

LIMIT = 50
MOST = 200
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of a collection in the contract's shape; `next` is the cursor of the rows after, None at the end."""

    items: tuple[dict[str, Any], ...]
    next: str | None = None


def bounded(limit: int) -> int:
    """The limit itself. Raises InvalidInput outside 1..200."""
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"limit must be from 1 to {MOST}, not {limit}", code="limit")
    return limit


def encode(key: Key) -> str:
    """A key as an opaque cursor. Datetimes must be aware."""
    plain = [{"at": part.astimezone(UTC).isoformat()} if isinstance(part, datetime) else part for part in key]
    return base64.urlsafe_b64encode(json.dumps(plain, separators=(",", ":")).encode()).decode().rstrip("=")


def decode(cursor: str | None, *kinds: type) -> Key | None:
    """The key of a cursor, each part of the kind asked for. Raises InvalidInput for anything `encode` did not make."""
    if cursor is None:
        return None
    try:
        data = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
        if not isinstance(data, list) or len(data) != len(kinds):
            raise ValueError
        return tuple(_part(part, kind) for part, kind in zip(data, kinds, strict=True))
    except (binascii.Error, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise InvalidInput("the cursor is none of ours", code="cursor") from error


def _part(part: Any, kind: type) -> Any:
    if kind is datetime:
        moment = datetime.fromisoformat(part["at"])
        if moment.tzinfo is None:
            raise ValueError
        return moment.astimezone(UTC)
    if kind is float and isinstance(part, int | float) and not isinstance(part, bool):
        return float(part)
    if type(part) is not kind:
        raise ValueError
    if (isinstance(part, int) and abs(part) >= 2**63) or (isinstance(part, str) and not _storable(part)):
        raise ValueError
    return part


def _storable(text: str) -> bool:
    return "\x00" not in text and text.isprintable()


def page(
    connection: Connection, query: Select[Any], keys: Sequence[ColumnElement[Any]], kinds: Sequence[type], *,
    limit: int = LIMIT, cursor: str | None = None, shape: Callable[[Row], dict[str, Any]],
    names: Sequence[str] | None = None,
) -> Page:
    """One page of a query, ordered by `keys` (unique together), each row through `shape`."""
    bounded(limit)
    after = decode(cursor, *kinds)
    if after is not None:
        query = query.where(later(keys, after))
    rows = connection.execute(query.order_by(*keys).limit(limit + 1)).mappings().all()
    kept = rows[:limit]
    names = names or [str(getattr(key, "key", "")) for key in keys]
    following = encode(tuple(kept[-1][name] for name in names)) if len(rows) > limit else None
    return Page(tuple(shape(row) for row in kept), following)


def later(keys: Sequence[ColumnElement[Any]], after: Key) -> ColumnElement[bool]:
    """Rows that stand after a key."""
    if len(keys) == 1:
        only: ColumnElement[bool] = keys[0] > after[0]
        return only
    values = [literal(part, key.type) for key, part in zip(keys, after, strict=True)]
    behind: ColumnElement[bool] = tuple_(*keys) > tuple_(*values)
    return behind


def cut(
    dated: Sequence[Row], undated: Sequence[Row], limit: int | None
) -> tuple[tuple[Sequence[Row], Sequence[Row]], bool]:
    """The rows of one page, and whether there are more."""
    if limit is None or len(dated) + len(undated) <= limit:
        return (dated, undated), False
    return (dated[:limit], undated[: max(0, limit - len(dated))]), True


def positions(cursor: str | None, undated_kinds: tuple[type, ...]) -> tuple[Key | None, Key | None]:
    """Where a cursor stands, among dated or among undated rows. Raises InvalidInput."""
    if cursor is None:
        return None, None
    try:
        return decode(cursor, datetime, str), None
    except InvalidInput:
        return None, decode(cursor, *undated_kinds)
