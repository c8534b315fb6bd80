"""One time expression in many zones."""
from __future__ import annotations

from datetime import datetime
from typing import Any

from kb.instants import zone_named
from kb.model import Kind, Reader, TimelineRow
from kb.queries.shapes import time_value
from kb.render.clock import choose, iso, local


def converted(reader: Reader, text: str, *, language: str | None = None, reference: datetime | None = None,
              zone: str | None = None, targets: tuple[str, ...] = ()) -> dict[str, Any]:
    """`{"text", "items": [time value + "zones": {name: {start, end}}]}`; raises InvalidInput for an unknown zone."""
    choices = choose(targets)
    if zone is not None:
        zone = getattr(zone_named(zone), "key", zone)  # times name the zone itself, not the short form a caller used
    items = []
    for value in reader.read_time(text, language=language, reference=reference, zone=zone):
        row = TimelineRow("", "", Kind.STATE, "", "", value, ())
        shown = {choice.name: {"start": iso(local(value.start, row.time, choice)), "end": iso(local(value.end, row.time, choice))}
                 for choice in choices}
        items.append({**time_value(value), "zones": shown})
    return {"text": text, "items": items}
