"""The conflicts of the five sources, against their hand-read labels. The whole route runs: bytes to conflicts."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from ingest.pipeline import extract
from kb.model import DocumentFacts, Given, History, Source
from kb.reconcile import reconcile

SHARED = Path(__file__).resolve().parents[4] / "shared"
GOLD = SHARED / "gold" / "seeds.json"
pytestmark = pytest.mark.skipif(not GOLD.exists(), reason="the labelled sources are not beside the project")


@lru_cache(maxsize=1)
def sources() -> dict[str, DocumentFacts]:
    """The facts of the five sources by key."""
    paths = {key: SHARED / "seeds" / document["file"] for key, document in gold()["documents"].items()}
    return {key: extract(Source(path.read_bytes(), Given(name=path.name))) for key, path in paths.items()}


@lru_cache(maxsize=1)
def history() -> tuple[History, dict[str, str]]:
    """What the five sources come to, and their keys by document id."""
    return reconcile(list(sources().values()), ()), {facts.document.id: key for key, facts in sources().items()}


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


def missing(label: dict[str, Any]) -> str:
    """What a label lacks: "" when it is shown with all its documents."""
    documents = found().get((label["code"], wanted(label)))
    if documents is None:
        return f"{label['id']}: not shown"
    lacking = {row["document"] for row in label["values"] if row["document"]} - documents
    return f"{label['id']}: without {sorted(lacking)}" if lacking else ""


@pytest.mark.parametrize("label", labels("required"), ids=lambda row: row["id"])
def test_a_required_conflict_is_shown_with_its_documents(label: dict[str, Any]) -> None:
    assert not missing(label), sorted((code, sorted(values)) for code, values in found())


def test_most_of_the_expected_conflicts_are_shown() -> None:
    """Sentences whose second half extraction does not tie to a service ("after X, back to normal") may be missed."""
    lacking = [reason for label in labels("expected") if (reason := missing(label))]
    assert len(lacking) <= 0.4 * len(labels("expected")), lacking


@pytest.mark.parametrize("label", labels("not-a-conflict"), ids=lambda row: row["id"])
def test_what_only_looks_like_a_conflict_is_none(label: dict[str, Any]) -> None:
    told, keys = history()
    sides = {(row["document"], row["quote"]) for row in label["values"]}
    for row in told.conflicts:
        shown = {side for side in sides for value in row.values if value.value and keys[value.document] == side[0]
                 and (side[1] in value.quote or value.quote in side[1])}
        assert shown != sides or wanted(label) - {value.value[:16] + "Z" for value in row.values if value.value}, row


def test_any_order_of_the_sources_gives_the_same_history() -> None:
    told, _ = history()
    for mixed in list(permutations(sources().values()))[1::29]:
        assert reconcile(mixed, ()) == told


def test_one_happening_in_five_languages_is_one_event() -> None:
    """Every labelled happening of two or more sources comes to one event; at most one in ten may fall apart."""
    told, _ = history()
    apart = []
    for label in gold()["claims"]:
        quotes = label["quotes"].items()
        events = {event for key, quote in quotes for event in told_by(told, key, quote, label["start"])}
        if len(label["quotes"]) > 1 and len(events) != 1:
            apart.append(label["id"])
    assert len(apart) <= len(gold()["claims"]) / 10, apart


def told_by(told: History, key: str, quote: str, start: str) -> set[str]:
    """The events of a source's claims at a labelled place and time."""
    facts = sources()[key]
    place = facts.document.text.find(quote)
    here = {
        claim.id for claim in facts.claims
        if claim.time_span and place <= claim.time_span[0] < place + len(quote)
        and (claim.time.start and claim.time.start.isoformat()[:16] + "Z") == start
    }
    return {event.id for event in told.events if here & set(event.claims)}


def test_at_most_two_other_conflicts_are_shown() -> None:
    known = {(row["code"], wanted(row)) for row in labels("required", "expected")}
    allowed = [(row["code"], wanted(row)) for row in labels("allowed")]
    others = [key for key in found() if key not in known
              and not any(key[0] == code and key[1] <= values for code, values in allowed)]
    assert len(others) <= 2, others


def test_the_five_sources_are_one_incident_with_windows_around_the_undated_steps() -> None:
    told, _ = history()
    assert len(told.incidents) == 1
    order = gold()["order"]
    claims = sources()[order["doc"]].claims
    windows = []
    for step in order["steps"]:
        claim = next(row for row in claims if step in row.quote or row.quote in step)
        windows.append(next(event.time.window for event in told.events if claim.id in event.claims))
    moment = "2025-10-20T06:48:00+00:00"
    assert [window.latest and window.latest.isoformat() for window in windows[:7]] == [moment] * 7
    assert windows[6].earliest and windows[6].earliest.isoformat() == moment
    assert windows[7].earliest and windows[7].earliest.isoformat() == moment
