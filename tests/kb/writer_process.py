"""A process that writes: run by the tests of killing and of two writers at once.

Arguments: database address, action (`ingest`, `delete`, `reread`, `decide`), how many documents, and at which SQL
statement to die by SIGKILL (0: not at all). It says `ready`, waits for a line, works, says `done`.
"""
from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime

from sqlalchemy import Engine, event

from kb import intake
from kb.model import Kind, Source
from kb.queries import documents
from kb.store.engine import open_engine, reading
from tests.kb.building import FakeReader, Said


def sources(reader: FakeReader, many: int) -> list[Source]:
    """Documents of one outage, each of thirty sentences."""
    made = []
    for number in range(many):
        said = [
            Said(f"Node {number}-{line} failed at 10:{line:02d}.", f"10:{line:02d}", Kind.IMPACT, (f"node-{line}",), "crash")
            for line in range(30)
        ]
        made.append(Source(reader.teach(f"Report {number}", said)))
    return made


def die_at(engine: Engine, statement: int) -> None:
    """Kill this process, from without as far as it can tell, just before its n-th statement."""
    done = 0

    def count(*_: object) -> None:
        nonlocal done
        done += 1
        if done == statement:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engine, "before_cursor_execute", count)


def main(address: str, action: str, many: int, statement: int) -> None:
    engine, reader = open_engine(address), FakeReader(version="2" if action == "reread" else "1")
    wanted = sources(reader, many)
    print("ready", flush=True)
    sys.stdin.readline()
    die_at(engine, statement)
    if action == "ingest":
        for source in wanted:
            print(intake.ingest(engine, reader, source).status, flush=True)
    elif action == "reread":
        intake.reread(engine, reader)
    else:
        with reading(engine) as connection:
            held = [row["id"] for row in documents.listed(connection).items]
            claims = [documents.claims(connection, document).items[0]["id"] for document in held]
        for document, claim in zip(held, claims, strict=True):
            if action == "delete":
                intake.delete(engine, document)
            else:
                intake.decide(engine, claim, "kind", "trigger", who="Ana", when=datetime(2031, 5, 3, tzinfo=UTC))
    print("done", flush=True)
    engine.dispose()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
