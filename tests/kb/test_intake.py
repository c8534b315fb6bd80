"""Taking documents in: identity, versions, corrections, and that history follows each of them."""
from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Engine, func, select

from kb import intake
from kb.errors import Conflict, InvalidInput, NotFound, UnreadableDocument
from kb.model import Given, Kind, Source
from kb.queries import conflicts, decisions, documents, events, incidents, metrics
from kb.queries.export import export
from kb.queries.timeline import timeline
from kb.reconcile import history
from kb.reconcile.incidents import Group
from kb.store import load
from kb.store.engine import reading
from kb.store.tables import audit
from tests.kb.building import FakeReader, Said

WHEN = datetime(2031, 5, 3, 8, tzinfo=UTC)
ENGLISH = (
    Said("At 10:00 the queue broker stopped taking messages.", "10:00", services=("queue",), happening="unavailable"),
    Said("At 10:12 an alert fired for the queue.", "10:12", Kind.DETECTION, ("queue",), "alert-fired"),
    Said("At 10:40 the queue was restarted.", "10:40", Kind.MITIGATION, ("queue",), "restart"),
    Said("At 11:05 the queue had recovered.", "11:05", Kind.RECOVERY, ("queue",), "recovered"),
)
SPANISH = (
    Said("A las 10:00 el broker de colas dejó de aceptar mensajes.", "10:00", services=("queue",), happening="unavailable"),
    Said("A las 11:09 la cola se había recuperado.", "11:09", Kind.RECOVERY, ("queue",), "recovered"),
)


@pytest.fixture
def reader() -> FakeReader:
    return FakeReader()


def exported(engine: Engine) -> dict[str, object]:
    with reading(engine) as connection:
        return export(connection)


def test_stored_then_unchanged(engine: Engine, reader: FakeReader) -> None:
    source = Source(reader.teach("Queue outage", ENGLISH), Given(name="a.md"))
    first = intake.ingest(engine, reader, source)
    assert (first.status, first.counts["claims"], first.findings) == ("stored", 4, ())
    with reading(engine) as connection:
        before = load.version(connection)
    again = intake.ingest(engine, reader, source)
    assert (again.status, again.document, again.incident) == ("unchanged", first.document, first.incident)
    assert reader.asked == 1, "a held document is not read again"
    with reading(engine) as connection:
        assert load.version(connection) == before


def test_events_stand_in_the_timeline(engine: Engine, reader: FakeReader) -> None:
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    with reading(engine) as connection:
        rows = timeline(connection, result.incident).rows
        assert [row.kind.value for row in rows] == ["impact", "detection", "mitigation", "recovery"]
        assert rows[0].quote == ENGLISH[0].words and rows[0].documents == (result.document,)
        figures = metrics.metrics(connection, str(result.incident))["metrics"]
        assert {name: figure["minutes"] for name, figure in figures.items()} == {
            "time_to_detect": 12, "time_to_mitigate": 40, "time_to_recover": 65,
        }
        assert figures["time_to_detect"]["to"]["event"] == rows[1].id


def test_other_givens_are_read_in_place(engine: Engine, reader: FakeReader) -> None:
    data = reader.teach("Queue outage", ENGLISH)
    first = intake.ingest(engine, reader, Source(data))
    reader.known[data] = (ENGLISH[:3], "en")
    second = intake.ingest(engine, reader, Source(data, Given(zone="America/Lima")))
    assert (second.status, second.document) == ("reread", first.document)
    assert second.difference is not None
    assert [row["quote"] for row in second.difference.claims["removed"]] == [ENGLISH[3].words]
    assert second.difference.answers["time_to_recover"] == {"before": 65, "after": None}
    with reading(engine) as connection:
        assert documents.one(connection, first.document)["given"]["zone"] == "America/Lima"


