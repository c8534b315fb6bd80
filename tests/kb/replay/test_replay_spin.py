"""Spin, a model checker of others, on a Promela model of the race: does it see what the explorer sees?"""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kb.replay.explore import ExploreOptions, explore

MODEL = Path(__file__).with_name("race.pml")
SMALL = (2, 1, 4, 2)
FLAGS = {"versioned-cas": "CAS", "cleanup-guard": "GUARD", "empty-valid": "EMPTYVALID"}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("spin") and shutil.which("gcc")),
                       reason="needs spin (Debian package `spin`) and gcc"),
]


def spin_finds(folder: Path, wanted: str, mitigations: tuple[str, ...]) -> bool:
    """Whether Spin finds the assertion `wanted` violated."""
    numbers = [f"-D{name}={value}" for name, value in zip("NEP", SMALL, strict=False)]
    flags = [f"-D{FLAGS[name]}" for name in mitigations]
    run = {"cwd": folder, "capture_output": True, "text": True, "timeout": 300}
    made = subprocess.run(["spin", "-a", *numbers, f"-DAGE={SMALL[3]}", f"-D{wanted}", *flags, str(MODEL)], **run)
    assert (folder / "pan.c").exists(), made.stdout + made.stderr
    subprocess.run(["gcc", "-O1", "-DSAFETY", "-w", "-o", "pan", "pan.c"], check=True, **run)
    told = subprocess.run(["./pan", "-m200000", "-E"], **run).stdout
    found = re.search(r"errors: (\d+)", told)
    assert found is not None, told
    return int(found[1]) > 0


@pytest.mark.parametrize("mitigations", [
    (), ("versioned-cas",), ("cleanup-guard",), ("empty-valid",), ("versioned-cas", "cleanup-guard", "empty-valid")],
    ids=lambda value: "+".join(value) or "none")
def test_spin_and_the_explorer_agree(tmp_path: Path, mitigations: tuple[str, ...]) -> None:
    answer = explore(ExploreOptions(*SMALL, mitigations=mitigations))
    assert spin_finds(tmp_path, "NOEMPTY", mitigations) == answer["empty_reachable"]
    assert spin_finds(tmp_path, "NOREGRESS", mitigations) == answer["regression_reachable"]
