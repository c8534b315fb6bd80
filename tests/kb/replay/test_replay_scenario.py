"""Scenario files: the bundled ones and a user's own, and clear words for what is wrong in one."""
from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import InvalidInput
from kb.replay.cast import needs
from kb.replay.scenario import bundled, bundled_slugs, parse
from kb.replay.simulate import SimulateOptions, run_scenario, simulate

OWN = """
[scenario]
slug = "kitchen"
title = "A cache in front of a kitchen"
start = "2031-03-01T08:00:00Z"
horizon_minutes = 600

[[service]]
slug = "kitchen"

[[input]]
id = "stove.out"
at = "08:10Z"

[[input]]
id = "stove.lit"
at = "2031-03-01T09:00:00Z"
operator = true

[[mechanism]]
id = "menus"
kind = "cache"
inputs = {down = ["stove.out"], up = ["stove.lit"]}
params = {resolvers = 50, negative_seconds = "patience"}

[[mechanism]]
id = "orders"
kind = "queue"
inputs = {down = ["stove.out"], restored = ["stove.lit"]}
outputs = {normal = "orders.normal"}

[[mechanism]]
id = "doors"
kind = "health-check"
wait_from = "orders"
inputs = {start = ["orders.begins"]}
params = {balancers = 5}

[[milestone]]
id = "guests.leave"
after = ["stove.out", ["menus.first", "orders.slow"]]
lag = 15
until = "menus.clear"

[[spell]]
service = "kitchen"
state = "down"
from = ["stove.out"]
to = ["menus.clear"]

[[mitigation]]
name = "impatience"
mechanism = "menus"
set = {negative_seconds = 60}

[[assumption]]
name = "patience"
value = 600
low = 300
high = 900
"""


def test_a_scenario_of_ones_own_runs_from_text_and_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(OWN, encoding="utf-8")
    options = SimulateOptions(scenario="kitchen")
    answer = run_scenario(path, options)
    assert answer == run_scenario(OWN, options)
    times = {row["id"]: row["simulated"] for row in answer["milestones"]}
    assert times["stove.out"] == "2031-03-01T08:10:00Z" and times["guests.leave"].startswith("2031-03-01T08:25")
    assert 59 <= answer["service_error_minutes"]["kitchen"] <= 60.1


def test_its_own_what_ifs_and_operators_work() -> None:
    quick = run_scenario(OWN, SimulateOptions(scenario="kitchen", mitigations=("impatience",)))
    assert quick["service_error_minutes"]["kitchen"] < 52
    assert quick["service_error_minutes_change"]["kitchen"] < -8
    cold = run_scenario(OWN, SimulateOptions(scenario="kitchen", operators=(("stove.lit", "never"),)))
    assert cold["service_error_minutes"]["kitchen"] == 590
    with pytest.raises(InvalidInput, match="in this scenario"):
        run_scenario(OWN, SimulateOptions(scenario="kitchen", mitigations=("dwfm-lifo",)))


@pytest.mark.parametrize("slug", bundled_slugs())
def test_bundled_scenarios_provide_every_recorded_milestone(slug: str) -> None:
    scenario = bundled(slug)
    assert len(bundled_slugs()) >= 2 and scenario.dependencies and scenario.services
    made = needs(scenario)
    told_only = {one.id for one in scenario.recorded if one.id not in made}
    assert all(one.at is None for one in scenario.recorded if one.id in told_only)  # before the trigger, no clock time
    assert {change.name for change in scenario.changes}


def test_the_storm_needs_new_room_or_a_limit_on_searches() -> None:
    storm = simulate(SimulateOptions(scenario="ebs-2011"))
    assert storm["scored"]["worst_error_minutes"] <= 30
    limited = simulate(SimulateOptions(scenario="ebs-2011", mitigations=("search-limit",)))
    assert limited["service_error_minutes"]["aws-ebs"] < 0.1 * storm["service_error_minutes"]["aws-ebs"]
    assert limited["service_error_minutes"]["aws-ec2"] == 0


@pytest.mark.parametrize(("old", "new", "words"), [
    ('after = ["stove.out", ["menus.first", "orders.slow"]]', 'after = ["guests.leave"]', "cyclic"),
    ('inputs = {down = ["stove.out"], up = ["stove.lit"]}', 'inputs = {down = ["guests.leave"], up = ["stove.lit"]}', "cyclic"),
    ('after = ["stove.out"', 'after = ["stove.gone"', "stove.gone"),
    ("lag = 15", "lag = -15", "lag"), ("lag = 15", "lag = nan", "lag"), ("lag = 15", "lag = inf", "lag"),
    ("lag = 15", 'lag = "long"', "lag"), ("lag = 15", "wait = 15", "unknown key 'wait'"),
    ('kind = "cache"', 'kind = "oven"', "unknown kind"), ('state = "down"', 'state = "cold"', "unknown state"),
    ("resolvers = 50", "resolvers = 0", "resolvers"), ("resolvers = 50", "resolvers = 1000000000", "resolvers"),
    ("resolvers = 50", "resolvers = nan", "resolvers"), ("resolvers = 50", "cooks = 5", "cooks"),
    ('"patience"}', '"hope"}', "hope"), ("negative_seconds = 60", "negative_seconds = -60", "negative_seconds"),
    ("horizon_minutes = 600", "horizon_minutes = 1e12", "horizon_minutes"),
    ('at = "08:10Z"', 'at = "2031-02-01T08:00:00Z"', "negative time"), ('at = "08:10Z"', 'at = "tomorrow"', "tomorrow"),
    ('id = "stove.lit"', 'id = "stove.out"', "twice"), ('slug = "kitchen"\ntitle', "title", "slug"),
    ("up = [", "sideways = [", "sideways"), ("low = 300", "low = 700", "range"), ('mechanism = "menus"', 'mechanism = "m"', "'m'"),
    ('from = ["stove.out"]', "from = 7", "from"), ("[scenario]", "[scenario", "TOML"),
    ("operator = true", 'operator = "yes"', "operator"), ('title = "A cache in front of a kitchen"', 'title = ""', "title"),
], ids=str)
def test_what_is_wrong_is_said(old: str, new: str, words: str) -> None:
    assert old in OWN
    with pytest.raises(InvalidInput) as refused:
        parse(OWN.replace(old, new, 1))
    assert words in refused.value.message


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "huge.toml").write_bytes(b"#" * 1_000_001)
    for name in ("absent.toml", "binary.toml", "huge.toml"):
        with pytest.raises(InvalidInput):
            run_scenario(tmp_path / name, SimulateOptions(scenario="kitchen"))
    with pytest.raises(InvalidInput, match="ebs-2011"):
        bundled("atlantis")


def test_no_file_may_borrow_the_products_own_constants() -> None:
    with pytest.raises(InvalidInput, match="shared_assumptions"):
        parse("shared_assumptions = true\n" + OWN)
