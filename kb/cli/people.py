"""Corrections by people."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from kb.cli.context import Deps, echo_json, every_page, pass_deps

FIELDS = ("kind", "time", "services", "reject", "merge", "split", "incident", "alias")


@click.command()
@click.argument("target")
@click.argument("field", type=click.Choice(FIELDS))
@click.argument("value")
@click.option("--who", required=True, help="your name: a correction without one is worth nothing")
@click.option("--only-claim", is_flag=True, help="correct this claim only, not every claim of its event")
@pass_deps
def decide(deps: Deps, target: str, field: str, value: str, who: str, only_claim: bool) -> None:
    """Correct a claim, event, incident or service.

    The machine's value stays beside it, and the correction holds when documents are read again. With an event's id the
    whole event is corrected. Examples:

    \b
      pmkb decide EVENT kind mitigation --who ana
      pmkb decide EVENT time 2025-10-20T06:48:00Z --who ana
      pmkb decide EVENT services "aws-ec2 aws-nlb" --who ana
      pmkb decide EVENT merge OTHER_EVENT --who ana
      pmkb decide SLUG alias aws-dynamodb --who ana
    """
    from kb import intake
    from kb.queries.shown import expanded

    with deps.reading() as connection:
        target = expanded(connection, target)
    made = intake.decide(
        deps.engine, target, field, value, who=who, when=datetime.now(UTC).replace(microsecond=0), whole_event=not only_claim
    )
    for decision in made:
        click.echo(
            f"{decision.id}  {decision.target} {decision.field}: {decision.machine or '-'} -> {decision.value} ({decision.who})"
        )


@click.command()
@click.option("--json", "as_json", is_flag=True)
@pass_deps
def decisions(deps: Deps, as_json: bool) -> None:
    """List the corrections, undone ones included."""
    from kb.queries import decisions as queries
    from kb.render.table import clean, grid

    with deps.reading() as connection:
        items = every_page(lambda cursor: queries.listed(connection, limit=200, cursor=cursor))
    if as_json:
        echo_json({"items": items, "next": None})
        return
    rows = [
        [
            item["id"],
            item["target"],
            item["field"],
            clean(item["machine"] or "-"),
            clean(item["value"]),
            clean(item["who"]),
            item["when"],
            "undone" if item["undone"] else "",
        ]
        for item in items
    ]
    click.echo(
        "\n".join(grid(["id", "target", "field", "machine", "value", "who", "when", ""], rows)) if rows else "no corrections"
    )


@click.command()
@click.argument("id")
@pass_deps
def undo(deps: Deps, id: str) -> None:
    """Undo the correction ID: the machine's value holds again."""
    from kb import intake

    intake.undo(deps.engine, id, when=datetime.now(UTC).replace(microsecond=0))
    click.echo(f"undone {id}")


commands = [decide, decisions, undo]
