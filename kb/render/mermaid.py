"""Timelines as Mermaid Gantt charts and graphs as Mermaid flowcharts."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from kb.model import Graph, Polarity, Timeline, TimelineRow
from kb.render.table import clean

_UNSAFE = re.compile(r"[:;,#\"<>{}\[\]()|`%\\]")


def word(text: str) -> str:
    """Text without the characters Mermaid takes for syntax."""
    return re.sub(r"\s+", " ", _UNSAFE.sub(" ", clean(text))).strip() or "-"


def timeline_mermaid(timeline: Timeline) -> str:
    """A Gantt chart in UTC, a section for each first service; undated events as comments."""
    lines = [
        "gantt",
        f"  title {word(timeline.title or 'Timeline')} (UTC)",
        "  dateFormat YYYY-MM-DDTHH:mm:ssZ",
        "  axisFormat %d %H:%M",
    ]
    sections: dict[str, list[TimelineRow]] = {}
    for row in timeline.rows:
        if row.time.start and row.time.start.tzinfo:
            sections.setdefault(row.services[0] if row.services else "incident", []).append(row)
    for name, rows in sections.items():
        lines.append(f"  section {word(name)}")
        lines += [f"  {word(row.label)} :{_task(row)}" for row in rows]
    unplaced = [row for row in timeline.rows if not (row.time.start and row.time.start.tzinfo)]
    lines += [f"  %% not placed, no instant known: {word(row.label)}" for row in (*unplaced, *timeline.undated)]
    return "\n".join(lines) + "\n"


def _task(row: TimelineRow) -> str:
    tag = {"impact": "crit, ", "recovery": "done, ", "mitigation": "active, "}.get(row.kind.value, "")
    start = row.time.start
    assert start is not None
    if row.time.end is None:
        return f"{tag}milestone, e{row.id}, {_stamp(start)}, 0m"
    return f"{tag}e{row.id}, {_stamp(start)}, {_stamp(max(row.time.end, start + timedelta(seconds=1)))}"


def _stamp(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="seconds")


def graph_mermaid(graph: Graph) -> str:
    """A flowchart, denied edges dashed and crossed, hedged ones dashed."""
    names = {node.id: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["flowchart LR", *(f'  {names[node.id]}["{word(node.label)}"]' for node in graph.nodes)]
    arrows = {Polarity.STATED: "-->", Polarity.HEDGED: "-.->", Polarity.DENIED: "-. not .-x"}
    for edge in graph.edges:
        label = "" if edge.polarity is Polarity.DENIED else f"|{word(edge.relation)}|"
        lines.append(f"  {names[edge.source]} {arrows[edge.polarity]}{label} {names[edge.target]}")
    return "\n".join(lines) + "\n"
