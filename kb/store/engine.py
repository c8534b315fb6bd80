"""Engines and transactions. The address is an argument: nothing here reads the environment."""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError
from sqlalchemy.pool import StaticPool

from kb.errors import InvalidInput, Unavailable

__all__ = ["Connection", "Engine", "database_url", "open_engine", "reading", "writing"]

BUSY_MILLISECONDS = 30_000
_WRITER_LOCK = 7_305_511_296_803_901  # one writer at a time on PostgreSQL: any fixed number of ours
_ATTEMPTS = 5


def database_url(address: str) -> URL:
    """A `DATABASE_URL` value as a URL. Bare `postgres://` and `postgresql://` mean psycopg. Raises InvalidInput."""
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise InvalidInput("DATABASE_URL is not a database address", code="database-url") from error
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise InvalidInput(f"DATABASE_URL names {url.drivername!r}; known are sqlite and postgresql", code="database-url")
    return url


def open_engine(address: str) -> Engine:
    """An engine for SQLite (WAL, foreign keys on) or PostgreSQL (psycopg). Raises InvalidInput, Unavailable."""
    url = database_url(address)
    try:
        if url.get_backend_name() == "sqlite":
            return _sqlite(url)
        return create_engine(url, pool_pre_ping=True, connect_args={"options": "-c timezone=UTC"})
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise Unavailable(f"the driver for {url.drivername} is not installed: {error}", code="driver-missing") from error


def _sqlite(url: URL) -> Engine:
    in_memory = url.database in (None, "", ":memory:")
    options: dict[str, Any] = {"poolclass": StaticPool} if in_memory else {}
    engine = create_engine(url, connect_args={"check_same_thread": False}, **options)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # sqlite3 would begin late and lock late: transactions are begun here instead
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA cache_size = -32768")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    if connection.get_execution_options().get("pmkb_write", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # takes no lock and cannot fail: every request begins so
        connection.connection.driver_connection.execute("BEGIN")  # type: ignore[union-attr]


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one state of the store for as long as it is open, and changes nothing."""
    options = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with engine.connect().execution_options(**options) as connection:
        yield connection  # closing it rolls back


@contextmanager
def writing(engine: Engine, *, keep: bool = True) -> Iterator[Connection]:
    """The one writing transaction: all of it is stored, or nothing (always nothing without `keep`).

    Writers queue; raises Unavailable when they wait too long.
    """
    with engine.connect().execution_options(pmkb_write=True) as connection, _begin(connection) as transaction:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _WRITER_LOCK})
        yield connection
        if not keep:
            transaction.rollback()


def _begin(connection: Connection) -> Any:
    for attempt in range(_ATTEMPTS):
        try:
            return connection.begin()
        except OperationalError as error:
            connection.invalidate() if connection.dialect.name == "postgresql" else None
            if not _locked(error):
                raise Unavailable(f"the database cannot be used: {error.orig}", code="database-unavailable") from error
            time.sleep(0.05 * 2**attempt)
    raise Unavailable("the database is busy: another process has been writing for too long", code="database-busy")


def _locked(error: OperationalError) -> bool:
    message = str(error.orig)
    return "locked" in message or "busy" in message
