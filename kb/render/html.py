"""A timeline as one self-contained HTML file: the picture, a table for screen readers and print, every sentence."""

from __future__ import annotations

from html import escape

from kb.model import Timeline, TimelineRow
from kb.render.clock import ZoneChoice, iso, span, window
from kb.render.svg import timeline_svg
from kb.render.table import clean

_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#111;background:#fff}table{border-collapse:collapse;width:100%}"
    "th,td{border-bottom:1px solid #ccc;padding:.35rem .6rem;text-align:left;vertical-align:top}"
    "figure{overflow-x:auto;margin:1rem 0}q{color:#444}.note{color:#444}@media print{figure{overflow:visible}}"
)


def timeline_html(timeline: Timeline, zones: tuple[ZoneChoice, ...], notes: tuple[str, ...] = (), language: str = "en") -> str:
    """No script, no outside address: what a document said is text here and nothing else."""
    title = escape(clean(timeline.title or "Timeline"))
    picture = timeline_svg(timeline, zones)
    return (
        "\n".join(
            [
                "<!doctype html>",
                f'<html lang="{escape(language, quote=True)}"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<title>{title}</title><style>{_STYLE}</style></head><body>",
                f"<h1>{title}</h1>",
                *(f'<p class="note">{escape(note)}</p>' for note in notes),
                f"<figure>{picture}</figure>",
                _dated(timeline, zones),
                _undated(timeline, zones),
                "</body></html>",
            ]
        )
        + "\n"
    )


def _dated(timeline: Timeline, zones: tuple[ZoneChoice, ...]) -> str:
    head = "".join(
        f'<th scope="col">{escape(name)}</th>' for name in (*(z.name for z in zones), "kind", "services", "what", "conflicts")
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<td><time datetime="{escape(iso(row.time.start) or "", quote=True)}">{escape(span(row, zone))}</time></td>'
            for zone in zones
        )
        + _cells(row)
        + f"<td>{len(row.conflicts) or ''}</td></tr>"
        for row in timeline.rows
    )
    return f"<table><caption>Dated events</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _undated(timeline: Timeline, zones: tuple[ZoneChoice, ...]) -> str:
    if not timeline.undated:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in (f"window {zones[0].name}", "kind", "services", "what"))
    body = "".join(f"<tr><td>{escape(window(row, zones[0]))}</td>{_cells(row)}</tr>" for row in timeline.undated)
    return (
        f"<table><caption>Undated events ({len(timeline.undated)})</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cells(row: TimelineRow) -> str:
    quote = f"<br><q>{escape(clean(row.quote))}</q>" if row.quote else ""
    return f"<td>{row.kind.value}</td><td>{escape(', '.join(row.services))}</td><td>{escape(clean(row.label))}{quote}</td>"
