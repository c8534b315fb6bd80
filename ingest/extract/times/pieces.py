"""One matched row as values: hours on the 24-hour clock, months as numbers, seconds of a duration."""
from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from ingest.extract.times.grammar import Grammar
from ingest.extract.times.scan import Form
from ingest.language import Language
from kb.model import Span

_DIGITS = re.compile(r"\d+(?:[.,]\d+)?")
_FIGURES = re.compile(r"\d+")
INVALID = "invalid"
_LEAP_YEAR, _BEFORE_MINGUO = 2000, 1911
_FRACTIONS = frozenset(("half", "quarter", "half_before", "quarter_before"))
_DAY_ENDS, _LAST = 24, 59


Groups = Mapping[str, str]
Parts = dict[str, Any]  # whole numbers; `seconds` may have a fraction, `part` is a text


@dataclass(slots=True)
class Piece:
    """A part of a time expression. `parts` has the keys of `Moment` (year … second, part, weekday, shift) and besides
    `num` (a bare number), `weeks` (this, next, last week), `seconds` and `unit` (a duration). Not frozen, for a text is
    read by making many; nobody changes one."""

    kind: str
    start: int
    end: int
    rule: str
    needs: str
    parts: Parts


@dataclass(frozen=True, slots=True)
class Invalid:
    """Something written like a time that no clock or calendar knows (25:61, Feb 30)."""

    span: Span
    text: str


def read_piece(match: re.Match[str], form: Form, own: Grammar, order: str, begin: int = 0) -> Piece | Invalid:
    """The values of a matched row. `order` is the order of numeric dates, such as "dmy"; places count from `begin`."""
    groups = {name: text for name, text in zip(form.names, match.groups(), strict=True) if text}
    start, end = match.span()
    try:
        parts = _READERS[form.kind](groups, form, own.language, order)
    except ValueError:
        return Invalid((start - begin, end - begin), match[0])
    if parts.get("hour", 0) >= _DAY_ENDS and not _within(parts, own.last_hour):
        return Invalid((start - begin, end - begin), match[0])
    return Piece(form.kind, start - begin, end - begin, form.id, form.needs, parts)


def _within(parts: Parts, last: int) -> bool:
    return parts["hour"] <= last and (last > _DAY_ENDS or not (parts.get("minute") or parts.get("second")))


def number(text: str, language: Language) -> int:
    """A whole number written in digits or words of the language. Raises ValueError."""
    if text.isdecimal():
        return int(text)
    plain = text.strip().rstrip(".")
    if digits := _FIGURES.match(plain):
        return int(digits[0])
    known = language.numbers.get(plain, language.numbers.get(plain.replace("-", " ")))
    if known is None:
        raise ValueError(f"no number: {text!r}")
    return known


def amount(text: str, language: Language) -> float:
    """A number that may have a fraction; either sign may stand before it."""
    digits = _DIGITS.match(text.strip())
    return float(digits[0].replace(",", ".")) if digits else float(number(text, language))


def _late(ampm: str) -> bool:
    """Whether an hour so marked is of the second half of the day ("pm", "ch")."""
    return ampm.lstrip(" (")[0] in "pc"


def by_period(hour: int, period: str, hours: Mapping[str, tuple[float, float]]) -> int:
    """The hour of day that a day period means. Nights and noons take the nearer one, for they straddle the hours."""
    if hour > 12 or not period:
        return hour
    half = hour % 12
    if period.startswith(("morning", "am")):
        return half
    if period.startswith(("afternoon", "evening", "pm")):
        return half if period.startswith("evening") and hour == 12 else half + 12
    start, end = hours.get(period, (12.0, 12.0) if period == "noon" else (0.0, 0.0))
    return min((half, half + 12), key=lambda candidate: _distance(candidate, start, end))


def _distance(hour: int, start: float, end: float) -> float:
    return min(max(start - moved, moved - end, 0.0) for moved in (hour, hour + 24, hour - 24))


