"""The timeline formats by name, and what each could not carry."""

from __future__ import annotations

from kb.errors import InvalidInput
from kb.model import Precision, Timeline
from kb.render.clock import ZoneChoice
from kb.render.csv import timeline_csv
from kb.render.html import timeline_html
from kb.render.markdown import timeline_markdown
from kb.render.mermaid import timeline_mermaid
from kb.render.svg import timeline_svg
from kb.render.table import timeline_table

MEDIA = {
    "table": "text/plain",
    "csv": "text/csv",
    "markdown": "text/markdown",
    "mermaid": "text/vnd.mermaid",
    "ics": "text/calendar",
    "html": "text/html",
    "svg": "image/svg+xml",
}
FORMATS = ("table", "json", *(name for name in MEDIA if name != "table"))


def render(timeline: Timeline, name: str, zones: tuple[ZoneChoice, ...], language: str = "en") -> str:
    """The timeline in a format of `MEDIA`; raises InvalidInput for another name (`json` is the API's own shape)."""
    match name:
        case "table":
            return timeline_table(timeline, zones)
        case "csv":
            return timeline_csv(timeline, zones)
        case "markdown":
            return timeline_markdown(timeline, zones)
        case "mermaid":
            return timeline_mermaid(timeline)
        case "ics":
            from kb.render.ics import timeline_ics  # its library costs a command's start a quarter of a second

            return timeline_ics(timeline)
        case "svg":
            return timeline_svg(timeline, zones)
        case "html":
            return timeline_html(timeline, zones, notes(timeline, name), language)
    raise InvalidInput(f"unknown timeline format {name!r}: one of {', '.join(FORMATS)}")


def notes(timeline: Timeline, name: str) -> tuple[str, ...]:
    """What the format loses of this timeline, one sentence each."""
    out = []
    unknown = sum(row.time.start is not None and row.time.start.tzinfo is None for row in timeline.rows)
    coarse = sum(row.time.precision not in (Precision.MINUTE, Precision.SECOND) for row in timeline.rows)
    if timeline.undated and name in ("csv", "ics", "mermaid"):
        how = {"csv": "with an empty datetime", "ics": "as journal entries without a date", "mermaid": "as comments"}[name]
        out.append(f"{len(timeline.undated)} undated events are kept {how}; their windows are not carried.")
    if unknown and name in ("csv", "ics", "mermaid", "svg"):
        out.append(f"{unknown} events have a local time in an unknown zone; they have no instant here.")
    if name in ("ics", "mermaid"):
        out.append("Times are UTC; zones as written are not carried.")
    if coarse and name in ("ics", "mermaid", "svg"):
        out.append(f"{coarse} events are known only to the hour, day or month and are drawn at the beginning of it.")
    return tuple(out)
