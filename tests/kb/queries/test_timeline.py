"""Timelines: order, filters, relations and pages, on both databases."""
from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from kb import intake
from kb.errors import InvalidInput, NotFound
from kb.model import Bound, Claim, Event, Given, History, Incident, Kind, Precision, Source, Stance, Timeline, TimeValue, Window
from kb.queries import shapes
from kb.queries.filters import Filters
from kb.queries.timeline import count, timeline
from kb.store import save_history
from kb.store.engine import reading, writing
from tests.kb.building import DAY, FakeReader, Said, at

SAID = (
    Said("A new routing table was pushed.", None, Kind.TRIGGER, ("router",), "config-change"),
    Said("The table reached the edge.", None, Kind.TRIGGER, ("edge",), "plan-applied"),
    Said("From 08:00 to 12:00 checkout failed.", "08:00", services=("checkout",), happening="api-errors", end="12:00"),
    Said("At 08:10 the pager rang.", "08:10", Kind.DETECTION, ("checkout",), "alert-fired"),
    Said("At 09:00 the edge was rolled back.", "09:00", Kind.MITIGATION, ("edge",), "rollback"),
    Said("From 09:00 to 10:30 search was slow.", "09:00", services=("search",), happening="latency", end="10:30"),
    Said("At 12:00 checkout was back.", "12:00", Kind.RECOVERY, ("checkout",), "recovered"),
    Said("I think they should test tables first.", "13:00", Kind.STATE, ("router",), "unknown", stance=Stance.OPINION),
    Said("Nobody knows who pushed it.", None, Kind.STATE, ("router",), "unknown", stance=Stance.OPINION),
)


@pytest.fixture
def filled(engine: Engine) -> Engine:
    reader = FakeReader()
    intake.ingest(engine, reader, Source(reader.teach("Edge outage", SAID), Given(incident="edge")))
    return engine


def rows(engine: Engine, **wanted: object) -> list[str]:
    with reading(engine) as connection:
        found = timeline(connection, "edge", Filters(**wanted))  # type: ignore[arg-type]
    return [row.happening for row in (*found.rows, *found.undated)]


def event(engine: Engine, happening: str) -> str:
    with reading(engine) as connection:
        return next(row.id for row in timeline(connection, "edge").rows if row.happening == happening)


@pytest.mark.parametrize("minutes", [0, 1, 600])
def test_a_range_that_ends_before_it_begins_holds_nothing(filled: Engine, minutes: int) -> None:
    noon = DAY + timedelta(hours=12)
    assert rows(filled, start=noon, end=noon - timedelta(minutes=minutes)) == []


def clock(hour: int, minute: int = 0) -> datetime:
    return DAY + timedelta(hours=hour, minutes=minute)


def test_dated_in_order_and_undated_apart(filled: Engine) -> None:
    with reading(filled) as connection:
        found = timeline(connection, "edge")
        assert [row.time.start for row in found.rows] == sorted(row.time.start for row in found.rows if row.time.start)
        assert [row.happening for row in found.undated] == ["config-change", "plan-applied"], "as the document tells them"
        assert count(connection, "edge") == (5, 2)
        assert found.title == "Edge outage" and found.next is None


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"kinds": [Kind.MITIGATION, Kind.RECOVERY]}, ["rollback", "recovered"]),
        ({"services": ["edge"]}, ["rollback", "plan-applied"]),
        ({"services": ["search", "router"]}, ["latency", "config-change"]),
        ({"languages": ["en"], "kinds": [Kind.DETECTION]}, ["alert-fired"]),
        ({"languages": ["pt"]}, []),
        ({"languages": ["%"]}, []),
        ({"start": clock(12)}, ["recovered", "config-change", "plan-applied"]),
        ({"start": clock(10, 30), "kinds": [Kind.IMPACT]}, ["api-errors"]),
        ({"start": clock(8, 10), "end": clock(9)}, ["api-errors", "alert-fired", "config-change", "plan-applied"]),
        ({"end": clock(8), "kinds": [Kind.IMPACT]}, []),
    ],
)
def test_filters(filled: Engine, wanted: dict[str, object], found: list[str]) -> None:
    got = rows(filled, **wanted)
    assert sorted(got) == sorted(found)