def test_newer_rules_are_applied_by_rereading(engine: Engine, reader: FakeReader) -> None:
    data = reader.teach("Queue outage", ENGLISH)
    first = intake.ingest(engine, reader, Source(data))
    assert [one.status for one in intake.reread(engine, reader)] == ["unchanged"]
    reader.version = "2"
    reader.known[data] = ((*ENGLISH[:3], Said(ENGLISH[3].words, "11:06", Kind.RECOVERY, ("queue",), "recovered")), "en")
    (again,) = intake.reread(engine, reader, [first.document])
    assert again.status == "reread" and again.difference
    assert again.difference.claims["changed"][0]["fields"]["time"]["after"]["start"] == "2031-05-02T11:06:00Z"
    with pytest.raises(NotFound):
        intake.reread(engine, reader, ["nobody"])


def test_new_version_takes_the_place(engine: Engine, reader: FakeReader) -> None:
    old = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    new = intake.ingest(engine, reader, Source(reader.teach("Queue outage, revised", ENGLISH[:2]), Given(replaces=old.document)))
    assert (new.status, new.replaced) == ("replaced", old.document)
    assert new.difference and len(new.difference.claims["removed"]) == 2 and not new.difference.claims["added"]
    with reading(engine) as connection:
        kept = documents.one(connection, old.document)
        assert (kept["current"], kept["replaced_by"], kept["incident"]) == (False, new.document, None)
        assert [row.documents for row in timeline(connection).rows] == [(new.document,)] * 2
        assert documents.text(connection, old.document).startswith("Queue outage\n")
    with pytest.raises(Conflict):
        intake.ingest(engine, reader, Source(reader.teach("Third", ENGLISH[:1]), Given(replaces=old.document)))
    with pytest.raises(InvalidInput):
        intake.ingest(engine, reader, Source(reader.teach("Third", ENGLISH[:1]), Given(replaces="nobody")))


def test_same_address_and_language_is_a_new_version(engine: Engine, reader: FakeReader) -> None:
    given = Given(source_url="https://status.example/queue")
    old = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH), given))
    new = intake.ingest(engine, reader, Source(reader.teach("Queue outage, final", ENGLISH[:3]), given))
    other = intake.ingest(engine, reader, Source(reader.teach("Caída de la cola", SPANISH, "es"), given))
    assert (new.replaced, other.replaced) == (old.document, None)
    assert intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH), given)).status == "unchanged"
    with reading(engine) as connection:
        assert sorted(load.current_documents(connection)) == sorted([new.document, other.document])


def test_deleting_undoes_exactly_its_part(engine: Engine, reader: FakeReader) -> None:
    intake.ingest(engine, reader, Source(reader.teach("Caída de la cola", SPANISH, "es")))
    before = exported(engine)
    old = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    between = exported(engine)
    new = intake.ingest(engine, reader, Source(reader.teach("Queue outage, revised", ENGLISH[:2]), Given(replaces=old.document)))
    intake.delete(engine, new.document)
    assert exported(engine) == between
    intake.delete(engine, old.document)
    assert exported(engine) == before
    with pytest.raises(NotFound):
        intake.delete(engine, old.document)


def test_deleting_in_the_middle_keeps_the_chain(engine: Engine, reader: FakeReader) -> None:
    ids = []
    for number in (4, 3, 2):
        given = Given(replaces=ids[-1] if ids else None)
        ids.append(intake.ingest(engine, reader, Source(reader.teach(f"Take {number}", ENGLISH[:number]), given)).document)
    intake.delete(engine, ids[1])
    with reading(engine) as connection:
        assert documents.one(connection, ids[0])["replaced_by"] == ids[2]
        assert load.current_documents(connection) == [ids[2]]


def test_order_of_ingest_does_not_matter(engine: Engine, reader: FakeReader) -> None:
    sources = [Source(reader.teach("Queue outage", ENGLISH)), Source(reader.teach("Caída de la cola", SPANISH, "es"))]
    for source in sources:
        intake.ingest(engine, reader, source)
    one_way = exported(engine)
    with reading(engine) as connection:
        ids = load.current_documents(connection)
        assert len(conflicts.every(connection)) == 1
    for document in ids:
        intake.delete(engine, document)
    for source in reversed(sources):
        intake.ingest(engine, reader, source)
    assert exported(engine) == one_way


