"""JSON of status pages: own ids and fields kept, one row an update in UTC, oldest first."""
from __future__ import annotations

import json
from typing import Any

import pytest

from ingest import formats, passages
from kb.errors import UnreadableDocument, UnsupportedFormat
from kb.model import Given, PassageKind, Source

STATUSPAGE: dict[str, Any] = {"page": {"id": "p"}, "incidents": [{
    "id": "kx12", "name": "Elevated API errors", "status": "resolved", "impact": "major",
    "created_at": "2025-10-20T00:11:00.000-07:00", "resolved_at": "2025-10-20T03:00:00.000-07:00",
    "components": [{"name": "Public API"}],
    "incident_updates": [
        {"status": "resolved", "body": "All is well.", "display_at": "2025-10-20T03:00:00.000-07:00"},
        {"status": "investigating", "body": "We see errors.\n\nMore soon:\n- one\n- two",
         "created_at": "2025-10-20T00:11:00.000-07:00",
         "affected_components": [{"name": "Public API", "old_status": "operational", "new_status": "major_outage"}]}]}]}
GOOGLE = [{
    "id": "gq7", "begin": "2025-06-12T17:51:00+00:00", "end": "2025-06-12T20:00:00+00:00", "severity": "high",
    "external_desc": "Several products failed", "affected_products": [{"title": "Cloud Run"}],
    "updates": [{"when": "2025-06-12T18:05:00+00:00", "status": "SERVICE_OUTAGE",
                 "text": "**Summary**\nErrors &amp; more<br>\n\n| a | b |\n|---|---|\n| 10:00 | x |"}]}]


def rows(data: object) -> list[list[str]]:
    draft = formats.read(Source(json.dumps(data).encode(), Given(name="x.json")))
    own = [one for one in draft.passages if one.columns[:1] == ("time",)]
    return [[draft.text[start:end] for start, end in one.cells] for one in own]


def test_statuspage_updates_in_utc_oldest_first() -> None:
    assert rows(STATUSPAGE) == [
        ["2025-10-20T07:11:00Z", "investigating", "We see errors.", "Public API: operational → major outage"],
        ["2025-10-20T10:00:00Z", "resolved", "All is well.", ""],
        ["2025-10-20T10:00:00Z", "ended", "Elevated API errors", ""]]


def test_ids_and_fields_stay_and_bodies_keep_their_shape() -> None:
    draft = formats.read(Source(json.dumps(STATUSPAGE).encode()))
    assert "id: kx12; impact: major; status: resolved; affected: Public API" in draft.text
    assert draft.metadata.title == "Elevated API errors"
    items = [draft.text[one.start:one.end] for one in draft.passages if one.kind is PassageKind.ITEM]
    assert items == ["one", "two"]
    assert "2025-10-20T07:11:00Z investigating: We see errors." in draft.text


def test_google_incidents() -> None:
    found = rows(GOOGLE)
    assert found[0] == ["2025-06-12T17:51:00Z", "started", "Several products failed", ""]
    assert found[1][:2] == ["2025-06-12T18:05:00Z", "SERVICE OUTAGE"] and found[1][2].startswith("Errors")
    assert found[2][1] == "ended"


def test_an_unreadable_time_is_kept_and_said() -> None:
    data = {"incidents": [{"name": "X", "incident_updates": [{"status": "a", "body": "b", "created_at": "yesterday"}]}]}
    draft = formats.read(Source(json.dumps(data).encode()))
    assert "yesterday a: b" in draft.text
    assert [finding.code for finding in draft.findings] == ["time-unreadable"]


@pytest.mark.parametrize(("data", "error"), [
    (b'{"a": 1}', UnsupportedFormat), (b'{"incidents": []}', UnsupportedFormat), (b'{"a": ', UnreadableDocument),
    (b'[{"a": ' * 50_000, UnreadableDocument), (b'[' * 200_000 + b'{', UnreadableDocument),
    (b'{"incidents": [{"name": "\\ud800", "incident_updates": []}]}', UnreadableDocument),
])
def test_other_json_is_refused(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        formats.read(Source(data, Given(name="x.json"), "application/json"))


def test_a_status_page_becomes_a_reading_whose_spans_are_its_text() -> None:
    draft = formats.read(Source(json.dumps(STATUSPAGE | {"x": GOOGLE}).encode()))
    reading = passages.read(draft, Given())
    assert reading.language == "en"
    assert all(len(one.reading) == one.end - one.start for one in reading.sentences)
    assert [one.index for one in reading.passages] == list(range(len(reading.passages)))
