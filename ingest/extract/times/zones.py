"""In which zone a time was written: stated beside it, inherited from the document, given by the caller, or unknown."""
from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel.core import get_global

from ingest.extract.times.placed import Placed, ancestors, bracket, trusted, words
from ingest.types import Moment, Reading, ZoneWord
from kb.errors import InvalidInput
from kb.instants import offset_text, zone_named
from kb.model import Basis, Given, Passage, PassageKind, Zone


@dataclass(frozen=True, slots=True)
class Choice:
    """The zone of one written time. `offset` is minutes east of UTC, where the words fix it."""

    basis: Basis = Basis.UNKNOWN
    name: str | None = None
    offset: int | None = None
    as_written: str | None = None

    @property
    def known(self) -> bool:
        return self.name is not None or self.offset is not None


UNKNOWN = Choice()
_NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Instant:
    """A local time put on the time line. `value` is aware UTC, or the local time itself where the zone is unknown."""

    value: datetime
    zone: Zone
    other: datetime | None = None
    finding: str | None = None

    @property
    def reckoned(self) -> datetime:
        """A naive time to compare and subtract with, whether or not the zone is known."""
        return self.value.replace(tzinfo=None)


@dataclass(frozen=True, slots=True)
class Statement:
    """A zone named apart from any clock. `note`: the sentence says it of all times."""

    word: ZoneWord
    sentence: int
    passage: int
    note: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """All a document says of zones, and what the caller said."""

    by_sentence: Mapping[int, Sequence[ZoneWord]] = field(default_factory=dict)
    by_passage: Mapping[int, Sequence[ZoneWord]] = field(default_factory=dict)
    columns: Mapping[int, Sequence[ZoneWord]] = field(default_factory=dict)
    document: ZoneWord | None = None
    metadata: Choice = UNKNOWN
    given: Choice = UNKNOWN
    forced: bool = False
    named: frozenset[str] = frozenset()


def gather(
    reading: Reading, placed: Sequence[Placed], statements: Sequence[Statement],
    columns: Mapping[int, Sequence[ZoneWord]], given: Given,
) -> Evidence:
    """The evidence of one document. `columns` are the zones named in the table head above a row, by passage."""
    attached = [(word, one) for word, one in words(placed)]
    by_sentence: dict[int, list[ZoneWord]] = {}
    by_passage: dict[int, list[ZoneWord]] = {}
    for word, sentence, passage in sorted(
        [(word, one.sentence, one.passage) for word, one in attached]
        + [(one.word, one.sentence, one.passage) for one in statements], key=lambda row: row[0].span,
    ):
        by_sentence.setdefault(sentence, []).append(word)
        by_passage.setdefault(passage, []).append(word)
    counted = [word for word, one in attached if trusted(reading.passages[one.passage])]
    return Evidence(
        by_sentence, by_passage, columns, _of_document(reading, counted, statements, columns),
        of_name(reading.metadata.zone, Basis.INHERITED), of_name(given.zone, Basis.GIVEN), given.force_zone,
        frozenset(word.name for word in counted if word.name)
        | frozenset(one.word.name for one in statements if one.word.name),
    )


def _of_document(
    reading: Reading, attached: Sequence[ZoneWord], statements: Sequence[Statement],
    columns: Mapping[int, Sequence[ZoneWord]],
) -> ZoneWord | None:
    """The zone of times that say none: a note on all times, else the zone most often written beside a time, else one
    in a table head, else one named at all. A note that names several ("in PDT; converted to ET") means the one the
    document then uses."""
    uses = Counter(_key(word) for word in attached)
    told = [one for one in statements if trusted(reading.passages[one.passage])]
    heads = [word for index, found in sorted(columns.items()) if trusted(reading.passages[index]) for word in found]
    for group in ([one.word for one in told if one.note], list(attached), heads, [one.word for one in told]):
        if group:
            return max(group, key=lambda word: (uses[_key(word)], -word.span[0]))
    return None


