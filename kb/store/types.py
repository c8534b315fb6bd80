"""Column types that mean the same on SQLite and PostgreSQL."""
from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Text
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine


class Instant(TypeDecorator[datetime]):
    """An aware instant, given back as aware UTC. A naive datetime is refused: it would be somebody's local time.

    PostgreSQL keeps `timestamptz`; SQLite keeps text without a suffix, so that a value with a fraction sorts after
    the same second without one.
    """

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "postgresql":
            return dialect.type_descriptor(postgresql.TIMESTAMP(timezone=True))
        return dialect.type_descriptor(Text())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive datetime in a column of instants: {value!r}")
        instant = value if value.tzinfo is UTC else value.astimezone(UTC)
        return instant if dialect.name == "postgresql" else instant.replace(tzinfo=None).isoformat()

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

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


def to_json(value: Any) -> str:
    """Compact JSON; the same value always gives the same text."""
    if value == [] or value == ():
        return "[]"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
