"""Loading claims in bulk: the product's Core inserts against raw sqlite3 and against ORM objects, same rows and schema.

Each way gets a fresh migrated database; the three alternate, and medians count. Rows are made of `Claim` values by
`kb.store.rows` beforehand for raw sqlite3 (already in the form the driver takes), inside the measured time for the
product. Prints rows, seconds, rows a second and ratios, with growth. usage: python -m bench.store [ROWS…]
"""
from __future__ import annotations

import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session, registry

from kb.model import Basis, Claim, Kind, Precision, Stance, TimeValue, Window, Zone
from kb.store import migrate, rows, save, tables
from kb.store.engine import open_engine, writing

SIZES = (2_000, 20_000, 100_000)
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


def _document(connection: Any) -> None:
    connection.execute(insert(tables.documents).values(
        id="d", sha256="d", title="", language="en", media_type="text/plain", given={}, places=[], rules="", current=True,
        chars=0, bytes=0, revision=0, text="", data=b"",
    ))


def core(address: str, told: Sequence[Claim]) -> float:
    """The product's way: values to rows to one statement."""
    engine = open_engine(address)
    with writing(engine) as connection:
        _document(connection)
        began = time.perf_counter()
        save.insert_rows(connection, tables.claims, placed(told))
    took = time.perf_counter() - began
    engine.dispose()
    return took


def rows_alone(address: str, told: Sequence[Claim]) -> float:
    """The product's inserts of rows made beforehand: what SQLAlchemy Core costs."""
    engine, made = open_engine(address), placed(told)
    with writing(engine) as connection:
        _document(connection)
        began = time.perf_counter()
        save.insert_rows(connection, tables.claims, made)
    took = time.perf_counter() - began
    engine.dispose()
    return took


def placed(told: Sequence[Claim]) -> list[dict[str, Any]]:
    return [{"document": "d", "position": place, **rows.claim_row(claim)} for place, claim in enumerate(told)]


def raw(address: str, told: Sequence[Claim]) -> float:
    """sqlite3.executemany of tuples that need no conversion any more."""
    names = [column.name for column in tables.claims.c]
    engine = open_engine(address)
    with writing(engine) as connection:
        _document(connection)
    dialect = engine.dialect
    binds = {column.name: column.type.dialect_impl(dialect).bind_processor(dialect) for column in tables.claims.c}
    made = [
        tuple(row[name] if (bind := binds[name]) is None else bind(row[name]) for name in names) for row in placed(told)
    ]
    engine.dispose()
    connection_ = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "cache_size = -32768"):
        connection_.execute(f"PRAGMA {pragma}")
    columns = ", ".join(f'"{name}"' for name in names)
    began = time.perf_counter()
    connection_.execute("BEGIN IMMEDIATE")
    connection_.executemany(f"INSERT INTO claims ({columns}) VALUES ({', '.join('?' * len(names))})", made)
    connection_.execute("COMMIT")
    took = time.perf_counter() - began
    connection_.close()
    return took


def orm(address: str, told: Sequence[Claim]) -> float:
    """Session.add_all of mapped objects, the usual way."""
    mapper = registry()

    class Row:
        def __init__(self, **values: Any) -> None:
            for name, value in values.items():
                setattr(self, name, value)

    mapper.map_imperatively(Row, tables.claims)
    engine, made = open_engine(address), placed(told)
    with writing(engine) as connection:
        _document(connection)
    with Session(engine) as session:
        began = time.perf_counter()
        session.add_all([Row(**row) for row in made])
        session.commit()
        took = time.perf_counter() - began
    engine.dispose()
    mapper.dispose()
    return took


WAYS: dict[str, Callable[[str, Sequence[Claim]], float]] = {"raw": raw, "rows": rows_alone, "values": core, "orm": orm}


def main() -> None:
    """Print the table."""
    sizes = [int(word) for word in sys.argv[1:]] or SIZES
    print(f"{'rows':>8} {'way':>7} {'seconds':>9} {'rows/s':>9} {'of raw':>7}")
    for size in sizes:
        told = claims(size)
        took: dict[str, list[float]] = {name: [] for name in WAYS}
        with tempfile.TemporaryDirectory() as folder:
            for turn in range(ROUNDS):
                for name, way in WAYS.items():
                    path = Path(folder) / f"{name}{turn}.sqlite"
                    migrate.upgrade(f"sqlite:///{path}")
                    took[name].append(way(f"sqlite:///{path}", told))
                    path.unlink()
        medians = {name: statistics.median(runs) for name, runs in took.items()}
        for name, seconds in medians.items():
            print(f"{size:>8} {name:>7} {seconds:>9.4f} {size / seconds:>9.0f} {medians['raw'] / seconds:>7.2f}")


if __name__ == "__main__":
    main()
