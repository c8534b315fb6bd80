"""`pmkb ingest`: files, folders, archives and standard input into the store."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from kb.cli.bulk import Refused, extracted, files_below
from kb.cli.context import Deps, pass_deps
from kb.cli.values import LanguageCode, ZoneName, day
from kb.errors import BadData, PmkbError
from kb.model import Given, Source


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--lang", type=LanguageCode(), help="language of the documents (default: detected)")
@click.option("--zone", type=ZoneName(), help="zone for times whose document states none")
@click.option("--force-zone", is_flag=True, help="use --zone even where the document states another")
@click.option("--date", "written", help="date of the documents, YYYY-MM-DD, where they state none")
@click.option("--incident", help="the incident they belong to (default: found by time, place and services)")
@click.option("--title", help="title (default: the document's own)")
@click.option("--source-url", help="where the document was published")
@click.option("--replaces", metavar="ID", help="the document this is a new version of (a unique beginning is enough)")
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
    written: str | None,
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
    if replaces is not None:
        from kb.queries.shown import full_document_id

        with deps.reading() as connection:
            replaces = full_document_id(connection, replaces)
    given = Given(
        language=lang,
        zone=zone,
        force_zone=force_zone,
        date=day(written, "--date"),
        incident=incident,
        title=title,
        source_url=source_url,
        replaces=replaces,
    )
    _check_catalogue(deps)
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
            say(name, outcome, as_json, dry_run)
    except KeyboardInterrupt:
        click.echo("stopped; what is listed is stored, run the same command again for the rest", err=True)
        _summary(tally, refused, as_json, dry_run)
        sys.exit(130)
    _summary(tally, refused, as_json, dry_run)
    if refused:
        sys.exit(1)


def _check_catalogue(deps: Deps) -> None:
    """A catalogue nobody can read is said once, before any document is tried."""
    try:
        deps.reader.rules()
    except (BadData, OSError) as error:
        raise click.UsageError(f"PMKB_CATALOG: {error}") from error


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
        name, members = "-" if path is None else str(path), 0
        try:
            data = sys.stdin.buffer.read() if path is None else path.read_bytes()
            own = "" if path is None else path.name
            for member, content in deps.reader.expand(own, data):
                yield name if member == own else f"{name}:{member}", Source(content, replace(given, name=Path(member).name or None))
                members += 1
        except (OSError, PmkbError) as error:
            reason = error.message if isinstance(error, PmkbError) else error.strerror or str(error)
            far = f"; of its documents the first {members} were read, none behind them" if members else ""
            refused.append(Refused(name, reason + far))


def _outcomes(
    deps: Deps, engine: Any, sources: Iterable[tuple[str, Source]], dry_run: bool, workers: int, scheduler: str | None, count: int
) -> Iterator[tuple[str, Any]]:
    from kb import intake

    held: deque[tuple[str, Any]] = deque()

    def unread() -> Iterator[tuple[str, Source]]:
        for name, source in sources:
            if not dry_run and (known := intake.held(engine, deps.reader, source)) is not None:
                held.append((name, known))
            else:
                yield name, source

    with _progress(count) as advance:
        for name, source, facts in extracted(deps.reader, unread(), workers=workers, scheduler=scheduler):
            yield from _known(held, advance)
            yield name, facts if isinstance(facts, Refused) else _stored(deps, engine, name, source, facts, dry_run)
            advance()
        yield from _known(held, advance)


def _known(held: deque[tuple[str, Any]], advance: Any) -> Iterator[tuple[str, Any]]:
    """The documents found already held since it was asked last."""
    while held:
        advance()
        yield held.popleft()


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


def say(name: str, result: Any, as_json: bool, dry_run: bool) -> None:
    """One line, or one JSON object, on what became of a document."""
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


commands = [ingest]
