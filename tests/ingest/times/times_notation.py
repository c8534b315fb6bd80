"""How the tests of time rows say what was read: `2025-10-20T23:48[PDT]`, `10-19/10-20`, `~14:20`, `by 05:40`, `Fri+1w`.

A moment is its date as far as written, weekday before a colon, relative day (`+1d`), `T` and the clock, the zone in
brackets, a day period without a clock in round ones, `~` for approximate. Lengths are seconds (`5400s`), lags `lag 120s`, a second zone stands in round brackets.
Several expressions are parted by `; `.
"""
from __future__ import annotations

from ingest.types import Moment, TimeExpression
from kb.model import Bound

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def shown(found: list[TimeExpression]) -> str:
    return "; ".join(_one(expression) for expression in found)


def _one(found: TimeExpression) -> str:
    if found.kind in ("duration", "lag"):
        return f"{'lag ' if found.kind == 'lag' else ''}{found.seconds:.10g}s"
    bound = "" if found.bound is Bound.AT else f"{found.bound.value} "
    last = f"/{_moment(found.last)}" if found.last else ""
    second = f" ({_moment(found.second)})" if found.second else ""
    return bound + _moment(found.first) + last + second


def _moment(moment: Moment | None) -> str:
    if moment is None:
        return "-"
    numbers = [f"{moment.year:04d}" if moment.year is not None else None]
    numbers += [f"{part:02d}" if part is not None else None for part in (moment.month, moment.day)]
    day = "-".join(part for part in numbers if part)
    weekday = DAYS[moment.weekday] if moment.weekday is not None else ""
    weekday += f"{moment.weeks:+d}w" if moment.weeks else ""
    shift = f"{moment.shift:+d}d" if moment.shift is not None else ""
    date = (f"{weekday}:{day}" if weekday and day else weekday + day) + shift
    clock = ""
    if moment.hour is not None:
        clock = f"{moment.hour:02d}:{moment.minute or 0:02d}" + (f":{moment.second:02d}" if moment.second is not None
                                                                 else "")
    zone = f"[{moment.zone.as_written}]" if moment.zone else ""
    part = f"({moment.part})" if moment.part and moment.hour is None else ""
    return ("~" if moment.approximate else "") + date + ("T" if date and clock else "") + clock + part + zone
