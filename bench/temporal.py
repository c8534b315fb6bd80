"""Time to solve the constraint network of an incident, and how it grows.

Each event has a start and an end; a third carry a clock time, the others are placed by order, cause and duration, and
a few links contradict the clocks. Prints events, links, contradictions, the median of five runs in seconds of processor
time, and the exponent of growth against the row before. No peer does the same work; the target is about a second for
1,000 events and growth no worse than cubic. usage: python -m bench temporal
"""
from __future__ import annotations

import math
import random
import statistics
import time

from bench.rows import Row, row
from kb.temporal import CLOCK, ORIGIN, Link, solve

SIZES = (100, 300, 1_000, 3_000)


def network(events: int, seed: int = 1) -> list[Link]:
    """A made-up incident of so many events, with three links an event and one in fifty of them false."""
    rng, links = random.Random(seed), list[Link]()
    truth = sorted(rng.randrange(0, 86_400) for _ in range(events))
    for number, when in enumerate(truth):
        start, end = f"e{number}:start", f"e{number}:end"
        links.append(Link(start, end, 0, None, f"shape{number}"))
        if rng.random() < 1 / 3:
            links.append(Link(ORIGIN, start, when, when, f"clock{number}"))
        for turn in range(3):
            other = rng.randrange(0, events)
            first, then = (number, other) if (truth[other] >= when) != (rng.random() < 0.02) else (other, number)
            gap = float(truth[then] - truth[first])
            least, most = (gap - 60, gap + 60) if turn == 0 and gap > 0 else (0.0, None)
            said = f"said{number}.{turn}"
            links.append(Link(f"e{first}:start", f"e{then}:start", least, most, said, CLOCK + 1 + turn))
    return links


def run(quick: bool = False) -> list[Row]:
    """Seconds of processor time for each size, with the exponent of growth against the size before."""
    found, before = list[Row](), None
    for size in SIZES[:2] if quick else SIZES:
        links, runs, clashes = network(size), list[float](), 0
        for _ in range(1 if quick else 5):
            began = time.process_time()
            clashes = len(solve(links).contradictions)
            runs.append(time.process_time() - began)
        took = statistics.median(runs)
        growth = "" if before is None else f", growth n^{math.log(took / before[1]) / math.log(size / before[0]):.2f}"
        found.append(row(f"constraint network, {size:,} events", took, None, "s CPU",
                         f"{len(links):,} links, {clashes} contradictions{growth}",
                         target="about 1 s; <= cubic" if size == 1_000 else ""))
        before = size, took
    return found
