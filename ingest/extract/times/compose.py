"""Moments put together to expressions: intervals, the same moment in a second zone, bounds, approximations, lags."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ingest.extract.times.beside import MAX_GAP
from ingest.extract.times.cluster import Cluster, Text, moment_of
from ingest.extract.times.gather import gather, opens_line, take_second
from ingest.extract.times.lengths import STRONG, lasting, length, length_first
from ingest.extract.times.merge import settle_hours
from ingest.extract.times.pieces import INVALID, Piece, short_date
from ingest.extract.times.share import share
from ingest.types import Moment, TimeExpression
from kb.model import Bound

_BEFORE: tuple[tuple[str, Bound], ...] = (("by", Bound.BY), ("until", Bound.UNTIL), ("since", Bound.SINCE))
_AFTER: tuple[tuple[str, Bound], ...] = (("by-after", Bound.BY), ("until-after", Bound.UNTIL),
                                         ("since-after", Bound.SINCE))
_BOUNDS = frozenset(kind for kind, _ in _BEFORE)
_SENTENCE = 200  # characters between a weekday and the clock it dates
_FAR = 40  # characters between the ends of a range
_ZONED = 1.5  # what a zone beside a clock adds to how sure the pieces are
_AMOUNTS = tuple("$€£¥%‰")


def compose(pieces: Sequence[Piece], text: Text) -> list[TimeExpression]:
    """The expressions that the pieces of a text make, in text order."""
    found: list[TimeExpression] = []
    index, floor = 0, 0
    named: Moment | None = None
    while index < len(pieces):
        expression, index = _expression(pieces, index, text, floor)
        if expression is None:
            continue
        if text.wide or expression.needs == "none":
            found.append(_on(named, expression))
            floor = expression.span[1] - text.offset
            named = None
        elif expression.kind == "date" and expression.first is not None and expression.first.weekday is not None:
            named = expression.first
    return found


def _on(named: Moment | None, told: TimeExpression) -> TimeExpression:
    """An expression on the weekday that its sentence named before it ("On Monday the cache failed at 10:40"): too little
    to be a time by itself, it says the day of a clock that has none."""
    first = told.first
    if named is None or first is None or not first.has_clock or told.kind == "lag" or first.has_date \
            or first.weekday is not None or first.shift is not None or first.span[0] - named.span[1] > _SENTENCE:
        return told
    return told._replace(first=first._replace(weekday=named.weekday, weeks=named.weeks, day=named.day))


def _expression(pieces: Sequence[Piece], index: int, text: Text, floor: int) -> tuple[TimeExpression | None, int]:
    if pieces[index].kind == INVALID:
        return None, index + 1
    first, after = gather(pieces, index, text, floor)
    if after < len(pieces) and pieces[after].kind == INVALID and _broken_range(first, pieces, after, text):
        return None, after + 1
    if "hours" in first.parts:
        _settle(first, pieces, after, text, floor)
    if "seconds" in first.parts:
        if (both := length_first(first, pieces, after, text)) is not None:
            return both
        return length(first, text, floor), after
    last = None
    if after < len(pieces) and pieces[after].start - first.end <= _FAR + MAX_GAP:
        last, after = _range_end(first, pieces, after, text, floor)
    if last is None and "alone" in first.parts and first.open_number:
        size = int(first.parts.pop("alone"))
        first.parts |= {"seconds": int(first.parts.pop("num")) * size, "unit": size}
        return length(first, text, floor), after
    if last is None:
        both = lasting(first, pieces, after, text) if text.wide else None
        return both or _single(first, pieces, after, text, floor)
    if not share(first, last, text):
        return None, after
    if first.open_number or last.open_number:
        return _two_numbers(first, last, text) if first.open_number and last.open_number else None, after
    return _interval(first, last, text, floor), after


def _two_numbers(first: Cluster, last: Cluster, text: Text) -> TimeExpression | None:
    """"15-2", said to somebody who asked what day is meant."""
    gap = text.folded[first.end:last.start].strip()
    around = text.folded[max(first.start - 1, 0):first.start] + text.folded[last.end:last.end + 1]
    if not text.wide or gap != "-" or "-" in around or "year" in first.parts or "year" in last.parts:
        return None
    try:
        parts = short_date(str(first.parts["num"]), str(last.parts["num"]), text.order)
    except ValueError:
        return None
    span = (first.start, last.end)
    raw, span = text.raw[span[0]:span[1]], (span[0] + text.offset, span[1] + text.offset)
    moment = Moment(span, month=parts["month"], day=parts["day"])
    return TimeExpression(span, raw, "date", first=moment, needs="context", rule="num+num")


def _broken_range(first: Cluster, pieces: Sequence[Piece], after: int, text: Text) -> bool:
    """A range to a time that does not exist says nothing sure of its beginning either."""
    return text.grammar.range[text.folded[first.end:pieces[after].start]] is not None


def _range_end(
    first: Cluster, pieces: Sequence[Piece], after: int, text: Text, floor: int
) -> tuple[Cluster | None, int]:
    start = pieces[after].start
    behind = text.after("approx-after", first.end)  # "23時頃～3時頃"
    gap = text.between(first.end if behind is None or behind > start else behind, start)
    if len(gap) > _FAR or "\n\n" in gap:
        return None, after
    joined = text.grammar.range[gap]
    strong = joined is not None
    joined = joined or text.grammar.weak_range[gap]
    if joined is None:
        return None, after
    last, end = gather(pieces, after, text, first.end)
    if not strong and not _weak_holds(first, text, floor, pieces, after) and text.after("close", last.end) is None:
        return None, after
    if "hours" in last.parts:
        settle_hours(last, clock="hour" in first.parts or (text.wide and int(first.parts.get("num", 0)) > 12))
    if (first.rules == ["clock-run"]) != (last.rules[0] == "clock-run") and "clock-run" in first.rules + last.rules[:1] \
            and len(first.rules) == 1:
        return None, after  # a year, more likely
    if "seconds" in last.parts or not _comparable(first, last):
        return None, after
    first.approximate = first.approximate or (behind is not None and behind <= start)
    last.approximate = last.approximate or bool(joined.groupdict().get("rough"))
    return last, end


def _settle(cluster: Cluster, pieces: Sequence[Piece], after: int, text: Text, floor: int) -> None:
    """`9h` opens a range of clock times ("entre 16h et 17h", "de 3 heures à 3h30") or says how long."""
    clock = after < len(pieces) and text.matches("for", text.folded[cluster.end:pieces[after].start])
    if after < len(pieces) and pieces[after].kind in ("clock", "hours", "num") and not cluster.lasting(text):
        gap = text.folded[cluster.end:pieces[after].start]
        strong = text.grammar.range[gap] is not None
        weak = text.grammar.weak_range[gap] is not None
        opened = _opened(cluster, text, floor)[0] is not None
        compact = text.wide and text.folded[cluster.end - 2].isdigit() and pieces[after].kind == "hours"
        clock = (opened and (strong or weak)) or (strong and (compact or pieces[after].kind == "clock"))
    late = 12 < int(cluster.parts["hours"]) < 24 and text.folded[cluster.end - 2].isdigit()
    clock = clock or (text.wide and late and not cluster.lasting(text))
    settle_hours(cluster, clock=clock)


def _weak_holds(first: Cluster, text: Text, floor: int, pieces: Sequence[Piece], after: int) -> bool:
    """"and" joins a range after "between", or two days of one month ("19 e 20 de outubro")."""
    if first.opened or _opened(first, text, floor)[0] is not None:
        return True
    following = pieces[after]
    if "alone" in following.parts and "day" in first.parts and "hour" not in first.parts:
        return True
    return first.open_number and following.kind == "date" and "month" in following.parts


def _opened(first: Cluster, text: Text, floor: int) -> tuple[int | None, bool]:
    """Where the word that opens a range starts, and whether a rough word stands after it ("between around 10:30 and")."""
    if not text.led(first.start):
        return None, False
    opened = text.before("open", first.start, floor)
    rough = text.before("approx", first.start, floor) if opened is None else None
    return (opened, False) if rough is None else (text.before("open", rough, floor), True)


def _comparable(first: Cluster, last: Cluster) -> bool:
    if first.open_number or last.open_number:
        return first.has("hour", "day", "num") and last.has("hour", "day", "num")
    return ("hour" in first.parts) == ("hour" in last.parts) or (first.has("day", "shift") and last.has("day", "shift"))


def _single(
    cluster: Cluster, pieces: Sequence[Piece], after: int, text: Text, floor: int
) -> tuple[TimeExpression | None, int]:
    if cluster.open_number and not _stands_alone(cluster, text):
        return None, after
    if not cluster.has("hour", "day", "month", "shift", "weekday") or _accidental(cluster, text, floor):
        return None, after
    if after < len(pieces) and (behind := take_second(cluster, pieces, after, text)) is not None:
        after = behind
    second = None if cluster.second is None else moment_of(cluster.second, False, text.offset)
    end = cluster.end
    _, approximate, bound = _around(cluster.start, cluster, text, floor)
    end, late, closing = _behind(end, text)
    moment = moment_of(cluster, approximate or late or cluster.approximate, text.offset)
    bound = bound if bound is not Bound.AT else closing
    return TimeExpression(
        (cluster.start + text.offset, end + text.offset), text.raw[cluster.start:end],
        "date" if moment.hour is None else "instant", moment, None, second, bound, None, _needs(cluster, None),
        "+".join(cluster.rules)), after


def _accidental(cluster: Cluster, text: Text, floor: int) -> bool:
    """A lone number that happens to look like a day or a time: a version, an amount, the number of something."""
    if len(cluster.rules) > 1 or opens_line(cluster, text):
        return False
    if cluster.rules[0] == "clock-run":
        return not cluster.at(text)
    if cluster.rules[0] not in ("dm-dot", "dmy-short", "dm-slash"):
        return False
    if text.before("not-before", cluster.start, floor) is not None:
        return True
    rest = text.folded[cluster.end:cluster.end + 12].lstrip()[:1]
    return cluster.rules[0] == "dm-dot" and text.grammar.language.spaced and (rest.isalpha() or rest in _AMOUNTS)


def _stands_alone(cluster: Cluster, text: Text) -> bool:
    """"at 7", said to somebody who asked what time is meant."""
    if not (text.wide and cluster.at(text)) or int(cluster.parts["num"]) > 24 or cluster.parts.get("ordinal"):
        return False
    rest = text.folded[cluster.end:cluster.end + 2]
    if rest.strip() and rest[0] not in ".,;!?)":
        return False
    cluster.parts["hour"] = cluster.parts.pop("num")
    return True


def _interval(first: Cluster, last: Cluster, text: Text, floor: int) -> TimeExpression:
    opened, rough = _opened(first, text, floor)
    _, approximate, _ = _around(first.start if opened is None else opened, first, text, floor, ranged=opened)
    begin = first.start if opened is None else _skip_blank(text.folded, opened)
    end = last.end
    if (closed := text.after("close", end)) is not None:
        end = closed
    word = text.before("approx", first.start, floor)
    tilde = word is not None and text.folded[word:first.start].strip() in ("~", "≈")
    behind = text.after("approx-after", last.end)
    one = moment_of(first, approximate or (rough and opened is not None) or first.approximate, text.offset)
    two = moment_of(last, behind is not None or (approximate and not tilde) or last.approximate, text.offset)
    end = end if behind is None else max(end, behind)
    return TimeExpression((begin + text.offset, end + text.offset), text.raw[begin:end], "interval", one, two, None, Bound.AT,
                          None, _needs(first, last), "+".join([*first.rules, "range", *last.rules]))


def _skip_blank(folded: str, start: int) -> int:
    while folded[start:start + 1].isspace():
        start += 1
    return start


def _around(
    start: int, cluster: Cluster, text: Text, floor: int, ranged: int | None = None
) -> tuple[int, bool, Bound]:
    """What stands before: approximations and bounds, in either order ("by around", "từ khoảng")."""
    approximate, bound = False, Bound.AT
    for _ in range(3):
        led = text.led(start)
        if not led:
            break
        if "approx" in led and not approximate and (at := text.ending("approx", start, floor)) is not None:
            approximate, start = True, at
            continue
        if ranged is None and bound is Bound.AT and not _BOUNDS.isdisjoint(led):
            hit = next(((at, one) for kind, one in _BEFORE
                        if kind in led and (at := text.ending(kind, start, floor)) is not None), None)
            if hit is not None:
                start, bound = hit
                continue
        if "at" in led and (at := text.ending("at", start, floor)) is not None:
            start = at
            continue
        break
    return start, approximate, bound


def _behind(end: int, text: Text) -> tuple[int, bool, Bound]:
    """What stands after: ごろ, 以降, まで, "or so"."""
    late, bound = False, Bound.AT
    for _ in range(2):
        if not text.followed(end):
            break
        if not late and (stop := text.after("approx-after", end)) is not None:
            late, end = True, stop
            continue
        bound = next((one for kind, one in _AFTER if text.after(kind, end) is not None), Bound.AT)
        break
    return end, late, bound


def _needs(first: Cluster, last: Cluster | None) -> Literal["none", "context"]:
    weights, zoned = first.weights, first.zone is not None
    for weight in weights.values():
        if weight >= STRONG:
            return "none"
    if last is not None:
        weights = {kind: max(weights.get(kind, 0), last.weights.get(kind, 0)) for kind in {**weights, **last.weights}}
        zoned = zoned or last.zone is not None
    total = sum(weights.values()) + (_ZONED if zoned and "hour" in first.parts else 0)
    return "none" if total >= STRONG else "context"
