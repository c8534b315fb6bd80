"""A timeline as CSV that Timesketch imports as it is. Undated rows stay, with an empty `datetime`."""

from __future__ import annotations

import csv
import io
from datetime import UTC

from kb.model import Timeline, TimelineRow
from kb.render.clock import ZoneChoice, iso, local

COLUMNS = (
    "message",
    "datetime",
    "timestamp_desc",
    "incident",
    "event",
    "kind",
    "services",
    "start",
    "end",
    "precision",
    "approximate",
    "zone",
    "documents",
    "conflicts",
)


def timeline_csv(timeline: Timeline, zones: tuple[ZoneChoice, ...]) -> str:
    """`start` and `end` stand in the first zone asked for; each further zone adds two columns at the end."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    further = [f"{edge} {zone.name}" for zone in zones[1:] for edge in ("start", "end")]
    writer.writerow([*COLUMNS, *further])
    for row in (*timeline.rows, *timeline.undated):
        writer.writerow(_cells(row, zones))
    return out.getvalue()


def _cells(row: TimelineRow, zones: tuple[ZoneChoice, ...]) -> list[str]:
    time, start = row.time, row.time.start
    instant = start.astimezone(UTC).isoformat(timespec="seconds") if start and start.tzinfo else ""
    edges = [iso(local(value, time, zone)) or "" for zone in zones for value in (time.start, time.end)]
    described = {"by": "Latest Time", "until": "End Time", "since": "Start Time"}.get(time.bound.value, "Start Time")
    cells = [
        row.label,
        instant,
        described if start else "Not Dated",
        row.incident,
        row.id,
        row.kind.value,
        " ".join(row.services),
        edges[0],
        edges[1],
        time.precision.value,
        str(time.approximate).lower(),
        time.zone.name or time.zone.offset or "",
        " ".join(row.documents),
        " ".join(row.conflicts),
        *edges[2:],
    ]
    return [inert(cell) for cell in cells]


def inert(cell: str) -> str:
    """A cell no spreadsheet takes for a formula (a document's words may begin with `=`)."""
    return "'" + cell if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not cell[1:2].isdigit() else cell
