"""Neighbouring pieces put together to one moment: a date, its clock time, day period, weekday and zone, in any order."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ingest.extract.times.beside import MAX_GAP
from ingest.extract.times.cluster import PLAIN_GAPS, Cluster, Text
from ingest.extract.times.merge import merge, settle_dot, settle_hours
from ingest.extract.times.pieces import INVALID, Piece
from ingest.extract.times.zone_words import LIKELY, NEAR, NEVER, Meaning, unusual, zone_at, zone_before, zone_of_place
from ingest.types import ZoneWord

_SECOND_LEAD = re.compile(r" ?[(\[/] ?|, ?")
_BRACKET = re.compile(r" ?[(\[]")
_LEADING = 4  # words that may lead to the name of a place, and one more
_SECOND = 3 + MAX_GAP  # characters between a moment and its second reading, which may begin with its zone
_CLOSING = (")", "]")
_ZONED = ("clock", "date", "period")
_CLOSED = re.compile(r"\.?[)\]]")
_PLACE = re.compile(r" ?[(（](?P<place>[^\W\d_][^\d()（）]{1,24})[)）]")
_PLACE_INSIDE = re.compile(r",? (?P<place>[^\W\d_][^\d()（）]{2,24})(?=[)）])")
_ZONE_LEAD = re.compile(r" ?[(\[]? ?")
_ZONE_BEFORE = re.compile(r"(?:^|[\s(\[/:,、])((?:utc|gmt)(?:[+-]\d{1,2}(?::?\d\d)?)?|[a-z]{3,4}) ?$")
# How sure one piece alone is to be a time: 2 stands by itself in a document, less needs company.
_WEIGHTS: Mapping[str, float] = {"none": 2.0, "context": 1.0, "convert": 0.5}


def gather(pieces: Sequence[Piece], index: int, text: Text, floor: int) -> tuple[Cluster, int]:
    """The moment that starts with piece `index`, and the index of the first piece that is not part of it."""
    cluster = _started(pieces[index], text, floor)
    index += 1
    while index < len(pieces):
        piece = pieces[index]
        if piece.start - cluster.end > MAX_GAP or piece.kind == INVALID:
            break
        if piece.end <= cluster.end:  # the figure of a zone that is read already: "15:30 (UTC-3)"
            index += 1
            continue
        if _BRACKET.match(text.folded, cluster.end) and (after := take_second(cluster, pieces, index, text)) is not None:
            index = after
            continue
        gap = text.folded[cluster.end:piece.start].replace("*", " ")  # "20 May **14:05**"
        if gap not in PLAIN_GAPS and not _glued(cluster, gap, text, piece):
            break
        if "num" in cluster.parts and text.grammar.range[gap]:
            break  # "13 a 15 de julio": the same word may glue and join
        if not merge(cluster, piece, gap, text, pieces[index + 1:index + 2]):
            break
        _extend(cluster, piece, gap, text)
        index += 1
    return cluster, index


def _started(piece: Piece, text: Text, floor: int) -> Cluster:
    kind = piece.kind
    start = piece.start
    cluster = Cluster(start, piece.end, piece.parts.copy(), kind, kind, [piece.rule], {kind: _weight(piece)}, start, floor)
    if kind == "dot":
        settle_dot(cluster.parts, clock=cluster.at(text) or opens_line(cluster, text))
    if "hours" in cluster.parts and cluster.at(text):
        settle_hours(cluster, clock=True)
    _zone_after(cluster, text)
    if cluster.zone is None and kind in _ZONED:
        _zone_before(cluster, text, floor)
    return cluster


def take_second(cluster: Cluster, pieces: Sequence[Piece], index: int, text: Text) -> int | None:
    """Take the same moment once more, in another zone: `20:07 EDT (00:07 UTC)`. The index of the first piece behind it,
    None where there is none."""
    if cluster.second is not None or not cluster.has("hour"):
        return None
    same = text.after("same", cluster.end)
    if same is None and (pieces[index].start - cluster.end > _SECOND or _SECOND_LEAD.match(text.folded, cluster.end) is None):
        return None
    other, after = gather(pieces, index, text, cluster.end)
    gap = text.folded[cluster.end:other.start]
    joined = _SECOND_LEAD.fullmatch(gap) or (same is not None and not text.folded[same:other.start].strip(" ,"))
    if not joined or not other.has("hour") or other.zone is None:
        return None
    same_minute = (int(cluster.parts.get("minute", 0)) - int(other.parts.get("minute", 0))) % 15 == 0
    if cluster.zone is None and not same_minute:
        return None
    if cluster.zone is not None and cluster.zone.as_written.lower() == other.zone.as_written.lower():
        return None
    stop = other.end
    if any(mark in gap for mark in "(["):
        if text.folded[stop:stop + 1] not in (")", "]"):
            return None
        stop += 1
    cluster.second, cluster.end = other, stop
    return after


def opens_line(cluster: Cluster, text: Text) -> bool:
    """Whether a moment stands at the head of a line whose neighbours open with clock times."""
    return text.lined and not any(char.isalnum() for char in text.folded[:cluster.start])


def _weight(piece: Piece) -> float:
    return _WEIGHTS["convert" if piece.kind == "num" else piece.needs]


def _glued(cluster: Cluster, gap: str, text: Text, piece: Piece) -> bool:
    inner = gap.strip(" ,、，")
    if "\n" in gap and not inner.strip():
        return False
    if ("(" in gap or "[" in gap) and not _CLOSED.match(text.folded, piece.end):
        return False
    if piece.kind == "duration" and cluster.has("seconds", "hours") and text.grammar.weak_range[gap]:
        return True
    if piece.kind in ("clock", "hours") and "hour" not in cluster.parts and inner \
            and text.grammar.approx_glue[gap]:
        cluster.approximate = True  # "November 1 at approximately 09:45", "30.01. gegen 9:45 Uhr"
        return True
    if text.grammar.glue[gap]:
        return True
    # "18th September - 06:25", "27/09 ~22:30": a mark between a day and its time; a range would have two of a kind
    if not (inner in ("-", "~") and "day" in cluster.parts and not cluster.has("hour", "dot_hour")
            and piece.kind == "clock"):
        return False
    cluster.approximate = inner == "~"
    return "year" not in piece.parts and "month" not in piece.parts


def _extend(cluster: Cluster, piece: Piece, gap: str, text: Text) -> None:
    cluster.end = piece.end
    cluster.latest = piece.kind
    cluster.rules.append(piece.rule)
    cluster.weights[piece.kind] = max(cluster.weights.get(piece.kind, 0), _weight(piece))
    if gap not in PLAIN_GAPS:
        if text.word("open", gap):
            cluster.opened = True
        if ("(" in gap or "[" in gap) and (closed := _CLOSED.match(text.folded, cluster.end)):
            cluster.end = closed.end()
    _zone_after(cluster, text)


def _zone_after(cluster: Cluster, text: Text) -> None:
    parts, folded, end = cluster.parts, text.folded, cluster.end
    if cluster.zone is not None or not ("hour" in parts or "num" in parts or "hours" in parts):
        return
    near = text.grammar.zones[folded[end:end + NEAR]]
    if near == LIKELY or "(" in folded[max(0, cluster.start - 2):cluster.start] or text.followed(end) or (
            near != NEVER and unusual(text.raw, folded, end + near)):
        _read_zone(cluster, text)


def _read_zone(cluster: Cluster, text: Text) -> None:
    folded, start = text.folded, cluster.end
    if _place_after(cluster, text):
        return
    if lead := _ZONE_LEAD.match(folded, start):
        start = lead.end()
    if (led := text.after("zone-lead", cluster.end)) is not None:
        start = led + (folded[led:led + 1] == " ")
    told = folded[start:start + 2] == ", "  # "vers 9h11, heure française"; an abbreviation there may be anything
    start += 2 * told
    following = folded[start:start + 1]
    if not (following.isalpha() or (following in ("+", "-") and not told)):
        return
    bare = not following.isalpha() and _takes_offset(cluster, text, start)
    zone = zone_at(text.raw, folded, start, text.code, bare=bare)
    if zone is None or (told and " " not in zone.as_written):
        return
    if "hours" in cluster.parts:
        settle_hours(cluster, clock=True)
    cluster.zone, end = zone, zone.span[1]
    between = folded[cluster.end:start]
    enclosed = "(" in between or "[" in between
    if enclosed and folded[end:end + 1] not in _CLOSING:
        cluster.zone = None  # "(UTC 07-24 18:40)": the bracket holds another moment
        return
    cluster.end = end + 1 if enclosed else end
    # "GMT+0900 (JST)": the same zone twice
    again = _ZONE_LEAD.match(folded, cluster.end)
    second = zone_at(text.raw, folded, again.end(), text.code) if again and "(" in again[0] else None
    if second is not None and folded[second.span[1]:second.span[1] + 1] == ")":
        cluster.end = second.span[1] + 1


def _place_after(cluster: Cluster, text: Text) -> bool:
    """A mere place in brackets behind a clock, or behind a clock in brackets: "12:48 (Paris)", "(12:48 Paris)"."""
    mark = text.raw[cluster.end:cluster.end + 2].lstrip(" ")[:1]
    if mark in ("(", "（"):
        found = _PLACE.match(text.raw, cluster.end)
    elif text.folded[max(0, cluster.start - 2):cluster.start].strip()[-1:] == "(":
        found = _PLACE_INSIDE.match(text.raw, cluster.end)
    else:
        return False
    zone = None if found is None else _zone_of(found["place"], text)
    if found is None or zone is None:
        return False
    if "hours" in cluster.parts:
        settle_hours(cluster, clock=True)
    cluster.zone = ZoneWord(found["place"], found.span("place"), zone.name, zone.offset, zone.ambiguous)
    cluster.end = found.end()
    return True


def _zone_of(place: str, text: Text) -> Meaning | None:
    """The zone of a place, with or without the word that leads to it: "Paris", "de Chile", "en España"."""
    if (zone := zone_of_place(place, text.code)) is not None:
        return zone
    words = text.grammar.language.folded(place).split(" ")
    for count in range(1, min(len(words), _LEADING)):
        lead = " ".join(words[:count])
        if (text.grammar.glue[f" {lead} "] or text.matches("zone-lead", lead)) and (
                zone := zone_of_place(place.split(" ", count)[-1], text.code)) is not None:
            return zone
    return None


def _takes_offset(cluster: Cluster, text: Text, start: int) -> bool:
    """A mere offset follows an ISO time; after "23:48" a minus is a range ("23:48-02:40"), unless it has the seconds."""
    if cluster.latest != "clock":
        return False
    precise = "second" in cluster.parts or cluster.rules[-1].startswith("iso")
    if start == cluster.end:
        return precise or text.folded[start:start + 1] == "+"
    return precise and start == cluster.end + 1


def _zone_before(cluster: Cluster, text: Text, floor: int) -> None:
    begin = max(floor, cluster.start - 2)
    near = text.folded[begin:cluster.start].rstrip()
    if not near or not near[-1].isalnum():
        return
    if (long := zone_before(text.raw, text.folded, cluster.start, floor, text.code)) is not None:
        cluster.zone, cluster.start = long, long.span[0]
        return
    if text.raw[begin + len(near) - 1].islower():
        return  # an abbreviation stands in capitals
    found = _ZONE_BEFORE.search(text.folded, max(floor, cluster.start - 12), cluster.start)
    if found is None:
        return
    zone = zone_at(text.raw, text.folded, found.start(1), text.code)
    if zone is not None and zone.span[1] == found.end(1) and text.raw[zone.span[0]:zone.span[1]].isupper():
        cluster.zone, cluster.start = zone, zone.span[0]
