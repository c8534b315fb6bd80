"""A cascade written as TOML: inputs, mechanisms, milestones that follow from others, and what each means for services.

`after` is a list; every member must have happened, and a member that is itself a list is satisfied by its earliest. The
rows form a graph over milestone ids; a cycle, an unknown name or a number that makes no sense is refused with the row.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from math import isfinite
from pathlib import Path
from typing import Any

from kb.errors import InvalidInput
from kb.replay.rows import Row, minutes_after
from kb.replay.stages import KINDS, check_params

After = tuple[tuple[str, ...], ...]
HERE = Path(__file__).parent
STATES = ("down", "degraded", "recovering")
LONGEST = 14 * 24 * 60.0
MOST_ROWS = 2000


@dataclass(frozen=True, slots=True)
class Assumption:
    """A constant nobody published. `origin` is `assumed`, `fitted` or `public default`."""

    name: str
    value: float
    low: float
    high: float
    unit: str = ""
    origin: str = "assumed"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Given:
    """Something the model is told: a trigger, or (with `operator`) what people did. `at` in minutes from the start."""

    id: str
    at: float | None
    operator: bool


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One model: `inputs` by name, `outputs` from the model's names to milestone ids."""

    id: str
    kind: str
    inputs: Mapping[str, After]
    outputs: Mapping[str, str]
    params: Mapping[str, Any]
    wait_from: str | None = None


@dataclass(frozen=True, slots=True)
class Follow:
    """A milestone that follows from others: the latest of `after`, plus `lag`, plus `ratio` times a duration.

    It does not happen where `until` came first or `unless` happens at all; `cross_region` rows vanish under isolation.
    """

    id: str
    after: After
    lag: float = 0.0
    ratio: float = 0.0
    grows: tuple[After, After] | None = None
    until: str | None = None
    unless: str | None = None
    cross_region: bool = False


@dataclass(frozen=True, slots=True)
class Spell:
    """A service is in a state from one milestone to another; `counted_by` lets a mechanism count the error minutes."""

    service: str
    state: str
    start: After
    end: After
    counted_by: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A what-if of the scenario: parameters set, inputs moved to another milestone, cross-Region rows removed."""

    name: str
    words: str = ""
    mechanism: str | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    isolates: bool = False


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the record says of a milestone; `at` in minutes from the start, None where no time is known."""

    id: str
    at: float | None
    role: str
    services: tuple[str, ...] = ()
    stage: str = ""
    scored: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole cascade, checked."""

    slug: str
    title: str
    words: str
    start: str
    horizon: float
    givens: tuple[Given, ...]
    mechanisms: tuple[Mechanism, ...]
    follows: tuple[Follow, ...]
    spells: tuple[Spell, ...]
    changes: tuple[Change, ...]
    assumptions: tuple[Assumption, ...]
    recorded: tuple[Recorded, ...]
    services: tuple[str, ...] = ()
    dependencies: tuple[tuple[str, str], ...] = ()
    order: tuple[str, ...] = ()


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
    """Read a scenario. With `shared` it may name the product's own assumption and milestone files. Raises InvalidInput."""
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
    start, horizon = head.text("start"), head.number("horizon_minutes", least=1.0, most=LONGEST)
    scenario = Scenario(
        slug=head.text("slug"), title=head.text("title"), words=head.text("words", ""), start=start, horizon=horizon,
        givens=tuple(_given(row, start) for row in top.rows("input", MOST_ROWS)),
        mechanisms=tuple(_mechanism(row) for row in top.rows("mechanism", 50)),
        follows=tuple(_follow(row) for row in top.rows("milestone", MOST_ROWS)),
        spells=tuple(_spell(row) for row in top.rows("spell", MOST_ROWS)),
        changes=tuple(_change(row) for row in top.rows("mitigation", 200)),
        assumptions=tuple(_assumption(row) for row in top.rows("assumption", 500)),
        recorded=tuple(_recorded(row, start) for row in top.rows("record", MOST_ROWS)),
        services=tuple(row.done(row.text("slug")) for row in top.rows("service", MOST_ROWS)),
        dependencies=tuple(row.done((row.text("dependent"), row.text("dependency")))
                           for row in top.rows("dependency", MOST_ROWS)))
    head.done(None)
    top.done(None)
    return _check(scenario)


def _given(row: Row, start: str) -> Given:
    return row.done(Given(row.text("id"), minutes_after(start, row.text("at"), row.where), row.flag("operator")))


def _mechanism(row: Row) -> Mechanism:
    kind = row.text("kind")
    if kind not in KINDS:
        raise InvalidInput(f"{row.where}: unknown kind {kind!r}; known: {', '.join(KINDS)}")
    inputs = {name: row.after_of(name, value) for name, value in row.table("inputs").items()}
    outputs = {name: str(value) for name, value in row.table("outputs", {}).items()}
    made = Mechanism(row.text("id"), kind, inputs, outputs, row.table("params", {}), row.text("wait_from", None))
    known = KINDS[kind]
    for name in sorted((inputs.keys() - set(known.inputs)) | (outputs.keys() - set(known.outputs))):
        raise InvalidInput(f"{row.where}: a {kind} has no {name!r}; inputs {', '.join(known.inputs)}; "
                           f"outputs {', '.join(known.outputs)}")
    for name in known.required:
        if name not in inputs:
            raise InvalidInput(f"{row.where}: a {kind} needs the input {name!r}")
    return row.done(made)


