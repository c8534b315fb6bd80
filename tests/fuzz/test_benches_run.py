"""Benchmarks run, at sizes that say nothing of speed: they must not rot between releases."""
from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

bench = importlib.import_module("bench.__main__")
NAMES = ("ingest", "detection", "times", "timeline", "store", "graph", "temporal", "replay", "start")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_bench_gives_rows(name: str) -> None:
    rows: list[dict[str, Any]] = bench.run([name], quick=True)
    if all("ours" not in row for row in rows):
        pytest.skip(rows[0]["conditions"])
    assert all({"area", "ours", "peer", "ratio", "unit", "conditions"} <= row.keys() for row in rows)
    assert all(row["ratio"] is None or row["ratio"] > 0 for row in rows)


def test_the_table_shows_what_could_not_run() -> None:
    told = bench.table([{"area": "page", "conditions": "did not run: no browser"}])
    assert told.splitlines()[-1] == "| page |  |  |  |  |  | did not run: no browser |"
    assert Path(bench.RESULTS).name == "RESULTS.md"
