"""The replayer beside its peers on the same work in the same run, alternating; figures are medians.

    python -m bench replay

1. the clock against a bare heapq loop and simpy, on one M/M/1 queue with the same random numbers;
2. the race explorer against Spin (where `spin` and `gcc` are there) on the same race;
3. the explorer's growth in plans and Enactors: states, states a second, seconds, bytes a state.
"""
from __future__ import annotations

import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.rows import Row, row  # noqa: E402
from kb.replay.clock import Clock  # noqa: E402
from kb.replay.explore import ExploreOptions, Progress, explore  # noqa: E402

MODEL = ROOT / "tests" / "kb" / "replay" / "race.pml"
ARRIVE, LEAVE = 0, 1


def bare(customers: int) -> int:
    """An M/M/1 queue written straight on heapq."""
    random, heap, sequence, waiting, busy, events, left = Random(1).expovariate, [(0.0, 0, ARRIVE)], 0, 0, False, 0, customers
    while heap:
        now, _, what = heappop(heap)
        events += 1
        if what == ARRIVE:
            left -= 1
            if left:
                sequence += 1
                heappush(heap, (now + random(0.9), sequence, ARRIVE))
            if busy:
                waiting += 1
                continue
        elif waiting:
            waiting -= 1
        else:
            busy = False
            continue
        busy = True
        sequence += 1
        heappush(heap, (now + random(1.0), sequence, LEAVE))
    return events


class Queue:
    """The same queue on our clock."""

    def __init__(self, customers: int) -> None:
        self.clock, self.random = Clock(), Random(1).expovariate
        self.left, self.waiting, self.busy = customers, 0, False
        self.clock.at(0.0, self.arrive)

    def arrive(self, _: object) -> None:
        self.left -= 1
        if self.left:
            self.clock.after(self.random(0.9), self.arrive)
        if self.busy:
            self.waiting += 1
        else:
            self.busy = True
            self.clock.after(self.random(1.0), self.leave)

    def leave(self, _: object) -> None:
        if self.waiting:
            self.waiting -= 1
            self.clock.after(self.random(1.0), self.leave)
        else:
            self.busy = False


def ours(customers: int) -> int:
    """The queue on kb.replay.clock."""
    return Queue(customers).clock.run()


def simpy_queue(customers: int) -> int:
    """The queue in simpy, as its own documentation writes it: processes and a resource."""
    import simpy

    random, world = Random(1).expovariate, simpy.Environment()
    server = simpy.Resource(world, capacity=1)

    def customer():  # type: ignore[no-untyped-def]
        with server.request() as turn:
            yield turn
            yield world.timeout(random(1.0))

    def source():  # type: ignore[no-untyped-def]
        for _ in range(customers):
            world.process(customer())
            yield world.timeout(random(0.9))

    world.process(source())
    world.run()
    return 2 * customers  # arrivals and departures: the same happenings as above


