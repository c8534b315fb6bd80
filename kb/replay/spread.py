"""Monte Carlo over seeds: how far the answers lie apart. The lease fleet, the costly stage, has 50 seeds and two hosts.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kb.replay.cascade import Settings, error_minutes, play
from kb.replay.cast import Scenario
from kb.replay.rows import instant
from kb.replay.stages import Memo

LEASE_SEEDS = 50
FLEET = 2


def measure(scenario: Scenario, settings: Settings, runs: int,
            on_progress: Callable[[str, int, int], None] | None = None) -> dict[str, Any]:
    """5th, 50th and 95th percentile of every milestone and of error minutes over `runs` seeds; Ctrl-C keeps what was
    run.
    """
    memo: Memo = {}
    times: dict[str, list[float]] = {}
    minutes: dict[str, list[float]] = {}
    done = 0
    try:
        for number in range(runs):
            lease_seed = settings.seed + number % LEASE_SEEDS
            own = replace(settings, seed=settings.seed + number, fleet=FLEET, lease_seed=lease_seed)
            run = play(scenario, own, memo)
            if run.stopped:
                break
            _forget(memo)
            for name, at in run.times.items():
                if at is not None:
                    times.setdefault(name, []).append(at)
            for slug, value in error_minutes(scenario, run).items():
                minutes.setdefault(slug, []).append(value)
            done = number + 1
            if on_progress is not None:
                on_progress("runs", done, runs)
    except KeyboardInterrupt:
        pass
    return {"runs": done, "stopped": done < runs, "lease_seeds": min(done, LEASE_SEEDS), "lease_hosts": FLEET,
            "milestones": {name: _milestone(scenario, values, done) for name, values in sorted(times.items())},
            "service_error_minutes": {slug: dict(zip(("p5", "p50", "p95"), _percentiles(values), strict=True))
                                      for slug, values in sorted(minutes.items())}}


def _forget(memo: Memo) -> None:
    """Keep the costly results, drop those that no other seed can use again."""
    for key in [key for key in memo if key[1] not in ("lease", "race")]:
        del memo[key]


def _percentiles(values: list[float]) -> list[float]:
    return [round(float(value), 2) for value in np.percentile(values, (5, 50, 95))]


def _milestone(scenario: Scenario, values: list[float], runs: int) -> dict[str, Any]:
    low, middle, high = _percentiles(values)
    return {
        "p5": instant(scenario.start, low),
        "p50": instant(scenario.start, middle),
        "p95": instant(scenario.start, high),
        "spread_minutes": round(high - low, 2),
        "happens": round(len(values) / runs, 4),
    }
