"""Rows of time lines are named by the verb that leads them, and by what was told before them."""
from __future__ import annotations

import pytest

from ingest.pipeline import extract
from kb.model import Claim, Given, Kind, Source

HEAD = "# Outage of the payment database on 2024-03-09\n\nAll times in UTC.\n\n"


def told(rows: str) -> list[Claim]:
    found = extract(Source((HEAD + rows).encode(), Given(name="report.md"))).claims
    return [one for one in found if one.time.start is not None and one.time.precision.value == "minute"]


@pytest.mark.parametrize(("row", "kind"), [
    ("Discovered that the stored key is right", Kind.DIAGNOSIS), ("Kim scaled the failing job down", Kind.MITIGATION),
    ("The key was updated", Kind.MITIGATION), ("Kim texts Lee about the errors", Kind.COMMUNICATION),
    ("J Kim assumes the incident lead", Kind.COMMUNICATION),
])
def test_what_leads_a_row_names_it_by_what_was_told_before(row: str, kind: Kind) -> None:
    assert [one.kind for one in told(f"- 10:00 Users reported errors\n- 10:02 {row}\n")] == [Kind.DETECTION, kind]


def test_what_is_noticed_first_is_a_detection_and_what_is_changed_first_a_trigger() -> None:
    rows = "- 10:00 The key was updated\n- 10:02 Noticed red graphs\n"
    assert [one.kind for one in told(rows)] == [Kind.TRIGGER, Kind.DETECTION]


def test_a_row_is_read_over_the_break_that_wraps_its_line() -> None:
    rows = "- 10:02 The gateways of the whole region went on with a certificate\n  that expired\n"
    assert [one.happening for one in told(rows)] == ["certificate-expired"]


def test_the_heading_names_what_hardly_tells_more_than_its_time_and_no_row_of_its_own_words() -> None:
    bare, worded = told("## Payments failed\n\n- Duration: 10:00 to 10:20 UTC\n- 11:00 the staff went home and had a rest then\n")
    assert (bare.kind, worded.kind) == (Kind.IMPACT, Kind.STATE)
