"""Column types that mean the same on SQLite and PostgreSQL."""
from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import TIMESTAMP, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

_OFFSET = len("+00:00")


class Instant(TypeDecorator[datetime]):
    """An aware instant, given back as aware UTC. A naive datetime is refused: it would be somebody's local time.

    PostgreSQL keeps `timestamptz`; SQLite keeps text without a suffix, so that a value with a fraction sorts after
    the same second without one.
    """

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "postgresql":
            return dialect.type_descriptor(TIMESTAMP(timezone=True))
        return dialect.type_descriptor(Text())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive datetime in a column of instants: {value!r}")
        instant = value if value.tzinfo is UTC else value.astimezone(UTC)
        return instant if dialect.name == "postgresql" else instant.isoformat()[:-_OFFSET]

    @staticmethod
    def texts(values: Iterable[datetime | None], known: dict[int, str]) -> list[str | None]:
        """A whole column for SQLite. `known` are texts made before, by `id`: the columns of one time hold the same few
        instants, and all live as long as their rows."""
        return [None if value is None else known.get(id(value)) or _text(value, known) for value in values]

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if isinstance(value, str):
            return datetime.fromisoformat(value).replace(tzinfo=UTC)
        return value.astimezone(UTC)  # type: ignore[no-any-return]


class Json(TypeDecorator[Any]):
    """JSON as compact text, keys in the order given, letters as they are."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else to_json(value)

    @staticmethod
    def texts(values: Iterable[Any], known: dict[int, str]) -> list[str | None]:
        """A whole column, without a call a value; many lists are empty."""
        dumps = orjson.dumps
        return [None if value is None else "[]" if value == () else dumps(value).decode() for value in values]

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(value)


def _text(value: datetime, known: dict[int, str]) -> str:
    if value.tzinfo is None:
        raise ValueError(f"naive datetime in a column of instants: {value!r}")
    text = known[id(value)] = (value if value.tzinfo is UTC else value.astimezone(UTC)).isoformat()[:-_OFFSET]
    return text


def to_json(value: Any) -> str:
    """Compact JSON; the same value always gives the same text."""
    return orjson.dumps(value).decode()
