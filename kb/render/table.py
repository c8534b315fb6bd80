"""A timeline as a plain table for terminals; wide characters count two columns."""

from __future__ import annotations

import unicodedata

from kb.model import Timeline
from kb.render.clock import ZoneChoice, span, window

_SHORT = 12  # of an id: enough to ask for the event by


def width(text: str) -> int:
    """Columns the text takes on a terminal."""
    return sum(0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in text)


def grid(head: list[str], rows: list[list[str]]) -> list[str]:
    """Lines of a table, columns as wide as their widest cell, the last one left ragged."""
    sizes = [max(width(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: list[str]) -> str:
        padded = [cell + " " * (size - width(cell)) for cell, size in zip(cells[:-1], sizes[:-1], strict=True)]
        return "  ".join([*padded, cells[-1]]).rstrip()

    return [line(head), "  ".join("-" * size for size in sizes), *map(line, rows)]


def clean(text: str) -> str:
    """One line, without control characters (a document must not steer a terminal)."""
    return "".join(ch if ch.isprintable() else " " for ch in text)


def timeline_table(timeline: Timeline, zones: tuple[ZoneChoice, ...]) -> str:
    """One line an event, with the beginning of its id to ask more by; conflicts flagged with `!`; undated events apart,
    with their windows, and counted."""
    head = [*(zone.name for zone in zones), "!", "event", "kind", "services", "what"]
    rows = [
        [
            *(span(row, zone) for zone in zones),
            "!" if row.conflicts else "",
            row.id[:_SHORT],
            row.kind.value,
            clean(", ".join(row.services)),
            clean(row.label),
        ]
        for row in timeline.rows
    ]
    lines = [clean(timeline.title), ""] if timeline.title else []
    lines += grid(head, rows) if rows else ["no dated events"]
    if timeline.undated:
        lines += ["", f"undated ({len(timeline.undated)}):"]
        lines += grid(
            ["window " + zones[0].name, "event", "kind", "services", "what"],
            [
                [window(row, zones[0]), row.id[:_SHORT], row.kind.value, clean(", ".join(row.services)), clean(row.label)]
                for row in timeline.undated
            ],
        )
    lines += [
        "",
        f"{len(timeline.rows)} dated, {len(timeline.undated)} undated"
        + (f", {flagged} with a conflict" if (flagged := sum(bool(row.conflicts) for row in timeline.rows)) else ""),
    ]
    return "\n".join(lines) + "\n"
