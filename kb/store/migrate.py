"""Bringing a database to the schema this version needs, from a checkout or an installed wheel alike."""
from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

import migrations
from kb.errors import Unavailable
from kb.store import history_tables, tables
from kb.store.engine import database_url, open_engine, reading, writing

_OURS_ON_SQLITE = "search_index"


def upgrade(address: str, revision: str = "head") -> str:
    """Migrate the database, in one transaction; returns the revision it then has. Two at once wait for each other.

    Creates the folder of an SQLite file. Raises InvalidInput for a bad address, Unavailable for a database that
    cannot be reached or was written by a newer version.
    """
    _make_folder(address)
    engine = open_engine(address)
    try:
        return upgrade_engine(engine, revision)
    finally:
        engine.dispose()


def upgrade_engine(engine: Engine, revision: str = "head") -> str:
    """As `upgrade`, for an engine that is open already (an SQLite database in memory lives in one)."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    with as_file(files(migrations)) as scripts, writing(engine) as connection:
        config = Config()
        config.set_main_option("script_location", str(scripts).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        config.attributes["metadata"] = tables.metadata
        try:
            command.upgrade(config, revision)
        except CommandError as error:
            raise Unavailable(f"the database cannot be migrated: {error}", code="schema") from error
        return stored_revision(connection) or ""


def ensure_current(address: str) -> None:
    """Migrate a database that is not at the newest revision yet. Cheap where it is: Alembic stays unimported."""
    _make_folder(address)
    engine = open_engine(address)
    try:
        with reading(engine) as connection:
            held = stored_revision(connection)
        if held != migrations.HEAD:
            upgrade_engine(engine)
    finally:
        engine.dispose()


def stored_revision(connection: Connection) -> str | None:
    """The revision a database has, None when it was never migrated."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))  # type: ignore[no-any-return]


def belongs_to_schema(name: str | None, kind: str, _parents: Any = None) -> bool:
    """Whether a comparison with the metadata should look at this: not at FTS5's tables, which no metadata describes,
    nor at an index on an expression."""
    if kind == "table":
        return not (name or "").startswith(_OURS_ON_SQLITE)
    return name != "ix_search_rows_words"


def _make_folder(address: str) -> None:
    url = database_url(address)
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        try:
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable(f"cannot make the folder of the database: {error}", code="database-unavailable") from error


__all__ = ["belongs_to_schema", "ensure_current", "history_tables", "stored_revision", "upgrade", "upgrade_engine"]
