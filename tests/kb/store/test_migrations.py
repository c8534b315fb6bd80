"""The migrated schema is the one the code believes in."""
from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text

import migrations
from kb.errors import InvalidInput, Unavailable
from kb.store import migrate, tables
from kb.store.engine import open_engine, reading, writing


def test_migrated_schema_is_the_metadata(engine: Engine) -> None:
    with reading(engine) as connection:
        context = MigrationContext.configure(
            connection, opts={"include_name": migrate.belongs_to_schema, "compare_type": True}
        )
        assert compare_metadata(context, tables.metadata) == []


def test_head_is_named_where_commands_look() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert scripts.get_current_head() == migrations.HEAD


def test_upgrade_twice_is_harmless(url: str) -> None:
    assert migrate.upgrade(url) == migrations.HEAD
    migrate.ensure_current(url)


def test_ensure_current_makes_folder_and_schema(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'deep' / 'er' / 'kb.sqlite'}"
    migrate.ensure_current(address)
    engine = open_engine(address)
    with reading(engine) as connection:
        assert migrate.stored_revision(connection) == migrations.HEAD
    engine.dispose()


def test_newer_database_is_refused(url: str) -> None:
    engine = open_engine(url)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from-the-future'"))
    with pytest.raises(Unavailable):
        migrate.ensure_current(url)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": migrations.HEAD})
    engine.dispose()


def test_downgrade_leaves_nothing(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    address = f"sqlite:///{tmp_path / 'kb.sqlite'}"
    migrate.upgrade(address)
    engine = open_engine(address)
    with writing(engine) as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.set_main_option("path_separator", "os")
        config.attributes.update(connection=connection, metadata=tables.metadata)
        command.downgrade(config, "base")
    with reading(engine) as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()


@pytest.mark.parametrize("address", ["nonsense", "mysql://localhost/x", ""])
def test_bad_addresses_are_named(address: str) -> None:
    with pytest.raises(InvalidInput):
        open_engine(address)
