"""A timeline as iCalendar. Undated events become journal entries, which need no date (RFC 5545, 3.6.3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event, Journal

from kb.model import Timeline, TimelineRow

_STAMP = datetime(1970, 1, 1, tzinfo=UTC)  # DTSTAMP is required; a fixed one keeps the file the same from run to run


def timeline_ics(timeline: Timeline) -> str:
    """Instants in UTC; a row known to the hour, day or month stands at the beginning of it (see `formats.notes`)."""
    calendar = Calendar()
    calendar.add("prodid", "-//pmkb//timeline//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", timeline.title or "Timeline")
    for row in (*timeline.rows, *timeline.undated):
        calendar.add_component(_entry(row))
    return str(calendar.to_ical(), "utf-8")


def _entry(row: TimelineRow) -> Event | Journal:
    start, end = row.time.start, row.time.end
    dated = start is not None and start.tzinfo is not None
    entry = Event() if dated else Journal()
    entry.add("uid", f"{row.id}@pmkb")
    entry.add("dtstamp", _STAMP)
    entry.add("summary", row.label)
    entry.add("categories", [row.kind.value])
    entry.add("description", _description(row))
    if dated:
        entry.add("dtstart", start)
        if start is not None and end is not None and end > start:
            entry.add("dtend", end)
        else:
            entry.add("duration", timedelta(0))
    return entry


def _description(row: TimelineRow) -> str:
    parts = [
        f"services: {', '.join(row.services) or '-'}",
        f"bound: {row.time.bound.value}",
        f"precision: {row.time.precision.value}{', approximate' if row.time.approximate else ''}",
    ]
    if row.time.as_written:
        parts.append(f"as written: {row.time.as_written}")
    if row.conflicts:
        parts.append(f"conflicts: {len(row.conflicts)}")
    if row.quote:
        parts.append(row.quote)
    return "\n".join(parts)
