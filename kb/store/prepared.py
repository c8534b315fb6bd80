"""Statements asked at every request, compiled once a dialect and run on the driver's own cursor.

SQLAlchemy's way from a statement to its rows costs more than SQLite takes to find them. Values go in as a column of the
bind's type sends them; rows come out as the driver has them, and its errors are the driver's.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Select
from sqlalchemy.engine import Dialect

_Bind = tuple[str, Any, Callable[[Any], Any] | None]  # name, value where none is given, how the driver wants it


class Prepared:
    """A statement with named binds."""

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._made: dict[str, tuple[str, Sequence[_Bind], bool]] = {}

    def rows(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """All rows, in the connection's transaction."""
        dialect = connection.dialect
        text, binds, positional = self._made.get(dialect.name) or self._make(dialect)
        given = [(name, values.get(name, default), send) for name, default, send in binds]
        sent = [(name, value if send is None else send(value)) for name, value, send in given]
        if not connection.in_transaction():
            connection.begin()
        cursor = connection.connection.cursor()
        try:
            cursor.execute(text, [value for _, value in sent] if positional else dict(sent))
            return list(cursor.fetchall())
        finally:
            cursor.close()

    def _make(self, dialect: Dialect) -> tuple[str, Sequence[_Bind], bool]:
        compiled = self._statement.compile(dialect=dialect)
        kinds, defaults = {name: bind.type for bind, name in compiled.bind_names.items()}, compiled.params
        positional, names = compiled.positiontup is not None, compiled.positiontup or list(defaults)
        binds = [(name, defaults[name], kinds[name].dialect_impl(dialect).bind_processor(dialect)) for name in names]
        self._made[dialect.name] = made = str(compiled), binds, positional
        return made
