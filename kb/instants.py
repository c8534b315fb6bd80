"""Strict RFC 3339 instants and zones.

Aware datetimes are UTC everywhere inside; a naive datetime means "local time in a zone nobody stated".
`datetime.fromisoformat` accepts far more than RFC 3339, hence the pattern.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from kb.errors import InvalidInput

_RFC3339 = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_ALIASES = {"PT": "America/Los_Angeles", "ET": "America/New_York", "MT": "America/Denver", "CT": "America/Chicago",
            "UTC": "UTC", "GMT": "UTC", "Z": "UTC"}
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?", re.ASCII)


def parse_instant(text: str) -> datetime:
    """An RFC 3339 instant as aware UTC. Raises InvalidInput for anything else, a missing offset included."""
    match = _RFC3339.fullmatch(text.strip())
    if match is None:
        raise InvalidInput(f"not an RFC 3339 instant with offset: {text!r}")
    day, clock, fraction, offset = match.groups()
    if offset not in "Zz" and (int(offset[1:3]) > 23 or int(offset[4:]) > 59):
        raise InvalidInput(f"no such offset: {text!r}")
    try:
        value = datetime.fromisoformat(f"{day}T{clock}{(fraction or '')[:7]}{'+00:00' if offset in 'Zz' else offset}")
    except ValueError as error:
        raise InvalidInput(f"no such instant: {text!r}") from error
    return _utc(value)


def _utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError:  # within a day of what a datetime can hold: its first or last moment is near enough
        return (datetime.min if value.year == 1 else datetime.max.replace(microsecond=0)).replace(tzinfo=UTC)


def format_instant(value: datetime | None) -> str | None:
    """RFC 3339 with `Z` for aware values; local time without offset for naive ones (zone unknown)."""
    if value is None:
        return None
    if value.tzinfo is None:
        return value.isoformat(timespec="seconds")
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def format_exact(value: datetime) -> str:
    """As `format_instant` for aware values, with the fraction of the second where there is one."""
    return value.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def parse_day(text: str) -> date:
    """A date as `YYYY-MM-DD` and in no other form. Raises InvalidInput."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise InvalidInput(f"not a date (YYYY-MM-DD): {text!r}")


def asked_instant(text: str, zones: Iterable[str] = ()) -> datetime:
    """An instant a caller asks for: RFC 3339 with offset, or local time in the first of `zones` that is a zone.

    Raises InvalidInput, naming the missing offset where the text is local and no zone helps.
    """
    for pattern in ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        try:
            local = datetime.strptime(text.strip(), pattern)
        except ValueError:
            continue
        zone = next((name for name in zones if name != "reported"), None)
        if zone is None:
            raise InvalidInput(f"{text!r} has no offset: add one (Z, -07:00), or say the zone")
        return _utc(local.replace(tzinfo=zone_named(zone)))
    return parse_instant(text)


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """All IANA names this machine knows."""
    return frozenset(available_timezones())


@lru_cache(maxsize=1024)
def zone_named(name: str) -> tzinfo:
    """The zone for an IANA name, `PT`, `ET`, `UTC` or an offset such as `+07:00`. Raises InvalidInput."""
    plain = name.strip()
    target = _ALIASES.get(plain.upper(), plain)
    if target == "UTC":
        return UTC
    if match := _OFFSET.fullmatch(plain):
        hours, minutes = int(match[2]), int(match[3] or 0)
        if hours <= 14 and minutes < 60:
            delta = timedelta(hours=hours, minutes=minutes)
            return timezone(-delta if match[1] == "-" else delta)
    by_fold = {known.casefold(): known for known in zone_names()}
    if (known := by_fold.get(target.casefold())) is not None:
        return ZoneInfo(known)
    raise InvalidInput(f"unknown time zone: {name!r}")


def offset_text(value: datetime) -> str:
    """The offset of an aware datetime as `+07:00`, to the minute as RFC 3339 wants it."""
    delta = value.utcoffset() or timedelta()
    minutes = round(delta.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
