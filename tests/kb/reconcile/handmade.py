"""Small documents made by hand, as extraction would hand them over. In our own words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256

from kb.model import (
    Bound,
    CauseEdge,
    Claim,
    DependencyFact,
    Document,
    DocumentFacts,
    Finding,
    Given,
    Kind,
    Mention,
    Passage,
    PassageKind,
    Polarity,
    Precision,
    Relation,
    Service,
    Side,
    Stance,
    TimeValue,
    Zone,
)

CATALOGUE = (
    Service("store", "Store"),
    Service("store-dns", "Store DNS", part_of="store"),
    Service("vm", "Machines"),
    Service("vm-leases", "Leases", part_of="vm"),
    Service("login", "Login"),
    Service("queue", "Queue"),
    Service("balancer", "Balancer"),
    Service("mail", "Mail"),
)
SECTION = 50
"""Passages of a made-up document are so many characters long; a claim's number gives its passage."""


def name(*parts: object) -> str:
    return sha256("|".join(map(str, parts)).encode()).hexdigest()[:16]


def at(clock: str, until: str | None = None, day: str = "2031-03-04", **more: object) -> TimeValue:
    """`at("06:48", "09:40")` on a made-up day, UTC; a clock such as `05T01:00` names its own day of the month."""

    def instant(text: str) -> datetime:
        full = f"{day[:8]}{text}" if "T" in text else f"{day}T{text}"
        return datetime.fromisoformat(full).replace(tzinfo=UTC)

    return TimeValue(instant(clock), instant(until) if until else None, zone=Zone("UTC"), as_written=clock, **more)  # type: ignore[arg-type]


def local(clock: str, until: str | None = None) -> TimeValue:
    """A time whose zone nobody stated."""
    value = at(clock, until)
    return TimeValue(value.start and value.start.replace(tzinfo=None), value.end and value.end.replace(tzinfo=None))


def on_day(day: str, precision: Precision = Precision.DAY) -> TimeValue:
    return TimeValue(datetime.fromisoformat(day), precision=precision)


def claim(
    document: str,
    number: int,
    kind: Kind,
    codes: str,
    time: TimeValue,
    services: str = "",
    stance: Stance = Stance.REPORT,
    section: str = "",
) -> Claim:
    """The claim in passage `number`; `codes` and `services` are separated by blanks, the main code first."""
    start = number * SECTION
    aspects = tuple(codes.split())
    return Claim(
        name(document, number),
        kind,
        aspects[0],
        aspects,
        time,
        tuple(services.split()),
        f"{document} tells {aspects[0]} in line {number}",
        (start, start + 40),
        (start, start + 5),
        (section,) if section else (),
        stance,
        "en",
        "made-up",
        number,
    )


def edge(
    document: str,
    number: int,
    cause: Claim | str,
    effect: Claim | str,
    relation: Relation = Relation.CAUSES,
    polarity: Polarity = Polarity.STATED,
    stance: Stance = Stance.REPORT,
) -> CauseEdge:
    """The sentence in passage `number`; a side is a claim, or `services / codes` to be looked up."""
    start = number * SECTION

    def side(one: Claim | str) -> Side:
        if isinstance(one, Claim):
            return Side(one.quote, one.span, one.services, one.id, one.aspects)
        services, _, codes = one.partition("/")
        return Side(one, (start, start + 40), tuple(services.split()), None, tuple(codes.split()))

    return CauseEdge(
        name(document, "edge", number),
        relation,
        polarity,
        stance,
        side(cause),
        side(effect),
        f"{document} says why in line {number}",
        (start, start + 40),
        "made-up",
    )


def need(
    number: int, dependent: str, dependency: str, polarity: Polarity = Polarity.STATED, stance: Stance = Stance.REPORT
) -> DependencyFact:
    start = number * SECTION
    return DependencyFact(
        dependent, dependency, f"{dependent} needs {dependency}", (start, start + 30), stance, polarity, "made-up"
    )


def facts(
    document: str,
    claims: Iterable[Claim],
    edges: Iterable[CauseEdge] = (),
    *,
    places: str = "north-1",
    needs: Iterable[DependencyFact] = (),
    named: str = "store",
    incident: str | None = None,
    language: str = "en",
    title: str = "",
    findings: Iterable[Finding] = (),
    services: Iterable[Service] = CATALOGUE,
) -> DocumentFacts:
    """A whole document. `named` are the services it mentions besides those of its claims, in order."""
    rows = tuple(claims)
    slugs = [*named.split(), *(slug for one in rows for slug in one.services)]
    sections = {one.passage: one.section for one in rows}
    passages = tuple(
        Passage(number, PassageKind.ITEM, number * SECTION, (number + 1) * SECTION, section=sections.get(number, ()))
        for number in range(60)
    )
    return DocumentFacts(
        Document(
            document,
            name(document),
            title or document,
            language,
            "x" * 60 * SECTION,
            "text/plain",
            Given(incident=incident),
            tuple(places.split()),
        ),
        passages,
        tuple(services),
        tuple(Mention(slug, place * 5, place * 5 + 3, slug) for place, slug in enumerate(slugs)),
        rows,
        tuple(edges),
        tuple(needs),
        findings=tuple(findings),
    )


def by(clock: str) -> TimeValue:
    return at(clock, bound=Bound.BY)
