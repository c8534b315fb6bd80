"""What happened: incidents, services, timelines, state, metrics, action items, conflicts, search."""

from __future__ import annotations

from typing import Any

import click

from kb.cli.context import Deps, FiniteRange, echo_json, every_page, pass_deps
from kb.cli.values import ZoneName, local_or_instant
from kb.model import Kind, Stance

_JSON = click.option("--json", "as_json", is_flag=True, help="JSON instead of a table")


def _grid(head: list[str], rows: list[list[str]], nothing: str) -> None:
    from kb.render.table import clean, grid

    click.echo("\n".join(grid(head, [[clean(cell) for cell in row] for row in rows])) if rows else nothing)


@click.command()
@_JSON
@pass_deps
def incidents(deps: Deps, as_json: bool) -> None:
    """List the incidents."""
    from kb.queries import incidents as queries

    with deps.reading() as connection:
        items = every_page(lambda cursor: queries.listed(connection, limit=200, cursor=cursor))
    if as_json:
        echo_json({"items": items, "next": None})
        return
    _grid(
        ["slug", "start", "end", "documents", "events", "title"],
        [
            [item["slug"], item["start"] or "", item["end"] or "", str(len(item["documents"])), str(item["events"]), item["title"]]
            for item in items
        ],
        "no incidents; add documents with `pmkb ingest`",
    )


@click.command()
@_JSON
@pass_deps
def services(deps: Deps, as_json: bool) -> None:
    """List the services that documents name."""
    from kb.queries import services as queries

    with deps.reading() as connection:
        items = every_page(lambda cursor: queries.listed(connection, limit=200, cursor=cursor))
    if as_json:
        echo_json({"items": items, "next": None})
        return
    _grid(
        ["slug", "name", "kind", "part of", "incident"],
        [[item["slug"], item["name"], item["kind"], item["part_of"] or "", item["incident"] or ""] for item in items],
        "no services",
    )


@click.command()
@click.argument("incident", required=False)
@click.option("--zone", "zones", type=ZoneName(reported=True), multiple=True, help="IANA name, UTC, PT, ET, an offset, or `reported` (repeatable)")
@click.option("--from", "start", help="only what overlaps from here on (RFC 3339, or local with --zone)")
@click.option("--to", "end", help="only what begins before (half-open)")
@click.option("--service", "services", multiple=True, help="service slug (repeatable)")
@click.option("--kind", "kinds", multiple=True, type=click.Choice([kind.value for kind in Kind]), help="kind of event (repeatable)")
@click.option("--lang", "languages", multiple=True, help="language of the documents (repeatable)")
@click.option("--stance", "stances", multiple=True, type=click.Choice([stance.value for stance in Stance]), help="default: report")
@click.option(
    "--format",
    "name",
    default="table",
    show_default=True,
    type=click.Choice(["table", "json", "csv", "markdown", "mermaid", "ics", "html", "svg"]),
    help="what to print",
)
@click.option("--locale", default="en", show_default=True, help="language of the labels")
@pass_deps
def timeline(
    deps: Deps,
    incident: str | None,
    zones: tuple[str, ...],
    start: str | None,
    end: str | None,
    services: tuple[str, ...],
    kinds: tuple[str, ...],
    languages: tuple[str, ...],
    stances: tuple[str, ...],
    name: str,
    locale: str,
) -> None:
    """One row an event, of one INCIDENT or of all; undated events apart, with the window constraints leave them."""
    from kb.queries.filters import Filters
    from kb.queries.timeline import timeline as found_timeline
    from kb.queries.timeline_json import timeline_json
    from kb.render.clock import choose
    from kb.render.formats import notes, render

    chosen = choose(zones)
    low, high = local_or_instant(start, zones, "--from"), local_or_instant(end, zones, "--to")
    if low is not None and high is not None and high <= low:
        raise click.UsageError("--to must be after --from")
    wanted = Filters(
        start=low,
        end=high,
        services=services,
        kinds=[Kind(kind) for kind in kinds],
        languages=languages,
        stances=[Stance(stance) for stance in stances],
    )
    language = locale.replace("_", "-").split("-")[0].lower()
    with deps.reading() as connection:
        result = found_timeline(connection, incident, wanted, language=language)
    if name == "json":
        echo_json(timeline_json(result, chosen if zones else ()))
        return
    click.echo(render(result, name, chosen, language), nl=False)
    for note in notes(result, name):
        click.echo(f"note: {note}", err=True)


