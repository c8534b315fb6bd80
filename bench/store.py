"""Loading claims in bulk: the product's Core inserts against raw sqlite3 and against ORM objects, same rows and schema.

Each way gets a fresh copy of a migrated database; the ways alternate, and medians of processor time count. Raw sqlite3 is
given tuples in the form the driver takes; `rows` starts from rows as the store makes them (instants and lists still to be
turned into text), `values` from `Claim` values, as intake does; `row making` is what `values` does before it inserts.
usage: python -m bench.store [--quick]
"""
from __future__ import annotations

import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert
from sqlalchemy.orm import Session, registry

from kb.model import Basis, Claim, Kind, Precision, Stance, TimeValue, Window, Zone
from kb.store import migrate, rows, save, tables
from kb.store.engine import open_engine, writing

SIZES = (2_000, 20_000, 100_000)
QUICK = SIZES[:2]
ROUNDS = 5
_BEGIN = datetime(2031, 1, 1, tzinfo=UTC)


def claims(many: int) -> list[Claim]:
    """Claims as a document of many lines would give them."""
    made = []
    for number in range(many):
        start = _BEGIN + timedelta(seconds=37 * number)
        time_value = TimeValue(
            start, start + timedelta(minutes=5), precision=Precision.MINUTE, as_written="10:00 – 10:05",
            zone=Zone("America/Los_Angeles", "-08:00", Basis.STATED, "PST"), window=Window(start, start),
        )
        quote = f"Between these times the number {number} of our queues gave errors to one request in ten."
        made.append(Claim(
            f"{number:032x}", Kind.IMPACT, "errors", ("errors", "latency"), time_value, ("queue", "ledger"), quote,
            (number, number + 80), (number, number + 13), ("Timeline", "Monday"), Stance.REPORT, "en", "en.errors", number,
        ))
    return made


def _document(connection: Connection) -> None:
    connection.execute(insert(tables.documents).values(
        id="d", sha256="d", title="", language="en", media_type="text/plain", given={}, places=[], rules="", current=True,
        chars=0, bytes=0, revision=0, text="", data=b"",
    ))


def _inserted(address: str, make: Callable[[], Iterable[dict[str, Any]]]) -> float:
    engine = open_engine(address)
    with writing(engine) as connection:
        _document(connection)
        began = time.process_time()
        save.insert_rows(connection, tables.claims, make())
    took = time.process_time() - began
    engine.dispose()
    return took


def values(address: str, told: Sequence[Claim]) -> float:
    """The product's way: values to rows to one statement, and the commit."""
    return _inserted(address, lambda: save.placed("d", told, rows.claim_row))


def rows_alone(address: str, told: Sequence[Claim]) -> float:
    """The product's inserts of rows made beforehand: what SQLAlchemy Core and the texts of columns cost."""
    made = _placed(told)
    return _inserted(address, lambda: made)


def row_making(_address: str, told: Sequence[Claim]) -> float:
    """The first half of `values`."""
    began = time.process_time()
    for _ in save.placed("d", told, rows.claim_row):
        pass
    return time.process_time() - began


def _placed(told: Sequence[Claim]) -> list[dict[str, Any]]:
    return list(save.placed("d", told, rows.claim_row))


def raw(address: str, told: Sequence[Claim]) -> float:
    """sqlite3.executemany of tuples that need no conversion any more, and the commit."""
    return _executed(address, list(_tuples(address, told)))


def raw_from_values(address: str, told: Sequence[Claim]) -> float:
    """sqlite3.executemany of tuples made from `Claim` values on the way: the same work as `values`."""
    return _executed(address, _tuples(address, told))


def _tuples(address: str, told: Sequence[Claim]) -> Iterator[tuple[Any, ...]]:
    engine = open_engine(address)
    with writing(engine) as connection:
        _document(connection)
    dialect = engine.dialect
    binds = [(column.name, column.type.dialect_impl(dialect).bind_processor(dialect)) for column in tables.claims.c]
    engine.dispose()
    return (
        tuple(row[name] if bind is None else bind(row[name]) for name, bind in binds)
        for row in save.placed("d", told, rows.claim_row)
    )


def _executed(address: str, made: Iterable[tuple[Any, ...]]) -> float:
    names = [column.name for column in tables.claims.c]
    columns = ", ".join(f'"{name}"' for name in names)
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)) as connection:
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "cache_size = -32768"):
            connection.execute(f"PRAGMA {pragma}")
        began = time.process_time()
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(f"INSERT INTO claims ({columns}) VALUES ({', '.join('?' * len(names))})", made)
        connection.execute("COMMIT")
        return time.process_time() - began


def orm(address: str, told: Sequence[Claim]) -> float:
    """Session.add_all of mapped objects, the usual way."""
    mapper = registry()

    class Row:
        def __init__(self, **values: Any) -> None:
            for name, value in values.items():
                setattr(self, name, value)

    mapper.map_imperatively(Row, tables.claims)
    engine, made = open_engine(address), _placed(told)
    with writing(engine) as connection:
        _document(connection)
    with Session(engine) as session:
        began = time.process_time()
        session.add_all([Row(**row) for row in made])
        session.commit()
        took = time.process_time() - began
    engine.dispose()
    mapper.dispose()
    return took


WAYS: dict[str, Callable[[str, Sequence[Claim]], float]] = {
    "raw": raw, "rows": rows_alone, "values": values, "raw from values": raw_from_values, "row making": row_making,
    "orm": orm,
}


def measured(size: int) -> dict[str, float]:
    """Milliseconds of each way for so many claims, the median of alternating rounds."""
    told = claims(size)
    took: dict[str, list[float]] = {name: [] for name in WAYS}
    with tempfile.TemporaryDirectory() as folder:
        empty, path = Path(folder) / "empty.sqlite", Path(folder) / "filled.sqlite"
        migrate.upgrade(f"sqlite:///{empty}")
        for _ in range(ROUNDS):
            for name, way in WAYS.items():
                shutil.copy(empty, path)
                took[name].append(way(f"sqlite:///{path}", told))
                for file in Path(folder).glob("filled.sqlite*"):
                    file.unlink()
    return {name: statistics.median(runs) * 1000 for name, runs in took.items()}


def run(quick: bool = False) -> list[dict[str, Any]]:
    """All rows: what was measured, ours, the peer's, the ratio (more is better for us), unit and conditions."""
    found = []
    for size in QUICK if quick else SIZES:
        took = measured(size)
        share = f"row making is {took['row making'] / took['values']:.0%} of values; median of {ROUNDS} alternating rounds"
        for ours, peer, what in (
            ("rows", "raw", "rows to a table, against sqlite3.executemany of ready tuples"),
            ("values", "raw", "claims to a table, against sqlite3.executemany of ready tuples"),
            ("values", "raw from values", "claims to a table, against sqlite3.executemany of tuples made from them"),
            ("rows", "orm", "rows to a table, against ORM add_all"),
        ):
            found.append({
                "area": f"bulk load: {what}, {size:,} claims", "ours": round(took[ours], 2), "peer": round(took[peer], 2),
                "ratio": round(took[peer] / took[ours], 2), "unit": "ms CPU", "conditions": f"SQLite, WAL, all indexes; {share}",
            })
    return found


def main() -> None:
    """Print the table."""
    for row in run("--quick" in sys.argv[1:]):
        print(f"{row['area']:<95} {row['ours']:>9.2f} {row['peer']:>9.2f} {row['unit']} {row['ratio']:>6.2f} x  {row['conditions']}")


if __name__ == "__main__":
    main()
