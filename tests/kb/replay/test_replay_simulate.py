"""The chained models: milestones, directions of the mitigations, moved operators, sensitivity, spread."""
from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from kb.errors import InvalidInput
from kb.replay.cascade import Run, error_minutes, play, states
from kb.replay.mitigations import OUTAGE, RACE
from kb.replay.models import dwfm
from kb.replay.scenario import bundled
from kb.replay.simulate import SimulateOptions, list_assumptions, settings_of, simulate
from kb.replay.stages import Memo

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared"
MEMO: Memo = {}


@lru_cache
def run(*mitigations: str, operators: tuple[tuple[str, str], ...] = (), assume: tuple[tuple[str, float], ...] = (),
        seed: int = 1) -> Run:
    """One run on a fleet of two hosts."""
    scenario = bundled()
    options = SimulateOptions(mitigations=mitigations, operators=operators, assume=assume, seed=seed)
    return play(scenario, replace(settings_of(scenario, options), fleet=2), MEMO)


def minutes(of: Run) -> dict[str, float]:
    return error_minutes(bundled(), of)


def at(clock: str, day: int = 20) -> float:
    hours, mins = clock.split(":")
    return (day - 20) * 1440 + int(hours) * 60 + int(mins) - 408


def simulated(milestone: str, *mitigations: str, **settings: Any) -> float:
    found = run(*mitigations, **settings).times[milestone]
    assert found is not None
    return found


@lru_cache
def answer() -> dict[str, Any]:
    return simulate(SimulateOptions())


def test_the_scored_milestones_are_met_and_at_least_three_predicted() -> None:
    scored = [row for row in answer()["milestones"] if row["scored"]]
    assert len(scored) == 7
    assert {row["role"] for row in scored} == {"fitted", "predicted"}
    assert sum(row["role"] == "predicted" for row in scored) >= 3
    errors = [abs(row["error_minutes"]) for row in scored]
    assert median(errors) <= 10 and max(errors) <= 30


@pytest.mark.parametrize("seed", range(2, 7))
def test_other_seeds_meet_them_too(seed: int) -> None:
    recorded = [one for one in bundled().recorded if one.scored]
    errors = [abs(simulated(one.id, seed=seed) - one.at) for one in recorded if one.at is not None]
    assert len(errors) == 7 and median(errors) <= 10 and max(errors) <= 30


def test_every_other_milestone_is_near_the_record_as_well() -> None:
    rows = [row for row in answer()["milestones"] if row["recorded"]]
    assert len(rows) > 45 and all(row["error_minutes"] is not None for row in rows)
    assert max(abs(row["error_minutes"]) for row in rows) <= 10


def test_operators_are_inputs_and_never_simulated_otherwise() -> None:
    operators = {given.id for given in bundled().givens if given.operator}
    assert len(operators) == 11
    roles = {row["id"]: row["role"] for row in answer()["milestones"]}
    assert {roles[name] for name in operators} == {"input"}
    made = {name for follow in bundled().follows for name in (follow.id,)}
    assert not operators & made


@pytest.mark.skipif(not (SHARED / "design" / "replay_events.json").exists(), reason="needs the shared event list")
def test_our_milestones_are_the_shared_ones() -> None:
    events = json.loads((SHARED / "design" / "replay_events.json").read_text(encoding="utf-8"))
    rows = {row["id"]: row for row in answer()["milestones"]}
    recorded = {one.id: one for one in bundled().recorded}
    assert set(recorded) == {event["id"] for event in events}
    for event in events:
        assert rows[event["id"]]["recorded"] == event["utc"]
        assert (rows[event["id"]]["role"] == "input") or not event.get("operator")
        assert recorded[event["id"]].scored == event.get("scored", False)
        assert recorded[event["id"]].words != event["text"]


