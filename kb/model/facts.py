"""What one document says: everything that crosses from reading to keeping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from kb.model.vocabulary import Basis, Bound, Kind, PassageKind, Polarity, Precision, Relation, Stance

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Given:
    """What the caller said of a document. Facts depend on bytes, givens and rules alone."""

    name: str | None = None
    language: str | None = None
    zone: str | None = None
    force_zone: bool = False
    date: date | None = None
    incident: str | None = None
    title: str | None = None
    source_url: str | None = None
    replaces: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One document as it arrived. `media_type` is what the sender said, None when nobody said."""

    data: bytes
    given: Given = field(default_factory=Given)
    media_type: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd that a reader of the facts should know. Never an exception, never only a log line."""

    stage: str
    code: str
    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading, paragraph, list item, table row, code block or quote.

    `section` is the path of headings and parent items above it; `parent` the index of the passage it stands under.
    Items of one list share `list_id`; `ordinal` is the number as written (ordered lists only). A row has the spans of
    its `cells` and, where a head row exists, the texts of its `columns`.
    """

    index: int
    kind: PassageKind
    start: int
    end: int
    level: int = 0
    section: tuple[str, ...] = ()
    parent: int | None = None
    language: str = "und"
    stance: Stance = Stance.REPORT
    list_id: int | None = None
    ordinal: int | None = None
    columns: tuple[str, ...] = ()
    cells: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """`name` is an IANA name, or None where only an offset (or nothing) is known; `offset` is `-07:00` at that instant."""

    name: str | None = None
    offset: str | None = None
    basis: Basis = Basis.UNKNOWN
    as_written: str | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """Earliest and latest instant an event can have; None is open. Always aware UTC."""

    earliest: datetime | None = None
    latest: datetime | None = None


@dataclass(frozen=True, slots=True)
class TimeValue:
    """A time as the contract shows it. `start` is None for undated claims, naive only when the zone is unknown."""

    start: datetime | None = None
    end: datetime | None = None
    bound: Bound = Bound.AT
    precision: Precision = Precision.MINUTE
    approximate: bool = False
    as_written: str | None = None
    zone: Zone = field(default_factory=Zone)
    alternatives: tuple[datetime, ...] = ()
    window: Window = field(default_factory=Window)


@dataclass(frozen=True, slots=True)
class Service:
    """Anything that fails, recovers or is acted on. `learned` names come from the document and are scoped to its incident."""

    slug: str
    name: str
    kind: str = "service"
    part_of: str | None = None
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    learned: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A service named in the text."""

    service: str
    start: int
    end: int
    as_written: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What ONE document says happened.

    `happening` is the main language-free code, `aspects` all codes of the sentence (the main one first).
    `causes_named` are services the sentence names only as cause or date, not as what it is about.
    """

    id: str
    kind: Kind
    happening: str
    aspects: tuple[str, ...]
    time: TimeValue
    services: tuple[str, ...]
    quote: str
    span: Span
    time_span: Span | None
    section: tuple[str, ...]
    stance: Stance
    language: str
    rule: str
    passage: int
    causes_named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One end of a cause edge: its words, where they stand, the services in it and the claim it is, if one."""

    text: str
    span: Span
    services: tuple[str, ...] = ()
    claim: str | None = None
    aspects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CauseEdge:
    """A sentence that says one happening led to another (or, with `precedes`, came before it)."""

    id: str
    relation: Relation
    polarity: Polarity
    stance: Stance
    cause: Side
    effect: Side
    quote: str
    span: Span
    rule: str


@dataclass(frozen=True, slots=True)
class DependencyFact:
    """A sentence that says one service needs another."""

    dependent: str
    dependency: str
    quote: str
    span: Span
    stance: Stance
    polarity: Polarity
    rule: str


@dataclass(frozen=True, slots=True)
class Constraint:
    """`minimum <= time(after) - time(before) <= maximum`, in seconds; None is open. From stated order or duration."""

    before: str
    after: str
    minimum: float | None
    maximum: float | None
    quote: str
    span: Span
    rule: str


@dataclass(frozen=True, slots=True)
class ActionItem:
    """What was promised. Not a claim."""

    id: str
    text: str
    owner: str | None
    due: date | None
    done: bool | None
    quote: str
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """One source text. `text` is final: BOM dropped, CRLF to LF, NFC; offsets never move after that."""

    id: str
    sha256: str
    title: str
    language: str
    text: str
    media_type: str
    given: Given
    places: tuple[str, ...] = ()
    rules: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """Everything one document says, ready to be stored. Needs no language to be understood."""

    document: Document
    passages: tuple[Passage, ...] = ()
    services: tuple[Service, ...] = ()
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    edges: tuple[CauseEdge, ...] = ()
    dependencies: tuple[DependencyFact, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    actions: tuple[ActionItem, ...] = ()
    findings: tuple[Finding, ...] = ()
