"""Looking at documents and what they say: documents, show, delete, reread."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import click

from kb.cli.context import Deps, echo_json, every_page, pass_deps
from kb.cli.ingest import say


@click.command()
@click.option("--json", "as_json", is_flag=True)
@pass_deps
def documents(deps: Deps, as_json: bool) -> None:
    """List the documents."""
    from kb.queries import documents as queries
    from kb.render.table import clean, grid

    with deps.reading() as connection:
        items = every_page(lambda cursor: queries.listed(connection, limit=200, cursor=cursor))
    if as_json:
        echo_json({"items": items, "next": None})
        return
    rows = [
        [
            item["id"][:12],
            item["language"],
            "" if item["current"] else "old",
            str(item["chars"]),
            str(len(item["findings"])),
            clean(item["title"] or "")[:80],
        ]
        for item in items
    ]
    click.echo("\n".join(grid(["id", "language", "", "chars", "findings", "title"], rows)) if rows else "no documents")


@click.command()
@click.argument("id")
@click.option("--text", "as_text", is_flag=True, help="print the document's final text")
@click.option("--json", "as_json", is_flag=True)
@pass_deps
def show(deps: Deps, id: str, as_text: bool, as_json: bool) -> None:
    """Show a document, event, claim, conflict or service by its ID (a unique beginning is enough)."""
    from kb.queries.shown import shown

    with deps.reading() as connection:
        kind, payload, text = shown(connection, id)
    if as_text:
        if text is None:
            raise click.UsageError(f"{kind} {id} has no text; --text is for documents")
        click.echo(text)
    elif as_json:
        echo_json({"type": kind, **payload})
    else:
        click.echo(kind)
        _pairs(payload, 1)


def _pairs(payload: Any, depth: int) -> None:
    from kb.render.table import clean

    pad = "  " * depth
    for key, value in payload.items():
        if isinstance(value, dict):
            click.echo(f"{pad}{key}:")
            _pairs(value, depth + 1)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            click.echo(f"{pad}{key}:")
            for item in value:
                click.echo(f"{pad}  -")
                _pairs(item, depth + 2)
        elif value not in (None, [], {}, ""):
            click.echo(f"{pad}{key}: {clean(', '.join(map(str, value)) if isinstance(value, list) else str(value))}")


@click.command()
@click.argument("document")
@pass_deps
def delete(deps: Deps, document: str) -> None:
    """Delete a DOCUMENT and exactly its part of the history."""
    from kb import intake
    from kb.queries.shown import full_document_id

    with deps.reading() as connection:
        document = full_document_id(connection, document)
    intake.delete(deps.engine, document, when=datetime.now(UTC).replace(microsecond=0))
    click.echo(f"deleted {document}")


@click.command()
@click.argument("documents", nargs=-1, metavar="[DOCUMENT…]")
@click.option("--json", "as_json", is_flag=True)
@pass_deps
def reread(deps: Deps, documents: tuple[str, ...], as_json: bool) -> None:
    """Read documents again with today's rules (all without an argument) and show what changed."""
    from kb import intake
    from kb.queries.shown import full_document_id

    with deps.reading() as connection:
        chosen = [full_document_id(connection, one) for one in documents]
    results = intake.reread(deps.engine, deps.reader, chosen, when=datetime.now(UTC).replace(microsecond=0))
    for result in results:
        say(result.document, result, as_json, False)
        if result.difference is not None and not as_json:
            _pairs(asdict(result.difference), 2)


commands = [documents, show, delete, reread]
