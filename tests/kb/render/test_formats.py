"""Every format gives the same instants, in every zone; what a document said is text and nothing else."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar
from markdown_it import MarkdownIt

from kb.errors import InvalidInput
from kb.instants import parse_instant, zone_names
from kb.model import (
    Basis,
    Bound,
    Graph,
    GraphEdge,
    GraphNode,
    Kind,
    Polarity,
    Precision,
    Timeline,
    TimelineRow,
    TimeValue,
    Window,
    Zone,
)
from kb.render.clock import choose, iso, local, shown
from kb.render.dot import graph_dot
from kb.render.formats import FORMATS, notes, render
from kb.render.mermaid import graph_mermaid

START = datetime(2025, 10, 20, 6, 48, tzinfo=UTC)
HOSTILE = "=cmd|'/c' <script>alert(1)</script> | **x** \x1b[31m \"q\" ]]> & 障害"


def row(
    name: str = "aa", start: datetime | None = START, end: datetime | None = None, label: str = "errors", **more: object
) -> TimelineRow:
    time = TimeValue(start=start, end=end, zone=Zone("America/Los_Angeles", "-07:00", Basis.STATED, "PDT"), **more)  # type: ignore[arg-type]
    return TimelineRow(
        name, "an-outage", Kind.IMPACT, "api-errors", label, time, ("aws-dynamodb",), ("aa",), ("d1",), ("en",), quote=label
    )


DATED = row("aa", START, START + timedelta(hours=2, minutes=52))
UNDATED = row("bb", None, label="a step", window=Window(None, START))
NAIVE = TimelineRow("cc", "an-outage", Kind.STATE, "state", "local", TimeValue(start=datetime(2025, 10, 20, 9, 5)), ())
TIMELINE = Timeline("An outage", (DATED, NAIVE), (UNDATED,))


@given(st.sampled_from(sorted(zone_names())), st.datetimes(datetime(1902, 1, 1), datetime(2037, 12, 31)))
@settings(max_examples=300, deadline=None)
def test_an_instant_is_the_same_in_every_zone(zone: str, naive: datetime) -> None:
    start = naive.replace(tzinfo=UTC, microsecond=0)
    text = iso(local(start, row(start=start).time, choose((zone,))[0]))
    assert text is not None and parse_instant(text) == start


@pytest.mark.parametrize("zone", ["UTC", "PT", "Asia/Tokyo", "reported", "America/St_Johns"])
def test_csv_and_calendar_and_pictures_agree(zone: str) -> None:
    zones = choose((zone,))
    table = list(csv.DictReader(io.StringIO(render(TIMELINE, "csv", zones))))
    assert [r["event"] for r in table] == ["aa", "cc", "bb"]
    assert parse_instant(table[0]["start"]) == parse_instant(table[0]["datetime"]) == START
    assert parse_instant(table[0]["end"]) == START + timedelta(hours=2, minutes=52)
    assert table[1]["datetime"] == table[2]["datetime"] == "", "no instant is known, so none is written"
    calendar = Calendar.from_ical(render(TIMELINE, "ics", zones))
    [event] = calendar.walk("VEVENT")
    assert event.decoded("dtstart") == START and event.decoded("dtend") == START + timedelta(hours=2, minutes=52)
    assert len(calendar.walk("VJOURNAL")) == 2
    picture = ET.fromstring(render(TIMELINE, "svg", zones))
    assert {g.get("data-event") for g in picture.iter("{http://www.w3.org/2000/svg}g")} == {"aa", "bb"}


def test_the_clock_shown_moves_with_the_zone_and_rolls_the_day() -> None:
    table = render(TIMELINE, "table", choose(("PT", "UTC")))
    assert "2025-10-19 23:48 -07:00" in table and "2025-10-20 06:48 +00:00" in table
    assert "undated (1)" in table and "a step" in table and "(zone unknown)" in table


def test_bounds_and_approximation_are_words() -> None:
    table = render(Timeline("", (row(bound=Bound.BY, approximate=True),)), "table", choose(("UTC",)))
    assert "by ~2025-10-20 06:48 +00:00" in table
    day = render(Timeline("", (row(precision=Precision.DAY),)), "table", choose(("PT",)))
    assert "2025-10-19 -07:00" in day and "23:48" not in day


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "UTC", "ET"])
def test_a_day_of_one_zone_is_no_day_of_another(zone: str) -> None:
    midnight = datetime(2025, 10, 19, 7, tzinfo=UTC)
    assert shown(midnight, row(start=midnight, precision=Precision.DAY), choose((zone,))[0]) == "2025-10-19 -07:00"


def test_markup_in_a_document_stays_text() -> None:
    timeline = Timeline(HOSTILE, (row(label=HOSTILE),), (row("bb", None, label=HOSTILE),))
    zones = choose(("UTC",))
    page = render(timeline, "html", zones)
    assert "<script" not in page and "&lt;script&gt;" in page
    ET.fromstring(render(timeline, "svg", zones))
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(render(timeline, "markdown", zones))
    assert "<script" not in html and "<strong>" not in html
    assert "\x1b" not in render(timeline, "table", zones)
    cell = next(csv.DictReader(io.StringIO(render(timeline, "csv", zones))))["message"]
    assert cell.startswith("'=")
    assert "<script" not in render(timeline, "mermaid", zones)


def test_graphs_name_every_edge_and_polarity() -> None:
    graph = Graph(
        (GraphNode("a", 'A "x"', "service"), GraphNode("b", "B", "service")),
        (GraphEdge("a", "b", "needs", Polarity.STATED, ("A uses B",)), GraphEdge("b", "a", "needs", Polarity.DENIED)),
    )
    dot = graph_dot(graph)
    assert '"a" -> "b"' in dot and "style=dotted" in dot and '\\"x\\"' in dot
    flow = graph_mermaid(graph)
    assert "n0 -->|needs| n1" in flow and "n1 -. not .-x n0" in flow


def test_losses_are_said() -> None:
    assert any("undated" in note for note in notes(TIMELINE, "csv"))
    assert any("zone" in note for note in notes(TIMELINE, "ics"))
    assert notes(Timeline("", (DATED,)), "table") == ()


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InvalidInput, match="one of"):
        render(TIMELINE, "docx", choose(()))
    with pytest.raises(InvalidInput):
        choose(("Nowhere/Land",))
    assert "json" in FORMATS


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "json"])
def test_an_empty_timeline_is_still_an_answer(name: str) -> None:
    assert render(Timeline("Nothing", ()), name, choose(()))


@pytest.mark.parametrize("precision", [Precision.PART_OF_DAY, Precision.DAY, Precision.MONTH, Precision.YEAR])
@pytest.mark.parametrize("start", [START, START.replace(tzinfo=None)])
def test_a_time_coarser_than_an_hour_shows_no_clock_time(precision: Precision, start: datetime) -> None:
    said = shown(start, row(start=start, precision=precision), choose(("America/Los_Angeles",))[0])
    clock = said.replace("-07:00", "")
    assert ":" not in clock
    assert ("(part of day)" in said) == (precision is Precision.PART_OF_DAY)
