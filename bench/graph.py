"""What breaks when a service fails: the closure of a dependency graph, against networkx and a recursive query.

Ours and networkx.descendants answer the same sets in one process, alternating. With --http (needs datasette) Datasette's
recursive CTE over HTTP is asked for the same closures on the same graph in the same run, and the product's own closure
runs behind a plain WSGI server beside it. Prints services, edges, seconds a closure (median) and ratios, with growth.
usage: python -m bench.graph [--http]
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
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import networkx

from kb.queries.graph import Adjacency

SIZES = ((1_000, 10_000), (10_000, 100_000), (100_000, 500_000))
ASKED, ROUNDS = 8, 5
_CLOSURE = """WITH RECURSIVE reached(service) AS (
  SELECT dependent FROM dependencies WHERE dependency = :service
  UNION SELECT d.dependent FROM dependencies d JOIN reached r ON d.dependency = r.service)
SELECT count(*) AS n FROM reached"""


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


def alternating(ways: dict[str, Callable[[str], Any]], names: Iterable[str]) -> dict[str, float]:
    """Seconds of each way for a round of the same questions, the median of some rounds; each question goes to all ways
    in turn, and all must answer the same."""
    names, rounds = list(names), list[dict[str, float]]()
    for _ in range(ROUNDS):
        took = dict.fromkeys(ways, 0.0)
        for name in names:
            answers = {}
            for way, ask in ways.items():
                began = time.perf_counter()
                answers[way] = ask(name)
                took[way] += time.perf_counter() - began
            counts = {way: answer if isinstance(answer, int) else len(answer) for way, answer in answers.items()}
            assert len(set(counts.values())) == 1, counts
        rounds.append(took)
    return {way: statistics.median(one[way] for one in rounds) / len(names) for way in ways}


def in_process(services: int, pairs: list[tuple[str, str]]) -> None:
    ours, peer = Adjacency(pairs), networkx.DiGraph((other, one) for one, other in pairs)
    ways: dict[str, Callable[[str], Any]] = {
        "ours": lambda name: ours.reachable(name, back=True),
        "with paths": lambda name: ours.closure(name, back=True),
        "networkx": lambda name: networkx.descendants(peer, name),
    }
    _print(services, len(pairs), alternating(ways, [name for name in asked(services) if name in peer]), "networkx")


def _print(services: int, edges: int, medians: dict[str, float], peer: str) -> None:
    for way, seconds in medians.items():
        print(f"{services:>9} {edges:>9} {way:>14} {seconds * 1000:>10.3f} ms {medians[peer] / seconds:>7.1f} x {peer}")


def over_http(services: int, pairs: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.db"
        _table(path, pairs)
        port, own = _free_port(), _free_port()
        command = [sys.executable, "-m", "datasette", str(path), "-p", str(port), "--setting", "sql_time_limit_ms", "60000"]
        peer = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ})
        server = make_server("127.0.0.1", own, _application(Adjacency(pairs)), handler_class=_Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            _wait(port)
            ways: dict[str, Callable[[str], Any]] = {
                "ours, HTTP": lambda name: _get(f"http://127.0.0.1:{own}/?service={name}")["n"],
                "Datasette": lambda name: _get(
                    f"http://127.0.0.1:{port}/graph.json?" + urllib.parse.urlencode(
                        {"sql": _CLOSURE, "service": name, "_shape": "array"})
                )[0]["n"],
            }
            _print(services, len(pairs), alternating(ways, asked(services)), "Datasette")
        finally:
            server.shutdown()
            peer.terminate()
            peer.wait()


def _table(path: Path, pairs: list[tuple[str, str]]) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE dependencies(dependent TEXT, dependency TEXT, PRIMARY KEY (dependency, dependent))")
    connection.executemany("INSERT INTO dependencies VALUES (?, ?)", pairs)
    connection.commit()
    connection.close()


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def _application(near: Adjacency) -> Any:
    def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        name = urllib.parse.parse_qs(environ["QUERY_STRING"])["service"][0]
        body = json.dumps({"n": len(near.reachable(name, back=True))}).encode()
        start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
        return [body]

    return answer


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/-/versions.json", timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("Datasette did not start; is it installed?")


def _get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=90) as answer:
        return json.load(answer)


def main() -> None:
    """Print the table."""
    for services, edges in SIZES:
        pairs = graph(services, edges)
        in_process(services, pairs)
        if "--http" in sys.argv[1:]:
            over_http(services, pairs)


if __name__ == "__main__":
    main()