def test_undated_rows_count_when_their_window_does(engine: Engine) -> None:
    _made(engine, [TimeValue(window=Window(None, clock(8))), TimeValue(window=Window(clock(10), clock(11))), TimeValue()])
    with reading(engine) as connection:
        def kept(start: datetime | None, end: datetime | None) -> list[str]:
            return [row.id for row in timeline(connection, "made", Filters(start=start, end=end)).undated]

        assert kept(clock(9), clock(10)) == ["e2"]
        assert kept(clock(8), clock(9)) == ["e0", "e2"]
        assert kept(clock(11), None) == ["e1", "e2"]


def test_relations(filled: Engine) -> None:
    rollback, checkout = event(filled, "rollback"), event(filled, "api-errors")
    assert rows(filled, overlapping=rollback) == ["api-errors", "latency"], "what was still failing at that moment"
    assert set(rows(filled, during=checkout)) == {"alert-fired", "rollback", "latency", "recovered"}
    assert rows(filled, after=checkout) == ["recovered"]
    assert rows(filled, before=rollback) == ["alert-fired"]
    between = rows(filled, after=event(filled, "alert-fired"), before=event(filled, "recovered"))
    assert set(between) == {"rollback", "latency"}
    with pytest.raises(NotFound):
        rows(filled, during="nobody")
    with reading(filled) as connection:
        undated = timeline(connection, "edge").undated[0].id
    with pytest.raises(InvalidInput):
        rows(filled, after=undated)


def test_other_stances_show_claims(filled: Engine) -> None:
    assert rows(filled, stances=[Stance.OPINION]) == ["unknown", "unknown"]
    with reading(filled) as connection:
        found = timeline(connection, "edge", Filters(stances=[Stance.OPINION]))
        assert [row.quote for row in found.rows] == [SAID[7].words]
        assert [row.quote for row in found.undated] == [SAID[8].words]
        assert found.rows[0].claims == (found.rows[0].id,)
    assert rows(filled, stances=[Stance.OPINION], kinds=[Kind.IMPACT]) == []
    assert len(rows(filled, stances=[Stance.OPINION, Stance.REPORT])) == 9


def test_corrected_claims_are_filtered_as_corrected(filled: Engine) -> None:
    with reading(filled) as connection:
        opinion = timeline(connection, "edge", Filters(stances=[Stance.OPINION])).rows[0].id
    intake.decide(filled, opinion, "kind", "communication", who="Ana", when=DAY)
    intake.decide(filled, opinion, "services", "billing", who="Ana", when=DAY)
    assert len(rows(filled, stances=[Stance.OPINION], kinds=[Kind.COMMUNICATION])) == 1
    assert len(rows(filled, stances=[Stance.OPINION], kinds=[Kind.STATE])) == 1
    assert len(rows(filled, stances=[Stance.OPINION], services=["billing"])) == 1
    assert len(rows(filled, stances=[Stance.OPINION], services=["router"])) == 1


@pytest.mark.parametrize("stances", [(), (Stance.REPORT, Stance.OPINION)])
@pytest.mark.parametrize("limit", [1, 2, 3, 200])
def test_pages_are_whole_and_disjoint(filled: Engine, limit: int, stances: Sequence[Stance]) -> None:
    filters = Filters(stances=stances)
    with reading(filled) as connection:
        whole = timeline(connection, "edge", filters)
        pages = list[Timeline]()
        cursor = None
        while not pages or cursor:
            pages.append(timeline(connection, "edge", filters, limit=limit, cursor=cursor))
            cursor = pages[-1].next
    assert [row.id for page in pages for row in page.rows] == [row.id for row in whole.rows]
    assert [row.id for page in pages for row in page.undated] == [row.id for row in whole.undated]
    assert all(0 < len(page.rows) + len(page.undated) <= limit for page in pages)


