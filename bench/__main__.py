"""Ratios against peers, side by side. usage: python -m bench [--quick] [name…]; writes bench/RESULTS.md without --quick."""
from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench.rows import Row

NAMES = ("ingest", "detection", "times", "timeline", "store", "graph", "temporal", "replay", "start", "page")
_PEERS = ("spacy", "langdetect", "dateparser", "datasette", "sqlalchemy", "networkx", "simpy", "waitress", "flask")
RESULTS = Path(__file__).with_name("RESULTS.md")
_HEAD = "| area | ours | peer | ratio | target | unit | conditions |\n|---|---:|---:|---:|---|---|---|"


def run(names: list[str], quick: bool) -> list[Row]:
    """The rows of the benchmarks named; one that cannot run here gives a row that says why."""
    rows: list[Row] = []
    for name in names:
        began = time.monotonic()
        try:
            module = importlib.import_module(f"bench.{name}")
            found = module.run(quick)
        except (ImportError, RuntimeError, StopIteration, FileNotFoundError) as error:
            if quick and not _absent(name, error):
                raise
            found = [{"area": name, "conditions": f"did not run: {type(error).__name__}: {error}"[:160]}]
        rows += found
        print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return rows


def _absent(name: str, error: Exception) -> bool:
    """Whether a benchmark lacks what is not part of the product: a peer, labelled documents, its own module."""
    return (isinstance(error, ImportError) and getattr(error, "name", "") in (f"bench.{name}", *_PEERS)) \
        or isinstance(error, StopIteration | FileNotFoundError)


def table(rows: list[Row]) -> str:
    """The rows as Markdown."""
    return "\n".join([_HEAD, *(_line(row) for row in rows)])


def _line(row: Row) -> str:
    ratio = row.get("ratio")
    cells = (row["area"], _figure(row.get("ours")), _figure(row.get("peer")), f"{ratio:.2f}x" if ratio else "",
             row.get("target", ""), row.get("unit", ""), row.get("conditions", ""))
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _figure(value: Any) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, str) else f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _machine() -> str:
    known = []
    for name in _PEERS:
        try:
            known.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            known.append(f"{name} not installed")
    load = os.getloadavg()[0]
    return (f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores ({platform.machine()}), load {load:.1f} at the end, "
            f"Python {platform.python_version()}, {', '.join(known)}")


def main() -> None:
    """Run, print, write."""
    words = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    words.add_argument("names", nargs="*", metavar="name", help=f"of {', '.join(NAMES)}")
    words.add_argument("--quick", action="store_true", help="small sizes, one round: only whether everything runs")
    given = words.parse_args()
    if unknown := set(given.names) - set(NAMES):
        words.error(f"no benchmark {', '.join(sorted(unknown))}")
    rows = run(given.names or list(NAMES), given.quick)
    print(table(rows))
    if not given.quick and not given.names:
        RESULTS.write_text(f"# Benchmark results\n\n{_machine()}.\n\n"
                           "Every ratio is of medians, ours and the peer in the same run, alternating; above 1 ours is better. "
                           f"How to read and repeat them: docs/performance.md.\n\n{table(rows)}\n", "utf-8")


if __name__ == "__main__":
    main()
