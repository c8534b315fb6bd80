"""Rewrite the times of a document in its own notation: every clock and date moved by one step, or every zone swapped.

An oracle apart from the grammar: it knows how clocks and dates are spelt, takes from the reader only where a time stands
and what local time it was, and writes the moved one in the same spelling. `Unwritable` says that a notation is not known.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from babel import Locale

_CLOCK = re.compile(
    r"(?P<lead>午前|午後|오전|오후|上午|下午)?(?P<gap1>\s?)(?P<hour>\d{1,2})(?P<sep>\s?[:h時点시.]\s?)(?P<minute>\d{2})?"
    r"(?P<sec>:\d\d)?(?P<close>\s?[分분])?(?P<gap2>\s?)(?P<tail>[AaPp]\.?[Mm]\b\.?|sáng|trưa|chiều|tối|đêm)?")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")
_CJK = re.compile(r"(?:(?P<year>\d{4})(?P<y>\s?[年년]\s?))?(?P<month>\d{1,2})(?P<m>\s?[月월]\s?)(?P<day>\d{1,2})(?P<d>\s?[日일])?")
_BARE = re.compile(r"(?<![\d+-])(?P<day>\d{1,2})(?P<month>)(?P<year>)(?!\d)")
_SLASH = re.compile(r"(?<![\d/])(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/(?P<year>\d{4}))?(?![\d/])")
_LATER = ("午後", "오후", "下午", "chiều", "tối", "đêm", "pm")


class Unwritable(Exception):
    """The notation of a time is not one the oracle can write."""


@dataclass(frozen=True, slots=True)
class Written:
    """A time where it stands, and the local time it meant. A date without a clock moves by whole days only."""

    start: int
    end: int
    local: datetime
    clock: bool = True


def moved(text: str, times: Sequence[Written], step: timedelta, code: str) -> str:
    """The text with all its times moved."""
    days = timedelta(days=round(step / timedelta(days=1)))
    parts, at = [], 0
    for one in sorted(times, key=lambda one: one.start):
        if one.start < at:
            continue
        new = one.local + (step if one.clock else days)
        parts += [text[at:one.start], rewritten(text[one.start:one.end], one.local, new, code)]
        at = one.end
    return "".join([*parts, text[at:]])


def rewritten(words: str, old: datetime, new: datetime, code: str) -> str:
    """One expression in its own spelling. Raises Unwritable where a figure of the old time is not found in it."""
    spans: list[tuple[int, int, str]] = []
    for match in _CLOCK.finditer(words):
        if _reads(match, old) and not any(part in match[0] for part in ("月", "日")):
            spans.append((*match.span(), _clock(match, new)))
            break
    spans += _date(words, old, new, code, [span[:2] for span in spans])
    if not spans:
        raise Unwritable(f"no known spelling in {words!r}")
    for start, end, put in sorted(spans, reverse=True):
        words = words[:start] + put + words[end:]
    return words


def _half(match: re.Match[str]) -> str:
    return (match["lead"] or match["tail"] or "").lower().replace(".", "")


def _reads(match: re.Match[str], old: datetime) -> bool:
    hour = int(match["hour"])
    half = _half(match)
    if half:
        hour = hour % 12 + (12 if half in _LATER else 0)
    minute = int(match["minute"] or 0)
    return (hour, minute) == (old.hour, old.minute) or (half == "trưa" and minute == old.minute)


def _clock(match: re.Match[str], new: datetime) -> str:
    half, hour = _half(match), str(new.hour)
    lead, tail = match["lead"] or "", match["tail"] or ""
    if half:
        hour = str(new.hour % 12 or 12)
        if lead:
            lead = _other(lead, new.hour >= 12)
        else:
            tail = _other(tail, new.hour >= 12)
    if len(match["hour"]) == 2 and match["hour"].startswith("0"):
        hour = hour.zfill(2)
    minute = f"{new.minute:02d}" if match["minute"] or new.minute else ""
    return (f"{lead}{match['gap1']}{hour}{match['sep']}{minute}{match['sec'] or ''}{match['close'] or ''}{match['gap2']}"
            f"{tail}")


def _other(word: str, later: bool) -> str:
    pairs = {"午前": "午後", "오전": "오후", "上午": "下午", "sáng": "chiều"}
    for early, late in pairs.items():
        if word in (early, late) or (early == "sáng" and word in ("trưa", "tối", "đêm")):
            return late if later else early
    put = "p" if later else "a"
    return (put.upper() if word[0].isupper() else put) + word[1:]


def _date(words: str, old: datetime, new: datetime, code: str, taken: Sequence[tuple[int, int]]
          ) -> list[tuple[int, int, str]]:
    found = []
    for pattern in (_ISO, _CJK, _SLASH, _month_first(code), _named(code), _BARE):
        for match in pattern.finditer(words):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            if int(match["day"]) != old.day:
                continue
            found += _figures(match, new, code, pattern in (_ISO, _CJK, _SLASH))
        if found:
            return found
    return found


def _figures(match: re.Match[str], new: datetime, code: str, numeric: bool) -> list[tuple[int, int, str]]:
    put = [(match.span("day"), str(new.day).zfill(2) if match["day"].startswith("0") else str(new.day))]
    if match["month"]:
        number = str(new.month).zfill(len(match["month"]) if match["month"].startswith("0") else 1)
        put.append((match.span("month"), number if numeric else _month(match["month"], new, code)))
    if match["year"]:
        put.append((match.span("year"), str(new.year)))
    return [(start, end, text) for (start, end), text in put]


def _names(code: str) -> dict[str, tuple[str, int]]:
    months = Locale.parse(code).months["format"]
    return {name.rstrip(".").lower(): (width, number) for width in ("abbreviated", "wide")
            for number, name in months[width].items() if not name[:1].isdigit()}


def _month(word: str, new: datetime, code: str) -> str:
    width, _ = _names(code)[word.lower()]
    name = str(Locale.parse(code).months["format"][width][new.month]).rstrip(".")
    return name if word[0].islower() else name[0].upper() + name[1:]


def _named(code: str) -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _names(code)), key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s(?:de\s)?(?P<month>{names})\b\.?(?:,?\s(?:de\s)?(?P<year>\d{{4}}))?",
        re.IGNORECASE)


def _month_first(code: str) -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _names(code)), key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"(?P<month>{names})\b\.?\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<year>\d{{4}}))?", re.IGNORECASE)
