"""Many documents at once: none lost, a killed run resumed gives the same export."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.instants import parse_instant
from tests.app.made import Made, write

ROOT = Path(__file__).parents[2]


def run(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    return subprocess.run(
        [sys.executable, str(ROOT / "app.py"), *arguments], capture_output=True, text=True, env=env, timeout=900, check=False
    )


def holds(export: dict[str, list[dict[str, object]]], made: list[Made]) -> None:
    names = {str(row["given"]["name"]): row["id"] for row in export["documents"]}  # type: ignore[index]
    assert names.keys() == {one.name for one in made}
    told: dict[object, set[object]] = {}
    for claim in export["claims"]:
        start = claim["time"]["start"]  # type: ignore[index]
        told.setdefault(claim["document"], set()).add(parse_instant(start) if start.endswith("Z") else start)
    for one in made:
        assert set(one.instants) <= told[names[one.name]], one.name


def test_every_made_document_says_its_instants(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    made = write(folder, 12)
    assert run(tmp_path / "a.sqlite", "ingest", str(folder)).returncode == 0
    holds(json.loads(run(tmp_path / "a.sqlite", "export").stdout), made)


@pytest.mark.slow
def test_two_workers_lose_nothing_and_a_killed_run_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    made = write(folder, 200)
    whole = run(tmp_path / "whole.sqlite", "ingest", str(folder), "--workers", "2")
    assert whole.returncode == 0, whole.stderr
    expected = run(tmp_path / "whole.sqlite", "export").stdout
    holds(json.loads(expected), made)

    env = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'killed.sqlite'}"}
    for pause in (4.0, 7.0):
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "app.py"), "ingest", str(folder), "--workers", "2"],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(pause)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert run(tmp_path / "killed.sqlite", "ingest", str(folder)).returncode == 0
    assert run(tmp_path / "killed.sqlite", "export").stdout == expected


@pytest.mark.slow
def test_an_archive_is_read_member_by_member(tmp_path: Path) -> None:
    import zipfile

    folder = tmp_path / "documents"
    folder.mkdir()
    made = write(folder, 12)
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for one in made:
            packed.write(folder / one.name, f"reports/{one.name}")
    assert run(tmp_path / "a.sqlite", "ingest", str(tmp_path / "all.zip")).returncode == 0
    holds(json.loads(run(tmp_path / "a.sqlite", "export").stdout), made)


@pytest.mark.slow
def test_a_cluster_reads_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    folder = tmp_path / "documents"
    folder.mkdir()
    write(folder, 12)
    done = run(tmp_path / "c.sqlite", "ingest", str(folder), "--scheduler", "local")
    assert done.returncode == 0, done.stderr
    assert run(tmp_path / "p.sqlite", "ingest", str(folder)).returncode == 0
    assert run(tmp_path / "c.sqlite", "export").stdout == run(tmp_path / "p.sqlite", "export").stdout
