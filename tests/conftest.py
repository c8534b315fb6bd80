"""What tests of the command, the API and the pages share: the bundled documents, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

SEEDS = sorted((Path(__file__).parents[1] / "seeds").glob("*.txt"))


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with the five bundled documents; copy it to write."""
    import app as composition
    from kb import intake
    from kb.model import Given, Source
    from kb.settings import Settings
    from kb.store import migrate
    from kb.store.engine import open_engine

    path = tmp_path_factory.mktemp("seeded") / "pmkb.sqlite"
    url = f"sqlite:///{path}"
    migrate.upgrade(url)
    engine = open_engine(url)
    reader = composition.LazyReader(Settings.from_environment({"DATABASE_URL": url}))
    for seed in SEEDS:
        intake.ingest(engine, reader, Source(seed.read_bytes(), Given(name=seed.name)))
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path
