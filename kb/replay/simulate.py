"""The mechanism models chained: one run of a scenario, and the answers built from runs.

Every answer is a model's: what follows from its assumptions, not what people should have done.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from kb.errors import InvalidInput
from kb.replay import sensitivity, spread
from kb.replay.cascade import Run, Settings, error_minutes, play
from kb.replay.cast import Assumption, Scenario
from kb.replay.mitigations import ALL, RACE, race_mitigations
from kb.replay.rows import instant, minutes_after
from kb.replay.scenario import bundled, bundled_slugs, parse
from kb.replay.stages import Memo

MOST_RUNS = 10_000
STAGES = ("race", "clients", "dwfm", "network", "nlb", "services")
NOTE = "the answer of a model under its assumptions, not hindsight about what people should have done"


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """What to run. Raises InvalidInput.

    `operators` are (id, time) with RFC 3339, `HH:MMZ` or `never`; `assume` are (name, value); `scenario` a bundled one.
    """

    stages: tuple[str, ...] = ()
    mitigations: tuple[str, ...] = ()
    operators: tuple[tuple[str, str], ...] = ()
    assume: tuple[tuple[str, float], ...] = ()
    seed: int = 1
    runs: int = 1
    sensitivity: bool = False
    scenario: str = "dynamodb-2025"

    def __post_init__(self) -> None:
        for name, value, least, most in (("seed", self.seed, 0, 2**63 - 1), ("runs", self.runs, 1, MOST_RUNS)):
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise InvalidInput(f"{name} must be a whole number from {least} to {most}, not {value!r}")
        if self.scenario in bundled_slugs():
            settings_of(bundled(self.scenario), self)


def simulate(options: SimulateOptions, on_progress: Callable[[str, int, int], None] | None = None) -> dict[str, Any]:
    """The contract's JSON object for a bundled scenario. `on_progress(what, done, of)` is called now and then."""
    return run_scenario(bundled(options.scenario), options, on_progress)


def run_scenario(source: Scenario | Path | str, options: SimulateOptions,
                 on_progress: Callable[[str, int, int], None] | None = None) -> dict[str, Any]:
    """As `simulate`, for a scenario, a file (Path) or the text of one. Raises InvalidInput for what is wrong in it."""
    scenario = source if isinstance(source, Scenario) else scenario_named(source)
    settings = settings_of(scenario, options)
    memo: Memo = {}
    run = play(scenario, settings, memo, on_progress)
    answer = _answer(scenario, settings, run, options)
    if run.stopped:
        return answer
    plain = replace(settings, mitigations=frozenset(), moved={})
    if settings != plain and not (without := play(scenario, plain, memo, on_progress)).stopped:
        before = error_minutes(scenario, without)
        answer["service_error_minutes_change"] = {
            slug: round(value - before.get(slug, 0.0), 2) for slug, value in answer["service_error_minutes"].items()}
    if options.sensitivity:
        answer["robust"], answer["hangs_on"], answer["sensitivity"] = sensitivity.judge(scenario, settings, on_progress)
    if options.runs > 1:
        answer["spread"] = spread.measure(scenario, settings, options.runs, on_progress)
    return answer


def scenario_named(source: Path | str) -> Scenario:
    """A bundled scenario by name, a file (Path), or the text of a scenario. Raises InvalidInput."""
    if isinstance(source, str) and "\n" not in source:
        return bundled(source)
    return parse(_text(source))


def list_assumptions(scenario: Scenario | str = "dynamodb-2025") -> tuple[Assumption, ...]:
    """Every constant nobody published, the fitted lags of milestones included."""
    known = scenario if isinstance(scenario, Scenario) else bundled(scenario)
    lags = tuple(
        Assumption(name, value, 0.8 * value, 1.2 * value, "minutes" if name.startswith("lag.") else "minutes a minute",
                   "fitted", f"set by the recorded time of {name.partition('.')[2]}")
        for name, value in sensitivity.lags(known).items())
    return known.assumptions + lags


