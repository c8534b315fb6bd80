"""Two processes that write at once, and one that is killed while it writes."""
from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from kb import intake
from kb.queries.export import export
from kb.store import tables
from kb.store.engine import open_engine, reading
from tests.kb.building import FakeReader
from tests.kb.writer_process import sources

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def start(address: str, action: str, many: int, statement: int = 0) -> subprocess.Popen[str]:
    """A writer that waits for its signal, and dies at that statement."""
    command = [sys.executable, "-m", "tests.kb.writer_process", address, action, str(many), str(statement)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def exported(address: str) -> dict[str, Any]:
    engine = open_engine(address)
    with reading(engine) as connection:
        found = export(connection)
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    engine.dispose()
    return found


def filled(address: str, many: int) -> None:
    engine, reader = open_engine(address), FakeReader()
    for source in sources(reader, many):
        intake.ingest(engine, reader, source)
    engine.dispose()


def test_two_at_once_store_each_document_once(url: str) -> None:
    writers = [start(url, "ingest", 4) for _ in range(2)]
    for writer in writers:
        go(writer)
    said = [writer.communicate(timeout=120)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(status for words in said for status in words if status != "done") == ["stored"] * 4 + ["unchanged"] * 4
    together = exported(url)
    engine = open_engine(url)
    with reading(engine) as connection:
        assert connection.scalar(select(func.count()).select_from(tables.claims)) == 4 * 30
    for document in together["documents"]:
        intake.delete(engine, document["id"])
    engine.dispose()
    filled(url, 4)
    assert exported(url) == together


@pytest.mark.parametrize("action", ["ingest", "delete", "reread", "decide"])
@pytest.mark.parametrize("statement", [4, 12, 25, 38, 55])
def test_a_killed_writer_leaves_an_old_or_a_new_state(url: str, action: str, statement: int) -> None:
    """Whatever is there after the kill is what some number of whole steps leaves, and the work can be done again."""
    many = 2
    if action != "ingest":
        filled(url, many)
    writer = start(url, action, many, statement)
    go(writer)
    writer.communicate(timeout=120)
    assert writer.returncode == -signal.SIGKILL
    after = exported(url)
    held = {document["id"] for document in after["documents"]}
    for document in held:
        assert sum(claim["document"] == document for claim in after["claims"]) == 30
    events = {claim["event"] for claim in after["claims"]}
    assert None not in events and events == {event["id"] for event in after["events"]}
    assert all(set(incident["documents"]) <= held for incident in after["incidents"])
    _finish(url, action, many)


def _finish(url: str, action: str, many: int) -> None:
    again = start(url, action, many)
    go(again)
    again.communicate(timeout=120)
    assert again.returncode == 0
    found = exported(url)
    assert len(found["documents"]) == (0 if action == "delete" else many)
    if action == "reread":
        assert {document["rules"] for document in found["documents"]} == {"2"}
    if action == "decide":
        assert len(found["decisions"]) == many


def test_a_busy_database_is_an_error_not_a_hang(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from kb.errors import Unavailable
    from kb.store import engine as engines

    monkeypatch.setattr(engines, "BUSY_MILLISECONDS", 10)
    one, other = open_engine(sqlite_url), open_engine(sqlite_url)
    with engines.writing(one), pytest.raises(Unavailable), engines.writing(other):
        raise AssertionError("two writers at once")
    one.dispose()
    other.dispose()
