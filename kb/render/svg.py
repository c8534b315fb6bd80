"""A timeline as SVG: one lane a service, ranges as bars, instants as marks, undated events in their windows, dashed."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import escape

from kb.model import Timeline, TimelineRow
from kb.render.clock import ZoneChoice, span, window
from kb.render.table import clean

# Okabe and Ito's palette: told apart by people with any colour blindness; the shape says the kind too.
COLOURS = {
    "trigger": "#d55e00",
    "impact": "#cc79a7",
    "detection": "#e69f00",
    "diagnosis": "#f0e442",
    "mitigation": "#0072b2",
    "recovery": "#009e73",
    "communication": "#56b4e9",
    "state": "#777777",
}
SHAPES = {
    "trigger": "M0-7L7 6H-7Z",
    "impact": "M-6-6H6V6H-6Z",
    "detection": "M0-7L7 0L0 7L-7 0Z",
    "diagnosis": "M-7-2H-2V-7H2V-2H7V2H2V7H-2V2H-7Z",
    "mitigation": "M-7-6H7L0 7Z",
    "recovery": "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6Z",
    "communication": "M-7-5H7V3H1L-3 7V3H-7Z",
    "state": "M-7-3H7V3H-7Z",
}
_LEFT, _TOP, _WIDTH, _LANE = 190, 60, 1000, 24


def timeline_svg(timeline: Timeline, zones: tuple[ZoneChoice, ...]) -> str:
    """Labels in the first zone. Rows without any instant are listed below the picture."""
    placed = [(row, edges) for row in (*timeline.rows, *timeline.undated) if (edges := _edges(row))]
    bare = [row for row in (*timeline.rows, *timeline.undated) if not _edges(row)]
    low = min((a for _, (a, _) in placed), default=None)
    high = max((b for _, (_, b) in placed), default=None)
    lanes = _lanes(placed)
    height = _TOP + _LANE * sum(len(rows) for rows in lanes.values()) + 20 * len(bare) + 60
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 40}" height="{height}" '
        f'viewBox="0 0 {_LEFT + _WIDTH + 40} {height}" role="img" font-family="sans-serif" font-size="11">',
        f"<title>{_text(timeline.title or 'Timeline')} ({_text(zones[0].name)})</title>",
        f'<text x="8" y="20" font-size="15">{_text(timeline.title)} · {_text(zones[0].name)}</text>',
    ]
    y = _TOP
    if low is not None and high is not None:
        scale = _WIDTH / max((high - low).total_seconds(), 60.0)
        out += _axis(low, high, scale, zones[0], height)
        for name, rows in lanes.items():
            out.append(f'<text x="8" y="{y + 15}" font-weight="bold">{_text(name)}</text>')
            for row, (start, end) in rows:
                out += _mark(row, (start - low).total_seconds() * scale, (end - low).total_seconds() * scale, y, zones[0])
                y += _LANE
    for row in bare:
        out.append(f'<text x="8" y="{y + 14}">no instant known: {_text(row.label)}</text>')
        y += 20
    return "\n".join([*out, "</svg>"]) + "\n"


def _edges(row: TimelineRow) -> tuple[datetime, datetime] | None:
    time = row.time
    if time.start is not None and time.start.tzinfo is not None:
        return time.start, time.end if time.end is not None and time.end > time.start else time.start
    ends = [value for value in (time.window.earliest, time.window.latest) if value is not None]
    return (min(ends), max(ends)) if ends else None


def _lanes(
    placed: list[tuple[TimelineRow, tuple[datetime, datetime]]],
) -> dict[str, list[tuple[TimelineRow, tuple[datetime, datetime]]]]:
    lanes: dict[str, list[tuple[TimelineRow, tuple[datetime, datetime]]]] = {}
    for row, edges in sorted(placed, key=lambda pair: (pair[1], pair[0].id)):
        lanes.setdefault(row.services[0] if row.services else "incident", []).append((row, edges))
    return lanes


def _axis(low: datetime, high: datetime, scale: float, zone: ZoneChoice, height: int) -> list[str]:
    hours = max((high - low).total_seconds() / 3600, 1 / 60)
    step = timedelta(hours=next((n for n in (1 / 12, 0.5, 1, 2, 3, 6, 12, 24, 168, 720, 8760) if hours / n <= 12), hours / 10))
    out, at = [], low
    while at <= high:
        x = _LEFT + (at - low).total_seconds() * scale
        here = at.astimezone(zone.zone) if zone.zone else at
        out.append(f'<line x1="{x:.1f}" y1="{_TOP - 12}" x2="{x:.1f}" y2="{height - 10}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{_TOP - 18}" text-anchor="middle">{here.strftime("%m-%d %H:%M")}</text>')
        at += step
    return out


def _mark(row: TimelineRow, x1: float, x2: float, y: int, zone: ZoneChoice) -> list[str]:
    dated = row.time.start is not None
    when = span(row, zone) if dated else window(row, zone)
    colour = COLOURS[row.kind.value]
    x1, x2 = x1 + _LEFT, x2 + _LEFT
    flag = " ⚠" if row.conflicts else ""
    out = [f'<g data-event="{row.id}"><title>{_text(when)} · {row.kind.value} · {_text(row.label)}{flag}</title>']
    if x2 > x1:
        style = f'fill="{colour}" fill-opacity="0.75"' if dated else f'fill="none" stroke="{colour}" stroke-dasharray="4 3"'
        out.append(f'<rect x="{x1:.1f}" y="{y + 3}" width="{max(x2 - x1, 2):.1f}" height="16" rx="2" {style}/>')
    out.append(f'<path transform="translate({x1:.1f} {y + 11})" d="{SHAPES[row.kind.value]}" fill="{colour}" stroke="#222"/>')
    anchor, x = ("end", x1 - 10) if x1 > _LEFT + _WIDTH * 0.6 else ("start", x1 + 12)
    out.append(f'<text x="{x:.1f}" y="{y + 15}" text-anchor="{anchor}">{_text(row.label[:90])}{flag}</text></g>')
    return out


def _text(value: str) -> str:
    return escape(clean(value))
