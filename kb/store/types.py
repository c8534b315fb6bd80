"""Column types that mean the same on SQLite and PostgreSQL."""
from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import TIMESTAMP, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

_OFFSET = "+00:00"


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
        instant = value if value.tzinfo is UTC else _utc(value)
        return instant if dialect.name == "postgresql" else instant.isoformat().removesuffix(_OFFSET)

    @staticmethod
    def texts(values: Sequence[datetime | None]) -> Sequence[str | None]:
        """A whole column for SQLite."""
        held = [value for value in values if value is not None]
        made = _texts(held) if held else []
        if len(made) == len(values):
            return made
        rest = iter(made)
        return [None if value is None else next(rest) for value in values]

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
    def texts(values: Sequence[Any]) -> Sequence[str | None]:
        """A whole column, without a call a value; many lists are empty."""
        dumps = orjson.dumps
        return [None if value is None else "[]" if value == () else dumps(value).decode() for value in values]

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else orjson.loads(value)


def _utc(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError(f"naive datetime in a column of instants: {value!r}")
    return value.astimezone(UTC)


def _texts(values: Sequence[datetime]) -> list[str]:
    """`isoformat` of each without its offset: written as one JSON list and cut apart, which takes a tenth of the time."""
    written = orjson.dumps([value if value.tzinfo is UTC else _utc(value) for value in values])
    return written[len('["'):-len(f'{_OFFSET}"]')].decode().split(f'{_OFFSET}","')


def to_json(value: Any) -> str:
    """Compact JSON; the same value always gives the same text."""
    return orjson.dumps(value).decode()
