"""The verdict table of the race at both of its bounds, and the fast search against a plain one."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import InvalidInput
from kb.replay.explore import ExploreOptions, Progress, explore
from kb.replay.mitigations import RACE, race_mitigations

sys.path.insert(0, str(Path(__file__).parent))
from plain_race import verdict as plain

ALL_SAFE = ("versioned-cas", "cleanup-guard", "empty-valid")
SMALL = {"enactors": 2, "endpoints": 1, "plans": 4, "cleanup_age": 2}
# mitigations, shortest way to an empty endpoint (large, small), regression, unrecoverable states
TABLE = [
    ((), 11, 9, True, True),
    (("recheck",), 14, 11, True, True),
    (("content-cas",), 14, 11, True, True),
    (("versioned-cas",), None, None, False, False),
    (("cleanup-guard",), None, None, True, False),
    (("validity-limit",), None, None, True, False),
    (("run-lock",), None, None, False, False),
    (("lease",), 12, 10, True, True),
    (("fenced-lease",), None, None, False, False),
    (("two-phase-commit",), None, None, False, False),
    (("empty-valid",), 11, 9, True, False),
    (("repick",), 9, None, False, True),
    (ALL_SAFE, None, None, False, False),
]
NAMES = ["+".join(row[0]) or "none" for row in TABLE]


@pytest.mark.parametrize(("mitigations", "shortest", "_small", "regression", "stuck"), TABLE, ids=NAMES)
def test_verdicts_at_the_bounds_of_the_table(
    mitigations: tuple[str, ...], shortest: int | None, _small: int | None, regression: bool, stuck: bool
) -> None:
    answer = explore(ExploreOptions(mitigations=mitigations))
    assert not answer["bound_hit"]
    assert (answer["empty_reachable"], answer["shortest"]) == (shortest is not None, shortest)
    assert answer["regression_reachable"] is regression
    assert (answer["unrecoverable"] > 0) is stuck
    assert len(answer["trace"]) == (shortest or 0)


@pytest.mark.parametrize(("mitigations", "_large", "shortest", "regression", "stuck"), TABLE, ids=NAMES)
def test_verdicts_at_the_small_bounds(
    mitigations: tuple[str, ...], _large: int | None, shortest: int | None, regression: bool, stuck: bool
) -> None:
    answer = explore(ExploreOptions(**SMALL, mitigations=mitigations))
    assert answer["shortest"] == shortest
    if mitigations != ("repick",):  # safe with one endpoint, not with two
        assert (answer["unrecoverable"] > 0) is stuck
    assert answer["regression_reachable"] is regression


@pytest.mark.parametrize("bounds", [SMALL, {}], ids=["small", "table"])
def test_without_mitigation_exactly_the_empty_states_are_unrecoverable(bounds: dict[str, int]) -> None:
    answer = explore(ExploreOptions(**bounds))
    assert answer["unrecoverable"] == answer["empty_states"] > 0
    assert answer["unrecoverable_not_empty"] == 0


@pytest.mark.parametrize(("mitigations", "stuck"), [
    (("versioned-cas",), False), (("fenced-lease",), False), (ALL_SAFE, False),
    (("run-lock",), True), (("two-phase-commit",), True)], ids=lambda value: str(value))
def test_one_crash_at_the_bounds_of_the_table(mitigations: tuple[str, ...], stuck: bool) -> None:
    answer = explore(ExploreOptions(mitigations=mitigations, crashes=1))
    assert not answer["bound_hit"] and not answer["empty_reachable"]
    assert (answer["unrecoverable"] > 0) is stuck


@pytest.mark.parametrize("bounds", [{"enactors": 1}, {**SMALL, "enactors": 1}], ids=["table", "small"])
def test_a_single_enactor_is_safe_until_it_crashes(bounds: dict[str, int]) -> None:
    answer = explore(ExploreOptions(**bounds))
    assert (answer["empty_reachable"], answer["regression_reachable"], answer["unrecoverable"]) == (False, False, 0)
    assert explore(ExploreOptions(**bounds, crashes=1))["unrecoverable"] > 0


def test_the_nine_action_story_of_the_smallest_model() -> None:
    story = explore(ExploreOptions(**SMALL))["trace"]
    assert len(story) == 9
    assert sorted(line.partition(";")[0].partition(",")[0] for line in story) == sorted([
        "the Planner issues plan 2", "Enactor 0 picks plan 2", "the Planner issues plan 3", "the Planner issues plan 4",
        "Enactor 1 picks plan 4", "Enactor 1 writes plan 4 to endpoint 1 over plan 1",
        "Enactor 0 writes plan 2 to endpoint 1 over the newer plan 4", "Enactor 1 cleans plan 1",
        "Enactor 1 cleans plan 2"])
    assert "EMPTY" in story[-1] and "EMPTY" not in "".join(story[:-1])


def test_a_smaller_model_does_not_show_the_bug() -> None:
    for smaller in ({"enactors": 1}, {"plans": 3}):
        assert not explore(ExploreOptions(**{**SMALL, **smaller}))["empty_reachable"]


@given(
    enactors=st.integers(1, 3), endpoints=st.integers(1, 2), plans=st.integers(1, 4), age=st.integers(1, 3),
    crashes=st.integers(0, 1), chosen=st.frozensets(st.sampled_from(sorted(RACE)), max_size=3))
@settings(max_examples=60, deadline=None)
def test_the_fast_search_and_the_plain_one_agree(
    enactors: int, endpoints: int, plans: int, age: int, crashes: int, chosen: frozenset[str]
) -> None:
    if len(chosen & {"run-lock", "lease", "fenced-lease"}) > 1 or enactors * endpoints * plans > 18:
        return
    fast = explore(ExploreOptions(enactors, endpoints, plans, age, crashes, mitigations=tuple(sorted(chosen))))
    slow = plain(enactors, endpoints, plans, age, crashes, chosen)
    assert slow == {"states": fast["states_unreduced"], "shortest": fast["shortest"],
                    "regression": fast["regression_reachable"], "unrecoverable": fast["unrecoverable_unreduced"]}


@pytest.mark.slow
@pytest.mark.parametrize("mitigation", sorted(RACE))
def test_both_searches_agree_on_every_mitigation_with_a_crash(mitigation: str) -> None:
    fast = explore(ExploreOptions(**SMALL, crashes=1, mitigations=(mitigation,)))
    slow = plain(2, 1, 4, 2, 1, frozenset({mitigation}))
    assert slow["states"] == fast["states_unreduced"]
    assert (slow["shortest"], slow["unrecoverable"]) == (fast["shortest"], fast["unrecoverable_unreduced"])


def test_a_cap_that_is_hit_is_said_and_makes_counts_unknown() -> None:
    answer = explore(ExploreOptions(max_states=100))
    assert answer["bound_hit"] and answer["states"] <= 100
    assert answer["unrecoverable"] is None
    assert "unknown" in answer["verdict"]
    whole = explore(ExploreOptions())
    exact = explore(ExploreOptions(max_states=whole["states"]))
    assert not exact["bound_hit"] and exact == {**whole, "bounds": exact["bounds"]}


def test_an_interrupted_search_tells_what_it_had() -> None:
    def stop(seen: Progress) -> None:
        if seen.depth == 12:
            raise KeyboardInterrupt

    answer = explore(ExploreOptions(), stop)
    assert answer["stopped"] and answer["bound_hit"] and answer["shortest"] == 11
    assert answer["unrecoverable"] is None and len(answer["trace"]) == 11


@pytest.mark.parametrize("wrong", [
    {"plans": 10**9}, {"plans": 0}, {"enactors": -1}, {"endpoints": 2.5}, {"cleanup_age": True}, {"max_states": 0},
    {"max_states": 10**12}, {"crashes": -1}, {"plans": float("nan")}, {"enactors": 8, "plans": 31},
    {"mitigations": ("wishes",)}, {"mitigations": ("run-lock", "lease")}], ids=str)
def test_bounds_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput) as refused:
        ExploreOptions(**wrong)  # type: ignore[arg-type]
    assert refused.value.message


def test_an_unknown_mitigation_names_the_known_ones() -> None:
    with pytest.raises(InvalidInput, match="versioned-cas"):
        race_mitigations(["wishes"])


def test_two_processes_give_the_same_bytes() -> None:
    code = ("import json; from kb.replay.explore import *;"
            "print(json.dumps(explore(ExploreOptions(mitigations=('recheck', 'empty-valid')))))")
    root = Path(__file__).parents[3]
    runs = [subprocess.run([sys.executable, "-c", code], cwd=root, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
                           capture_output=True, check=True).stdout for seed in ("1", "2")]
    assert runs[0] == runs[1] and json.loads(runs[0])["states"] > 1000
