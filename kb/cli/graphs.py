"""Graphs: what needs what, why something happened."""

from __future__ import annotations

from typing import Any

import click

from kb.cli.context import Deps, echo_json, pass_deps


@click.command()
@click.argument("service")
@click.option(
    "--direction", type=click.Choice(["needs", "needed-by"]), default="needs", show_default=True, help="which way to walk"
)
@click.option("--depth", type=click.IntRange(1, 1000), help="hops (default: all)")
@click.option(
    "--format",
    "name",
    type=click.Choice(["table", "json", "dot", "mermaid"]),
    default="table",
    show_default=True,
    help="what to print",
)
@pass_deps
def deps(deps: Deps, service: str, direction: str, depth: int | None, name: str) -> None:
    """What SERVICE needs, or what needs it (what breaks when it fails), with the sentences that say so."""
    from kb.queries import closure as queries
    from kb.queries.incident_graph import drawn
    from kb.render.dot import graph_dot
    from kb.render.mermaid import graph_mermaid

    with deps.reading() as connection:
        payload = (queries.needs if direction == "needs" else queries.needed_by)(connection, service, depth=depth)
    if name == "json":
        echo_json(payload)
    elif name == "table":
        _dependencies(payload, direction)
    else:
        graph = drawn(payload)
        click.echo(graph_dot(graph) if name == "dot" else graph_mermaid(graph), nl=False)


def _dependencies(payload: dict[str, Any], direction: str) -> None:
    from kb.render.table import clean

    for item in payload["items"]:
        click.echo(f"{item['hops']}  {item['service']}  ({' -> '.join(item['path'])})")
        for said in item["evidence"][-1]["evidence"]:  # the last step: the ones before stand with their own services
            click.echo(f"     {said['document'][:8]}  {clean(said['quote'])}")
    click.echo(
        f"{len(payload['items'])} services"
        if payload["items"]
        else "no document says that it needs anything"
        if direction == "needs"
        else "no document says that anything needs it"
    )


@click.command()
@click.argument("event")
@click.option("--json", "as_json", is_flag=True)
@pass_deps
def why(deps: Deps, event: str, as_json: bool) -> None:
    """The causal chain behind EVENT (an event's or a claim's id), each step with its sentences."""
    from kb.queries import events
    from kb.queries.shown import full_event_id
    from kb.render.table import clean

    with deps.reading() as connection:
        payload = events.why(connection, full_event_id(connection, event))
    if as_json:
        echo_json(payload)
        return
    click.echo(_event_line(payload["event"]))
    for item in payload["items"]:
        click.echo(
            f"{'  ' * item['hops']}<- {_event_line(item['event'])}  [{item['edge']['relation']}, {item['edge']['polarity']}]"
        )
        for said in item["edge"]["evidence"]:
            click.echo(f"{'  ' * item['hops']}     {said['document'][:8]}  {clean(said['quote'])}")
    if not payload["items"]:
        click.echo("no document says why")


def _event_line(event: dict[str, Any]) -> str:
    return f"{event['time']['start'] or 'undated':20} {event['kind']:10} {event['label']}  {event['id']}"


@click.command()
@click.argument("service")
@click.argument("other")
@click.option("--json", "as_json", is_flag=True)
@pass_deps
def path(deps: Deps, service: str, other: str, as_json: bool) -> None:
    """All shortest dependency paths from SERVICE to the OTHER it needs."""
    from kb.queries import services as queries
    from kb.render.table import clean

    with deps.reading() as connection:
        payload = queries.paths(connection, service, other)
    if as_json:
        echo_json(payload)
        return
    for found in payload["items"]:
        click.echo(" -> ".join(found["path"]))
        for step in found["evidence"]:
            for said in step["evidence"]:
                click.echo(f"  {step['dependent']} needs {step['dependency']}: {said['document'][:8]}  {clean(said['quote'])}")
    if not payload["items"]:
        click.echo(f"no document gives a path from {service} to {other}")


commands = [deps, why, path]
