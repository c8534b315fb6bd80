"""A timeline as the API and `--format json` show it: every row in the contract's shape, local times beside it."""

from __future__ import annotations

from typing import Any

from kb.model import Timeline, TimelineRow
from kb.queries.shapes import timeline_row
from kb.render.clock import ZoneChoice, iso, local


def timeline_json(timeline: Timeline, zones: tuple[ZoneChoice, ...] = ()) -> dict[str, Any]:
    """`items` are dated rows in order, `undated` those without a time; both have `zones` where zones were asked for."""
    return {
        "title": timeline.title,
        "items": [_row(row, zones) for row in timeline.rows],
        "undated": [_row(row, zones) for row in timeline.undated],
        "undated_count": len(timeline.undated),
        "next": timeline.next,
    }


def _row(row: TimelineRow, zones: tuple[ZoneChoice, ...]) -> dict[str, Any]:
    shown = timeline_row(row)
    if zones:
        shown["zones"] = {
            zone.name: {"start": iso(local(row.time.start, row.time, zone)), "end": iso(local(row.time.end, row.time, zone))}
            for zone in zones
        }
    return shown
