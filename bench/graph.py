"""What breaks when a service fails: the closure of a dependency graph, against networkx and a recursive query.

In process: the set of all services reached, by our snapshot of the graph and by networkx.descendants on the same graph,
and our closure with the hops and the path of every service beside. Over HTTP: the product's own route
`/api/v1/services/{slug}/needed-by`, served as `pmkb serve` does it, against Datasette's recursive CTE on the same SQLite
file; a page of both (the whole closure is found and counted, 200 services are shown, ours with hops, path and sentences),
and everything at once. The ways alternate question by question; figures are medians of rounds, in CPU time of the process
that answers. Every answer is counted, and all ways must agree. usage: python -m bench.graph [--quick]
"""
from __future__ import annotations

import json
import os
import random
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import networkx

from kb.queries.graph import Adjacency
from kb.store import migrate

SIZES = ((1_000, 10_000), (10_000, 100_000), (100_000, 500_000))
QUICK = SIZES[:2]
ASKED, ROUNDS, SHOWN = 8, 5, 200
_REACHED = """WITH RECURSIVE reached(service) AS (
  SELECT dependent FROM dependencies WHERE dependency = :service
  UNION SELECT d.dependent FROM dependencies d JOIN reached r ON d.dependency = r.service)"""
_PAGE = f"{_REACHED} SELECT service, count(*) OVER () AS total FROM reached WHERE service <> :service ORDER BY service LIMIT {SHOWN}"
_WHOLE = f"{_REACHED} SELECT service FROM reached WHERE service <> :service ORDER BY service"
Way = tuple[Callable[[str], int], Callable[[], float]]
"""A question that answers how many were reached, and the clock its cost is read from, in seconds."""


def graph(services: int, edges: int, seed: int = 1) -> list[tuple[str, str]]:
    """Services that need older ones, with hubs as real ones have: the earlier a service, the more need it."""
    rng, pairs = random.Random(seed), set[tuple[str, str]]()
    while len(pairs) < edges:
        one = rng.randrange(1, services)
        other = int(one * rng.random() ** 2)
        pairs.add((f"s{one}", f"s{other}"))
    return sorted(pairs)


def asked(services: int, seed: int = 2) -> list[str]:
    """Hubs and leaves alike."""
    rng = random.Random(seed)
    return [f"s{int(services * rng.random() ** 3)}" for _ in range(ASKED)]


def alternating(ways: dict[str, Way], names: Iterable[str]) -> dict[str, float]:
    """Milliseconds a question of each way, the median of some rounds; all ways must answer the same."""
    names, rounds = list(names), list[dict[str, float]]()
    for number in range(ROUNDS + 1):
        took = dict.fromkeys(ways, 0.0)
        for name in names:
            counts = {}
            for way, (ask, clock) in ways.items():
                began = clock()
                counts[way] = ask(name)
                took[way] += clock() - began
            assert len(set(counts.values())) == 1, (name, counts)
        if number:  # the first warms all of them up
            rounds.append(took)
    return {way: statistics.median(one[way] for one in rounds) / len(names) * 1000 for way in ways}


