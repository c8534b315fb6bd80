"""A cascade written as TOML: inputs, mechanisms, milestones that follow from others, and what each means for services.

`after` is a list; every member must have happened, and a member that is itself a list is satisfied by its earliest. The
rows form a graph over milestone ids; a cycle, an unknown name or a number that makes no sense is refused with the row.
"""
from __future__ import annotations

import tomllib
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from kb.errors import InvalidInput
from kb.replay import scenario_rows as read
from kb.replay.cast import Mechanism, Scenario, needs, outputs_of
from kb.replay.rows import Row
from kb.replay.stages import check_params

HERE = Path(__file__).parent
MOST_ROWS = 2000


def bundled(slug: str = "dynamodb-2025") -> Scenario:
    """A scenario the product ships. Raises InvalidInput for an unknown slug, naming the known ones."""
    path = HERE / "scenarios" / f"{slug}.toml"
    if slug not in bundled_slugs():
        raise InvalidInput(f"no bundled scenario {slug!r}; known: {', '.join(bundled_slugs())}")
    return parse(path.read_text(encoding="utf-8"), shared=True)


def bundled_slugs() -> tuple[str, ...]:
    """The scenarios the product ships."""
    return tuple(sorted(path.stem for path in (HERE / "scenarios").glob("*.toml")))


def parse(text: str, *, shared: bool = False) -> Scenario:
    """Read a scenario. With `shared` it may name the product's own assumption and milestone files. Raises InvalidInput.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput(f"the scenario is not TOML: {error}") from error
    if shared:
        for key, name in (("assumption", "assumptions.toml"), ("record", "milestones.toml")):
            if data.pop(f"shared_{key}s", False):
                data[key] = tomllib.loads((HERE / name).read_text(encoding="utf-8"))[key]
    top = Row("the scenario", data)
    head = Row("[scenario]", top.table("scenario"))
    start, horizon = head.text("start"), head.number("horizon_minutes", least=1.0, most=read.LONGEST)
    scenario = Scenario(
        slug=head.text("slug"), title=head.text("title"), words=head.text("words", ""), start=start, horizon=horizon,
        givens=tuple(read.given(row, start) for row in top.rows("input", MOST_ROWS)),
        mechanisms=tuple(read.mechanism(row) for row in top.rows("mechanism", 50)),
        follows=tuple(read.follow(row) for row in top.rows("milestone", MOST_ROWS)),
        spells=tuple(read.spell(row) for row in top.rows("spell", MOST_ROWS)),
        changes=tuple(read.change(row) for row in top.rows("mitigation", 200)),
        assumptions=tuple(read.assumption(row) for row in top.rows("assumption", 500)),
        recorded=tuple(read.recorded(row, start) for row in top.rows("record", MOST_ROWS)),
        services=tuple(row.done(row.text("slug")) for row in top.rows("service", MOST_ROWS)),
        dependencies=tuple(row.done((row.text("dependent"), row.text("dependency")))
                           for row in top.rows("dependency", MOST_ROWS)))
    head.done(None)
    top.done(None)
    return _check(scenario)


def _check(scenario: Scenario) -> Scenario:
    made = [given.id for given in scenario.givens] + [follow.id for follow in scenario.follows]
    made += [name for mechanism in scenario.mechanisms for name in outputs_of(mechanism).values()]
    for rows, noun in (
        (made, "milestone"),
        ([m.id for m in scenario.mechanisms], "mechanism"),
        ([a.name for a in scenario.assumptions], "assumption"),
        ([c.name for c in scenario.changes], "mitigation"),
    ):
        if twice := sorted({name for name in rows if rows.count(name) > 1}):
            raise InvalidInput(f"{noun} {twice[0]!r} is given twice")
    graph = needs(scenario)
    for node, wanted in graph.items():
        for name in sorted(wanted - graph.keys()):
            raise InvalidInput(f"{node!r} needs {name!r}, which nothing in the scenario provides")
    for spell in scenario.spells:
        for name in (name for after in (spell.start, spell.end) for group in after for name in group):
            if name not in graph:
                raise InvalidInput(
                    f"the spell of {spell.service!r} names {name!r}, which nothing in the scenario provides"
                )
    try:
        order = tuple(TopologicalSorter({node: sorted(graph[node]) for node in sorted(graph)}).static_order())
    except CycleError as error:
        raise InvalidInput(f"the scenario is cyclic: {' -> '.join(reversed(error.args[1]))}") from error
    for mechanism in scenario.mechanisms:
        _check_mechanism(scenario, mechanism)
    return _ordered(scenario, order)


def _check_mechanism(scenario: Scenario, mechanism: Mechanism) -> None:
    values = {a.name: a.value for a in scenario.assumptions}
    check_params(mechanism.id, mechanism.kind, mechanism.params, values)
    for change in scenario.changes:
        if change.mechanism == mechanism.id:
            check_params(mechanism.id, mechanism.kind, {**mechanism.params, **change.sets}, values)


def _ordered(scenario: Scenario, order: tuple[str, ...]) -> Scenario:
    known = {mechanism.id for mechanism in scenario.mechanisms}
    for change in scenario.changes:
        if change.mechanism is not None and change.mechanism not in known:
            raise InvalidInput(f"mitigation {change.name!r} changes {change.mechanism!r}, which is no mechanism here")
        for moved, target in change.moves.items():
            if moved not in {given.id for given in scenario.givens} or target not in order:
                raise InvalidInput(
                    f"mitigation {change.name!r} moves {moved!r} to {target!r}: no such input or milestone"
                )
    return replace(scenario, order=order)
