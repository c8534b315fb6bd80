"""The page made straight from rows is the timeline's JSON to the byte, on both databases, page by page."""
from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from sqlalchemy import Engine, select

from kb import intake
from kb.model import Given, Kind, Source, Stance
from kb.queries.filters import Filters
from kb.queries.timeline import timeline
from kb.queries.timeline_json import timeline_json
from kb.queries.timeline_page import timeline_page
from kb.render.clock import choose
from kb.store import save
from kb.store.engine import reading, writing
from kb.store.history_tables import events, services
from kb.store.shown import keep
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
@pytest.mark.parametrize(("zones", "filters"), [
    ((), Filters()),
    (("Asia/Kolkata", "reported", "+05:30"), Filters(stances=[Stance.REPORT])),
    ((), Filters(start=datetime(1999, 1, 1, tzinfo=UTC), kinds=list(Kind))),
])
def test_pages_are_those_of_the_timeline(
    filled: Engine, language: str, incident: str | None, limit: int, zones: tuple[str, ...], filters: Filters
) -> None:
    cursor, seen, choices = None, 0, choose(zones) if zones else ()
    with reading(filled) as connection:
        while True:
            asked = {"limit": limit, "cursor": cursor, "language": language}
            whole = timeline_json(timeline(connection, incident, filters, **asked), choices)  # type: ignore[arg-type]
            page = timeline_page(connection, incident, filters, zones=choices, **asked)  # type: ignore[arg-type]
            assert (page.body, page.next) == (orjson.dumps(whole), whole["next"])
            seen += len(whole["items"]) + len(whole["undated"])
            cursor = whole["next"]
            if cursor is None:
                break
    assert seen == len(SAID)


ODD = {
    "start": None, "end": None, "local_start": "2025-10-20T07:48:30.123456", "local_end": "2025-10-21T00:00:00", "bound": "by",
    "precision": "second", "approximate": True, "as_written": 'around "7" \\ \n\x01 \u2028 é 七', "zone_name": "Europe/Paris",
    "zone_offset": "+02:00", "zone_basis": "stated", "zone_as_written": "CEST",
    "alternatives": ["2025-10-20T07:48:30+02:00", "2025-10-20T09:00:00"],
    "earliest": datetime(2025, 10, 20, 7, 48, 30, 123456, tzinfo=UTC), "latest": datetime(1850, 1, 1, tzinfo=UTC),
}


@pytest.mark.parametrize("odd", [
    ODD,
    {**ODD, "local_start": None, "local_end": None, "start": datetime(1850, 1, 1, tzinfo=UTC),
     "end": datetime(2025, 10, 20, 7, 48, 30, 999999, tzinfo=UTC), "zone_name": None, "zone_offset": None, "zone_basis": "unknown"},
])
@pytest.mark.parametrize("written", [True, False], ids=["written-down", "a-row-of-an-older-version"])
def test_every_column_of_a_time_comes_through(filled: Engine, odd: dict[str, Any], written: bool) -> None:
    choices = choose(("reported", "Europe/Amsterdam"))
    with filled.begin() as connection:
        connection.execute(events.update().where(events.c.happening == "alert-fired").values(**odd, shown=None))
        if written:
            keep(connection, "edge")
        page = timeline_page(connection, "edge", Filters(), limit=50, zones=choices)
        assert page.body == orjson.dumps(timeline_json(timeline(connection, "edge", Filters(), limit=50), choices))
    shown = next(row for row in orjson.loads(page.body)["items"] if row["happening"] == "alert-fired")["time"]
    assert (shown["alternatives"][0], shown["window"]["earliest"], shown["as_written"]) == (
        "2025-10-20T05:48:30Z", "2025-10-20T07:48:30Z", odd["as_written"])
    assert shown["start"] == ("2025-10-20T07:48:30" if odd is ODD else "1850-01-01T00:00:00Z")


def test_each_event_is_written_down_as_it_is_shown(filled: Engine) -> None:
    """What a page takes as it is says of its event what the columns say, whatever wrote them."""
    with reading(filled) as connection:
        rows = connection.execute(select(events)).mappings().all()
    assert rows and all(orjson.loads(f'{row["shown"]}""}}')["quote"] == row["quote"] for row in rows)


def test_names_of_services_are_as_of_now(filled: Engine) -> None:
    """What is kept between requests is let go with a change of the store."""
    def label() -> str:
        with reading(filled) as connection:
            return str(orjson.loads(timeline_page(connection, "edge", Filters(), limit=1).body)["items"][0]["label"])

    before = label()
    with writing(filled) as connection:
        connection.execute(services.update().values(name="Till"))
        save.next_version(connection)
    assert "Till" in label() and label() != before
