"""Taking documents in and looking at them: ingest, documents, show, delete, reread."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

from kb.cli.bulk import Refused, extracted, files_below
from kb.cli.context import Deps, echo_json, every_page, pass_deps
from kb.errors import InvalidInput, PmkbError
from kb.instants import zone_named
from kb.model import Given, Source


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--lang", help="language of the documents (default: detected)")
@click.option("--zone", help="zone for times whose document states none")
@click.option("--force-zone", is_flag=True, help="use --zone even where the document states another")
@click.option("--date", "day", help="date of the documents, YYYY-MM-DD, where they state none")
@click.option("--incident", help="the incident they belong to (default: found by time, place and services)")
@click.option("--title", help="title (default: the document's own)")
@click.option("--source-url", help="where the document was published")
@click.option("--replaces", metavar="ID", help="the document this is a new version of")
@click.option("--dry-run", is_flag=True, help="show what would be understood; store nothing")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a document")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="local processes that read")
@click.option("--scheduler", metavar="ADDRESS", help="Dask scheduler that reads (`local` starts one)")
@pass_deps
def ingest(
    deps: Deps,
    paths: tuple[str, ...],
    lang: str | None,
    zone: str | None,
    force_zone: bool,
    day: str | None,
    incident: str | None,
    title: str | None,
    source_url: str | None,
    replaces: str | None,
    dry_run: bool,
    as_json: bool,
    workers: int,
    scheduler: str | None,
) -> None:
    """Read documents and keep what they say.

    PATH is a file, a folder (walked), an archive, or - for standard input. What is already held is not read again, so
    a run that was stopped is resumed by running it again. Exit code 0: all stored; 1: some refused, named with the reason.
    """
    if force_zone and zone is None:
        raise click.UsageError("--force-zone needs --zone")
    given = Given(
        language=lang,
        zone=_zone(zone),
        force_zone=force_zone,
        date=_day(day),
        incident=incident,
        title=title,
        source_url=source_url,
        replaces=replaces,
    )
    missing = [path for path in paths if path != "-" and not Path(path).exists()]
    found = [(path, path_or_none) for path in paths if path not in missing for path_or_none in _members(path)]
    tally: Counter[str] = Counter()
    refused = [Refused(path, "no such file or folder") for path in missing]
    engine = deps.engine
    try:
        for name, outcome in _outcomes(
            deps, engine, _sources(deps, found, given, refused), dry_run, workers, scheduler, len(found)
        ):
            if isinstance(outcome, Refused):
                refused.append(outcome)
                continue
            tally[outcome.status] += 1
            _say(name, outcome, as_json, dry_run)
    except KeyboardInterrupt:
        click.echo("stopped; what is listed is stored, run the same command again for the rest", err=True)
        _summary(tally, refused, as_json, dry_run)
        sys.exit(130)
    _summary(tally, refused, as_json, dry_run)
    if refused:
        sys.exit(1)


def _zone(name: str | None) -> str | None:
    if name is not None:
        try:
            zone_named(name)
        except InvalidInput as error:
            raise click.BadParameter(error.message, param_hint="--zone") from error
    return name


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError as error:
        raise click.BadParameter(f"not a date (YYYY-MM-DD): {text!r}", param_hint="--date") from error


def _members(path: str) -> Iterator[Path | None]:
    if path == "-":
        yield None
    elif Path(path).is_dir():
        yield from files_below(Path(path))
    else:
        yield Path(path)


def _sources(
    deps: Deps, found: list[tuple[str, Path | None]], given: Given, refused: list[Refused]
) -> Iterator[tuple[str, Source]]:
    from dataclasses import replace

    for _, path in found:
        name = "-" if path is None else str(path)
        try:
            data = sys.stdin.buffer.read() if path is None else path.read_bytes()
            own = "" if path is None else path.name
            for member, content in deps.reader.expand(own, data):
                yield name if member == own else f"{name}:{member}", Source(content, replace(given, name=Path(member).name or None))
        except (OSError, PmkbError) as error:
            refused.append(Refused(name, error.message if isinstance(error, PmkbError) else error.strerror or str(error)))


def _outcomes(
    deps: Deps, engine: Any, sources: Iterable[tuple[str, Source]], dry_run: bool, workers: int, scheduler: str | None, count: int
) -> Iterator[tuple[str, Any]]:
    from kb import intake

    held: dict[str, Any] = {}

    def unread() -> Iterator[tuple[str, Source]]:
        for name, source in sources:
            if not dry_run and (known := intake.held(engine, deps.reader, source)) is not None:
                held[name] = known
            else:
                yield name, source

    with _progress(count) as advance:
        for name, source, facts in extracted(deps.reader, unread(), workers=workers, scheduler=scheduler):
            while held:
                yield held_name(held, advance)
            yield name, facts if isinstance(facts, Refused) else _stored(deps, engine, name, source, facts, dry_run)
            advance()
        while held:
            yield held_name(held, advance)


def held_name(held: dict[str, Any], advance: Any) -> tuple[str, Any]:
    """The oldest document found already held."""
    advance()
    name = next(iter(held))
    return name, held.pop(name)


def _stored(deps: Deps, engine: Any, name: str, source: Source, facts: Any, dry_run: bool) -> Any:
    from kb import intake

    try:
        if dry_run:
            return intake.preview(engine, _Ready(facts), source)  # type: ignore[arg-type]
        return intake.store(engine, facts, source, when=datetime.now(UTC).replace(microsecond=0))
    except PmkbError as error:
        return Refused(name, error.message)


class _Ready:
    """A reader whose answer is known: the facts were extracted by a worker."""

    def __init__(self, facts: Any) -> None:
        self._facts = facts

    def extract(self, source: Source) -> Any:
        return self._facts


class _progress:
    """A bar on a terminal, nothing elsewhere."""

    def __init__(self, count: int) -> None:
        self._bar: Any = None
        if sys.stderr.isatty() and count > 1:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            self._bar = Progress(
                TextColumn("reading"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task("reading", total=count)

    def __enter__(self) -> Any:
        if self._bar is None:
            return lambda: None
        self._bar.start()
        return lambda: self._bar.advance(self._task)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _say(name: str, result: Any, as_json: bool, dry_run: bool) -> None:
    if as_json:
        import orjson

        row = {
            "name": name,
            "document": result.document,
            "status": result.status,
            "incident": result.incident,
            "counts": result.counts,
            "findings": [asdict(found) for found in result.findings],
            "difference": None if result.difference is None else asdict(result.difference),
        }
        if dry_run:
            from kb.queries import shapes

            row["claims"] = [shapes.claim(claim, result.document, None, claim.happening) for claim in result.facts.claims]
        click.echo(orjson.dumps(row).decode())
        return
    codes = Counter(found.code for found in result.findings)
    odd = "; findings: " + ", ".join(f"{code}×{n}" if n > 1 else code for code, n in sorted(codes.items())) if codes else ""
    click.echo(
        f"{'would be ' if dry_run else ''}{result.status:9} {result.document[:12]}  {name}  "
        f"{result.facts.document.language if result.facts else ''} {result.counts['claims']} claims, "
        f"incident {result.incident or '-'}{odd}"
    )


def _summary(tally: Counter[str], refused: list[Refused], as_json: bool, dry_run: bool) -> None:
    for row in refused:
        click.echo(f"refused   {row.name}: {row.reason}", err=True)
    told = ", ".join(f"{count} {status}" for status, count in sorted(tally.items())) or "nothing stored"
    click.echo(
        f"{told}{f', {len(refused)} refused' if refused else ''}{' (dry run: nothing was stored)' if dry_run else ''}", err=as_json
    )


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
        _say(result.document, result, as_json, False)
        if result.difference is not None and not as_json:
            _pairs(asdict(result.difference), 2)


commands = [ingest, documents, show, delete, reread]