def _key(word: ZoneWord) -> tuple[str | None, int | None]:
    return (word.name, None) if word.name else (None, word.offset)


def of_name(name: str | None, basis: Basis) -> Choice:
    """A zone the metadata or the caller names: IANA name, `PT`, `ET`, `UTC` or an offset. Unknown names are no zone."""
    if not name:
        return UNKNOWN
    try:
        zone = zone_named(name)
    except InvalidInput:
        return UNKNOWN
    if isinstance(zone, ZoneInfo):
        return Choice(basis, zone.key, None, name)
    if zone is UTC:
        return Choice(basis, "UTC", 0, name)
    offset = zone.utcoffset(None) or timedelta()
    return Choice(basis, None, round(offset.total_seconds() / 60), name)


def choose(moment: Moment | None, placed: Placed, reading: Reading, evidence: Evidence) -> Choice:
    """The zone of a moment, nearest scope first: the expression, its sentence, the table head, headings and parent
    items, the document, the caller."""
    if evidence.forced and evidence.given.known:
        return evidence.given
    for other in (moment, *(one for one in (placed.expression.first, placed.expression.last) if one is not moment)):
        if other is not None and other.zone is not None:
            return _choice(other.zone, Basis.STATED, evidence)
    passage = reading.passages[placed.passage]
    for word in _near(placed, passage, reading, evidence):
        if (found := _choice(word, Basis.INHERITED, evidence)).known:
            return found
    if evidence.document is not None and (found := _choice(evidence.document, Basis.INHERITED, evidence)).known:
        return found
    return evidence.metadata if evidence.metadata.known else evidence.given


def _near(placed: Placed, passage: Passage, reading: Reading, evidence: Evidence) -> list[ZoneWord]:
    middle = placed.span[0]
    second = placed.expression.second
    beside = [word for word in evidence.by_sentence.get(placed.sentence, ())
              if second is None or word is not second.zone]
    found: list[ZoneWord] = list(_of_column(passage, middle, evidence.columns.get(passage.index, ())))
    if beside:
        beside.sort(key=lambda word: abs(word.span[0] - middle))
        inner = bracket(reading.text, reading.sentences[placed.sentence].start, middle)
        same = [word for word in beside if inner is not None and inner[0] <= word.span[0] < inner[1]]
        # a zone written beside one time of a row ("03:40 (18:40 UTC)") says nothing of the others; the table head does
        found = [*same, *found, *beside]
    if passage.kind is PassageKind.PARAGRAPH:  # a paragraph goes on in the zone it spoke of last
        said = evidence.by_passage.get(passage.index, ())
        last = bisect_left(said, middle, key=lambda word: word.span[0])
        found += said[max(last - 1, 0):last]
    for above in ancestors(reading, passage):
        found += evidence.by_passage.get(above.index, ())
    return found


def _of_column(passage: Passage, place: int, heads: Sequence[ZoneWord]) -> Sequence[ZoneWord]:
    """The zones in the heads of a row's table, that of the column a place stands in alone where it names one."""
    if not heads:
        return heads
    for cell, head in zip(passage.cells, passage.columns, strict=False):
        if cell[0] <= place < cell[1]:
            return [word for word in heads if word.as_written in head] or heads
    return heads


def _choice(word: ZoneWord, basis: Basis, evidence: Evidence) -> Choice:
    if word.name is None and word.offset is None:
        fitting = [name for name in word.ambiguous if name in evidence.named]
        return Choice(basis, fitting[0], None, word.as_written) if len(fitting) == 1 else UNKNOWN
    return Choice(basis, word.name, word.offset, word.as_written)


