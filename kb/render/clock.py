"""Times of a row in the zones a reader asked for. Every zone shows the same instant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from kb.errors import InvalidInput
from kb.instants import format_instant, offset_text, zone_named
from kb.model import TimelineRow, TimeValue

REPORTED = "reported"
_PATTERNS = {
    "second": "%Y-%m-%d %H:%M:%S",
    "part-of-day": "%Y-%m-%d (part of day)",  # its start is where "morning" begins by convention: no clock said so
    "day": "%Y-%m-%d",
    "month": "%Y-%m",
    "year": "%Y",
}
_WHOLE = ("day", "month", "year")


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """A zone as asked for. `zone` is None for `reported`: each row then has its own."""

    name: str
    zone: tzinfo | None


def choose(names: tuple[str, ...]) -> tuple[ZoneChoice, ...]:
    """The zones for names as given by a caller (UTC when none is); raises InvalidInput for one nobody knows."""
    return tuple(ZoneChoice(name, None if name == REPORTED else zone_named(name)) for name in names or ("UTC",))


def reported_zone(time: TimeValue) -> tzinfo:
    """The zone the proposed value was written in; UTC where that is unknown."""
    for name in (time.zone.name, time.zone.offset):
        if name:
            try:
                return zone_named(name)
            except InvalidInput:
                continue
    return UTC


def local(value: datetime | None, time: TimeValue, choice: ZoneChoice) -> datetime | None:
    """An aware instant in the chosen zone; naive values (zone unknown) are given back as they are."""
    if value is None or value.tzinfo is None:
        return value
    try:
        return value.astimezone(choice.zone or reported_zone(time))
    except OverflowError:
        return value


def iso(value: datetime | None) -> str | None:
    """RFC 3339 with the value's own offset (`Z` never), to the second; naive values without offset."""
    if value is None:
        return None
    if value.tzinfo is None:
        return format_instant(value)
    delta = value.utcoffset() or timedelta()
    if not delta.seconds % 60:
        return value.isoformat(timespec="seconds")
    # A zone's offset before standard time can have seconds, which RFC 3339 cannot: shift to whole minutes.
    whole = timedelta(minutes=round(delta.total_seconds() / 60))
    shifted = value.astimezone(timezone(whole))
    return shifted.replace(tzinfo=None).isoformat(timespec="seconds") + offset_text(shifted)


def shown(value: datetime | None, row: TimelineRow, choice: ZoneChoice) -> str:
    """`2025-10-19 23:48 -07:00` for people: as fine as the claim was, the offset always beside the time."""
    value = local(value, row.time, choice)
    if value is None:
        return ""
    pattern = _PATTERNS.get(row.time.precision.value, "%Y-%m-%d %H:%M")
    if row.time.precision.value in _WHOLE and value.tzinfo is not None and (value.hour or value.minute):
        value = value.astimezone(reported_zone(row.time))  # a day of another zone begins amid one here: it stays that zone's
    text = value.strftime(pattern) if value.year >= 1000 else value.isoformat(" ", "minutes")
    mark = "~" if row.time.approximate else ""
    return f"{mark}{text} {offset_text(value)}" if value.tzinfo else f"{mark}{text} (zone unknown)"


def span(row: TimelineRow, choice: ZoneChoice) -> str:
    """Start and end for people, with the bound in words; the day again where the range crosses it."""
    start, end = local(row.time.start, row.time, choice), local(row.time.end, row.time, choice)
    words = {"by": "by ", "until": "until ", "since": "since "}.get(row.time.bound.value, "")
    text = words + shown(row.time.start, row, choice)
    if end is None:
        return text
    if start is not None and start.date() == end.date() and row.time.precision.value in ("minute", "hour", "second"):
        return f"{text} – {end.strftime('%H:%M')}{' ' + offset_text(end) if end.tzinfo else ''}"
    return f"{text} – {shown(row.time.end, row, choice)}"


def window(row: TimelineRow, choice: ZoneChoice) -> str:
    """What constraints leave of an undated row."""
    low, high = local(row.time.window.earliest, row.time, choice), local(row.time.window.latest, row.time, choice)
    low_text = f"{low.strftime('%Y-%m-%d %H:%M')} {offset_text(low)}" if low else "…"
    high_text = f"{high.strftime('%Y-%m-%d %H:%M')} {offset_text(high)}" if high else "…"
    return "no time known" if not low and not high else f"{low_text} – {high_text}"