def settings_of(scenario: Scenario, options: SimulateOptions) -> Settings:
    """The options checked against the scenario. Raises InvalidInput."""
    race = any(mechanism.kind == "race" for mechanism in scenario.mechanisms)
    known = {change.name for change in scenario.changes} | (set(RACE) if race else set())
    for name in sorted(set(options.mitigations) - known):
        there = "" if name not in ALL else " in this scenario"
        raise InvalidInput(f"unknown mitigation{there}: {name!r}; known: {', '.join(sorted(known))}")
    race_mitigations(set(options.mitigations) & RACE.keys())
    for stage in options.stages:
        if stage not in stages_of(scenario):
            raise InvalidInput(f"unknown stage {stage!r}; known: {', '.join(stages_of(scenario))}")
    values = {assumption.name: assumption.value for assumption in scenario.assumptions} | sensitivity.lags(scenario)
    for name, value in options.assume:
        if name not in values:
            raise InvalidInput(f"unknown assumption {name!r}; `--assumptions` lists them")
        if not 0 <= value < 1e9:
            raise InvalidInput(f"assumption {name!r} must be a finite number that is not negative, not {value!r}")
        values[name] = value
    goals = None if not options.stages else frozenset(
        recorded.id for recorded in scenario.recorded if recorded.stage in options.stages)
    return Settings(values, frozenset(options.mitigations), _moved(scenario, options.operators), options.seed,
                    goals=goals or None)


def _moved(scenario: Scenario, operators: tuple[tuple[str, str], ...]) -> dict[str, float | None]:
    known = {given.id for given in scenario.givens if given.operator}
    moved: dict[str, float | None] = {}
    for name, time in operators:
        if name not in known:
            raise InvalidInput(f"unknown operator action {name!r}; known: {', '.join(sorted(known))}")
        moved[name] = None if time == "never" else minutes_after(scenario.start, time, f"operator action {name}")
    return moved


def stages_of(scenario: Scenario) -> tuple[str, ...]:
    """The stages milestones belong to: those of the record, else the scenario's mechanisms."""
    named = tuple(dict.fromkeys(recorded.stage for recorded in scenario.recorded if recorded.stage))
    return named or tuple(mechanism.id for mechanism in scenario.mechanisms)


def milestones(scenario: Scenario, run: Run, stages: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Role, simulated and recorded time and error in minutes of every milestone, those without a record at the end."""
    rows, known = [], {recorded.id for recorded in scenario.recorded}
    for recorded in scenario.recorded:
        if stages and recorded.stage not in stages:
            continue
        at = run.times.get(recorded.id)
        error = None if at is None or recorded.at is None else round(at - recorded.at, 2)
        rows.append({"id": recorded.id, "role": recorded.role, "simulated": instant(scenario.start, at),
                     "recorded": instant(scenario.start, recorded.at), "error_minutes": error,
                     "scored": recorded.scored, "stage": recorded.stage, "words": recorded.words})
    operators = {given.id for given in scenario.givens}
    for name, at in run.times.items():
        if name not in known and not stages:
            rows.append({"id": name, "role": "input" if name in operators else "predicted",
                         "simulated": instant(scenario.start, at), "recorded": None, "error_minutes": None,
                         "scored": False, "stage": "", "words": ""})
    return rows


def _answer(scenario: Scenario, settings: Settings, run: Run, options: SimulateOptions) -> dict[str, Any]:
    rows = milestones(scenario, run, options.stages)
    errors = [abs(row["error_minutes"]) for row in rows if row["scored"] and row["error_minutes"] is not None]
    minutes = {slug: round(value, 2) for slug, value in error_minutes(scenario, run).items()}
    return {
        "seed": settings.seed,
        "milestones": rows,
        "service_error_minutes": minutes,
        "mitigations": sorted(settings.mitigations),
        "robust": None,
        "hangs_on": [],
        "operators": {name: instant(scenario.start, at) or "never" for name, at in sorted(settings.moved.items())},
        "assumed": dict(options.assume),
        "assumptions": assumption_rows(scenario),
        "scenario": scenario.slug,
        "note": NOTE, "stopped": run.stopped,
        "scored": {
            "milestones": len(errors),
            "median_error_minutes": round(median(errors), 2) if errors else None,
            "worst_error_minutes": max(errors, default=None),
        },
    }


def _text(source: Path | str) -> str:
    if isinstance(source, str):
        return source
    try:
        if source.stat().st_size > 1_000_000:
            raise InvalidInput(f"{source}: a scenario has at most 1 MB")
        return source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"cannot read the scenario {source}: {error}") from error


def assumption_rows(scenario: Scenario | str = "dynamodb-2025") -> list[Mapping[str, Any]]:
    """`list_assumptions` as JSON objects."""
    return [{"name": a.name, "value": a.value, "low": a.low, "high": a.high, "unit": a.unit, "origin": a.origin,
             "why": a.why} for a in list_assumptions(scenario)]
