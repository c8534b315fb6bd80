"""A coverage-guided fuzzer over every reader and the time grammar, for a few seconds each, always from the same seed."""
from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TARGETS = ("readers", "times")
SECONDS = 8


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_crashes_or_hangs(target: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed (it has wheels for CPython on Linux only)")
    done = subprocess.run(
        [sys.executable, str(HERE / "coverage.py"), target, str(SECONDS)], cwd=tmp_path, capture_output=True, text=True,
        timeout=120, check=False,
    )
    left = sorted(path.name for path in tmp_path.iterdir())  # libFuzzer writes the input that failed
    assert done.returncode == 0 and not left, f"{left}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
