"""The page made straight from rows is the timeline's JSON to the byte, on both databases, page by page."""
from __future__ import annotations

from datetime import UTC, datetime

import orjson
import pytest
from sqlalchemy import Engine

from kb import intake
from kb.model import Given, Kind, Source
from kb.queries.filters import Filters
from kb.queries.timeline import timeline
from kb.queries.timeline_json import timeline_json
from kb.queries.timeline_page import timeline_page
from kb.store.engine import reading
from tests.kb.building import FakeReader, Said

SAID = (
    Said("A new routing table was pushed.", None, Kind.TRIGGER, ("router",), "config-change"),
    Said("From 08:00 to 12:00 checkout and search failed.", "08:00", services=("checkout", "search"), happening="api-errors", end="12:00"),
    Said("At 08:10 the pager rang.", "08:10", Kind.DETECTION, ("checkout",), "alert-fired"),
    Said("Nobody knows who pushed it.", None, Kind.TRIGGER, (), "an-unnamed-thing"),
    Said("At 12:00 checkout was back.", "12:00", Kind.RECOVERY, ("checkout",), "recovered"),
)


@pytest.fixture
def filled(engine: Engine) -> Engine:
    reader = FakeReader()
    intake.ingest(engine, reader, Source(reader.teach("Edge outage", SAID), Given(incident="edge")))
    return engine


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("incident", ["edge", None])
@pytest.mark.parametrize("limit", [1, 2, 50])
def test_pages_are_those_of_the_timeline(filled: Engine, language: str, incident: str | None, limit: int) -> None:
    cursor, seen = None, 0
    with reading(filled) as connection:
        while True:
            asked = {"limit": limit, "cursor": cursor, "language": language}
            whole = timeline_json(timeline(connection, incident, Filters(), **asked))  # type: ignore[arg-type]
            page = timeline_page(connection, incident, Filters(), **asked)  # type: ignore[arg-type]
            assert orjson.dumps(page) == orjson.dumps(whole)
            seen += len(whole["items"]) + len(whole["undated"])
            cursor = whole["next"]
            if cursor is None:
                break
    assert seen == len(SAID)


def test_every_column_of_a_time_comes_through(filled: Engine) -> None:
    moment = datetime(2025, 10, 20, 7, 48, 30, 123456, tzinfo=UTC)
    odd = {
        "start": None, "end": None, "local_start": "2025-10-20T07:48:30.123456", "local_end": "2025-10-21T00:00:00", "bound": "by",
        "precision": "second", "approximate": True, "as_written": "around 7", "zone_name": "Europe/Paris", "zone_offset": "+02:00",
        "zone_basis": "stated", "zone_as_written": "CEST", "alternatives": ["2025-10-20T07:48:30+02:00", "2025-10-20T09:00:00"],
        "earliest": moment, "latest": moment,
    }
    from kb.store.history_tables import events

    with filled.begin() as connection:
        connection.execute(events.update().where(events.c.happening == "alert-fired").values(odd))
        page = timeline_page(connection, "edge", Filters(), limit=50)
        assert orjson.dumps(page) == orjson.dumps(timeline_json(timeline(connection, "edge", Filters(), limit=50)))
        shown = next(row for row in page["items"] if row["happening"] == "alert-fired")["time"]
    assert (shown["start"], shown["alternatives"][0], shown["window"]["latest"]) == (
        "2025-10-20T07:48:30", "2025-10-20T05:48:30Z", "2025-10-20T07:48:30Z")
