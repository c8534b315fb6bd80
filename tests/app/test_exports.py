"""Every export of the bundled documents, parsed back by a library that is not ours, gives the same instants."""
from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask.testing import FlaskClient
from icalendar import Calendar
from lxml import etree, html
from markdown_it import MarkdownIt

from kb.instants import parse_instant

Instants = dict[str, datetime]


@pytest.fixture(scope="module")
def told(client: FlaskClient, slug: str) -> list[dict[str, Any]]:
    """The dated events that have an instant to the minute, as JSON tells them."""
    page = client.get(f"/api/v1/incidents/{slug}/timeline?limit=200").get_json()
    assert page["next"] is None
    return [row for row in page["items"] if row["time"]["start"].endswith("Z") and row["time"]["precision"] == "minute"]


def export(client: FlaskClient, slug: str, name: str) -> str:
    return client.get(f"/api/v1/incidents/{slug}/timeline?format={name}&zone=PT").get_data(as_text=True)


def instants(rows: list[dict[str, Any]]) -> Instants:
    return {row["id"]: parse_instant(row["time"]["start"]) for row in rows}


def test_csv(client: FlaskClient, slug: str, told: list[dict[str, Any]]) -> None:
    rows = csv.DictReader(io.StringIO(export(client, slug, "csv")))
    read = {row["event"]: parse_instant(row["start"]) for row in rows if row["precision"] == "minute" and row["datetime"]}
    assert read == instants(told)


def test_icalendar(client: FlaskClient, slug: str, told: list[dict[str, Any]]) -> None:
    events = Calendar.from_ical(export(client, slug, "ics")).walk("VEVENT")
    read = {str(event["uid"]).split("@")[0]: event.decoded("dtstart").astimezone(UTC) for event in events}
    assert {key: read[key] for key in instants(told)} == instants(told)
    ends = {str(event["uid"]).split("@")[0]: event.decoded("dtend") for event in events if "dtend" in event}
    assert {row["id"]: parse_instant(row["time"]["end"]) for row in told if row["time"]["end"]}.items() <= ends.items()


def test_markdown(client: FlaskClient, slug: str, told: list[dict[str, Any]]) -> None:
    page = html.fromstring(MarkdownIt("commonmark").enable("table").render(export(client, slug, "markdown")))
    cells = [row.xpath("string(td[1])") for row in page.xpath("(//table)[1]//tbody/tr")]
    found = [re.search(r"(\d{4}-\d\d-\d\d \d\d:\d\d) ([+-]\d\d:\d\d)", cell) for cell in cells]
    read = sorted(datetime.fromisoformat(f"{match[1]}{match[2]}").astimezone(UTC) for match in found if match)
    assert read == sorted(instants(told).values())


def test_html_and_svg(client: FlaskClient, slug: str, told: list[dict[str, Any]]) -> None:
    page = html.fromstring(export(client, slug, "html").encode())
    times = [value for value in page.xpath("//td/time/@datetime") if re.search(r"[+-]\d\d:\d\d$", value)]
    assert set(instants(told).values()) <= {parse_instant(value) for value in times}
    picture = etree.fromstring(export(client, slug, "svg").encode())
    drawn = {group.get("data-event") for group in picture.iter("{http://www.w3.org/2000/svg}g")}
    assert instants(told).keys() <= drawn


def test_mermaid(client: FlaskClient, slug: str, told: list[dict[str, Any]]) -> None:
    chart = export(client, slug, "mermaid")
    read = {key: datetime.fromisoformat(value) for key, value in re.findall(r"\be([0-9a-f]{16}), (\S+?),", chart)}
    assert {key: read[key] for key in instants(told)} == instants(told)
