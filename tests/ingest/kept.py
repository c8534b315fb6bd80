"""How much of what a document tells is still told by a variant of it."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from ingest import passages
from ingest.extract import services
from ingest.extract.times.carry import Resolved
from ingest.extract.times.document import read_times
from ingest.formats import read as read_format
from ingest.language import language_of
from ingest.pipeline import extract
from ingest.types import Moment
from kb.model import CauseEdge, Claim, DocumentFacts, Given, Mention, Precision, Relation, Source, Stance, TimeValue
from tests.ingest.renamed import Renamed, renamed
from tests.ingest.variants import Unwritable, Written, moved


@dataclass(frozen=True, slots=True)
class Kept:
    """Pairs of (still told, told before); `extra` are services a claim was not about before."""

    times: tuple[int, int] = (0, 0)
    kinds: tuple[int, int] = (0, 0)
    services: tuple[int, int] = (0, 0)
    causes: tuple[int, int] = (0, 0)
    extra: int = 0
    lost: tuple[str, ...] = ()

    def __add__(self, other: Kept) -> Kept:
        return Kept(*(tuple(a + b for a, b in zip(mine, theirs, strict=True))  # type: ignore[arg-type]
                      for mine, theirs in zip(self.pairs(), other.pairs(), strict=True)),
                    self.extra + other.extra, self.lost + other.lost)

    def pairs(self) -> tuple[tuple[int, int], ...]:
        return self.times, self.kinds, self.services, self.causes


def share(pair: tuple[int, int]) -> float:
    """Told still, of what was told; 1 where nothing was."""
    return pair[0] / pair[1] if pair[1] else 1.0


def read(text: str, language: str | None = None) -> DocumentFacts:
    return extract(Source(text.encode(), Given(name="variant.txt", language=language)))


def with_other_names(text: str) -> tuple[Renamed, DocumentFacts, DocumentFacts]:
    """(the renamed text, facts before, facts after)."""
    source = Source(text.encode(), Given(name="variant.txt"))
    reading = passages.read(read_format(source), source.given)
    before = extract(source)
    new = renamed(reading.text, services.find(reading))
    return new, before, read(new.text, before.document.language)


def kept_under_names(text: str) -> Kept:
    new, before, after = with_other_names(text)
    return compare(before, after, new.at)


def compare(before: DocumentFacts, after: DocumentFacts, at: Callable[[int], int], step: timedelta = timedelta()) -> Kept:
    """What of the first is told by the second, whose offsets are `at` those of the first and whose times are a step on."""
    same = _same(before.mentions, after.mentions, at)
    found: dict[tuple[object, ...], list[Claim]] = {}
    for claim in _told(after.claims):
        found.setdefault((claim.time_span or claim.span)[:1], []).append(claim)
    hit: Counter[str] = Counter()
    lost, extra = [], 0
    for claim in (claims := _told(before.claims)):
        here = found.get((at((claim.time_span or claim.span)[0]),), [])
        match = next((one for one in here if _moved(claim, step) == (one.time.start, one.time.end)), None)
        if match is None:
            lost.append(f"time {claim.time.as_written!r}: {claim.quote[:90]!r}")
            continue
        here.remove(match)
        hit["times"] += 1
        hit["kinds"] += match.kind is claim.kind
        missing = [slug for slug in claim.services if not same.get(slug, {slug}) & set(match.services)]
        hit["services"] += len(claim.services) - len(missing)
        extra += len(set(match.services) - set().union(*(same.get(slug, {slug}) for slug in claim.services), set()))
        if missing:
            lost.append(f"service {missing} -> {[same.get(one) for one in missing]} not in {match.services}: {match.quote[:120]!r}")
    edges, kept = _edges(before), Counter((*one[:2],) for one in _edges(after))
    for edge in edges:
        key = (edge[0], at(edge[1]))
        if kept[key] > 0:
            kept[key] -= 1
            hit["causes"] += 1
        else:
            lost.append(f"cause {edge[2][:150]!r}")
    wanted = sum(len(claim.services) for claim in claims)
    return Kept((hit["times"], len(claims)), (hit["kinds"], hit["times"]), (hit["services"], wanted),
                (hit["causes"], len(edges)), extra, tuple(lost))


def times_of(text: str) -> tuple[tuple[Written, ...], str]:
    """The times of the report as they stand, each with the local time it means, and the language of the document."""
    told, language = reported(text)
    return tuple(written for one in told for written in _written(one)), language


def reported(text: str) -> tuple[list[Resolved], str]:
    """The times of the report itself, and its language."""
    source = Source(text.encode(), Given(name="variant.txt"))
    reading = passages.read(read_format(source), source.given)
    languages = {one.index: language_of(one, reading) for one in reading.passages}
    resolved, _ = read_times(reading, languages, source.given)
    told = [one for one in resolved if reading.passages[one.placed.passage].stance is Stance.REPORT]
    return told, reading.language


def _written(one: Resolved) -> list[Written]:
    expression, value = one.placed.expression, one.value
    pairs: list[tuple[Moment | None, datetime | None]] = [(expression.first, value.start), (expression.last, value.end)]
    found = []
    for moment, instant in pairs:
        if moment is None or instant is None or not (moment.has_clock or moment.day is not None):
            continue
        local = (instant + offset_of(value)).replace(tzinfo=None)
        found.append(Written(*moment.span, local, moment.has_clock))
    return found


def offset_of(value: TimeValue) -> timedelta:
    """How far east of UTC a time was read; nothing where nobody says."""
    text = value.zone.offset or "+00:00"
    east = timedelta(hours=int(text[1:3]), minutes=int(text[4:6]))
    return -east if text[0] == "-" else east


def kept_under_times(text: str, step: timedelta) -> Kept | None:
    """The clock times that move with their document; None where the oracle cannot write it, or a clock change between
    makes another offset right."""
    times, code = times_of(text)
    before = _clocks(read(text, code))
    if not before or any(_changes(one.time, step) for one in before):
        return None
    try:
        after = Counter(_when(one) for one in _clocks(read(moved(text, times, step, code), code)))
    except Unwritable:
        return None
    wanted = [(start and start + step, end and end + step) for start, end in map(_when, before)]
    return _found(wanted, after, before)


def kept_under_zone(text: str) -> Kept | None:
    """The clock times that move by the difference where the one zone of a document is another; None where it has not
    one abbreviation for all."""
    before = _clocks(read(text))
    written = {one.time.zone.as_written for one in before}
    old = next(iter(written), None)
    if len(written) != 1 or old is None or not re.fullmatch(r"[A-Z]{3,4}", old):
        return None
    new, east = ("JST", timedelta(hours=9)) if old != "JST" else ("UTC", timedelta())
    after = Counter(_when(one) for one in _clocks(read(re.sub(rf"\b{old}\b", new, text))))
    wanted = [tuple(one and one + offset_of(claim.time) - east for one in _when(claim)) for claim in before]
    return _found(wanted, after, before)


def _found(wanted: Sequence[tuple[object, ...]], after: Counter[tuple[object, ...]], before: Sequence[Claim]) -> Kept:
    lost = []
    for when, claim in zip(wanted, before, strict=True):
        if after[when] > 0:
            after[when] -= 1
        else:
            lost.append(f"time {claim.time.as_written!r} is not at {when}")
    return Kept((len(wanted) - len(lost), len(wanted)), lost=tuple(lost))


def _clocks(facts: DocumentFacts) -> list[Claim]:
    fine = (Precision.MINUTE, Precision.SECOND, Precision.HOUR)
    return [one for one in _told(facts.claims) if one.time.precision in fine and one.time.start is not None]


def _when(claim: Claim) -> tuple[Any, ...]:
    return claim.time.start, claim.time.end


def _changes(value: TimeValue, step: timedelta) -> bool:
    if value.zone.name is None or value.start is None or value.start.tzinfo is None:
        return False
    info = ZoneInfo(value.zone.name)
    return value.start.astimezone(info).utcoffset() != (value.start + step).astimezone(info).utcoffset()


def _moved(claim: Claim, step: timedelta) -> tuple[object, object]:
    start, end = claim.time.start, claim.time.end
    return start and start + step, end and end + step


def _told(claims: Iterable[Claim]) -> list[Claim]:
    return [one for one in claims if one.stance is Stance.REPORT]


def _edges(facts: DocumentFacts) -> list[tuple[str, int, str]]:
    told: list[CauseEdge] = [one for one in facts.edges
                             if one.stance is Stance.REPORT and one.relation is not Relation.PRECEDES]
    return [(f"{one.relation} {one.polarity}", one.span[0], one.quote) for one in told]


def _same(before: Iterable[Mention], after: Iterable[Mention], at: Callable[[int], int]) -> Mapping[str, set[str]]:
    """The services of the second by those of the first whose names stand in the same place."""
    covered: dict[int, str] = {place: one.service for one in after for place in range(one.start, one.end)}
    found: dict[str, set[str]] = {}
    for one in before:
        start, end = at(one.start), at(one.end)
        found.setdefault(one.service, set()).update(
            covered[place] for place in range(start, max(end, start + 1)) if place in covered)
    return found