@pytest.mark.parametrize("limit", [0, 201, -1])
def test_limits_are_held(filled: Engine, limit: int) -> None:
    with reading(filled) as connection, pytest.raises(InvalidInput):
        timeline(connection, "edge", limit=limit)


@pytest.mark.parametrize("cursor", ["", "x", "W10", "WzEsMl0", "eyJhIjoxfQ", "W3siYXQiOiIyMDMxIn0sImEiXQ"])
def test_bad_cursors_are_refused(filled: Engine, cursor: str) -> None:
    with reading(filled) as connection, pytest.raises(InvalidInput):
        timeline(connection, "edge", cursor=cursor)


def _made(engine: Engine, times: Sequence[TimeValue]) -> None:
    """An incident with these events and nothing else."""
    made = [Event(f"e{number}", "made", Kind.IMPACT, "errors", (), time, (), ()) for number, time in enumerate(times)]
    with writing(engine) as connection:
        save_history.replace_history(
            connection, _history(Incident("made", "Made", (), None, None), made), dict[str, tuple[str, Claim]]()
        )


def _history(incident: Incident, events: Sequence[Event]) -> History:
    return History((incident,), tuple(events))


MINUTES = st.integers(-4000, 4000)
RANGES = st.lists(st.tuples(MINUTES, st.none() | st.integers(0, 3500)), max_size=12)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(RANGES, MINUTES, st.integers(1, 3000), st.integers(1, 5))
def test_ranges_are_half_open(
    engine: Engine, spans: list[tuple[int, int | None]], start: int, length: int, limit: int
) -> None:
    def moment(minutes: int) -> datetime:
        return DAY + timedelta(minutes=minutes)

    _made(engine, [TimeValue(moment(low), None if long is None else moment(low + long)) for low, long in spans])
    low, high = moment(start), moment(start + length)
    expected = {
        f"e{number}" for number, (begin, long) in enumerate(spans)
        if moment(begin) < high and (moment(begin) >= low or moment(begin + (long or 0)) > low)
    }
    with reading(engine) as connection:
        found, cursor = list[str](), None
        while True:
            page = timeline(connection, "made", Filters(start=low, end=high), limit=limit, cursor=cursor)
            found += [row.id for row in page.rows]
            cursor = page.next
            if cursor is None:
                break
    assert set(found) == expected and len(found) == len(expected)


def test_a_day_covers_its_afternoon_and_local_time_has_a_place(engine: Engine) -> None:
    day = TimeValue(DAY, precision=Precision.DAY, window=Window(DAY, DAY + timedelta(days=1)))
    local = TimeValue(datetime(2031, 5, 2, 15), window=Window(clock(1), clock(27)))
    _made(engine, [day, local, TimeValue(clock(3), bound=Bound.BY)])
    with reading(engine) as connection:
        found = timeline(connection, "made", Filters(start=clock(15), end=clock(16))).rows
        assert [row.id for row in found] == ["e0", "e1"]
        assert shapes.time_value(found[1].time)["start"] == "2031-05-02T15:00:00"


def test_unknown_incident(engine: Engine) -> None:
    with reading(engine) as connection:
        with pytest.raises(NotFound):
            timeline(connection, "nobody")
        assert timeline(connection).rows == ()


def test_shape_of_times_is_the_contracts() -> None:
    assert shapes.time_value(at("06:48")) == {
        "start": "2031-05-02T06:48:00Z", "end": None, "bound": "at", "precision": "minute", "approximate": False,
        "as_written": "06:48", "zone": {"name": "UTC", "offset": "+00:00", "basis": "stated", "as_written": None},
        "alternatives": [], "window": {"earliest": "2031-05-02T06:48:00Z", "latest": "2031-05-02T06:48:00Z"},
    }
