"""Neighbouring pieces put together to one moment: a date, its clock time, day period, weekday and zone, in any order."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ingest.extract.times.grammar import Grammar
from ingest.extract.times.pieces import INVALID, Piece, by_period
from ingest.extract.times.zone_words import zone_at
from ingest.types import ZoneWord

_BLANK = re.compile(r"[ ,、，]*")
_OPENING, _CLOSING = "([", ")]"
_CLOSED = re.compile(r"\.?[)\]]")
_MAX_GAP = 28
_ZONE_LEAD = re.compile(r" ?[(\[]? ?")
_ZONE_BEFORE = re.compile(r"(?:^|[\s(\[/:,、])((?:utc|gmt)(?:[+-]\d{1,2}(?::?\d\d)?)?|[a-z]{3,4}) ?$")
# How sure one piece alone is to be a time: 2 stands by itself in a document, less needs company.
_WEIGHTS: Mapping[str, float] = {"none": 2.0, "context": 1.0, "convert": 0.5}


@dataclass(slots=True)
class Cluster:
    """A moment under construction. `parts` as in `Piece`; `first` and `latest` are the kinds of its outer pieces."""

    start: int
    end: int
    parts: dict[str, float | int | str]
    first: str
    latest: str
    rules: list[str]
    weights: dict[str, float] = field(default_factory=dict)
    zone: ZoneWord | None = None
    at: bool = False
    approximate: bool = False
    lasting: bool = False
    opened: bool = False

    def has(self, *keys: str) -> bool:
        parts = self.parts
        for key in keys:  # a loop, for speed: this is asked more than anything else
            if key in parts:
                return True
        return False

    @property
    def dated(self) -> bool:
        return self.has("year", "month", "day")

    @property
    def open_number(self) -> bool:
        """A bare number that nothing has made a day or an hour yet."""
        return "num" in self.parts


@dataclass(frozen=True, slots=True)
class Text:
    """The text being read: as it is, as patterns see it, and how much a bare form may mean."""

    raw: str
    folded: str
    grammar: Grammar
    wide: bool
    order: str
    seen: dict[tuple[int, int], bool] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.grammar.language.code

    def word(self, kind: str, gap: str) -> bool:
        pattern = self.grammar.words[kind]
        return pattern is not None and pattern.search(gap) is not None

    def matches(self, kind: str, gap: str) -> bool:
        """Whether the gap is just a word of this kind."""
        pattern = self.grammar.words[kind]
        return pattern is not None and pattern.fullmatch(gap.strip()) is not None

    def before(self, kind: str, end: int, floor: int) -> int | None:
        """Where a word of this kind that ends right before `end` (blanks apart) starts."""
        pattern = self.grammar.trailing.get(kind)
        if pattern is None or not self._introduced(end, floor):
            return None
        found = pattern.search(self.folded, max(floor, end - _MAX_GAP), end)
        if found is None or (found[0][0] in "~≈" and found[0][-1] == " "):
            return None  # "~ 14:09" ends a range that began elsewhere
        return found.start()

    def _introduced(self, end: int, floor: int) -> bool:
        """Whether any word that can stand before a time ends here: most often none does, and one look settles all."""
        key = (end, floor)
        if key not in self.seen:
            found = self.grammar.introduction.search(self.folded, max(floor, end - _MAX_GAP), end)
            self.seen[key] = found is not None
        return self.seen[key]

    def after(self, kind: str, start: int) -> int | None:
        """Where a word of this kind that starts right after `start` (blanks apart) ends."""
        pattern = self.grammar.leading.get(kind)
        found = pattern.match(self.folded, start) if pattern else None
        return found.end() if found else None


def gather(pieces: Sequence[Piece], index: int, text: Text, floor: int) -> tuple[Cluster, int]:
    """The moment that starts with piece `index`, and the index of the first piece that is not part of it."""
    cluster = _started(pieces[index], text, floor)
    index += 1
    while index < len(pieces):
        piece = pieces[index]
        if piece.kind == INVALID:
            break
        gap = text.folded[cluster.end:piece.start]
        if len(gap) > _MAX_GAP or not _glued(cluster, gap, text, piece):
            break
        if cluster.open_number and text.grammar.range.fullmatch(gap):
            break  # "13 a 15 de julio": the same word may glue and join
        if not _merge(cluster, piece, gap, text, pieces[index + 1:index + 2]):
            break
        _extend(cluster, piece, gap, text)
        index += 1
    return cluster, index


def _started(piece: Piece, text: Text, floor: int) -> Cluster:
    cluster = Cluster(piece.start, piece.end, dict(piece.parts), piece.kind, piece.kind, [piece.rule],
                      {piece.kind: _weight(piece)})
    cluster.at = any(text.before(kind, piece.start, floor) is not None for kind in ("at", "by"))
    if piece.kind == "dot":
        settle_dot(cluster.parts, clock=cluster.at)
    if cluster.at and cluster.has("hours"):
        settle_hours(cluster, clock=True)
    cluster.lasting = text.before("for", piece.start, floor) is not None
    _zone_after(cluster, text)
    if cluster.zone is None and piece.kind in ("clock", "date"):
        _zone_before(cluster, text, floor)
    return cluster


def _weight(piece: Piece) -> float:
    return _WEIGHTS["convert" if piece.kind == "num" else piece.needs]


def _glued(cluster: Cluster, gap: str, text: Text, piece: Piece) -> bool:
    inner = gap.strip(" ,、，")
    if "\n" in gap and not inner.strip():
        return False
    if any(mark in gap for mark in _OPENING) and not _CLOSED.match(text.folded, piece.end):
        return False
    if cluster.has("seconds", "hours") and piece.kind == "duration" and text.grammar.weak_range.fullmatch(gap):
        return True
    if _BLANK.fullmatch(gap) or text.grammar.glue.fullmatch(gap):
        return True
    if piece.kind in ("clock", "hours") and not cluster.has("hour") and text.grammar.approx_glue.fullmatch(gap):
        cluster.approximate = True  # "November 1 at approximately 09:45"
        return True
    # "18th September - 06:25", "27/09 ~22:30": a mark between a day and its time; a range would have two of a kind
    if not (inner in ("-", "~") and cluster.has("day") and not cluster.has("hour", "dot_hour")
            and piece.kind == "clock"):
        return False
    cluster.approximate = inner == "~"
    return "year" not in piece.parts and "month" not in piece.parts


def _extend(cluster: Cluster, piece: Piece, gap: str, text: Text) -> None:
    cluster.end = piece.end
    cluster.latest = piece.kind
    cluster.rules.append(piece.rule)
    cluster.weights[piece.kind] = max(cluster.weights.get(piece.kind, 0), _weight(piece))
    if text.word("open", gap):
        cluster.opened = True
    if any(mark in gap for mark in _OPENING) and (closed := _CLOSED.match(text.folded, cluster.end)):
        cluster.end = closed.end()
    _zone_after(cluster, text)


def _zone_after(cluster: Cluster, text: Text) -> None:
    if cluster.zone is not None or not cluster.has("hour", "num", "hours"):
        return
    lead = _ZONE_LEAD.match(text.folded, cluster.end)
    start = lead.end() if lead else cluster.end
    following = text.folded[start:start + 1]
    if not (following.isalpha() or following in "+-"):
        return
    zone = zone_at(text.raw, text.folded, start, text.code, bare=_takes_offset(cluster, text, start))
    if zone is None:
        return
    if cluster.has("hours"):
        settle_hours(cluster, clock=True)
    cluster.zone, end = zone, zone.span[1]
    enclosed = any(mark in text.folded[cluster.end:start] for mark in _OPENING)
    if enclosed and text.folded[end:end + 1] not in tuple(_CLOSING):
        cluster.zone = None  # "(UTC 07-24 18:40)": the bracket holds another moment
        return
    cluster.end = end + 1 if enclosed else end
    # "GMT+0900 (JST)": the same zone twice
    again = _ZONE_LEAD.match(text.folded, cluster.end)
    if again and "(" in again[0] and (second := zone_at(text.raw, text.folded, again.end(), text.code)):
        if text.folded[second.span[1]:second.span[1] + 1] == ")":
            cluster.end = second.span[1] + 1


def _takes_offset(cluster: Cluster, text: Text, start: int) -> bool:
    """A mere offset follows an ISO time; after "23:48" a minus is a range ("23:48-02:40"), unless it has the seconds."""
    if cluster.latest != "clock":
        return False
    precise = cluster.has("second") or cluster.rules[-1].startswith("iso")
    if start == cluster.end:
        return precise or text.folded[start:start + 1] == "+"
    return precise and start == cluster.end + 1


def _zone_before(cluster: Cluster, text: Text, floor: int) -> None:
    if not text.folded[max(floor, cluster.start - 2):cluster.start].strip()[-1:].isalnum():
        return
    found = _ZONE_BEFORE.search(text.folded, max(floor, cluster.start - 12), cluster.start)
    if found is None:
        return
    zone = zone_at(text.raw, text.folded, found.start(1), text.code)
    if zone is not None and zone.span[1] == found.end(1) and text.raw[zone.span[0]:zone.span[1]].isupper():
        cluster.zone, cluster.start = zone, zone.span[0]


def _merge(cluster: Cluster, piece: Piece, gap: str, text: Text, following: Sequence[Piece]) -> bool:
    """Take the piece in, if it says something the moment does not say yet."""
    at = text.word("at", gap)
    if cluster.has("hours"):
        if text.matches("for", gap):
            return False  # "16h for 30 minutes"
        lasts = cluster.lasting or "seconds" in piece.parts
        if not lasts and piece.kind in ("clock", "hours", "num"):
            return False
        settle_hours(cluster, clock=not lasts)
    if cluster.has("alone") and cluster.open_number:
        _settle_alone(cluster, length="seconds" in piece.parts)
    if cluster.has("seconds") or "seconds" in piece.parts:
        return _merge_duration(cluster, piece)
    if piece.kind == "hours":
        piece = replace(piece, kind="clock", parts={"hour": piece.parts["hours"]})
    if piece.kind == "clock":
        return _merge_clock(cluster, piece, text)
    if piece.kind == "date":
        return _merge_date(cluster, piece, text)
    if piece.kind == "dot":
        return _merge_dot(cluster, piece, at, text)
    if piece.kind == "period":
        return _merge_period(cluster, piece, text)
    if piece.kind == "num":
        return _merge_number(cluster, piece, at, gap, text, following)
    if cluster.has("weekday" if piece.kind == "weekday" else "shift"):
        return False
    return _merge_day(cluster, piece, text)


def _merge_duration(cluster: Cluster, piece: Piece) -> bool:
    if "hours" in piece.parts:
        hours = int(piece.parts["hours"])
        piece = replace(piece, kind="duration", parts={"seconds": hours * 3600, "unit": 3600})
    if piece.kind != "duration" or not cluster.has("seconds") or piece.parts["unit"] >= cluster.parts["unit"]:
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
    if cluster.dated or (cluster.has("weekday") and "weekday" in piece.parts):
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
    settle_dot(parts, clock=not cluster.has("hour") and (cluster.has("day") or at))
    if "hour" in parts:
        return _merge_clock(cluster, Piece("clock", piece.start, piece.end, piece.rule, piece.needs, parts), text)
    return "day" in parts and _merge_date(cluster, Piece("date", 0, 0, piece.rule, piece.needs, parts), text)


def settle_dot(parts: dict[str, float | int | str], *, clock: bool) -> None:
    if "dot_hour" in parts and (clock or "day" not in parts):
        parts.pop("day", None)
        parts.pop("month", None)
        parts["hour"], parts["minute"] = parts.pop("dot_hour"), parts.pop("dot_minute")


def _merge_period(cluster: Cluster, piece: Piece, text: Text) -> bool:
    if cluster.open_number:
        _number_to_hour(cluster)
    part = str(piece.parts["part"])
    if not cluster.has("part") or (part in ("am", "pm") and not cluster.has("hour")):
        _set_period(cluster, part, text)
    return True


def _set_period(cluster: Cluster, part: str, text: Text) -> None:
    cluster.parts["part"] = part
    if cluster.has("hour"):
        cluster.parts["hour"] = by_period(int(cluster.parts["hour"]), part, text.grammar.language.period_hours)


def _merge_number(
    cluster: Cluster, piece: Piece, at: bool, gap: str, text: Text, following: Sequence[Piece]
) -> bool:
    if cluster.has("hour", "num") or int(piece.parts["num"]) > 24:
        return False
    introduced = at or text.word("open", gap)
    company = cluster.has("shift", "weekday", "part")
    ranged = bool(following) and following[0].kind in ("clock", "num", "hours", "weekday", "date") and text.grammar.range.fullmatch(
        text.folded[piece.end:following[0].start]) is not None
    if ranged and cluster.has("weekday") and not (cluster.has("day", "part") or introduced):
        cluster.parts |= piece.parts  # "samedi 13 au dimanche 15 juillet": a day, once the other end shows it
        return True
    if not (cluster.has("part") or (text.wide and (introduced or company)) or (ranged and cluster.has("day"))):
        return False
    cluster.parts["hour"] = int(piece.parts["num"])
    cluster.parts["bare_hour"] = 1
    if cluster.has("part"):
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
    if part and not cluster.has("part"):
        _set_period(cluster, str(part), text)
    return True


def _settle_alone(cluster: Cluster, *, length: bool) -> None:
    """`20日` is the 20th before a clock time or a day period, twenty days before hours."""
    count, size = int(cluster.parts.pop("num")), int(cluster.parts.pop("alone"))
    cluster.parts |= {"seconds": count * size, "unit": size} if length else {"day": count}


def settle_hours(cluster: Cluster, *, clock: bool) -> None:
    """Take `9h` as a clock time or as a length."""
    hours = int(cluster.parts.pop("hours"))
    if clock:
        cluster.parts["hour"] = hours
        cluster.latest = "clock"
    else:
        cluster.parts |= {"seconds": hours * 3600, "unit": 3600}


def _number_to_hour(cluster: Cluster) -> None:
    cluster.parts["hour"] = cluster.parts.pop("num")
    cluster.parts["bare_hour"] = 1
