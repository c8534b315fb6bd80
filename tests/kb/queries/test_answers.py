"""State, metrics, actions, pages, and the export with its way back."""
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from kb import intake
from kb.errors import InvalidInput, NotFound
from kb.model import ActionItem, Given, Kind, Source
from kb.queries import actions, conflicts, decisions, documents, incidents, metrics, services, state
from kb.queries.export import export
from kb.queries.paging import Page
from kb.store.engine import open_engine, reading
from tests.kb.building import DAY, FakeReader, Said

SAID = (
    Said("Disks filled up from 07:00.", "07:00", Kind.IMPACT, ("disks",), "disk-full"),
    Said("From 08:00 to 09:00 uploads failed.", "08:00", Kind.IMPACT, ("uploads",), "api-errors", end="09:00", because=0),
    Said("At 08:20 the disks were cleaned.", "08:20", Kind.MITIGATION, ("disks",), "mitigation"),
    Said("At 08:45 the disks were fine.", "08:45", Kind.RECOVERY, ("disks",), "recovered"),
    Said("Uploads keep files on the disks.", needs=(("uploads", "disks"),), kind=Kind.STATE, happening="unknown"),
)


class Promising(FakeReader):
    """A reader that finds a promise in the first sentence."""

    def extract(self, source: Source) -> Any:
        facts = super().extract(source)
        claim = facts.claims[0]
        item = ActionItem(claim.id + "a", "Watch the disks", "Bo", date(2031, 6, 1), False, claim.quote, claim.span)
        return replace(facts, actions=(item,))


@pytest.fixture
def filled(engine: Engine) -> Engine:
    reader = Promising()
    result = intake.ingest(engine, reader, Source(reader.teach("Disk outage", SAID), Given(incident="disks", name="d.md")))
    late = [Said("Disks filled up from 07:04.", "07:04", Kind.IMPACT, ("disks",), "disk-full")]
    for title, said in (("Second view", late), ("Third view", SAID[:1])):
        intake.ingest(engine, reader, Source(reader.teach(title, said), Given(incident="disks")))
    assert result.facts is not None
    intake.decide(engine, result.facts.claims[3].id, "services", "disks,volumes", who="Ana", when=DAY)
    return engine


def states(engine: Engine, at: datetime) -> dict[str, str]:
    with reading(engine) as connection:
        return {row["service"]: row["state"] for row in state.state(connection, "disks", at)["services"]}


@pytest.mark.parametrize(
    ("minutes", "disks", "uploads"),
    [(419, "unknown", "unknown"), (420, "degraded", "unknown"), (480, "degraded", "degraded"), (500, "recovering", "degraded"),
     (525, "up", "degraded"), (540, "up", "up"), (9999, "up", "up")],
)
def test_state_is_the_fold_of_what_was_told(filled: Engine, minutes: int, disks: str, uploads: str) -> None:
    found = states(filled, DAY + timedelta(minutes=minutes))
    assert (found["disks"], found["uploads"]) == (disks, uploads)


def test_state_needs_an_instant(filled: Engine) -> None:
    with reading(filled) as connection, pytest.raises(InvalidInput):
        state.state(connection, "disks", datetime(2031, 5, 2))


def test_metrics_name_their_events_and_say_what_is_absent(filled: Engine) -> None:
    with reading(filled) as connection:
        found = metrics.metrics(connection, "disks")
    assert set(found["metrics"]) == {"time_to_mitigate", "time_to_recover"}
    assert found["absent"] == ["time_to_detect", "time_to_diagnose"]
    assert found["metrics"]["time_to_mitigate"]["minutes"] == 80
    assert [row["lag_minutes"] for row in found["lags"]] == [60]


def test_actions_belong_to_their_incident(filled: Engine) -> None:
    with reading(filled) as connection:
        items = actions.listed(connection, "disks").items
        assert [(row["owner"], row["due"], row["done"], row["incident"]) for row in items] == [("Bo", "2031-06-01", False, "disks")] * 3
        with pytest.raises(NotFound):
            actions.listed(connection, "nobody")


def test_tolerance_takes_small_differences_away(filled: Engine) -> None:
    with reading(filled) as connection:
        assert [row["code"] for row in conflicts.every(connection, "disks")] == ["start-differs"]
        values = {one["value"] for one in conflicts.every(connection)[0]["values"]}
        assert values == {"2031-05-02T07:00:00Z", "2031-05-02T07:04:00Z"}
        assert len(conflicts.listed(connection, "disks", tolerance=3.9).items) == 1
        assert conflicts.listed(connection, "disks", tolerance=4).items == ()
        with pytest.raises(InvalidInput):
            conflicts.listed(connection, tolerance=-1)