def test_no_progress_between_the_first_relapse_and_the_restart() -> None:
    share = run().outcomes["dwfm"].share
    up, restart = 157, 266
    peak = max(share[up:restart])
    top = share.index(peak)
    assert peak < 0.6 and top - up < 15  # a brief rise
    assert all(later <= earlier + 1e-9 for earlier, later in zip(share[top:restart], share[top + 1:restart], strict=False))


def test_left_alone_the_fleet_is_still_collapsed_after_a_day() -> None:
    alone = run(operators=(("ec2.dwfm_restarts", "never"),))
    assert alone.times["ec2.leases_restored"] is None and alone.times["ec2.congestive_collapse"] is not None
    assert len(alone.outcomes["dwfm"].share) > 157 + 24 * 60
    assert max(alone.outcomes["dwfm"].share[157 + 180:]) < 0.1
    assert alone.times["nlb.errors_start"] is None  # nothing launches, so no new targets


@pytest.mark.slow
def test_skipping_the_hopeless_stretch_changes_nothing() -> None:
    from random import Random

    for restart in (None, 266.0):
        inputs = dwfm.Inputs(0.0, 157.0, restart, 157.0 + 24 * 60)
        short, whole = (dwfm.Dwfm(dwfm.Params(hosts=2, skip_hopeless=skip)).run(inputs, Random(3)) for skip in (True, False))
        assert (short.expired, short.collapse, short.restored is None) == (
            whole.expired, whole.collapse, whole.restored is None)
        assert short.restored is None or abs(short.restored - (whole.restored or 0)) < 5
        assert short.share[:250] == whole.share[:250]


@pytest.mark.parametrize(("mitigation", "until", "tolerance"), [
    ("dwfm-depth-limit", "09:46", 6), ("dwfm-lifo", "09:49", 8), ("dwfm-drop-expired", "09:49", 8)])
def test_queue_policies_bring_leases_back_soon(mitigation: str, until: str, tolerance: float) -> None:
    assert abs(simulated("ec2.leases_restored", mitigation) - at(until)) <= tolerance
    assert run(mitigation).times["ec2.congestive_collapse"] is None
    assert minutes(run(mitigation))["aws-redshift"] < minutes(run())["aws-redshift"]  # the tail shrinks


def test_backoff_alone_ends_the_collapse_about_noon() -> None:
    alone = simulated("ec2.leases_restored", "dwfm-jitter", operators=(("ec2.dwfm_restarts", "never"),))
    assert at("10:45") < alone < at("12:28")
    assert simulated("ec2.leases_restored", "dwfm-jitter") < simulated("ec2.leases_restored")


@pytest.mark.parametrize("limit", [0, 400])
def test_a_restart_without_a_limit_or_with_one_too_high_relapses(limit: float) -> None:
    assert run(assume=(("dwfm.restart_limit", limit),)).times["ec2.leases_restored"] is None


def test_a_short_dns_outage_does_not_collapse_and_a_longer_one_does() -> None:
    operators = [(("dns.restored", clock), ("ec2.dwfm_restarts", "never")) for clock in ("08:10Z", "08:40Z")]
    short, long = (run(operators=moved) for moved in operators)
    assert short.times["ec2.leases_restored"] is not None and long.times["ec2.leases_restored"] is None


def test_ttl_what_ifs() -> None:
    assert abs(simulated("ddb.half") - at("09:32")) < 1.5
    quick = run("negative-ttl")
    assert abs((quick.times["ddb.recovered"] or 0) - at("09:26")) < 0.5
    assert run("positive-ttl").times["ddb.recovered"] == pytest.approx(simulated("ddb.recovered"), abs=0.5)
    for later in ("ec2.leases_restored", "ec2.nm_normal", "nlb.errors_start"):
        assert quick.times[later] == simulated(later)


def test_a_depth_limit_keeps_propagation_quick_and_defers_work() -> None:
    limited = run("network-depth-limit")
    assert limited.times["ec2.nm_latency_up"] is None
    assert abs((limited.times["ec2.nm_normal"] or 0) - at("14:10")) < 10
    assert (limited.times["network.deferred_done"] or 0) > (limited.times["ec2.nm_normal"] or 0)


