"""Everything as one JSON document, and back."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from kb.cli.context import Deps, pass_deps
from kb.errors import InvalidInput


@click.command()
@click.option("--full", is_flag=True, help="with texts and bytes, so that `pmkb import` can restore it all")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="file to write (default: standard output)")
@pass_deps
def export(deps: Deps, full: bool, output: Path | None) -> None:
    """Everything as one JSON document: facts, history, conflicts, corrections."""
    import orjson

    from kb.queries.export import export as exported

    with deps.reading() as connection:
        body = orjson.dumps(exported(connection, full=full), option=orjson.OPT_INDENT_2) + b"\n"
    if output is None:
        sys.stdout.buffer.write(body)
        return
    part = output.with_name(output.name + ".part")  # a reader never sees half a file
    part.write_bytes(body)
    part.replace(output)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@pass_deps
def import_(deps: Deps, file: Path) -> None:
    """Restore what `pmkb export --full` wrote. All of it or nothing."""
    import orjson

    from kb.intake.exchange import restore

    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        payload = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(f"{file} is not JSON: {error}") from error
    done = restore(deps.engine, payload, when=datetime.now(UTC).replace(microsecond=0))
    click.echo(f"restored {done.documents} documents and {done.decisions} corrections; {done.held} documents were held already")


commands = [export, import_]