def _follow(row: Row) -> Follow:
    grows = row.table("grows", None)
    pair = None if grows is None else (row.after_of("from", grows.get("from")), row.after_of("to", grows.get("to")))
    return row.done(Follow(row.text("id"), row.after("after"), row.number("lag", 0.0, least=0.0, most=LONGEST),
                           row.number("ratio", 0.0, least=0.0, most=1000.0), pair, row.text("until", None),
                           row.text("unless", None), row.flag("cross_region")))


def _spell(row: Row) -> Spell:
    state = row.text("state")
    if state not in STATES:
        raise InvalidInput(f"{row.where}: unknown state {state!r}; known: {', '.join(STATES)}")
    return row.done(Spell(row.text("service"), state, row.after("from"), row.after("to", ()), row.text("counted_by", None)))


def _change(row: Row) -> Change:
    return row.done(Change(row.text("name"), row.text("words", ""), row.text("mechanism", None), row.table("set", {}),
                           {key: str(value) for key, value in row.table("moves", {}).items()}, row.flag("isolates")))


def _assumption(row: Row) -> Assumption:
    value, low, high = row.number("value"), row.number("low"), row.number("high")
    if not low <= value <= high:
        raise InvalidInput(f"{row.where}: {value} is outside its own range {low} to {high}")
    return row.done(Assumption(row.text("name"), value, low, high, row.text("unit", ""), row.text("origin", "assumed"),
                               row.text("why", "")))


def _recorded(row: Row, start: str) -> Recorded:
    at = row.text("at", None)
    role = row.text("role")
    if role not in ("input", "fitted", "predicted"):
        raise InvalidInput(f"{row.where}: unknown role {role!r}; known: input, fitted, predicted")
    row.skip("parents", "operator", "origin")
    return row.done(Recorded(row.text("id"), None if at is None else minutes_after(start, at, row.where, early=True), role,
                             tuple(row.strings("services")), row.text("stage", ""), row.flag("scored"), row.text("words", "")))


def outputs_of(mechanism: Mechanism) -> dict[str, str]:
    """Milestone id of each of a mechanism's outputs; those not named are `mechanism.output`."""
    return {name: mechanism.outputs.get(name, f"{mechanism.id}.{name}") for name in KINDS[mechanism.kind].outputs}


def needs(scenario: Scenario) -> dict[str, set[str]]:
    """What each row needs: rows are inputs and milestones by id, mechanisms as `mechanism:ID`."""
    graph: dict[str, set[str]] = {given.id: set() for given in scenario.givens}
    for mechanism in scenario.mechanisms:
        node = f"mechanism:{mechanism.id}"
        graph[node] = {name for after in mechanism.inputs.values() for group in after for name in group}
        if mechanism.wait_from:
            graph[node].add(f"mechanism:{mechanism.wait_from}")
        for made in outputs_of(mechanism).values():
            graph[made] = {node}
    for follow in scenario.follows:
        graph[follow.id] = {name for group in follow.after for name in group}
        graph[follow.id] |= {name for after in follow.grows or () for group in after for name in group}
        graph[follow.id] |= {name for name in (follow.until, follow.unless) if name}
    return graph


def _check(scenario: Scenario) -> Scenario:
    made = [given.id for given in scenario.givens] + [follow.id for follow in scenario.follows]
    made += [name for mechanism in scenario.mechanisms for name in outputs_of(mechanism).values()]
    for rows, noun in ((made, "milestone"), ([m.id for m in scenario.mechanisms], "mechanism"),
                       ([a.name for a in scenario.assumptions], "assumption"), ([c.name for c in scenario.changes], "mitigation")):
        if twice := sorted({name for name in rows if rows.count(name) > 1}):
            raise InvalidInput(f"{noun} {twice[0]!r} is given twice")
    graph = needs(scenario)
    for node, wanted in graph.items():
        for name in sorted(wanted - graph.keys()):
            raise InvalidInput(f"{node!r} needs {name!r}, which nothing in the scenario provides")
    for spell in scenario.spells:
        for name in (name for after in (spell.start, spell.end) for group in after for name in group):
            if name not in graph:
                raise InvalidInput(f"the spell of {spell.service!r} names {name!r}, which nothing in the scenario provides")
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
    from dataclasses import replace

    known = {mechanism.id for mechanism in scenario.mechanisms}
    for change in scenario.changes:
        if change.mechanism is not None and change.mechanism not in known:
            raise InvalidInput(f"mitigation {change.name!r} changes {change.mechanism!r}, which is no mechanism here")
        for moved, target in change.moves.items():
            if moved not in {given.id for given in scenario.givens} or target not in order:
                raise InvalidInput(f"mitigation {change.name!r} moves {moved!r} to {target!r}: no such input or milestone")
    if not all(isfinite(a.value) for a in scenario.assumptions):
        raise InvalidInput("an assumption is not a finite number")
    return replace(scenario, order=order)
