"""Durations, lags ("two minutes later"), and intervals told by a start and a length ("4pm for 30 minutes")."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ingest.extract.times.cluster import Cluster, Text, moment_of
from ingest.extract.times.gather import gather
from ingest.extract.times.pieces import Piece
from ingest.types import TimeExpression

STRONG = 2.0
_DAY = 86400
_LAGS = (("later", 1), ("earlier", -1), ("ago", -1))


def length(cluster: Cluster, text: Text, floor: int) -> TimeExpression | None:
    """A duration, or with "later", "ago", "in" a lag from the time before or from now."""
    seconds, unit = float(cluster.parts["seconds"]), float(cluster.parts["unit"])
    start, end = cluster.start, cluster.end
    rule = "+".join(cluster.rules)
    for kind, sign in _LAGS:
        if (stop := text.after(kind, end)) is not None:
            return _length(text, start, stop, "lag", sign * seconds, "none" if kind != "ago" else "context", f"{rule}+{kind}")
    if cluster.rules[0].startswith("t-plus"):
        return _length(text, start, end, "lag", seconds, "none", rule)
    if text.wide and (at := text.before("ahead", start, floor)) is not None:
        return _length(text, at, end, "lag", seconds, "context", f"{rule}+ahead")
    sure = max(cluster.weights.values()) >= STRONG and unit <= 7 * _DAY
    return _length(text, start, end, "duration", seconds, "none" if sure else "context", rule)


def _length(
    text: Text, start: int, end: int, kind: Literal["lag", "duration"], seconds: float, needs: Literal["none", "context"],
    rule: str,
) -> TimeExpression:
    span = start + text.offset, end + text.offset
    return TimeExpression(span, text.raw[start:end], kind, seconds=seconds, needs=needs, rule=rule)


def lasting(
    first: Cluster, pieces: Sequence[Piece], after: int, text: Text
) -> tuple[TimeExpression, int] | None:
    """"4pm for 30 minutes": an interval by its start and length. Only where somebody asked; reports mean two things."""
    if not text.wide or after >= len(pieces) or pieces[after].kind != "duration":
        return None
    span, end = gather(pieces, after, text, first.end)
    if not text.matches("for", text.folded[first.end:span.start]):
        return None
    if "hour" not in first.parts:  # "14th Feb for 2 hours from 9:30am"
        if end >= len(pieces) or pieces[end].kind != "clock" or not first.has("day", "shift", "weekday"):
            return None
        start, end = gather(pieces, end, text, span.end)
        if not text.matches("open", text.folded[span.end:start.start]):
            return None
        first.parts |= {key: start.parts[key] for key in ("hour", "minute", "second", "part") if key in start.parts}
        first.zone, span.end = start.zone, start.end
    first.end = span.end
    return _until(first, float(span.parts["seconds"]), text, "lasting"), end


def length_first(
    span: Cluster, pieces: Sequence[Piece], after: int, text: Text
) -> tuple[TimeExpression, int] | None:
    """"for 2 hours from 2pm"."""
    if not text.wide or after >= len(pieces) or pieces[after].kind != "clock":
        return None
    start, end = gather(pieces, after, text, span.end)
    if text.before("for", span.start, 0) is None or not text.matches("open", text.folded[span.end:start.start]):
        return None
    start.start = span.start
    return _until(start, float(span.parts["seconds"]), text, "lasting"), end


def _until(first: Cluster, seconds: float, text: Text, rule: str) -> TimeExpression:
    one = moment_of(first, False, text.offset)
    clock = (one.hour or 0) * 3600 + (one.minute or 0) * 60 + (one.second or 0) + round(seconds)
    days, rest = divmod(clock, _DAY)
    two = one._replace(hour=rest // 3600, minute=rest % 3600 // 60, second=rest % 60 or None,
                  shift=(one.shift or 0) + days if one.shift is not None or days else None)
    return TimeExpression(one.span, text.raw[first.start:first.end], "interval", first=one, last=two,
                          needs="context", rule="+".join([*first.rules, rule]))