def test_preview_stores_nothing(engine: Engine, reader: FakeReader) -> None:
    intake.ingest(engine, reader, Source(reader.teach("Caída de la cola", SPANISH, "es")))
    before = exported(engine)
    seen = intake.preview(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    assert (seen.status, seen.counts["claims"]) == ("stored", 4) and seen.incident is not None
    assert exported(engine) == before


def test_text_with_nul_is_refused_whole(engine: Engine, reader: FakeReader) -> None:
    with pytest.raises(UnreadableDocument):
        intake.ingest(engine, reader, Source(reader.teach("Queue\x00outage", ENGLISH)))
    assert exported(engine)["documents"] == []


def test_odd_names_are_made_storable(engine: Engine, reader: FakeReader) -> None:
    source = Source(reader.teach("Queue outage", ENGLISH), Given(name="a\udcff\x00.md"))
    assert intake.ingest(engine, reader, source).status == "stored"
    assert intake.ingest(engine, reader, source).status == "unchanged"


def test_corrections_are_applied_exported_and_undone(engine: Engine, reader: FakeReader) -> None:
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    before = exported(engine)
    assert result.facts is not None
    claim = result.facts.claims[2].id
    (decision,) = intake.decide(engine, claim, "kind", "communication", who="Ana", when=WHEN)
    assert (decision.machine, decision.value) == ("mitigation", "communication")
    with reading(engine) as connection:
        assert events.one(connection, claim)["kind"] == "communication"
        assert load.facts(connection, result.document).claims[2].kind is Kind.MITIGATION, "the machine's value stays"
    said = {row["id"]: row["kind"] for row in exported(engine)["claims"]}  # type: ignore[attr-defined]
    assert said[claim] == "communication"
    reader.version = "2"
    intake.reread(engine, reader)
    with reading(engine) as connection:
        assert events.one(connection, claim)["kind"] == "communication", "corrections survive rereading"
    assert intake.undo(engine, decision.id).undone
    after = exported(engine)
    assert [row["undone"] for row in after["decisions"]] == [True]  # type: ignore[attr-defined]
    assert after["events"] == before["events"]
    with pytest.raises(NotFound):
        intake.undo(engine, "nobody")


def test_rejected_claims_make_no_event(engine: Engine, reader: FakeReader) -> None:
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    assert result.facts is not None
    claim = result.facts.claims[1].id
    intake.decide(engine, claim, "reject", "true", who="Ana", when=WHEN)
    with reading(engine) as connection:
        assert [row.kind for row in timeline(connection).rows] == [Kind.IMPACT, Kind.MITIGATION, Kind.RECOVERY]
        rejected = [row for row in documents.claims(connection, result.document).items if row["id"] == claim]
        assert rejected[0]["event"] is None


def test_times_and_services_can_be_corrected(engine: Engine, reader: FakeReader) -> None:
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    assert result.facts is not None
    claim = result.facts.claims[0].id
    intake.decide(engine, claim, "time", "2031-05-02T11:30:00+02:00/2031-05-02T11:05:00Z", who="Ana", when=WHEN)
    intake.decide(engine, claim, "services", "queue, ledger", who="Ana", when=WHEN)
    with reading(engine) as connection:
        row = events.one(connection, claim)
        assert (row["time"]["start"], row["time"]["end"]) == ("2031-05-02T09:30:00Z", "2031-05-02T11:05:00Z")
        assert row["services"] == ["queue", "ledger"]
        assert [item["machine"] for item in decisions.listed(connection, target=claim).items].count("queue") == 1


def test_alias_makes_two_services_one(engine: Engine, reader: FakeReader) -> None:
    intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    other = tuple(Said(one.words, one.clock, one.kind, ("cola",), one.happening) for one in SPANISH)
    intake.ingest(engine, reader, Source(reader.teach("Caída de la cola", other, "es")))
    (decision,) = intake.decide(engine, "cola", "alias", "queue", who="Ana", when=WHEN)
    services = {row["slug"] for row in exported(engine)["services"]}  # type: ignore[attr-defined]
    assert services == {"queue"}
    with reading(engine) as connection:
        assert {row.services for row in timeline(connection).rows} == {("queue",)}
    intake.undo(engine, decision.id)
    assert {row["slug"] for row in exported(engine)["services"]} == {"cola", "queue"}  # type: ignore[attr-defined]


def test_aliases_in_a_circle_are_refused(engine: Engine, reader: FakeReader) -> None:
    for slug in ("queue", "cola", "fila"):
        said = tuple(Said(one.words, one.clock, one.kind, (slug,), one.happening) for one in ENGLISH)
        intake.ingest(engine, reader, Source(reader.teach(f"Outage of {slug}", said)))
    intake.decide(engine, "cola", "alias", "queue", who="Ana", when=WHEN)
    second = intake.decide(engine, "queue", "alias", "fila", who="Ana", when=WHEN)
    for slug in ("cola", "queue", "fila"):
        with pytest.raises(InvalidInput):
            intake.decide(engine, "fila", "alias", slug, who="Ana", when=WHEN)
    intake.undo(engine, second[0].id)
    intake.decide(engine, "fila", "alias", "cola", who="Ana", when=WHEN)
    assert {row["slug"] for row in exported(engine)["services"]} == {"queue"}  # type: ignore[attr-defined]


def test_earlier_slugs_lead_to_the_incident(engine: Engine, reader: FakeReader) -> None:
    first = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    intake.decide(engine, first.document, "incident", "the big one", who="Ana", when=WHEN)
    with reading(engine) as connection:
        now = incidents.current_slug(connection, str(first.incident))
        assert now == "the-big-one" != first.incident
        assert incidents.one(connection, str(first.incident))["slug"] == now
        with pytest.raises(NotFound):
            incidents.current_slug(connection, "never-was")


@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "gossip"), ("time", "yesterday"), ("time", "2031-05-02T10:00:00"), ("reject", "maybe"), ("colour", "red"),
     ("time", "2031-05-02T10:00:00Z/2031-05-01T10:00:00Z"), ("services", "Not A Slug"), ("merge", ""), ("alias", "")],
)
def test_bad_decisions_are_refused(engine: Engine, reader: FakeReader, field: str, value: str) -> None:
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)))
    assert result.facts is not None
    with pytest.raises(InvalidInput):
        intake.decide(engine, result.facts.claims[0].id, field, value, who="Ana", when=WHEN)
    with pytest.raises(NotFound):
        intake.decide(engine, "nobody", "kind", "impact", who="Ana", when=WHEN)
    assert exported(engine)["decisions"] == []


