"""A timeline as a Markdown table."""

from __future__ import annotations

import re

from kb.model import Timeline
from kb.render.clock import ZoneChoice, span, window
from kb.render.table import clean

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&-])")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", clean(text))


def timeline_markdown(timeline: Timeline, zones: tuple[ZoneChoice, ...]) -> str:
    """One table of dated events, one of undated ones with their windows."""
    lines = [f"# {escaped(timeline.title)}", ""] if timeline.title else []
    lines += _table(
        [*(zone.name for zone in zones), "kind", "services", "what", "conflicts"],
        [
            [
                *(span(row, zone) for zone in zones),
                row.kind.value,
                ", ".join(row.services),
                row.label,
                str(len(row.conflicts) or ""),
            ]
            for row in timeline.rows
        ],
    )
    if timeline.undated:
        lines += ["", f"## Undated ({len(timeline.undated)})", ""]
        lines += _table(
            ["window " + zones[0].name, "kind", "services", "what"],
            [[window(row, zones[0]), row.kind.value, ", ".join(row.services), row.label] for row in timeline.undated],
        )
    return "\n".join(lines) + "\n"


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return (
        ["| " + " | ".join(map(escaped, cells)) + " |" for cells in (head,)]
        + ["|" + " --- |" * len(head)]
        + ["| " + " | ".join(map(escaped, cells)) + " |" for cells in rows]
    )
