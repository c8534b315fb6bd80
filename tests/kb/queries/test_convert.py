"""A zone given in a short form is answered as the zone it is."""
from __future__ import annotations

from datetime import datetime

import pytest

from kb.model import TimeValue
from kb.queries.convert import converted


class Echo:
    """A reader that remembers which zone it was asked in."""

    zone: str | None = None

    def read_time(self, text: str, *, language: str | None, reference: datetime | None, zone: str | None) -> list[TimeValue]:
        self.zone = zone
        return []


@pytest.mark.parametrize(("given", "name"), [("PT", "America/Los_Angeles"), ("asia/tokyo", "Asia/Tokyo"), ("+07:00", "+07:00"),
                                             ("UTC", "UTC"), (None, None)])
def test_short_zone_names_are_spelled_out(given: str | None, name: str | None) -> None:
    reader = Echo()
    converted(reader, "noon", zone=given)  # type: ignore[arg-type]
    assert reader.zone == name
