"""Values that options take: zones, instants and dates. One that is none is a usage error, exit code 2."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any, TypeVar

import click

from kb.errors import InvalidInput
from kb.instants import asked_instant, parse_day, parse_instant, zone_named

T = TypeVar("T")


class ZoneName(click.ParamType):  # type: ignore[type-arg]  # generic in its newest version only
    """The name of a zone, kept as written; `reported` too where a command knows what that is."""

    name = "zone"

    def __init__(self, *, reported: bool = False) -> None:
        self._reported = reported

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not (self._reported and value == "reported"):
            try:
                zone_named(value)
            except InvalidInput as error:
                self.fail(error.message, param, ctx)
        return value


class LanguageCode(click.ParamType):  # type: ignore[type-arg]
    """A language as `pt` or `pt-BR`; whether rules read it is for the reader to say."""

    name = "text"
    _form = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if self._form.fullmatch(value) is None:
            self.fail(f"{value!r} is no language code (such as pt or pt-BR)", param, ctx)
        return value


def local_or_instant(text: str | None, zones: Iterable[str], option: str) -> datetime | None:
    """An RFC 3339 instant, or local time in the first of `zones`. Raises click.BadParameter."""
    return _read(lambda given: asked_instant(given, zones), text, option)


def instant(text: str | None, option: str) -> datetime | None:
    """An RFC 3339 instant. Raises click.BadParameter."""
    return _read(parse_instant, text, option)


def day(text: str | None, option: str) -> date | None:
    """A date. Raises click.BadParameter."""
    return _read(parse_day, text, option)


def local_time(text: str | None, option: str) -> datetime | None:
    """Local time as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM[:SS]`, naive. Raises click.BadParameter."""

    def read(given: str) -> datetime:
        for pattern in ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"):
            try:
                return datetime.strptime(given, pattern)
            except ValueError:
                continue
        raise InvalidInput(f"not a date (YYYY-MM-DD): {given!r}")

    return _read(read, text, option)


def _read(read: Callable[[str], T], text: str | None, option: str) -> T | None:
    try:
        return None if text is None else read(text)
    except InvalidInput as error:
        raise click.BadParameter(error.message, param_hint=option) from error