def test_nlb_what_ifs() -> None:
    before = minutes(run())["aws-nlb"]
    assert before > 200
    for mitigation in ("nlb-velocity-control", "nlb-grace"):
        assert minutes(run(mitigation))["aws-nlb"] < before / 5
    assert minutes(run("nlb-velocity-control", assume=(("limits.velocity", 0.10),)))["aws-nlb"] == 0
    assert minutes(run("nlb-failover-off-at-detection"))["aws-nlb"] < before / 2
    half, most = (minutes(run("warm-pool", assume=(("limits.warm", share),)))["aws-nlb"] for share in (0.5, 0.8))
    assert most < half < before


def test_second_waves_hang_on_zone_failover_and_first_waves_on_dns() -> None:
    second = ("lambda.second_wave", "connect.second_wave", "sts.second_wave")
    first = ("lambda.start", "connect.start", "sts.start", "iam.start", "redshift.start", "ecs.start")
    for mitigation in ("nlb-velocity-control", "nlb-grace"):
        times = run(mitigation).times
        assert not any(times[name] for name in second) and all(times[name] is not None for name in first)
    safe = run("versioned-cas")
    assert all(safe.times[name] is None for name in first + second) and sum(minutes(safe).values()) == 0


@pytest.mark.parametrize("mitigation", sorted(RACE))
def test_race_mitigations_decide_whether_there_is_an_outage(mitigation: str) -> None:
    useless = {"recheck", "content-cas", "lease", "repick"}
    whole = sum(minutes(run(mitigation)).values())
    if mitigation in useless:
        assert whole == sum(minutes(run()).values())
    else:
        assert whole < 0.05 * sum(minutes(run()).values())


def test_isolation_removes_only_the_cross_region_edges() -> None:
    plain, isolated = minutes(run()), minutes(run("regional-isolation"))
    changed = {slug for slug in plain if plain[slug] != isolated[slug]}
    assert changed == {"aws-dynamodb-global-tables", "aws-iam-identity-center"}
    assert run("regional-isolation").times["redshift.iam_global"] is None


@pytest.mark.parametrize("mitigation", sorted(OUTAGE))
def test_no_mitigation_makes_it_worse(mitigation: str) -> None:
    before, after = minutes(run()), minutes(run(mitigation))
    assert all(after[slug] <= before[slug] + 1 for slug in before)


def test_an_earlier_restart_moves_everything_after_it() -> None:
    moved = run(operators=(("ec2.dwfm_restarts", "2025-10-20T10:00:00Z"),))
    for name in ("ec2.leases_restored", "ec2.nm_normal", "nlb.errors_start"):
        assert (moved.times[name] or 0) < simulated(name) - 60
    assert moved.times["ec2.leases_expired"] == simulated("ec2.leases_expired")


def test_states_follow_the_spells() -> None:
    scenario, whole = bundled(), run()
    assert states(scenario, whole, at("09:00"))["aws-dynamodb"] == "down"
    assert states(scenario, whole, at("15:00"))["aws-nlb"] == "degraded"
    assert states(scenario, whole, at("19:00"))["aws-lambda"] == "recovering"
    assert set(states(scenario, whole, -1).values()) == {"up"}


def test_the_answer_has_the_shape_of_the_contract() -> None:
    whole = answer()
    assert {"seed", "milestones", "service_error_minutes", "mitigations", "robust", "hangs_on"} <= whole.keys()
    assert whole["robust"] is None and whole["hangs_on"] == [] and "model" in whole["note"]
    assert all(set(row) >= {"id", "role", "simulated", "recorded", "error_minutes"} for row in whole["milestones"])
    json.dumps(whole, allow_nan=False)


def test_a_stage_shows_its_own_milestones() -> None:
    rows = simulate(SimulateOptions(stages=("clients",)))["milestones"]
    assert {row["id"].partition(".")[0] for row in rows} == {"ddb"}