def in_process(services: int, pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The rows of both ways in one process."""
    ours, peer = Adjacency(pairs), networkx.DiGraph((other, one) for one, other in pairs)
    clock = time.process_time
    ways: dict[str, Way] = {
        "closure": (lambda name: len(ours.reachable(name, back=True)), clock),
        "closure with hops and paths": (lambda name: len(ours.closure(name, back=True)), clock),
        "peer": (lambda name: len(networkx.descendants(peer, name)), clock),
    }
    took = alternating(ways, [name for name in asked(services) if name in peer])
    return [_row(way, took, "networkx.descendants, in process", services, len(pairs)) for way in took if way != "peer"]


def _row(way: str, took: dict[str, float], peer: str, services: int, edges: int) -> dict[str, Any]:
    return {
        "area": f"graph: {way}, {services:,} services, {edges:,} edges", "ours": round(took[way], 3),
        "peer": round(took["peer"], 3), "ratio": round(took["peer"] / took[way], 2), "unit": "ms CPU a question",
        "conditions": f"{peer}; {ASKED} services asked for, hubs and leaves; median of {ROUNDS} alternating rounds",
    }


def over_http(services: int, pairs: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The rows of the product's server and Datasette's, on one file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.sqlite"
        store(path, services, pairs)
        ports = _free_port(), _free_port()
        own = [sys.executable, "-c", "import app; app.cli()", "serve", "--port", str(ports[0])]
        other = [
            sys.executable, "-m", "datasette", str(path), "-p", str(ports[1]), "--setting", "sql_time_limit_ms", "60000",
            "--setting", "max_returned_rows", "1000000",
        ]
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{path}"}
        servers = [
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
            for command in (own, other)
        ]
        try:
            _wait(f"http://127.0.0.1:{ports[0]}/api/v1/health")
            _wait(f"http://127.0.0.1:{ports[1]}/-/versions.json")
            return _asked_over_http(services, len(pairs), ports, servers)
        finally:
            for server in servers:
                server.terminate()
                server.wait()


def _asked_over_http(
    services: int, edges: int, ports: tuple[int, int], servers: list[subprocess.Popen[bytes]]
) -> list[dict[str, Any]]:
    own, other = f"http://127.0.0.1:{ports[0]}/api/v1/services/", f"http://127.0.0.1:{ports[1]}/graph.json?"
    clocks = [lambda pid=server.pid: _processor_time(pid) for server in servers]
    clocks += [time.perf_counter, time.perf_counter]

    def page(name: str) -> int:
        return int(_get(f"{own}{name}/needed-by?limit={SHOWN}")["total"])

    def whole(name: str) -> int:
        return len(_get(f"{own}{name}/needed-by")["items"])

    def peer(sql: str, name: str) -> Any:
        return _get(other + urllib.parse.urlencode({"sql": sql, "service": name, "_shape": "array"}))

    def peer_page(name: str) -> int:
        found = peer(_PAGE, name)
        return int(found[0]["total"]) if found else 0

    ways = {"all at once": (whole, lambda name: len(peer(_WHOLE, name)))}
    if _takes_pages(f"{own}s0/needed-by?limit=1"):
        ways = {f"the first {SHOWN} and the number of all": (page, peer_page), **ways}
    rows = []
    for way, (ours, theirs) in ways.items():
        for unit, (our_clock, their_clock) in {"server CPU": clocks[:2], "wall clock": clocks[2:]}.items():
            took = alternating({way: (ours, our_clock), "peer": (theirs, their_clock)}, asked(services))
            row = _row(way, took, "Datasette, recursive CTE over HTTP", services, edges)
            rows.append({**row, "area": row["area"].replace("graph:", "graph over HTTP:"), "unit": f"ms {unit} a request"})
    return rows


def store(path: Path, services: int, pairs: list[tuple[str, str]]) -> None:
    """A migrated database with the graph as one incident told it, a sentence for every edge."""
    migrate.upgrade(f"sqlite:///{path}")
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO incidents (slug, title, events, digest) VALUES ('bench', 'Bench', 0, '')")
    connection.executemany(
        "INSERT INTO services (slug, incident, name, kind, aliases) VALUES (?, '', ?, 'service', '{}')",
        ((f"s{number}", f"Service {number}") for number in range(services)),
    )
    connection.executemany("INSERT INTO dependencies VALUES ('bench', ?, ?, 1)", pairs)
    connection.executemany(
        "INSERT INTO dependency_evidence (incident, dependent, dependency, position, document, quote, span_start, span_end,"
        " stance, polarity) VALUES ('bench', ?, ?, 0, 'd', ?, 0, 40, 'report', 'stated')",
        ((one, other, f"Requests of {one} go to {other} as soon as it is up.") for one, other in pairs),
    )
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()


def _processor_time(process: int) -> float:
    """Seconds on a processor of all threads of a process, as the scheduler counts them (Linux)."""
    tasks = Path(f"/proc/{process}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _takes_pages(address: str) -> bool:
    try:
        return "total" in _get(address)
    except urllib.error.HTTPError:
        return False


def _wait(address: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{address} does not answer; is Datasette installed?")


def _get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=90) as answer:
        return json.load(answer)


def run(quick: bool = False) -> list[dict[str, Any]]:
    """All rows: what was measured, ours, the peer's, the ratio (more is better for us), unit and conditions."""
    rows = []
    for services, edges in QUICK if quick else SIZES:
        pairs = graph(services, edges)
        rows += [*in_process(services, pairs), *over_http(services, pairs)]
    return rows


def main() -> None:
    """Print the table."""
    for row in run("--quick" in sys.argv[1:]):
        print(f"{row['area']:<90} {row['ours']:>10.3f} {row['peer']:>10.3f} {row['unit']:<26} {row['ratio']:>6.2f} x")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
