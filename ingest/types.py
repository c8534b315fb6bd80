"""The types that pass between the stages of reading one document. Frozen; offsets are into the final text. Those of which a
document has hundreds are named tuples: a frozen dataclass takes five times as long to make."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal, NamedTuple

from kb.model import Bound, Finding, Passage, Span

ExpressionKind = Literal["instant", "date", "interval", "duration", "lag"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence (or whole item, cell, heading). `reading` has the length of the span, with broken lines mended by
    blanks, so that a match at i stands at `start + i` of the final text."""

    start: int
    end: int
    reading: str
    passage: int


@dataclass(frozen=True, slots=True)
class Metadata:
    """What front matter, a file name or a structured source says of the whole document."""

    title: str | None = None
    date: date | None = None
    zone: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What a format reader makes of bytes: the final text and its passages, before language and stance."""

    text: str
    media_type: str
    passages: tuple[Passage, ...]
    metadata: Metadata = field(default_factory=Metadata)
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A document ready for extraction: passages with language and stance, sentences in text order."""

    text: str
    media_type: str
    language: str
    passages: tuple[Passage, ...]
    sentences: tuple[Sentence, ...]
    metadata: Metadata
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class ZoneWord:
    """A zone as written. `name` is an IANA name or None, `offset` minutes east of UTC where the words fix it (an
    offset, or an abbreviation such as PST taken literally), `ambiguous` the IANA names an unclear abbreviation may mean."""

    as_written: str
    span: Span
    name: str | None = None
    offset: int | None = None
    ambiguous: tuple[str, ...] = ()


class Moment(NamedTuple):
    """One written point in time; any part may be missing. `part` is a CLDR day period ("morning1", "noon" …);
    `shift` a relative day ("next day" = +1, from the day carried in the text, or from the date beside it); `weekday` 0
    is Monday, `weeks` says of which week ("last Friday" = -1)."""

    span: Span
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    part: str | None = None
    shift: int | None = None
    zone: ZoneWord | None = None
    approximate: bool = False
    weeks: int | None = None

    @property
    def has_clock(self) -> bool:
        return self.hour is not None

    @property
    def has_date(self) -> bool:
        return self.day is not None or self.month is not None or self.year is not None


class TimeExpression(NamedTuple):
    """One time expression as found, unresolved. `last` is the end of an interval; `second` the same moment said in
    another zone ("20:07 EDT (00:07 UTC)"). `seconds` is the length of a duration or a lag ("two minutes later").
    `needs` is "context" for rows a document takes only beside a date, a zone, a range or in a time column."""

    span: Span
    text: str
    kind: ExpressionKind
    first: Moment | None = None
    last: Moment | None = None
    second: Moment | None = None
    bound: Bound = Bound.AT
    seconds: float | None = None
    needs: Literal["none", "context"] = "none"
    rule: str = ""
