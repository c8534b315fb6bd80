"""What the two ends of an interval lend each other: "5:30AM ~ 2:09PM ngày 20/10" says its day and zone once."""
from __future__ import annotations

from collections.abc import Mapping

from ingest.extract.times.cluster import Cluster, Text
from ingest.extract.times.merge import settle_dot
from ingest.extract.times.pieces import by_period, valid_date

Hours = Mapping[str, tuple[float, float]]
_DATE = ("year", "month", "day")


def share(first: Cluster, last: Cluster, text: Text) -> bool:
    """Complete both ends from each other; False where the calendar has no such days.

    A clock that runs backwards means the next day (`shift` 1 on the end). A text read widely also takes "11:30-1:30" for a
    noon.
    """
    _numbers(first, last, text)
    _periods(first, last, text.grammar.language.period_hours, text.wide)
    _dates(first, last)
    if first.zone is None:
        first.zone = last.zone
    elif last.zone is None:
        last.zone = first.zone
    return _real(first) and _real(last)


def _real(cluster: Cluster) -> bool:
    """Whether a day that was put together from two places exists."""
    if "month" not in cluster.parts:
        return True
    try:
        year = int(cluster.parts["year"]) if "year" in cluster.parts else None
        valid_date(year, int(cluster.parts["month"]), int(cluster.parts["day"]) if "day" in cluster.parts else None)
    except ValueError:
        return False
    return True


def _numbers(first: Cluster, last: Cluster, text: Text) -> None:
    """Bare numbers become what the other end shows them to be: a day beside a day, an hour beside an hour."""
    for one, other in ((first, last), (last, first)):
        if "dot_hour" in one.parts and "hour" in other.parts and "hour" not in one.parts and "day" not in other.parts:
            settle_dot(one.parts, clock=True)
    if first.open_number and last.open_number:
        if text.wide and first.at(text):
            _settle(first, "hour")
            _settle(last, "hour")
        return
    if first.open_number:
        key = "day" if last.first == "date" or "hour" not in last.parts else "hour"
        _settle(first, key)
        if key == "day" and last.first == "date" and "hour" in last.parts:
            first.parts |= {name: last.parts[name] for name in ("hour", "minute", "second") if name in last.parts}
    elif last.open_number and _within_hour(first, int(last.parts["num"])):
        last.parts |= {"hour": first.parts["hour"], "minute": int(last.parts.pop("num"))}
    elif last.open_number:
        _settle(last, "day" if first.latest in ("date", "weekday") or "hour" not in first.parts else "hour")


def _within_hour(first: Cluster, number: int) -> bool:
    """Whether a range ends within its hour ("17:30-36"): a number that no later hour has, and the minutes do."""
    if not ("hour" in first.parts and "minute" in first.parts) or first.latest != "clock":
        return False
    return 0 < _minutes(first) < number < 60 and (number >= 24 or number <= int(first.parts["hour"]))


def _settle(cluster: Cluster, key: str) -> None:
    value = int(cluster.parts.pop("num"))
    if key == "hour":
        cluster.parts["bare_hour"] = 1
        if value > 24:
            cluster.parts["num"] = value
            return
    cluster.parts[key] = value


def _periods(first: Cluster, last: Cluster, hours: Hours, wide: bool) -> None:
    """"3 to 4pm", "午後1時から4時": a period said once holds for both where that makes a forward range."""
    if "hour" not in first.parts or "hour" not in last.parts:
        return
    here, there = int(first.parts["hour"]), int(last.parts["hour"])
    if _dated(first) and _dated(last):
        return
    if "part" in first.parts and "part" not in last.parts and there <= 12 and here >= 12:
        later = there % 12 + 12
        if later > here or (later == here and _minutes(last) > _minutes(first)):
            last.parts["hour"] = later
    elif "part" in last.parts and "part" not in first.parts and here <= 12:
        moved = by_period(here, str(last.parts["part"]), hours)
        if moved <= there:
            first.parts["hour"] = moved
    elif there < here <= 12 and "part" not in last.parts and (wide or first.parts.get("part") == "am"):
        last.parts["hour"] = there % 12 + 12


def _minutes(cluster: Cluster) -> int:
    return int(cluster.parts.get("minute", 0))


def _dates(first: Cluster, last: Cluster) -> None:
    if "day" in first.parts and "day" in last.parts:
        _months(first, last)
        return
    backwards = "hour" in first.parts and "hour" in last.parts and _clock(last) < _clock(first)
    if _dated(first) and not _dated(last):
        for name in (*_DATE, "shift", "weekday", "weeks"):
            if name in first.parts:
                last.parts[name] = first.parts[name]
        if backwards:
            last.parts["shift"] = int(last.parts.get("shift", 0)) + 1
    elif _dated(last) and not _dated(first) and not ("shift" in last.parts and last.first == "day"):
        for name in (*_DATE, "shift", "weekday", "weeks"):
            if name in last.parts:
                first.parts[name] = last.parts[name]
        if backwards:
            first.parts["shift"] = int(first.parts.get("shift", 0)) - 1
    elif backwards and not _dated(first):
        last.parts["shift"] = 1


def _dated(cluster: Cluster) -> bool:
    return cluster.dated or cluster.has("shift", "weekday")


def _months(first: Cluster, last: Cluster) -> None:
    if "month" in first.parts and "month" not in last.parts:
        last.parts["month"] = first.parts["month"]
    elif "month" in last.parts and "month" not in first.parts:
        first.parts["month"] = last.parts["month"]
    if "year" in first.parts and "year" not in last.parts:
        last.parts["year"] = _following(first, last)
    elif "year" in last.parts and "year" not in first.parts:
        first.parts["year"] = int(last.parts["year"]) - int(_order(first) > _order(last))


def _following(first: Cluster, last: Cluster) -> int:
    return int(first.parts["year"]) + int(_order(last) < _order(first))


def _order(cluster: Cluster) -> tuple[int, int]:
    return int(cluster.parts.get("month", 0)), int(cluster.parts.get("day", 0))


def _clock(cluster: Cluster) -> tuple[int, int, int]:
    return int(cluster.parts["hour"]), _minutes(cluster), int(cluster.parts.get("second", 0))
