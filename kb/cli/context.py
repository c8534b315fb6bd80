"""What commands share: settings, the reader, one engine, and how errors leave the process."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from kb.errors import PmkbError
from kb.model import Reader
from kb.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

    from kb.store.engine import Connection, Engine


@dataclass
class Deps:
    """Made once a command; everything costly on first use."""

    settings: Settings
    reader: Reader
    create_app: Callable[[], Flask]
    _engine: Any = field(default=None)

    @property
    def engine(self) -> Engine:
        """The database, migrated if it is new."""
        if self._engine is None:
            from kb.store.engine import open_engine
            from kb.store.migrate import ensure_current

            ensure_current(self.settings.database_url)
            self._engine = open_engine(self.settings.database_url)
        return self._engine  # type: ignore[no-any-return]

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for queries."""
        from kb.store.engine import reading

        with reading(self.engine) as connection:
            yield connection


pass_deps = click.make_pass_decorator(Deps)


class Group(click.Group):
    """Known errors end with one clear line and exit code 1; click's own usage errors with 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except PmkbError as error:
            raise click.ClickException(error.message) from error


class FiniteRange(click.FloatRange):
    """A number within bounds; NaN and infinity, which compare their way past bounds, are usage errors."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


def echo_json(payload: Any) -> None:
    """Indented JSON in the document's own characters."""
    import orjson

    click.echo(orjson.dumps(payload, option=orjson.OPT_INDENT_2).decode())


def every_page(fetch: Callable[[str | None], Any]) -> list[dict[str, Any]]:
    """All items of a paged query; `fetch` takes a cursor."""
    items: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        page = fetch(cursor)
        items.extend(page.items)
        cursor = page.next
        if cursor is None:
            return items
