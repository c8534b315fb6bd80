"""What a moment takes in of a next piece, each said once: a day, a clock time, a day period, a bare number, a length."""
from __future__ import annotations

from collections.abc import Sequence

from ingest.extract.times.cluster import Cluster, Text
from ingest.extract.times.pieces import Parts, Piece, by_period


def merge(cluster: Cluster, piece: Piece, gap: str, text: Text, following: Sequence[Piece]) -> bool:
    """Take the piece in, if it says something the moment does not say yet."""
    if "hours" in cluster.parts:
        if text.matches("for", gap):
            return False  # "16h for 30 minutes"
        lasts = cluster.lasting(text) or "seconds" in piece.parts
        if not lasts and piece.kind in ("clock", "hours", "num"):
            return False
        settle_hours(cluster, clock=not lasts)
    if "alone" in cluster.parts and cluster.open_number:
        _settle_alone(cluster, length="seconds" in piece.parts)
    if "seconds" in cluster.parts or "seconds" in piece.parts:
        return _merge_duration(cluster, piece)
    if piece.kind == "hours":
        piece = Piece("clock", piece.start, piece.end, piece.rule, piece.needs, {"hour": piece.parts["hours"]})
    if piece.kind == "clock":
        return _merge_clock(cluster, piece, text)
    if piece.kind == "date":
        return _merge_date(cluster, piece, text)
    if piece.kind == "dot":
        return _merge_dot(cluster, piece, text.word("at", gap), text)
    if piece.kind == "period":
        return _merge_period(cluster, piece, text)
    if piece.kind == "num":
        return _merge_number(cluster, piece, gap, text, following)
    if ("weekday" if piece.kind == "weekday" else "shift") in cluster.parts:
        return False
    return _merge_day(cluster, piece, text)


def _merge_duration(cluster: Cluster, piece: Piece) -> bool:
    if "hours" in piece.parts:
        parts = {"seconds": piece.parts["hours"] * 3600, "unit": 3600}
        piece = Piece("duration", piece.start, piece.end, piece.rule, piece.needs, parts)
    if piece.kind != "duration" or "seconds" not in cluster.parts or float(piece.parts["unit"]) >= float(cluster.parts["unit"]):
        return False
    cluster.parts["seconds"] = float(cluster.parts["seconds"]) + float(piece.parts["seconds"])
    cluster.parts["unit"] = piece.parts["unit"]
    return True


def _merge_clock(cluster: Cluster, piece: Piece, text: Text) -> bool:
    if cluster.has("hour", "num") or (cluster.dated and "month" in piece.parts):
        return False
    part = cluster.parts.get("part")
    cluster.parts |= piece.parts
    if part and "part" not in piece.parts:
        _set_period(cluster, str(part), text)
    return True


def _merge_date(cluster: Cluster, piece: Piece, text: Text) -> bool:
    if cluster.dated or ("weekday" in cluster.parts and "weekday" in piece.parts):
        return False
    cluster.parts.pop("shift", None)  # "tomorrow, 16 November": the date says it better
    if cluster.open_number:
        if not text.wide:
            return False
        _number_to_hour(cluster)
    cluster.parts |= piece.parts
    return True


def _merge_dot(cluster: Cluster, piece: Piece, at: bool, text: Text) -> bool:
    parts = dict(piece.parts)
    settle_dot(parts, clock="hour" not in cluster.parts and ("day" in cluster.parts or at))
    if "hour" in parts:
        return _merge_clock(cluster, Piece("clock", piece.start, piece.end, piece.rule, piece.needs, parts), text)
    return "day" in parts and _merge_date(cluster, Piece("date", 0, 0, piece.rule, piece.needs, parts), text)


def settle_dot(parts: Parts, *, clock: bool) -> None:
    if "dot_hour" in parts and (clock or "day" not in parts):
        parts.pop("day", None)
        parts.pop("month", None)
        parts["hour"], parts["minute"] = parts.pop("dot_hour"), parts.pop("dot_minute")


def _merge_period(cluster: Cluster, piece: Piece, text: Text) -> bool:
    if cluster.open_number:
        _number_to_hour(cluster)
    part = str(piece.parts["part"])
    if "part" not in cluster.parts or (part in ("am", "pm") and "hour" not in cluster.parts):
        _set_period(cluster, part, text)
    return True


def _set_period(cluster: Cluster, part: str, text: Text) -> None:
    cluster.parts["part"] = part
    if "hour" in cluster.parts:
        cluster.parts["hour"] = by_period(int(cluster.parts["hour"]), part, text.grammar.language.period_hours)


def _merge_number(
    cluster: Cluster, piece: Piece, gap: str, text: Text, following: Sequence[Piece]
) -> bool:
    if cluster.has("hour", "num") or int(piece.parts["num"]) > 24:
        return False
    introduced = text.word("at", gap) or text.word("open", gap)
    company = cluster.has("shift", "weekday", "part")
    ranged = bool(following) and following[0].kind in ("clock", "num", "hours", "weekday", "date") and text.grammar.range[
        text.folded[piece.end:following[0].start]] is not None
    if ranged and "weekday" in cluster.parts and not (cluster.has("day", "part") or introduced):
        cluster.parts |= piece.parts  # "samedi 13 au dimanche 15 juillet": a day, once the other end shows it
        return True
    if ranged and "part" in cluster.parts and "day" not in cluster.parts and following[0].kind == "date":
        cluster.parts |= piece.parts  # "the night of the 3rd to the 4th of July": a day, as the other end shows
        return True
    if not ("part" in cluster.parts or (text.wide and (introduced or company)) or (ranged and "day" in cluster.parts)):
        return False
    cluster.parts["hour"] = int(piece.parts["num"])
    cluster.parts["bare_hour"] = 1
    if "part" in cluster.parts:
        _set_period(cluster, str(cluster.parts["part"]), text)
    return True


def _merge_day(cluster: Cluster, piece: Piece, text: Text) -> bool:
    if cluster.open_number:
        if not text.wide:
            return False
        _number_to_hour(cluster)
    part = piece.parts.get("part")
    cluster.parts |= {key: value for key, value in piece.parts.items()
                      if key != "part" and not (key == "shift" and cluster.dated)}
    if part and "part" not in cluster.parts:
        _set_period(cluster, str(part), text)
    return True


def settle_hours(cluster: Cluster, *, clock: bool) -> None:
    """Take `9h` as a clock time or as a length."""
    hours = int(cluster.parts.pop("hours"))
    if clock:
        cluster.parts["hour"] = hours
        cluster.latest = "clock"
    else:
        cluster.parts |= {"seconds": hours * 3600, "unit": 3600}


def _settle_alone(cluster: Cluster, *, length: bool) -> None:
    """`20日` is the 20th before a clock time or a day period, twenty days before hours."""
    count, size = int(cluster.parts.pop("num")), int(cluster.parts.pop("alone"))
    cluster.parts |= {"seconds": count * size, "unit": size} if length else {"day": count}


def _number_to_hour(cluster: Cluster) -> None:
    cluster.parts["hour"] = cluster.parts.pop("num")
    cluster.parts["bare_hour"] = 1
