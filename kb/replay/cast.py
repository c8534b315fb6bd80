"""What a scenario is made of: frozen values, checked when they are read. Times are minutes from the scenario's start.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.replay.stages import KINDS

After = tuple[tuple[str, ...], ...]
"""All groups must have happened; a group is satisfied by the earliest of its members."""


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