@pytest.mark.slow
def test_sensitivity_says_robust_or_what_it_hangs_on() -> None:
    safe = simulate(SimulateOptions(mitigations=("versioned-cas",), sensitivity=True))
    assert safe["robust"] is True and safe["hangs_on"] == []
    shaky = simulate(SimulateOptions(mitigations=("nlb-velocity-control",), sensitivity=True))
    names = {assumption.name for assumption in list_assumptions()}
    assert shaky["robust"] is False and set(shaky["hangs_on"]) <= names
    assert shaky["sensitivity"]["changes"].keys() == set(shaky["hangs_on"])


@pytest.mark.slow
def test_monte_carlo_gives_a_spread() -> None:
    spread = simulate(SimulateOptions(runs=12))["spread"]
    assert spread["runs"] == 12 and not spread["stopped"]
    assert all(row["p5"] <= row["p50"] <= row["p95"] for row in spread["milestones"].values())
    assert spread["milestones"]["dns.restored"]["spread_minutes"] == 0
    assert spread["milestones"]["ec2.nm_normal"]["spread_minutes"] > 0


def test_assumptions_have_ranges_and_say_what_was_fitted() -> None:
    rows = list_assumptions()
    assert all(row.low <= row.value <= row.high and row.why for row in rows)
    assert {row.origin for row in rows} == {"assumed", "fitted", "public default"}


@pytest.mark.slow
def test_two_processes_give_the_same_bytes() -> None:
    code = ("import json; from kb.replay.simulate import *;"
            "print(json.dumps(simulate(SimulateOptions(mitigations=('warm-pool',), seed=7))))")
    runs = [subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
                           capture_output=True, check=True).stdout for seed in ("1", "2")]
    assert runs[0] == runs[1] and json.loads(runs[0])["seed"] == 7


@pytest.mark.parametrize("wrong", [
    {"mitigations": ("hope",)}, {"mitigations": ("lease", "run-lock")}, {"operators": (("nobody.acts", "10:00Z"),)},
    {"operators": (("dns.empty", "10:00Z"),)}, {"operators": (("dns.restored", "2025-10-19T00:00:00Z"),)},
    {"operators": (("dns.restored", "soon"),)}, {"operators": (("dns.restored", "2025-10-20T09:00:00"),)},
    {"assume": (("dwfm.luck", 1.0),)}, {"assume": (("dwfm.timeout", float("nan")),)},
    {"assume": (("dwfm.timeout", -1.0),)}, {"runs": 0}, {"runs": 10**9}, {"seed": -1}, {"seed": 1.5},
    {"stages": ("weather",)}], ids=str)
def test_bad_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        SimulateOptions(**wrong)


def test_an_assumption_beyond_reason_is_refused_by_its_model() -> None:
    for value in (0.0, 1e8):
        with pytest.raises(InvalidInput, match="timeout"):
            simulate(SimulateOptions(assume=(("dwfm.timeout", value),)))


def test_an_interrupted_run_tells_what_it_had() -> None:
    def stop(what: str, done: int, of: int) -> None:
        if what == "lease" and done == 2:
            raise KeyboardInterrupt

    had = simulate(SimulateOptions(mitigations=("nlb-grace",)), stop)
    times = {row["id"]: row["simulated"] for row in had["milestones"]}
    assert had["stopped"] and times["ddb.recovered"] is not None and times["ec2.leases_restored"] is None
    assert "service_error_minutes_change" not in had and "aws-nlb" not in had["service_error_minutes"]


def test_interrupted_sensitivity_and_spread_give_no_verdict_but_what_they_had() -> None:
    def stop(what: str, done: int, of: int) -> None:
        if what in ("sensitivity", "runs") and done == 2:
            raise KeyboardInterrupt

    had = simulate(SimulateOptions(mitigations=("versioned-cas",), sensitivity=True, runs=5), stop)
    assert had["robust"] is None and had["sensitivity"]["stopped"]
    assert had["spread"]["stopped"] and had["spread"]["runs"] == 2
