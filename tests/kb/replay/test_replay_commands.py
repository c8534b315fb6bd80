"""The commands: JSON as the contract says, text to read, errors in one line."""
from __future__ import annotations

import json
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from kb.cli import replay as module
from kb.cli.context import Group
from kb.cli.replay_text import fitness, simulation
from kb.model import Event, EventEdge, Kind, Polarity, Relation, TimeValue
from kb.replay.recorded import Record, ReplayOptions, report
from kb.replay.simulate import SimulateOptions, simulate

ZERO = datetime(2031, 3, 1, 8, 0, tzinfo=UTC)


def event(name: str, minute: float, service: str, kind: Kind) -> Event:
    time = TimeValue(ZERO + timedelta(minutes=minute))
    return Event(name, "made-up", kind, "errors", ("errors",), time, (service,), (f"c-{name}",))


STORY = Record(
    (event("a", 0, "store", Kind.TRIGGER), event("b", 5, "shop", Kind.IMPACT), event("c", 40, "store", Kind.RECOVERY)),
    (EventEdge("a", "b", Relation.CAUSES, Polarity.STATED, ("x",)),), ("store", "shop"))


def pmkb(*words: str, deps: Any = None) -> Result:
    group: click.Group = Group("pmkb")
    for command in module.commands:
        group.add_command(command)
    return CliRunner().invoke(group, list(words), obj=deps)


def test_explore_prints_the_object_of_the_contract() -> None:
    told = pmkb("explore", "--enactors", "2", "--endpoints", "1", "--plans", "4", "--cleanup-age", "2", "--json")
    assert told.exit_code == 0
    answer = json.loads(told.stdout)
    assert (answer["shortest"], answer["empty_reachable"], answer["bound_hit"], len(answer["trace"])) == (9, True, False, 9)


def test_explore_tells_a_story_and_shouts_when_the_cap_was_hit() -> None:
    told = pmkb("explore", "--max-states", "50", "--mitigation", "versioned-cas", "--mitigation", "cleanup-guard")
    assert told.exit_code == 0
    assert "THE CAP OF 50 STATES WAS HIT" in told.stdout and "not 'safe'" in told.stdout
    whole = pmkb("explore").stdout
    assert " 11. Enactor 1 cleans plan 2" in whole and "THE CAP" not in whole


@pytest.mark.parametrize("words", [
    ("explore", "--plans", "1000000000"), ("explore", "--mitigation", "hope"), ("explore", "--enactors", "-3"),
    ("simulate", "--mitigation", "hope"), ("simulate", "--operator", "dns.restored"), ("simulate", "--runs", "0"),
    ("simulate", "--operator", "dns.restored=2025-10-01T00:00:00Z"), ("simulate", "--assume", "dwfm.timeout=nan"),
    ("simulate", "--assume", "dwfm.timeout=x"), ("simulate", "--scenario", "/nowhere/at/all.toml"),
    ("simulate", "--scenario", "atlantis")], ids=" ".join)
def test_bad_input_is_one_clear_line(words: tuple[str, ...]) -> None:
    told = pmkb(*words)
    assert told.exit_code == 1 and told.stderr.startswith("Error: ") and told.stderr.count("\n") == 1


def test_assumptions_are_printed_with_range_and_origin() -> None:
    rows = json.loads(pmkb("simulate", "--assumptions", "--json").stdout)
    assert {"dwfm.timeout", "clients.negative_seconds", "lag.lambda.second_wave"} <= {row["name"] for row in rows}
    assert "assumed" in pmkb("simulate", "--assumptions").stdout


def test_simulate_runs_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text('[scenario]\nslug = "tiny"\ntitle = "t"\nstart = "2031-01-01T00:00:00Z"\nhorizon_minutes = 60\n'
                    '[[input]]\nid = "a"\nat = "00:10Z"\n[[milestone]]\nid = "b"\nafter = ["a"]\nlag = 5\n', encoding="utf-8")
    told = pmkb("simulate", "--scenario", str(path), "--json")
    assert told.exit_code == 0, told.output
    assert {row["id"]: row["simulated"] for row in json.loads(told.stdout)["milestones"]} == {
        "a": "2031-01-01T00:10:00Z", "b": "2031-01-01T00:15:00Z"}


def test_the_text_of_a_simulation_says_that_it_is_a_models() -> None:
    text = simulation(simulate(SimulateOptions(scenario="ebs-2011", mitigations=("search-limit",))))
    assert text.startswith("A MODEL'S ANSWER") and "search-limit" in text and "does not happen" in text


def test_the_text_of_a_removal_says_who_stays_and_why() -> None:
    text = fitness(report(STORY, ReplayOptions(without="a")))
    assert "would not have been reached" in text and "stays (no explanation recorded)" in text


def test_replay_prints_one_json_frame_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    queries = pytest.importorskip("kb.queries.replayed")
    parts = SimpleNamespace(events=STORY.events, edges=STORY.edges, services=STORY.services, labels=STORY.labels,
                            part_of=STORY.part_of)
    monkeypatch.setattr(queries, "parts", lambda connection, incident, language: parts)
    deps = object.__new__(module.Deps)
    monkeypatch.setattr(module.Deps, "reading", lambda self: nullcontext(None))
    told = pmkb("replay", "made-up", "--json", deps=deps)
    assert told.exit_code == 0, told.output
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert [line["event"] for line in lines] == ["a", "b", "c"]
    assert all({"time", "event", "state"} <= line.keys() for line in lines)
    assert "fitness" in told.stderr
    summary = json.loads(pmkb("replay", "made-up", "--report", "--without", "store", deps=deps).stdout)
    assert summary["without"]["not_reached"]
    assert pmkb("replay", "made-up", "--tolerance", "-1", deps=deps).exit_code == 2
    assert Record(parts.events).every_service()
