"""What the two ends of an interval lend each other: "5:30AM ~ 2:09PM ngày 20/10" says its day and zone once."""
from __future__ import annotations

from collections.abc import Mapping

from ingest.extract.times.cluster import Cluster
from ingest.extract.times.merge import settle_dot
from ingest.extract.times.pieces import by_period, valid_date

Hours = Mapping[str, tuple[float, float]]
_DATE = ("year", "month", "day")


def share(first: Cluster, last: Cluster, hours: Hours, wide: bool) -> bool:
    """Complete both ends from each other; False where the calendar has no such days.

    A clock that runs backwards means the next day (`shift` 1 on the end). `wide` also takes "11:30-1:30" for a noon.
    """
    _numbers(first, last, wide)
    _periods(first, last, hours, wide)
    _dates(first, last)
    if first.zone is None:
        first.zone = last.zone
    elif last.zone is None:
        last.zone = first.zone
    return _real(first) and _real(last)


def _real(cluster: Cluster) -> bool:
    """Whether a day that was put together from two places exists."""
    if not cluster.has("month"):
        return True
    try:
        year = int(cluster.parts["year"]) if cluster.has("year") else None
        valid_date(year, int(cluster.parts["month"]), int(cluster.parts["day"]) if cluster.has("day") else None)
    except ValueError:
        return False
    return True


def _numbers(first: Cluster, last: Cluster, wide: bool) -> None:
    """Bare numbers become what the other end shows them to be: a day beside a day, an hour beside an hour."""
    for one, other in ((first, last), (last, first)):
        if one.has("dot_hour") and other.has("hour") and not one.has("hour") and not other.has("day"):
            settle_dot(one.parts, clock=True)
    if first.open_number and last.open_number:
        if wide and first.at:
            _settle(first, "hour")
            _settle(last, "hour")
        return
    if first.open_number:
        key = "day" if last.first == "date" or not last.has("hour") else "hour"
        _settle(first, key)
        if key == "day" and last.first == "date" and last.has("hour"):
            first.parts |= {name: last.parts[name] for name in ("hour", "minute", "second") if name in last.parts}
    elif last.open_number and _within_hour(first, int(last.parts["num"])):
        last.parts |= {"hour": first.parts["hour"], "minute": int(last.parts.pop("num"))}
    elif last.open_number:
        _settle(last, "day" if first.latest in ("date", "weekday") or not first.has("hour") else "hour")


def _within_hour(first: Cluster, number: int) -> bool:
    """Whether a range ends within its hour ("17:30-36"): a number that no later hour has, and the minutes do."""
    if not (first.has("hour") and first.has("minute")) or first.latest != "clock":
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
    if not first.has("hour") or not last.has("hour"):
        return
    here, there = int(first.parts["hour"]), int(last.parts["hour"])
    if _dated(first) and _dated(last):
        return
    if first.has("part") and not last.has("part") and there <= 12 and here >= 12:
        later = there % 12 + 12
        if later > here or (later == here and _minutes(last) > _minutes(first)):
            last.parts["hour"] = later
    elif last.has("part") and not first.has("part") and here <= 12:
        moved = by_period(here, str(last.parts["part"]), hours)
        if moved <= there:
            first.parts["hour"] = moved
    elif there < here <= 12 and not last.has("part") and (wide or first.parts.get("part") == "am"):
        last.parts["hour"] = there % 12 + 12


def _minutes(cluster: Cluster) -> int:
    return int(cluster.parts.get("minute", 0))


def _dates(first: Cluster, last: Cluster) -> None:
    if first.has("day") and last.has("day"):
        _months(first, last)
        return
    backwards = first.has("hour") and last.has("hour") and _clock(last) < _clock(first)
    if _dated(first) and not _dated(last):
        for name in (*_DATE, "shift", "weekday", "weeks"):
            if name in first.parts:
                last.parts[name] = first.parts[name]
        if backwards:
            last.parts["shift"] = int(last.parts.get("shift", 0)) + 1
    elif _dated(last) and not _dated(first) and not (last.has("shift") and last.first == "day"):
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
    if first.has("month") and not last.has("month"):
        last.parts["month"] = first.parts["month"]
    elif last.has("month") and not first.has("month"):
        first.parts["month"] = last.parts["month"]
    if first.has("year") and not last.has("year"):
        last.parts["year"] = _following(first, last)
    elif last.has("year") and not first.has("year"):
        first.parts["year"] = int(last.parts["year"]) - int(_order(first) > _order(last))


def _following(first: Cluster, last: Cluster) -> int:
    return int(first.parts["year"]) + int(_order(last) < _order(first))


def _order(cluster: Cluster) -> tuple[int, int]:
    return int(cluster.parts.get("month", 0)), int(cluster.parts.get("day", 0))


def _clock(cluster: Cluster) -> tuple[int, int, int]:
    return int(cluster.parts["hour"]), _minutes(cluster), int(cluster.parts.get("second", 0))
