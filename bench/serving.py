"""Servers started for a benchmark: on a free port, waited for, their processor time read, ended by their own handle."""
from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Seconds of processor time its processes have used so far (Linux)."""
        return sum(_cpu(pid) for pid in (self.process.pid, *_children(self.process.pid)))


def _children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _cpu(pid: int) -> float:
    """As the scheduler counts it, to the nanosecond: ticks are too coarse for requests of a millisecond."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


@contextmanager
def serving(command: Sequence[str], ready: str, environment: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Run a command in which `{port}` is a free port until the block ends. Raises RuntimeError when it never answers."""
    port = _free_port()
    words = [sys.executable, *(word.replace("{port}", str(port)) for word in command)]
    process = subprocess.Popen(words, cwd=ROOT, env={**os.environ, **(environment or {})},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(port, ready, process)
        yield Served(port, process)
    finally:
        process.terminate()
        process.wait(20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int, path: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
                get(connection, path)
            return
        except (OSError, HTTPException):
            time.sleep(0.1)
    raise RuntimeError(f"the server does not answer: {process.args!r}")


def get(connection: HTTPConnection, path: str) -> bytes:
    """The body of a GET over a connection that stays open. Raises RuntimeError for any status but 200."""
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {body[:200]!r}")
    return body


def pace(server: Served, paths: Sequence[str]) -> tuple[float, float]:
    """Wall seconds and server processor seconds a request, one client after the other's answer; the first only warms."""
    connection: Any = HTTPConnection("127.0.0.1", server.port, timeout=60)
    get(connection, paths[0])
    used, began = server.cpu(), time.perf_counter()
    for path in paths[1:]:
        get(connection, path)
    took = time.perf_counter() - began
    connection.close()
    return took / (len(paths) - 1), (server.cpu() - used) / (len(paths) - 1)
