"""What front matter says of the day a document is about."""
from __future__ import annotations

import pytest

from ingest.pipeline import extract
from kb.instants import format_instant
from kb.model import Given, Source


@pytest.mark.parametrize(("front", "start"), [
    ('path = "notes/2021/03/09/queue-report"', "2021-03-09T10:20:00Z"),
    ('path = "notes/2021/03/09/queue-report"\ndate = 2021-03-08', "2021-03-08T10:20:00Z"),
    ('path = "notes/2021/13/09/queue-report"', ""),
    ('path = "notes/queue-report"', ""),
])
def test_the_path_of_a_page_dates_what_no_date_does(front: str, start: str) -> None:
    text = f"+++\n{front}\ntitle = \"Queue report\"\n+++\n\nThe queue failed at 10:20 UTC.\n"
    (claim,) = extract(Source(text.encode(), Given(name="report.md"))).claims
    assert (format_instant(claim.time.start) or "") == start