def full_year(text: str) -> int:
    """Two digits mean 1970 to 2069, as most readers take them; three count from 1912, as Taiwan does (114 is 2025)."""
    digits = text.strip().lstrip("'")
    value = int(digits)
    if len(digits) == 3:
        return value + _BEFORE_MINGUO
    if len(digits) > 2:
        return value
    return value + (2000 if value < 70 else 1900)


def valid_date(year: int | None, month: int, day: int | None) -> None:
    """Raises ValueError for a date no calendar has; without a year Feb 29 stands."""
    date(_LEAP_YEAR if year is None else year, month, 1 if day is None else day)


def numeric_date(parts: tuple[str, str, str], order: str) -> dict[str, int]:
    """Three numbers as a date: four digits are the year, the language's order decides the rest where it can hold."""
    tries = [order, *(other for other in ("dmy", "mdy", "ymd") if other != order)]
    if len(parts[0]) >= 3 and parts[0].isdigit():
        tries = ["ymd", "ydm"]
    elif len(parts[1]) >= 3 and parts[1].isdigit():
        tries = ["dym", "myd"]
    elif len(parts[2]) >= 3 and parts[2].isdigit():
        tries = ["mdy", "dmy"] if order == "mdy" else ["dmy", "mdy"]
    for one in tries:
        named = dict(zip(one, parts, strict=True))
        if len(named["y"]) < 2:
            continue
        year, month, day = full_year(named["y"]), int(named["m"]), int(named["d"])
        try:
            valid_date(year, month, day)
        except ValueError:
            continue
        return {"year": year, "month": month, "day": day}
    raise ValueError(f"no such date: {parts}")


def short_date(first: str, second: str, order: str) -> dict[str, int]:
    """Two numbers as day and month in the language's order, or in the other where only that one exists."""
    pairs = [(first, second), (second, first)]
    if order.index("m") > order.index("d"):
        pairs.reverse()
    for month, day in pairs:
        try:
            valid_date(None, int(month), int(day))
        except ValueError:
            continue
        return {"month": int(month), "day": int(day)}
    raise ValueError(f"no such day: {first}, {second}")


