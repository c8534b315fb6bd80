"""Databases for tests: made by migrating once, then copied (SQLite) or emptied (PostgreSQL)."""
from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, text

from kb.store import migrate, tables
from kb.store.engine import database_url, open_engine

POSTGRES = os.environ.get("PMKB_TEST_POSTGRES_URL")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database at the newest revision."""
    path = tmp_path_factory.mktemp("template") / "empty.sqlite"
    migrate.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(template: Path, tmp_path: Path) -> str:
    """The address of a fresh SQLite database."""
    shutil.copy(template, tmp_path / "pmkb.sqlite")
    return f"sqlite:///{tmp_path / 'pmkb.sqlite'}"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a migrated schema of this session's own in the PostgreSQL that PMKB_TEST_POSTGRES_URL names."""
    if not POSTGRES:
        pytest.skip("PMKB_TEST_POSTGRES_URL names no PostgreSQL to test on")
    name = f"pmkb_{os.getpid()}"
    admin = open_engine(POSTGRES)
    with admin.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    address = database_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
    migrate.upgrade(address)
    yield address
    with admin.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty migrated database, once a dialect."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    address = str(request.getfixturevalue("postgres_url"))
    engine = open_engine(address)
    with engine.begin() as connection:
        for table in reversed(tables.metadata.sorted_tables):
            connection.execute(delete(table))
    engine.dispose()
    return address


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """An engine on `url`."""
    opened = open_engine(url)
    yield opened
    opened.dispose()