def rates(rounds: int, work: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Median events a second of each, one after the other in every round."""
    seen: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, do in work.items():
            start = perf_counter()
            events = do()
            seen[name].append(events / (perf_counter() - start))
    return {name: statistics.median(values) for name, values in seen.items()}


def clock_rows(customers: int, rounds: int) -> list[Row]:
    """Our clock beside a bare heapq loop, and beside simpy where it is installed."""
    work = {"bare heapq": lambda: bare(customers), "ours": lambda: ours(customers)}
    try:
        import simpy  # noqa: F401
        work["simpy"] = lambda: simpy_queue(customers)
    except ImportError:
        pass
    found = rates(rounds, work)
    told, targets = f"M/M/1, {2 * customers:,} events", {"bare heapq": ">= 0.5x", "simpy": ">= 2x"}
    return [row(f"replay clock, against {name}", found["ours"], rate, "events/s", told, target=targets[name], less=False)
            for name, rate in found.items() if name != "ours"]


def timed(options: ExploreOptions) -> tuple[dict[str, object], float, float | None]:
    """The answer, seconds for all of it and seconds to the first counterexample."""
    start, first = perf_counter(), list[float]()

    def watch(seen: Progress) -> None:
        if seen.shortest is not None and not first:
            first.append(perf_counter() - start)

    answer = explore(options, watch)
    return answer, perf_counter() - start, first[0] if first else None


def spin(enactors: int, endpoints: int, plans: int, age: int) -> tuple[int, float] | None:
    """States and seconds of Spin's verifier over the whole space of the baseline; None where Spin is absent."""
    if not (shutil.which("spin") and shutil.which("gcc")):
        return None
    with tempfile.TemporaryDirectory() as folder:
        sizes = [f"-DN={enactors}", f"-DE={endpoints}", f"-DP={plans}", f"-DAGE={age}"]
        subprocess.run(["spin", "-a", *sizes, str(MODEL)], cwd=folder, check=True, capture_output=True)
        subprocess.run(["gcc", "-O2", "-DSAFETY", "-w", "-o", "pan", "pan.c"], cwd=folder, check=True)
        start = perf_counter()
        told = subprocess.run(["./pan", "-m1000000", "-E"], cwd=folder, capture_output=True, text=True).stdout
        seconds = perf_counter() - start
    found = re.search(r"([\d.e+]+) states, stored", told)
    return None if found is None else (int(float(found[1])), seconds)


def race_rows(sizes: Sequence[tuple[int, int, int, int]]) -> list[Row]:
    """States a second without symmetry beside Spin's, and the time to the first counterexample."""
    found = []
    for size in sizes:
        answer, seconds, first = timed(ExploreOptions(*size))
        every: Any = answer["states_unreduced"]
        peer = spin(*size)
        name = "/".join(map(str, size))
        found += [
            row(f"race explorer {name}", every / seconds, peer[0] / peer[1] if peer else None, "states/s",
                f"baseline; ours {seconds:.2f} s for the whole verdict"
                + (f", Spin (compiled) {peer[1]:.2f} s" if peer else "; spin or gcc not installed"),
                target=">= 0.05x", less=False),
            row(f"race explorer {name}, first counterexample", first or 0.0, None, "s", "baseline", target="< 1 s"),
        ]
    return found


def growth_rows(sizes: Sequence[tuple[int, int, int]]) -> list[Row]:
    """Each in a process of its own, so that peak memory is its own."""
    found = []
    for enactors, endpoints, plans in sizes:
        done = subprocess.run([sys.executable, __file__, "--one", f"{enactors},{endpoints},{plans}"], capture_output=True,
                              text=True, check=True)
        one = json.loads(done.stdout)
        found.append(row(
            f"race explorer, {enactors} Enactors, {endpoints} endpoints, {plans} plans", one["seconds"], None, "s",
            f"{one['states']:,} states ({one['unreduced']:,} without symmetry){', cap hit' if one['capped'] else ''}, "
            f"peak {one['memory']:.0f} MB"))
    return found


def one(text: str) -> None:
    enactors, endpoints, plans = map(int, text.split(","))
    answer, seconds, _ = timed(ExploreOptions(enactors, endpoints, plans))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"states": answer["states"], "unreduced": answer["states_unreduced"], "capped": answer["bound_hit"],
                      "seconds": seconds, "memory": memory}))


def run(quick: bool = False) -> list[Row]:
    """The three parts of the table."""
    if quick:
        return [*clock_rows(1_000, 1), *race_rows([(2, 2, 3, 3)]), *growth_rows([(2, 2, 3)])]
    grown = [(2, 2, 5), (3, 2, 5), (4, 2, 5), (5, 2, 5), (3, 2, 6), (3, 2, 8), (3, 2, 10)]
    return [*clock_rows(100_000, 5), *race_rows([(3, 2, 5, 3), (3, 2, 7, 3)]), *growth_rows(grown)]


if __name__ == "__main__":
    one(sys.argv[sys.argv.index("--one") + 1])
