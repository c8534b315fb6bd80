"""The whole product over the bundled documents: one database a worker, copied where a test changes it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import app as composition
from kb import intake
from kb.model import Given, Source
from kb.settings import Settings
from kb.store import migrate
from kb.store.engine import open_engine

ROOT = Path(__file__).parents[2]
SEEDS = sorted((ROOT / "seeds").glob("*.txt"))


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the five bundled documents."""
    path = tmp_path_factory.mktemp("kept") / "pmkb.sqlite"
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


@pytest.fixture(scope="session")
def client(kept: Path) -> FlaskClient:
    """A client of the site over the bundled documents; do not write through it."""
    return composition.create_app({"DATABASE_URL": f"sqlite:///{kept}"}).test_client()


@pytest.fixture
def own(kept: Path, tmp_path: Path) -> FlaskClient:
    """A client over a copy, to write through."""
    shutil.copy(kept, tmp_path / "own.sqlite")
    return composition.create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite'}"}).test_client()


@pytest.fixture(scope="session")
def slug(client: FlaskClient) -> str:
    """The one incident of the bundled documents."""
    items: list[dict[str, Any]] = client.get("/api/v1/incidents").get_json()["items"]
    assert len(items) == 1
    return str(items[0]["slug"])


Pmkb = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def pmkb(kept: Path, tmp_path: Path) -> Pmkb:
    """Runs the command over a copy of the bundled documents."""
    shutil.copy(kept, tmp_path / "own.sqlite")

    def run(*arguments: str, stdin: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite'}", **environment}
        return subprocess.run(
            [sys.executable, str(ROOT / "app.py"), *arguments],
            capture_output=True,
            text=True,
            input=stdin,
            env=env,
            cwd=tmp_path,
            timeout=300,
            check=False,
            encoding="utf-8",
        )

    return run