def _clock(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    parts: Parts = _date(groups, form, language, order) if "year" in groups or "a" in groups else {}
    if form.part:
        parts |= {"minute": 0, "part": form.part}
        hour = 0 if form.part == "midnight" else 12
    else:
        hour = number(groups["hour"], language)
    minute = number(groups["minute"], language) if "minute" in groups else parts.get("minute")
    if not _FRACTIONS.isdisjoint(groups):
        hour, minute = _fraction(groups, hour)
    elif form.value and minute is None:
        minute = form.value
    second = number(groups["second"], language) if "second" in groups else None
    if second is not None and minute is None:
        minute = 0
    if (minute or 0) > _LAST or (second or 0) > _LAST:
        raise ValueError("no such time of day")
    if "ampm" in groups:
        late = _late(groups["ampm"])
        parts["part"] = "pm" if late else "am"
        if hour <= 12:  # hours over 12 stand, whatever is said beside them (`13:20 PM`)
            hour = hour % 12 + 12 * late
    elif "period" in groups:
        parts["part"] = language.periods[groups["period"].strip()]
        hour = by_period(hour, parts["part"], language.period_hours)
    parts["hour"] = hour
    if minute is not None:
        parts["minute"] = minute
    if second is not None:
        parts["second"] = second
    return parts


def _fraction(groups: Groups, hour: int) -> tuple[int, int]:
    """The hour and minute that halves and quarters mean."""
    if "quarter_before" in groups:
        return (hour - 1) % 24, 45
    if "half_before" in groups:  # halb drei: half an hour before three
        return (hour - 1) % 24 or 12, 30
    return hour, 30 if "half" in groups else 15


def _date(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    parts: Parts = {}
    if "a" in groups:
        parts |= numeric_date((groups["a"], groups["b"], groups["c"]), order) if "c" in groups \
            else short_date(groups["a"], groups["b"], order)
    if "year" in groups:
        parts["year"] = _year(groups["year"], language)
    if "era_year" in groups:  # 令和6年, 民國113年: `value` is the year before the first of the era, 元年
        parts["year"] = form.value + (number(groups["era_year"], language) if groups["era_year"] != "元" else 1)
    if "month" in groups:
        parts["month"] = _month(groups["month"], language)
    if "day" in groups:
        parts["day"] = number(groups["day"], language)
    if "weekday" in groups:
        parts["weekday"] = weekday(groups["weekday"], language)
    if "month" in parts:
        valid_date(parts.get("year"), parts["month"], parts.get("day"))
    return parts


def _year(text: str, language: Language) -> int:
    if text.lstrip("'").isdigit():
        return full_year(text)
    return int("".join(str(number(digit, language)) for digit in text))


def _month(text: str, language: Language) -> int:
    name = text.strip().rstrip(".")
    return language.months[name] if name in language.months else number(name, language)


def weekday(text: str, language: Language) -> int:
    """0 is Monday. Raises ValueError for an unknown name."""
    name = text.strip().rstrip(".")
    if name in language.weekdays:
        return language.weekdays[name]
    raise ValueError(f"no weekday: {text!r}")


def _weekday(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    parts: Parts = {"weekday": weekday(groups["weekday"], language)}
    return parts if form.value is None else parts | {"weeks": form.value}


def _day(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    return {"shift": form.value, "part": form.part} if form.part else {"shift": form.value}


def _period(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    return {"part": form.part or language.periods[groups["period"].strip()]}


def _duration(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    if groups.keys() & {"hh", "mi", "ss"}:
        total = sum(size * int(groups[key]) for key, size in (("hh", 3600), ("mi", 60), ("ss", 1)) if key in groups)
        return {"seconds": total, "unit": 1}
    seconds = form.value or language.units[groups["unit"].strip().rstrip(".")]
    alone = "half" in groups and "one" not in groups  # half an hour; an hour and a half
    count = amount(groups["amount"], language) if "amount" in groups else 0.0 if alone else 1.0
    if "half" in groups:
        count += 0.5
    if "tenths" in groups:
        count += amount(groups["tenths"], language) / 10
    if "rest" in groups:  # "1 hour thirty", "5點5分鐘": the rest is in the next smaller unit
        count += amount(groups["rest"], language) / 60
    return {"seconds": count * seconds, "unit": seconds}


def _num(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    if "minute" in groups:  # the end of a range within an hour ("17:30-36")
        return {"num": int(groups["minute"]), "ordinal": 0}
    value = number(groups["n"], language)
    if value > 31 and form.value:
        return {"seconds": value * form.value, "unit": form.value}
    if value > 31:
        raise ValueError("neither day nor hour")
    parts: Parts = {"num": value, "ordinal": int("ordinal" in groups)}
    if form.value:  # 20日 is the 20th beside a month or a range, else a length
        parts["alone"] = form.value
    return parts | {"year": full_year(groups["year"])} if "year" in groups else parts


def _dot(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    """`6.30` is a day or a clock time; what stands beside it decides (see `compose`)."""
    parts: Parts = {}
    with suppress(ValueError):
        parts |= short_date(groups["a"], groups["b"], order)
    if int(groups["a"]) < 24 and int(groups["b"]) < 60 and len(groups["b"]) == 2:
        parts |= {"dot_hour": int(groups["a"]), "dot_minute": int(groups["b"])}
    if not parts:
        raise ValueError("neither day nor time")
    return parts


def _hours(groups: Groups, form: Form, language: Language, order: str) -> Parts:
    """`9h` is a clock time or nine hours; what stands beside it decides (see `compose`)."""
    count = number(groups["amount"], language)
    return {"hours": count} if count <= 24 else {"seconds": count * 3600, "unit": 3600}


_READERS = {"clock": _clock, "hours": _hours, "date": _date, "dot": _dot, "weekday": _weekday, "day": _day, "period": _period,
            "duration": _duration, "num": _num}