COLLECTIONS: list[Callable[..., Page]] = [
    documents.listed, incidents.listed, services.listed, conflicts.listed, actions.listed, decisions.listed, decisions.audited,
]


@pytest.mark.parametrize("listed", COLLECTIONS)
def test_collections_page_by_key(filled: Engine, listed: Callable[..., Page]) -> None:
    def pieces(connection: Connection) -> list[dict[str, Any]]:
        found, cursor = list[dict[str, Any]](), None
        while True:
            page = listed(connection, limit=1, cursor=cursor)
            found += page.items
            cursor = page.next
            if cursor is None:
                return found

    with reading(filled) as connection:
        assert pieces(connection) == list(listed(connection).items)
        with pytest.raises(InvalidInput):
            listed(connection, cursor="nonsense")
        with pytest.raises(InvalidInput):
            listed(connection, limit=201)


KEYS = {
    "documents": "id title language sha256 source_url chars given current findings",
    "claims": "id document kind happening label time services quote span time_span section stance language event rule",
    "cause_edges": "id document relation polarity stance cause effect quote span rule",
    "dependencies": "dependent dependency evidence documents",
    "services": "slug name kind part_of incident aliases",
    "incidents": "slug title documents start end events",
    "events": "id incident kind time services label claims conflicts causes effects",
    "conflicts": "id incident code events edges field values proposed",
    "actions": "id document incident text owner due done quote span",
    "decisions": "id target field machine value who when undone",
}


def test_export_has_the_contracts_shape(filled: Engine) -> None:
    with reading(filled) as connection:
        made = export(connection)
        texts = {row["id"]: documents.text(connection, row["id"]) for row in made["documents"]}
    assert list(made) == list(KEYS)
    for name, keys in KEYS.items():
        assert made[name], name
        for row in made[name]:
            assert set(keys.split()) <= set(row), name
    for row in (*made["claims"], *made["cause_edges"], *made["actions"]):
        start, end = row["span"]
        assert texts[row["document"]][start:end] == row["quote"]
    order = [(row["document"], row["span"]) for row in made["claims"]]
    assert order == sorted(order)
    for name in ("documents", "cause_edges", "events", "conflicts", "actions", "decisions"):
        ids = [row["id"] for row in made[name]]
        assert ids == sorted(ids)
    assert json.loads(json.dumps(made)) == made


def test_a_full_export_restores_everything(filled: Engine, sqlite_url: str, template: Any, tmp_path: Any) -> None:
    import shutil

    with reading(filled) as connection:
        full, plain = json.loads(json.dumps(export(connection, full=True))), export(connection)
    shutil.copy(template, tmp_path / "second.sqlite")
    other = open_engine(f"sqlite:///{tmp_path / 'second.sqlite'}")
    done = intake.restore(other, full)
    assert (done.documents, done.decisions, done.held) == (3, 1, 0)
    with reading(other) as connection:
        assert export(connection) == plain
        assert json.loads(json.dumps(export(connection, full=True))) == full
    again = intake.restore(other, full)
    assert (again.documents, again.decisions, again.held) == (0, 0, 3)
    other.dispose()


def _without_texts(full: dict[str, Any]) -> None:
    del full["documents"][1]["data"]


def _other_bytes(full: dict[str, Any]) -> None:
    full["documents"][1]["data"] = "QUJD"


def _moved_quote(full: dict[str, Any]) -> None:
    full["documents"][1]["facts"]["claims"][0]["span_start"] += 1


def _unknown_kind(full: dict[str, Any]) -> None:
    full["documents"][1]["facts"]["claims"][0]["kind"] = "gossip"


def _no_decisions(full: dict[str, Any]) -> None:
    del full["decisions"]


def _bad_decision(full: dict[str, Any]) -> None:
    full["decisions"][0]["field"] = "colour"


def _other_id(full: dict[str, Any]) -> None:
    full["documents"][1]["id"] = "0" * 32


def _twice(full: dict[str, Any]) -> None:
    full["documents"].append(full["documents"][1])


@pytest.mark.parametrize("spoil", [
    _without_texts, _other_bytes, _moved_quote, _unknown_kind, _no_decisions, _bad_decision, _other_id, _twice,
])
def test_a_spoilt_export_restores_nothing(
    filled: Engine, template: Any, tmp_path: Any, spoil: Callable[[dict[str, Any]], None]
) -> None:
    import shutil

    with reading(filled) as connection:
        full = json.loads(json.dumps(export(connection, full=True)))
    spoil(full)
    shutil.copy(template, tmp_path / "second.sqlite")
    other = open_engine(f"sqlite:///{tmp_path / 'second.sqlite'}")
    with pytest.raises(InvalidInput):
        intake.restore(other, full)
    with reading(other) as connection:
        assert export(connection)["documents"] == []
    other.dispose()
