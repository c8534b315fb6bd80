"""The conflicts of the five sources, against their hand-read labels. The whole route runs: bytes to conflicts."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from kb.model import Given, History, Source

SHARED = Path(__file__).resolve().parents[4] / "shared"
GOLD = SHARED / "gold" / "seeds.json"
pytestmark = pytest.mark.skipif(not GOLD.exists(), reason="the labelled sources are not beside the project")


@lru_cache(maxsize=1)
def history() -> tuple[History, dict[str, str]]:
    """What the five sources come to, and their keys by document id."""
    from ingest.pipeline import extract
    from kb.reconcile import reconcile

    facts, keys = [], {}
    for key, document in gold()["documents"].items():
        path = SHARED / "seeds" / document["file"]
        facts.append(extract(Source(path.read_bytes(), Given(name=path.name))))
        keys[facts[-1].document.id] = key
    return reconcile(facts, ()), keys


@lru_cache(maxsize=1)
def gold() -> dict[str, Any]:
    return json.loads(GOLD.read_text("utf-8"))  # type: ignore[no-any-return]


Found = dict[tuple[str, frozenset[str]], set[str]]


@lru_cache(maxsize=1)
def found() -> Found:
    """Documents by code and set of values, values to the minute."""
    told, keys = history()
    rows: Found = {}
    for row in told.conflicts:
        values = frozenset(value.value[:16] + "Z" for value in row.values if value.value)
        rows.setdefault((row.code, values), set()).update(keys[value.document] for value in row.values)
    return rows


def wanted(label: dict[str, Any]) -> frozenset[str]:
    return frozenset(row["value"] for row in label["values"] if row["value"])


def labels(*classes: str) -> list[dict[str, Any]]:
    return [row for row in gold()["conflicts"] if row["cls"] in classes] if GOLD.exists() else []


@pytest.mark.parametrize("label", labels("required", "expected"), ids=lambda row: row["id"])
def test_a_labelled_conflict_is_found_with_its_documents(label: dict[str, Any]) -> None:
    documents = found().get((label["code"], wanted(label)))
    assert documents is not None, sorted((code, sorted(values)) for code, values in found())
    assert {row["document"] for row in label["values"] if row["document"]} <= documents


@pytest.mark.parametrize("label", labels("not-a-conflict"), ids=lambda row: row["id"])
def test_what_only_looks_like_a_conflict_is_none(label: dict[str, Any]) -> None:
    told, keys = history()
    sides = {(row["document"], row["quote"]) for row in label["values"]}
    for row in told.conflicts:
        shown = {side for side in sides for value in row.values if value.value and keys[value.document] == side[0]
                 and (side[1] in value.quote or value.quote in side[1])}
        assert shown != sides or wanted(label) - {value.value[:16] + "Z" for value in row.values if value.value}, row


def test_at_most_two_other_conflicts_are_shown() -> None:
    known = {(row["code"], wanted(row)) for row in labels("required", "expected")}
    allowed = [(row["code"], wanted(row)) for row in labels("allowed")]
    others = [key for key in found() if key not in known
              and not any(key[0] == code and key[1] <= values for code, values in allowed)]
    assert len(others) <= 2, others


def test_the_five_sources_are_one_incident_with_windows_around_the_undated_steps() -> None:
    told, keys = history()
    assert len(told.incidents) == 1
    order = gold()["order"]
    (document,) = (name for name, key in keys.items() if key == order["doc"])
    from ingest.pipeline import extract

    path = SHARED / "seeds" / gold()["documents"][order["doc"]]["file"]
    claims = extract(Source(path.read_bytes(), Given(name=path.name))).claims
    windows = []
    for step in order["steps"]:
        claim = next(row for row in claims if step in row.quote or row.quote in step)
        windows.append(next(event.time.window for event in told.events if claim.id in event.claims))
    moment = "2025-10-20T06:48:00+00:00"
    assert document and [window.latest and window.latest.isoformat() for window in windows[:7]] == [moment] * 7
    assert windows[6].earliest and windows[6].earliest.isoformat() == moment
    assert windows[7].earliest and windows[7].earliest.isoformat() == moment
