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

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def client(seeded: Path) -> FlaskClient:
    """A client of the site over the bundled documents; do not write through it."""
    return composition.create_app({"DATABASE_URL": f"sqlite:///{seeded}"}).test_client()


@pytest.fixture
def own(seeded: Path, tmp_path: Path) -> FlaskClient:
    """A client over a copy, to write through."""
    shutil.copy(seeded, tmp_path / "own.sqlite")
    return composition.create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'own.sqlite'}"}).test_client()


@pytest.fixture(scope="session")
def slug(client: FlaskClient) -> str:
    """The one incident of the bundled documents."""
    items: list[dict[str, Any]] = client.get("/api/v1/incidents").get_json()["items"]
    assert len(items) == 1
    return str(items[0]["slug"])


Pmkb = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def pmkb(seeded: Path, tmp_path: Path) -> Pmkb:
    """Runs the command over a copy of the bundled documents."""
    shutil.copy(seeded, tmp_path / "own.sqlite")

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
