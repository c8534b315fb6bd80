"""`pmkb`: the group of all commands."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from kb.cli.context import Deps, Group
from kb.errors import InvalidInput
from kb.model import Reader
from kb.settings import Settings

if TYPE_CHECKING:
    from flask import Flask

_YOUNG = 50_000
"""New objects between two searches for garbage. Rules, tables and facts stay for good: to look through them again and again,
and once more when the command ends, took a quarter of a short command."""

_MODULES = ("ingest", "documents", "history", "graphs", "people", "times", "exchange", "service", "replay")


def build() -> click.Group:
    """The command with all its subcommands."""
    group = Group(
        "pmkb",
        help=(
            "Postmortem KB: multilingual incident reports as one queryable history.\n\n"
            "The database is DATABASE_URL (default: an SQLite file in your data folder); see `pmkb config`."
        ),
    )
    for name in _MODULES:
        for command in import_module(f"kb.cli.{name}").commands:
            group.add_command(command)
    return click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version,
                        help="Show the version and exit.")(group)


def run(make_reader: Callable[[Settings], Reader], create_app: Callable[[], Flask]) -> None:
    """Entry point: reads the environment once and hands the parts to the commands."""
    gc.set_threshold(_YOUNG)
    atexit.register(gc.freeze)
    for stream in (sys.stdout, sys.stderr):  # a C locale must not break on Japanese
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        settings = Settings.from_environment(os.environ)
    except InvalidInput as error:
        click.echo(f"Error: {error.message}", err=True)
        sys.exit(2)
    build()(obj=Deps(settings, make_reader(settings), create_app), prog_name="pmkb")


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version  # a fifth of the start of `pmkb --help`

    try:
        number = version("pmkb")
    except PackageNotFoundError:
        number = "0 (not installed)"
    click.echo(f"pmkb, version {number}")
    context.exit()
