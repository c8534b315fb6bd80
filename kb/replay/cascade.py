"""One run of a scenario: every row in order, each a function of the rows it needs. Minutes from the scenario's start.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.replay.cast import After, Follow, Mechanism, Scenario, Spell, needs, outputs_of
from kb.replay.mitigations import RACE
from kb.replay.models.services import Interval, errors, states_at
from kb.replay.stages import Context, Memo, make_params, run_stage

Progress = Callable[[str, int, int], None] | None


@dataclass(frozen=True, slots=True)
class Settings:
    """What one run is given besides the scenario. `moved` are operator actions at other times, None is never.

    `goals` are the milestones wanted; only what they need is run. None is everything.
    """

    values: Mapping[str, float]
    mitigations: frozenset[str] = frozenset()
    moved: Mapping[str, float | None] = field(default_factory=dict)
    seed: int = 1
    fleet: int | None = None
    lease_seed: int | None = None
    goals: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """When each milestone happens (None: it does not) and what each mechanism reported; `stopped` by Ctrl-C on the way."""

    times: Mapping[str, float | None]
    outcomes: Mapping[str, Any]
    horizon: float
    stopped: bool = False


def play(scenario: Scenario, settings: Settings, memo: Memo, on_progress: Progress = None) -> Run:
    """Run the scenario. `memo` keeps stage results for runs that share them. Ctrl-C leaves what was reached."""
    times: dict[str, float | None] = {}
    outcomes: dict[str, Any] = {}
    mechanisms = {f"mechanism:{mechanism.id}": mechanism for mechanism in scenario.mechanisms}
    follows = {follow.id: follow for follow in scenario.follows}
    isolated = any(change.isolates for change in scenario.changes if change.name in settings.mitigations)
    givens = _givens(scenario, settings)
    wanted = _wanted(scenario, settings.goals)
    stopped = False
    try:
        for node in scenario.order:
            if node not in wanted:
                continue
            if node in givens:
                times[node] = givens[node]
            elif node in follows:
                times[node] = _follow(follows[node], times, settings.values, isolated, scenario.horizon)
            elif node in mechanisms:
                mechanism = mechanisms[node]
                outcome = _mechanism(scenario, mechanism, settings, times, outcomes, memo, on_progress)
                outcomes[mechanism.id] = outcome
                for name, milestone in outputs_of(mechanism).items():
                    times[milestone] = getattr(outcome, name)
    except KeyboardInterrupt:
        stopped = True
    return Run(times, outcomes, scenario.horizon, stopped)


def _givens(scenario: Scenario, settings: Settings) -> dict[str, float | None]:
    """Inputs at their own time, moved by hand, or moved by a mitigation to an earlier one."""
    givens = {given.id: settings.moved.get(given.id, given.at) for given in scenario.givens}
    for change in scenario.changes:
        for moved, target in change.moves.items() if change.name in settings.mitigations else ():
            if moved not in settings.moved:
                givens[moved] = _earlier(givens[moved], givens.get(target))
    return givens


def _wanted(scenario: Scenario, goals: frozenset[str] | None) -> set[str]:
    if goals is None:
        return set(scenario.order)
    graph = needs(scenario)
    wanted, stack = set(goals & graph.keys()), list(goals & graph.keys())
    while stack:
        more = graph[stack.pop()] - wanted
        wanted |= more
        stack += more
    return wanted


def at_of(after: After, times: Mapping[str, float | None]) -> float | None:
    """When all of `after` have happened; None when one never does."""
    moments = [min((at for name in group if (at := times[name]) is not None), default=None) for group in after]
    return None if any(at is None for at in moments) else max((at for at in moments if at is not None), default=None)


def _earlier(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else min(one, other)


def _follow(follow: Follow, times: Mapping[str, float | None], values: Mapping[str, float], isolated: bool,
            horizon: float) -> float | None:
    at = at_of(follow.after, times)
    if at is None or (follow.cross_region and isolated) or (follow.unless and times[follow.unless] is not None):
        return None
    at += values.get(f"lag.{follow.id}", follow.lag)
    if follow.grows is not None:
        start, end = at_of(follow.grows[0], times), at_of(follow.grows[1], times)
        if start is not None and end is not None:
            at += values.get(f"ratio.{follow.id}", follow.ratio) * max(0.0, end - start)
    over = times[follow.until] if follow.until else None
    return None if at > horizon or (over is not None and over <= at) else at


def _mechanism(scenario: Scenario, mechanism: Mechanism, settings: Settings, times: Mapping[str, float | None],
               outcomes: Mapping[str, Any], memo: Memo, on_progress: Progress) -> Any:
    given = dict(mechanism.params)
    if mechanism.kind == "lease" and settings.fleet is not None:
        given["hosts"] = min(settings.fleet, int(given.get("hosts", settings.fleet)))
    for change in scenario.changes:
        if change.name in settings.mitigations and change.mechanism == mechanism.id:
            given |= change.sets
    at = {name: at_of(after, times) for name, after in mechanism.inputs.items()}
    seed = settings.lease_seed if mechanism.kind == "lease" and settings.lease_seed is not None else settings.seed
    upstream = outcomes[mechanism.wait_from] if mechanism.wait_from else None
    context = Context(seed, scenario.horizon, frozenset(settings.mitigations & RACE.keys()), upstream, on_progress)
    params = make_params(mechanism.id, mechanism.kind, given, settings.values)
    return run_stage(mechanism.id, mechanism.kind, params, at, context, memo)


def intervals(scenario: Scenario, run: Run) -> list[Interval]:
    """What the run means for services, as stretches of time in a state."""
    made = []
    for spell in _told(scenario, run):
        start, end = at_of(spell.start, run.times), at_of(spell.end, run.times) if spell.end else None
        if start is not None:
            counted = None if spell.counted_by is None else run.outcomes[spell.counted_by].error_minutes
            made.append(Interval(spell.service, spell.state, start, run.horizon if end is None else end, counted))
    return made


def _told(scenario: Scenario, run: Run) -> list[Spell]:
    """Spells whose milestones were all run."""
    return [spell for spell in scenario.spells
            if all(name in run.times for after in (spell.start, spell.end) for group in after for name in group)]


def error_minutes(scenario: Scenario, run: Run) -> dict[str, float]:
    """Minutes each service is down or degraded, up to the horizon; 0 for services that are never."""
    return errors(intervals(scenario, run), sorted({spell.service for spell in _told(scenario, run)}))


def states(scenario: Scenario, run: Run, at: float) -> dict[str, str]:
    """State of every service at a minute."""
    return states_at(intervals(scenario, run), sorted({spell.service for spell in scenario.spells}), at)
