"""A database of made-up events for benchmarks: some written through the store, the rest multiplied from them in SQL.

usage: python -m bench.million PATH [EVENTS]
"""
from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import insert

from kb.model import Basis, Claim, Event, Kind, Precision, Stance, TimeValue, Window, Zone
from kb.store import history_tables, migrate, shown
from kb.store.engine import open_engine, writing
from kb.store.save import insert_rows
from kb.store.save_history import event_row

EVENTS = 1_000_000
INCIDENT = "made-outage"
_BEGIN = datetime(2020, 1, 1, 8, tzinfo=UTC)
_ZONE = Zone("America/Los_Angeles", "-08:00", Basis.STATED, "PST")
_SERVICES = tuple(f"service-{number}" for number in range(40))
_BATCH, _APART = 10_000, 37
_INSTANTS = ("start", "end", "earliest", "latest", "sort_at", "until_at")


def write(path: Path, events: int = EVENTS) -> None:
    """A migrated database of one incident with so many dated events, one every 37 seconds, each told by one claim."""
    address = f"sqlite:///{path}"
    migrate.upgrade(address)
    engine = open_engine(address)
    first = list(_made(min(events, _BATCH)))
    with writing(engine) as connection:
        connection.execute(insert(history_tables.incidents).values(
            slug=INCIDENT, title="A made-up outage", start=_BEGIN, end=None, events=events, digest="",
        ))
        insert_rows(connection, history_tables.services, (
            {"slug": slug, "incident": "", "name": slug.replace("-", " ").title(), "kind": "service", "part_of": None,
             "aliases": []} for slug in _SERVICES
        ))
        told = {claim.id: ("d", claim) for _, claim in first}
        insert_rows(connection, history_tables.events, (event_row(event, rank, told) for rank, (event, _) in enumerate(first)))
    _multiply(path, len(first), events)
    with writing(engine) as connection:
        shown.keep(connection, INCIDENT)
    engine.dispose()


def _multiply(path: Path, held: int, events: int) -> None:
    """Copies of the first rows, later and later; indexes are dropped and built once, which takes a fifth of the time."""
    connection = sqlite3.connect(path)
    indexes = connection.execute("SELECT name, sql FROM sqlite_master WHERE tbl_name = 'events' AND sql LIKE 'CREATE INDEX%'").fetchall()
    for name, _ in indexes:
        connection.execute(f'DROP INDEX "{name}"')
    changed = {"id": "printf('e%031x', rank + :more)", "rank": "rank + :more", "shown": "NULL"} | {
        name: f"strftime('%Y-%m-%dT%H:%M:%S', {name}, :later)" for name in ('"start"', '"end"', *_INSTANTS[2:])
    }
    names = [f'"{column.name}"' if column.name in ("start", "end") else column.name for column in history_tables.events.c]
    values = ", ".join(changed.get(name, name) for name in names)
    query = f"INSERT INTO events ({', '.join(names)}) SELECT {values} FROM events WHERE rank < :most"
    for more in range(held, events, held):
        connection.execute(query, {"more": more, "later": f"+{more * _APART} seconds", "most": min(held, events - more)})
    for _, sql in indexes:
        connection.execute(sql)
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()


def _made(many: int) -> Iterator[tuple[Event, Claim]]:
    for number in range(many):
        moment = _BEGIN + timedelta(seconds=_APART * number)
        when = TimeValue(moment, moment + timedelta(minutes=5), precision=Precision.MINUTE, as_written="10:00 – 10:05",
                         zone=_ZONE, window=Window(moment, moment))
        named = (_SERVICES[number % 40], _SERVICES[number * 7 // 40 % 40])
        claim = f"{number:032x}"
        yield Event(
            id=f"e{number:031x}", incident=INCIDENT, kind=Kind.IMPACT, happening="errors", aspects=("errors",), time=when,
            services=named, claims=(claim,),
        ), Claim(
            claim, Kind.IMPACT, "errors", ("errors",), when, named,
            f"Between these times the number {number} of our queues gave errors to one request in ten.",
            (number, number + 80), (number, number + 13), ("Timeline",), Stance.REPORT, "en", "en.errors", number,
        )


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
