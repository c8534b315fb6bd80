"""`pmkb convert`: read one time expression, or many as JSON Lines."""

from __future__ import annotations

import sys

import click

from kb.cli.context import Deps, echo_json, pass_deps
from kb.cli.values import ZoneName, local_time
from kb.errors import InvalidInput


@click.command()
@click.argument("text", required=False)
@click.option("--lang", help="language code of the text (default: any that reads it)")
@click.option("--date", "reference", help="reference date, YYYY-MM-DD, for what the text leaves open")
@click.option("--zone", type=ZoneName(), help="zone of times that state none")
@click.option("--to", "targets", type=ZoneName(reported=True), multiple=True, help="zone to show (repeatable); default UTC")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text")
@click.option("--jsonl", is_flag=True, help="read cases as JSON Lines from standard input, write spans as JSON Lines")
@pass_deps
def convert(
    deps: Deps,
    text: str | None,
    lang: str | None,
    reference: str | None,
    zone: str | None,
    targets: tuple[str, ...],
    as_json: bool,
    jsonl: bool,
) -> None:
    """Read a time expression and give it in other zones."""
    if jsonl:
        _lines(deps)
        return
    if text is None:
        raise click.UsageError("give a TEXT, or --jsonl with lines on standard input")
    from kb.queries.convert import converted

    payload = converted(deps.reader, text, language=lang, reference=local_time(reference, "--date"), zone=zone, targets=targets)
    if as_json:
        echo_json(payload)
    elif not payload["items"]:
        raise click.ClickException(f"no time expression found in {text!r}")
    else:
        for item in payload["items"]:
            click.echo(f"{item['as_written'] or text}")
            for name, edges in item["zones"].items():
                click.echo(f"  {name:24} {edges['start'] or '-'}" + (f" – {edges['end']}" if edges["end"] else ""))


def _lines(deps: Deps) -> None:
    import orjson

    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            row = orjson.loads(line)
            spans = deps.reader.time_spans(row["text"], row["language"], row.get("locale") or row["language"], row.get("reference"))
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise InvalidInput(f"line {number} is not a case {{id, text, language, …}}: {error}") from error
        sys.stdout.write(orjson.dumps({"id": row.get("id"), "spans": spans}).decode() + "\n")


commands = [convert]