def put(local: datetime, choice: Choice) -> Instant:
    """A local time on the time line. Times that a clock change skips are read with the offset before it; of two that it
    repeats, the first is taken unless the words fix the offset, and the other is kept."""
    name, basis, written = choice.name, choice.basis, choice.as_written
    if name is None and choice.offset is None:
        return Instant(local, Zone(None, None, Basis.UNKNOWN, written))
    literal = None if choice.offset is None else local.replace(tzinfo=timezone(timedelta(minutes=choice.offset)))
    if name is None:
        assert literal is not None
        return Instant(literal.astimezone(UTC), Zone(None, offset_text(literal), basis, written))
    zone = zone_named(name)
    offset = _sure_offset(local, zone, choice)
    if offset is not None:
        shown = Zone("UTC" if zone is UTC else name, _offset_shown(offset), basis, written)
        return Instant((local - offset).replace(tzinfo=UTC), shown)
    aware, repeated = _aware(local, zone, literal)
    other, finding = repeated, None
    if literal is not None and literal.utcoffset() != aware.utcoffset():
        if written and keeps(name, written, literal):
            return Instant(literal.astimezone(UTC), Zone(None, offset_text(literal), basis, written))
        other, finding = literal.astimezone(UTC), "zone-abbreviation"
    shown = Zone("UTC" if zone is UTC else name, offset_text(aware), basis, written)
    return Instant(aware.astimezone(UTC), shown, other, finding)


def reckon(local: datetime, choice: Choice) -> datetime:
    """What `put` reckons a local time as, without the rest: asked of every day a time may stand on."""
    if choice.name is None:
        return local if choice.offset is None else local - timedelta(minutes=choice.offset)
    offset = _sure_offset(local, zone_named(choice.name), choice)
    return put(local, choice).reckoned if offset is None else local - offset


def _sure_offset(local: datetime, zone: tzinfo, choice: Choice) -> timedelta | None:
    """The offset of a zone at a local time on a day without a clock change, where the words do not fix another."""
    offset = _NONE if zone is UTC else _kept_offset(zone, local.date())
    return offset if choice.offset is None or offset == timedelta(minutes=choice.offset) else None


@lru_cache(maxsize=512)
def _kept_offset(zone: tzinfo, day: date) -> timedelta | None:
    """The offset that a zone keeps all day; None where it changes."""
    begin = datetime.combine(day, time())
    moments = (begin, begin.replace(fold=1), datetime.combine(day, time.max), datetime.combine(day, time.max.replace(fold=1)))
    offsets = {zone.utcoffset(moment) for moment in moments}
    return offsets.pop() if len(offsets) == 1 else None


@lru_cache(maxsize=256)
def _offset_shown(offset: timedelta) -> str:
    return offset_text(datetime(2000, 1, 1, tzinfo=timezone(offset)))


def _aware(local: datetime, zone: tzinfo, literal: datetime | None) -> tuple[datetime, datetime | None]:
    first, second = local.replace(tzinfo=zone, fold=0), local.replace(tzinfo=zone, fold=1)
    if first.utcoffset() == second.utcoffset() or _skipped(first):
        return first, None
    if literal is not None and literal.utcoffset() == second.utcoffset():
        return second, None
    return first, None if literal is not None and literal.utcoffset() == first.utcoffset() else second.astimezone(UTC)


def _skipped(aware: datetime) -> bool:
    return aware.astimezone(UTC).astimezone(aware.tzinfo).replace(tzinfo=None) != aware.replace(tzinfo=None)


@lru_cache(maxsize=256)
def _neighbours(name: str) -> tuple[str, ...]:
    """Zones of the same territory that share the abbreviations of a zone (CLDR's metazones)."""
    meta, where = get_global("meta_zones"), get_global("zone_territories")
    return tuple(sorted(
        other for other in meta
        if other != name and meta[other] == meta.get(name) and where.get(other) == where.get(name)
    ))


def keeps(name: str, abbreviation: str, literal: datetime) -> bool:
    """Whether the abbreviation is right as it stands at that moment somewhere near: Arizona is on MST all summer."""
    for other in _neighbours(name):
        there = literal.astimezone(zone_named(other))
        if there.tzname() == abbreviation.upper() and there.utcoffset() == literal.utcoffset():
            return True
    return False
