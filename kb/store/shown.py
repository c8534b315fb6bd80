"""Columns as JSON text that the database itself writes: a row comes as one value, ready to be shown.

To take each column of a row out and to write it down again costs more than to find the row. SQLite and PostgreSQL have
other words for the same three things, which is all that differs between them.
"""
from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Text, case, func
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

_SECONDS = len("2025-10-20T07:48:00")


class _Said(FunctionElement[str]):
    type = Text()


class Quoted(_Said):
    """A text as a JSON string, null as `null`."""

    inherit_cache = True


class Filled(_Said):
    """A template whose every `%s` is the next of the other arguments, which must not be null."""

    inherit_cache = True


class _Utc(_Said):
    inherit_cache = True


def instant(column: ColumnElement[Any]) -> ColumnElement[str]:
    """An instant as RFC 3339 UTC in whole seconds; null stays null."""
    return _Utc(column)


def local(column: ColumnElement[Any]) -> ColumnElement[str]:
    """A local time in whole seconds; null stays null."""
    return func.substr(column, 1, _SECONDS)


def boolean(column: ColumnElement[bool]) -> ColumnElement[str]:
    """`true` or `false`."""
    return case((column, "true"), else_="false")


def _said(kind: type[_Said], sqlite: str, postgresql: str) -> None:
    """How each database says it; `{}` are the arguments."""
    for dialect, words in (("sqlite", sqlite), ("postgresql", postgresql)):
        def say(element: _Said, compiler: SQLCompiler, words: str = words, **more: Any) -> str:
            return words.format(compiler.process(element.clauses, **more))

        compiles(kind, dialect)(say)


_said(Quoted, "json_quote({})", "coalesce(to_json(({})::text)::text, 'null')")
_said(Filled, "printf({})", "format({})")
_said(_Utc, f"substr({{}}, 1, {_SECONDS}) || 'Z'",
      """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')""")