@click.command()
@click.argument("incident")
@click.option("--at", required=True, help="the instant (RFC 3339, or local with --zone)")
@click.option("--zone", "zone", type=ZoneName(), help="zone of a local --at")
@_JSON
@pass_deps
def state(deps: Deps, incident: str, at: str, zone: str | None, as_json: bool) -> None:
    """The state of every service of INCIDENT at an instant, with the events that say so."""
    from kb.queries.state import state as found_state

    moment = local_or_instant(at, (zone,) if zone else (), "--at")
    assert moment is not None
    with deps.reading() as connection:
        payload = found_state(connection, incident, moment)
    if as_json:
        echo_json(payload)
        return
    _grid(
        ["service", "state", "since", "events"],
        [[row["service"], row["state"], row["since"] or "", " ".join(row["events"])] for row in payload["services"]],
        "no services",
    )


@click.command()
@click.argument("incident")
@_JSON
@pass_deps
def metrics(deps: Deps, incident: str, as_json: bool) -> None:
    """Time to detect, diagnose, mitigate and recover, each naming the two events it is computed from."""
    from kb.queries.metrics import metrics as found_metrics

    with deps.reading() as connection:
        payload = found_metrics(connection, incident)
    if as_json:
        echo_json(payload)
        return
    for name, figure in payload["metrics"].items():
        click.echo(
            f"{name:20} {figure['minutes']:8.0f} min   {figure['from']['start']} {figure['from']['label']}"
            f"  ->  {figure['to']['at']} {figure['to']['label']}"
        )
    if not payload["metrics"]:
        click.echo("the documents do not say enough for any")


@click.command()
@click.argument("incident", required=False)
@_JSON
@pass_deps
def actions(deps: Deps, incident: str | None, as_json: bool) -> None:
    """What was promised: text, owner, due date, done or not."""
    from kb.queries import actions as queries

    with deps.reading() as connection:
        items = every_page(lambda cursor: queries.listed(connection, incident, limit=200, cursor=cursor))
    if as_json:
        echo_json({"items": items, "next": None})
        return
    done = {True: "done", False: "open", None: ""}
    _grid(
        ["done", "owner", "due", "text"],
        [[done[item["done"]], item["owner"] or "", item["due"] or "", item["text"]] for item in items],
        "no action items",
    )


@click.command()
@click.argument("incident", required=False)
@click.option(
    "--tolerance", type=FiniteRange(min=0, max=100_000), default=0.0, metavar="MIN", help="minutes that are no difference"
)
@_JSON
@pass_deps
def conflicts(deps: Deps, incident: str | None, tolerance: float, as_json: bool) -> None:
    """Where sources contradict each other or themselves, with every side's sentence."""
    from kb.queries import conflicts as queries

    with deps.reading() as connection:
        items = queries.every(connection, incident, tolerance=tolerance)
    if as_json:
        echo_json({"items": items, "next": None})
        return
    for item in items:
        _conflict(item)
    click.echo(f"{len(items)} conflicts" if items else "no conflicts")


def _conflict(item: dict[str, Any]) -> None:
    from kb.render.table import clean

    click.echo(f"{item['code']}  {item['id']}  ({item['incident']})")
    for value in item["values"]:
        proposed = " *" if value["value"] is not None and value["value"] == item["proposed"] else ""
        click.echo(f"  {value['value'] or '-':22}{proposed:2} {value['document'][:8]}  {clean(value['quote'])}")


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True, help="hits at most")
@_JSON
@pass_deps
def search(deps: Deps, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find WORDS in all documents, in any language; accents do not matter."""
    from kb.queries.search import search as found_search

    with deps.reading() as connection:
        result = found_search(connection, " ".join(words), limit=limit)
    if as_json:
        echo_json({"items": list(result.items), "next": result.next})
        return
    _grid(
        ["document", "language", "text"],
        [[item["document"][:8], item["language"], item["text"]] for item in result.items],
        "nothing found",
    )


commands = [incidents, services, timeline, state, metrics, actions, conflicts, search]
