"""The cascade replayer: `pmkb replay`, `pmkb simulate`, `pmkb explore`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from kb.cli import replay_text
from kb.cli.context import Deps, FiniteRange, echo_json, pass_deps
from kb.cli.values import instant
from kb.errors import InvalidInput

Progress = Callable[[str, int, int], None]


@click.command()
@click.argument("incident")
@click.option("--speed", type=FiniteRange(min=0), default=0, help="times faster than it was; 0 (default) does not wait")
@click.option("--until", help="end at this instant (RFC 3339), it included")
@click.option("--seek", help="show the state at this instant (RFC 3339) and go on from there")
@click.option("--step", is_flag=True, help="wait for Enter before every frame")
@click.option("--tolerance", type=FiniteRange(min=0), default=4.0, show_default=True, help="minutes an effect may be recorded before its cause")
@click.option("--without", help="a service or an event to take away, with what only it explains")
@click.option("--report", "only_report", is_flag=True, help="fitness and order as one JSON object instead of frames")
@click.option("--lang", default="en", show_default=True, help="language of the labels")
@click.option("--json", "as_json", is_flag=True, help="one JSON frame a line (also where the output is no terminal)")
@pass_deps
def replay(
    deps: Deps,
    incident: str,
    speed: float,
    until: str | None,
    seek: str | None,
    step: bool,
    tolerance: float,
    without: str | None,
    only_report: bool,
    lang: str,
    as_json: bool,
) -> None:
    """Play the recorded events of an incident on a virtual clock.

    Each frame has its time, the event and the state of every service: up, degraded, down, recovering or unknown.
    """
    from kb.queries.replayed import parts
    from kb.replay.recorded import Record, ReplayOptions, play, report

    options = ReplayOptions(instant(until, "--until"), instant(seek, "--seek"), tolerance, without)
    with deps.reading() as connection:
        found = parts(connection, incident, language=lang)
    record = Record(found.events, found.edges, found.services, found.labels, found.part_of)
    summary = report(record, options)
    if only_report:
        echo_json(summary)
        return
    lines = as_json or not sys.stdout.isatty()
    with _stoppable("the replay"):
        _show(play(record, options), lines, speed, step)
    click.echo(replay_text.fitness(summary), err=lines)


def _show(frames: Iterator[Any], lines: bool, speed: float, step: bool) -> None:
    import orjson

    before = None
    for frame in frames:
        if step:
            click.pause("", err=True)
        elif speed and before is not None:
            time.sleep(max(0.0, (frame.time - before).total_seconds() / speed))
        before = frame.time
        click.echo(orjson.dumps(frame.json()).decode() if lines else replay_text.frame(frame))


@click.command()
@click.option(
    "--stage",
    "stages",
    multiple=True,
    help="show only this stage (repeatable): race, clients, dwfm, network, nlb, services",
)
@click.option("--mitigation", "mitigations", multiple=True, help="a what-if (repeatable); an unknown name lists the known ones")
@click.option(
    "--operator",
    "operators",
    multiple=True,
    metavar="ID=TIME|never",
    help="move or remove what people did (repeatable)",
)
@click.option("--assume", "assume", multiple=True, metavar="NAME=VALUE", help="another value for an assumption (repeatable)")
@click.option("--seed", type=int, default=1, show_default=True, help="seed of all randomness")
@click.option("--runs", type=int, default=1, show_default=True, help="Monte Carlo over this many seeds")
@click.option("--sensitivity", is_flag=True, help="does the verdict survive +-20 % on every assumption?")
@click.option("--assumptions", is_flag=True, help="print every assumption with its range and origin")
@click.option("--scenario", default="dynamodb-2025", show_default=True, help="a bundled scenario, or a TOML file of your own")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text")
def simulate(
    stages: tuple[str, ...],
    mitigations: tuple[str, ...],
    operators: tuple[str, ...],
    assume: tuple[str, ...],
    seed: int,
    runs: int,
    sensitivity: bool,
    assumptions: bool,
    scenario: str,
    as_json: bool,
) -> None:
    """Run the mechanism models of the outage, or of your own scenario.

    What comes out is a model's answer under its assumptions, not hindsight about what people should have done.
    """
    from kb.replay.simulate import SimulateOptions, assumption_rows, run_scenario, scenario_named

    chosen = scenario_named(scenario if scenario_is_name(scenario) else Path(scenario))
    if assumptions:
        rows = assumption_rows(chosen)
        echo_json(rows) if as_json else click.echo(replay_text.assumptions(rows))
        return
    options = SimulateOptions(
        stages,
        mitigations,
        tuple(_pair(text, "--operator ID=TIME|never") for text in operators),
        tuple((name, _number(value)) for name, value in (_pair(text, "--assume NAME=VALUE") for text in assume)),
        seed,
        runs,
        sensitivity,
        chosen.slug,
    )
    with _stoppable("the simulation"), _progress() as tell:
        answer = run_scenario(chosen, options, tell)
    echo_json(answer) if as_json else click.echo(replay_text.simulation(answer))


def scenario_is_name(text: str) -> bool:
    """Whether the text names a bundled scenario rather than a file."""
    return not text.endswith(".toml") and "/" not in text and not Path(text).is_file()


@click.command()
@click.option("--enactors", type=int, default=3, show_default=True, help="how many Enactors race")
@click.option("--endpoints", type=int, default=2, show_default=True, help="how many records each plan writes")
@click.option("--plans", type=int, default=5, show_default=True, help="how many plans the Planner issues")
@click.option("--cleanup-age", type=int, default=3, show_default=True, help="an Enactor cleans plans this much older")
@click.option("--crashes", type=int, default=0, show_default=True, help="how many Enactors may crash for good")
@click.option("--max-states", type=int, default=2_000_000, show_default=True, help="give up (and say so) beyond this many states")
@click.option(
    "--mitigation",
    "mitigations",
    multiple=True,
    help="a change of the protocol (repeatable); an unknown name lists the known ones",
)
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text")
def explore(
    enactors: int,
    endpoints: int,
    plans: int,
    cleanup_age: int,
    crashes: int,
    max_states: int,
    mitigations: tuple[str, ...],
    as_json: bool,
) -> None:
    """Explore every interleaving of the DNS race within bounds."""
    from kb.replay.explore import ExploreOptions
    from kb.replay.explore import explore as search

    options = ExploreOptions(enactors, endpoints, plans, cleanup_age, crashes, max_states, mitigations)
    with _progress() as tell:
        answer = search(options, lambda seen: tell(f"states to depth {seen.depth}", seen.states, max_states))
    echo_json(answer) if as_json else click.echo(replay_text.exploration(answer))


def _pair(text: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise InvalidInput(f"{text!r} is not of the form {form}")
    return name.strip(), value.strip()


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise InvalidInput(f"not a number: {text!r}") from error


@contextmanager
def _stoppable(what: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"stopped: {what} was not at its end; what is above is what it had", err=True)
        sys.exit(130)


@contextmanager
def _progress() -> Iterator[Progress]:
    """Progress on standard error where that is a terminal; silence elsewhere."""
    if not sys.stderr.isatty():
        yield lambda what, done, of: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, of: int) -> None:
            key = what.split(" to ")[0]
            if key not in tasks:
                tasks[key] = bar.add_task(what, total=of)
            bar.update(tasks[key], completed=done, description=what)

        yield tell


commands = [replay, simulate, explore]