def test_every_change_is_audited(engine: Engine, reader: FakeReader) -> None:
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", ENGLISH)), who="Ana", when=WHEN)
    assert result.facts is not None
    (decision,) = intake.decide(engine, result.facts.claims[0].id, "kind", "trigger", who="Bo", when=WHEN)
    intake.undo(engine, decision.id, who="Cy", when=WHEN)
    intake.delete(engine, result.document, who="Di", when=WHEN)
    with reading(engine) as connection:
        page = decisions.audited(connection)
        assert [(row["who"], row["action"]) for row in page.items] == [
            ("Ana", "stored"), ("Bo", "decide"), ("Cy", "undo"), ("Di", "delete"),
        ]
        assert connection.scalar(select(func.count()).select_from(audit)) == 4


def test_outages_that_share_a_slug_make_no_others_anew(
    engine: Engine, reader: FakeReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two outages of one service on one day have slugs of their own; only they are reconciled when the second comes."""
    made: list[str] = []
    plain = history._part

    def watched(one: Group, *rest: Any) -> Any:
        made.append(one.slug)
        return plain(one, *rest)

    monkeypatch.setattr(history, "_part", watched)
    evening = tuple(replace(one, clock=clock) for one, clock in zip(ENGLISH, ("20:00", "20:12", "20:40", "21:05"), strict=True))
    elsewhere = (Said("At 10:00 the ledger was slow.", "10:00", services=("ledger",), happening="slow"),)
    for title, said in (("Queue outage", ENGLISH), ("Ledger outage", elsewhere), ("Queue outage at night", evening)):
        made.clear()
        intake.ingest(engine, reader, Source(reader.teach(title, said)))
    with reading(engine) as connection:
        slugs = {row["slug"] for row in incidents.listed(connection).items}
    assert len(slugs) == 3
    assert sorted(made) == sorted(slug for slug in slugs if "queue" in slug)
