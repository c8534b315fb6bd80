"""Events as timelines show them, JSON text that the database itself writes and keeps beside each event.

To take each column of a row out and to write it down again costs several times what it takes to find the row. SQLite and
PostgreSQL have other words for the same three things, which is all that differs between them.
"""
from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Text, bindparam, case, func, null, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from kb.store.history_tables import events

_SECONDS = len("2025-10-20T07:48:00")


class _Said(FunctionElement[str]):
    type = Text()


class Quoted(_Said):
    """A text as a JSON string, null as `null`."""

    inherit_cache = True


class Filled(_Said):
    """A template whose every `%s` is the next of the other arguments, which must not be null."""

    inherit_cache = True


class Moment(_Said):
    """An instant as a JSON string, RFC 3339 UTC in whole seconds, or the local time in its place; null where neither is."""

    inherit_cache = True


def _said(kind: type[_Said], sqlite: str, postgresql: str) -> None:
    """How each database says it; `{0}`, `{1}` are the arguments, `{all}` is the list of them."""
    for dialect, words in (("sqlite", sqlite), ("postgresql", postgresql)):
        def say(element: _Said, compiler: SQLCompiler, words: str = words, **more: Any) -> str:
            return words.format(*(compiler.process(one, **more) for one in element.clauses), all=compiler.process(element.clauses, **more))

        compiles(kind, dialect)(say)


_said(Quoted, "json_quote({all})", "coalesce(to_json(({all})::text)::text, 'null')")
_said(Filled, "printf({all})", "format({all})")
_said(Moment, f"""coalesce('"' || substr({{1}}, 1, {_SECONDS}) || '"', '"' || substr({{0}}, 1, {_SECONDS}) || 'Z"', 'null')""",
      f"""coalesce('"' || substr({{1}}, 1, {_SECONDS}) || '"',
          '"' || to_char({{0}} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null')""")

_TEMPLATE = (
    '{"id":%s,"incident":%s,"kind":"%s","time":{"start":%s,"end":%s,"bound":"%s","precision":"%s","approximate":%s,'
    '"as_written":%s,"zone":{"name":%s,"offset":%s,"basis":"%s","as_written":%s},"alternatives":%s,'
    '"window":{"earliest":%s,"latest":%s}},"services":%s,"claims":%s,"conflicts":%s,"causes":%s,"effects":%s,'
    '"happening":%s,"documents":%s,"languages":%s,"quote":%s,"label":'
)


def _text() -> ColumnElement[str]:
    c = events.c
    return Filled(
        _TEMPLATE, Quoted(c.id), Quoted(c.incident), c.kind, Moment(c.start, c.local_start), Moment(c.end, c.local_end), c.bound,
        c.precision, case((c.approximate, "true"), else_="false"), Quoted(c.as_written), Quoted(c.zone_name),
        Quoted(c.zone_offset), c.zone_basis, Quoted(c.zone_as_written), c.alternatives, Moment(c.earliest, null()),
        Moment(c.latest, null()), c.services, c.claims, c.conflicts, c.causes, c.effects, Quoted(c.happening), c.documents,
        c.languages, Quoted(c.quote),
    )


ROW: ColumnElement[str] = func.coalesce(events.c.shown, _text())
"""An event in the contract's shape up to its label, which hangs on the reader's language: that and `}` are to follow. Its
`alternatives` are as they are held."""


_KEEP = update(events).where(events.c.incident == bindparam("of"), events.c.shown.is_(None)).values(shown=_text())


def keep(connection: Connection, incident: str) -> None:
    """Writes down how the events of an incident are shown, where that is not known yet."""
    connection.execute(_KEEP, {"of": incident})
