"""The bundled documents and the labelled sources show the same conflicts, and their variants the same ones moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from ingest.pipeline import extract
from kb.model import DocumentFacts, Given, Source
from kb.reconcile import reconcile
from tests.ingest.test_variants import STEPS, times_of
from tests.ingest.variants import moved

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = {"own": ROOT / "seeds", "shared": ROOT.parent / "shared" / "seeds"}
PRESENT = [name for name, folder in FOLDERS.items() if len(list(folder.glob("*.txt"))) >= 5]

Shown = frozenset[tuple[str, frozenset[str]]]


def instants(code: str, *clocks: str) -> tuple[str, frozenset[str]]:
    return code, frozenset(f"2025-10-{clock}:00Z" for clock in clocks)


STARTS = {
    instants("start-differs", "20T06:30", "20T06:48"),
    instants("start-differs", "20T05:45", "20T06:45"),
    instants("start-differs", "20T06:48", "20T09:25"),
    instants("effect-before-cause", "20T06:45", "20T06:48"),
    instants("effect-before-cause", "20T06:47", "20T06:48"),
}
ARGUABLE = {
    instants("end-differs", "20T17:36", "20T20:50"),
    instants("end-differs", "20T21:20", "21T11:05"),
    instants("effect-before-cause", "20T06:30", "20T06:48"),
    instants("effect-before-cause", "20T05:45", "20T06:48"),
    instants("effect-before-cause", "20T06:56", "20T12:30"),
    instants("effect-before-cause", "20T06:47", "20T06:51"),
    instants("window-contradiction", "20T08:25", "20T09:25"),
}


def paths(name: str) -> list[Path]:
    return sorted(FOLDERS[name].glob("*.txt"))


def read(texts: Sequence[str]) -> list[DocumentFacts]:
    return [extract(Source(text.encode(), Given(name=f"{place}.txt"))) for place, text in enumerate(texts)]


def shown(facts: Sequence[DocumentFacts]) -> Shown:
    rows = reconcile(facts, ()).conflicts
    return frozenset((row.code, frozenset(one.value for one in row.values if one.value)) for row in rows)


@cache
def of_folder(name: str) -> Shown:
    return shown(read([path.read_text("utf-8") for path in paths(name)]))


@pytest.mark.parametrize("name", PRESENT)
def test_every_known_conflict_is_shown_and_few_others(name: str) -> None:
    assert of_folder(name) >= STARTS
    assert len(of_folder(name) - STARTS - ARGUABLE) <= 2, of_folder(name) - STARTS - ARGUABLE


def later(row: tuple[str, frozenset[str]], step: timedelta) -> tuple[str, frozenset[str]]:
    clocks = frozenset((datetime.fromisoformat(one[:-1]) + step).isoformat() + "Z" for one in row[1])
    return row[0], clocks


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS, ids=str)
@pytest.mark.parametrize("name", PRESENT)
def test_variants_keep_every_conflict(name: str, step: timedelta) -> None:
    texts = []
    for path in paths(name):
        times, code = times_of(path)
        texts.append(moved(path.read_text("utf-8"), times, step, code) if times else path.read_text("utf-8"))
    assert shown(read(texts)) == {later(row, step) for row in of_folder(name)}
