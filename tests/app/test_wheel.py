"""What `pip install .` gives works from any folder: the wheel is built, installed apart from the checkout, and run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def test_the_wheel_runs_the_whole_product(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    # The dependencies are the ones already installed here; only the product comes from the wheel.
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True
    )
    site = next((tmp_path / "env" / "lib").glob("python3*/site-packages"))
    here = next(path for path in map(Path, sys.path) if path.name == "site-packages")
    (site / "zz_dependencies.pth").write_text(f"import sys; sys.path.append({str(here)!r})\n")
    (site / "zz_block.pth").write_text(f"import sys; sys.path[:] = [p for p in sys.path if p != {str(ROOT)!r}]\n")
    (tmp_path / "note.txt").write_text("On 2026-03-04 at 10:00 UTC the billing service failed.", "utf-8")
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path / 'x.sqlite'}"}

    def pmkb(*arguments: str) -> str:
        done = subprocess.run(
            [tmp_path / "env" / "bin" / "pmkb", *arguments],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "pmkb" in pmkb("--version")
    pmkb("ingest", "note.txt")
    [claim] = json.loads(pmkb("export"))["claims"]
    assert claim["time"]["start"] == "2026-03-04T10:00:00Z"
    assert "10:00" in pmkb("timeline")
    assert json.loads(pmkb("openapi"))["openapi"].startswith("3.1")
    assert (
        json.loads(pmkb("explore", "--enactors", "2", "--endpoints", "1", "--plans", "4", "--cleanup-age", "2", "--json"))[
            "shortest"
        ]
        == 9
    )
    assert pmkb("simulate", "--assumptions")
