"""Small hand-made documents and facts for tests of the store, intake and queries."""
from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from kb.model import (
    Basis,
    CauseEdge,
    Claim,
    DependencyFact,
    Document,
    DocumentFacts,
    Kind,
    Mention,
    Passage,
    PassageKind,
    Polarity,
    Relation,
    Service,
    Side,
    Source,
    Stance,
    TimeValue,
    Window,
    Zone,
)

DAY = datetime(2031, 5, 2, tzinfo=UTC)


def digest(*parts: object) -> str:
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:32]


def at(clock: str | None, end: str | None = None) -> TimeValue:
    """A time of 2 May 2031, `HH:MM` in UTC; None is undated."""
    if clock is None:
        return TimeValue()
    start, last = _moment(clock), _moment(end) if end else None
    return TimeValue(start, last, as_written=clock, zone=Zone("UTC", "+00:00", Basis.STATED), window=Window(start, start))


def _moment(clock: str) -> datetime:
    hour, minute = clock.split(":")
    return DAY + timedelta(hours=int(hour), minutes=int(minute))


@dataclass(frozen=True)
class Said:
    """One sentence of a made-up document. `because` names the number of the sentence it says was the cause."""

    words: str
    clock: str | None = None
    kind: Kind = Kind.IMPACT
    services: tuple[str, ...] = ()
    happening: str = "errors"
    end: str | None = None
    stance: Stance = Stance.REPORT
    because: int | None = None
    relation: Relation = Relation.CAUSES
    polarity: Polarity = Polarity.STATED
    needs: tuple[tuple[str, str], ...] = ()


def document_of(source: Source, language: str = "en") -> Document:
    sha = hashlib.sha256(source.data).hexdigest()
    text = source.data.decode()
    given = source.given
    return Document(
        sha[:32], sha, given.title or text.split("\n")[0], given.language or language, text, "text/plain", given,
        rules="1",
    )


def facts_of(source: Source, said: Sequence[Said], language: str = "en") -> DocumentFacts:
    """The facts of a text that has the sentences of `said`, one a line, below its title."""
    document = document_of(source, language)
    place, spans = 0, []
    for sentence in said:
        place = document.text.index(sentence.words, place)
        spans.append((place, place + len(sentence.words)))
        place += len(sentence.words)
    claims = tuple(_claim(document, number, one, spans[number]) for number, one in enumerate(said))
    names = sorted({slug for one in said for slug in (*one.services, *(end for pair in one.needs for end in pair))})
    return DocumentFacts(
        document,
        passages=tuple(
            Passage(number, PassageKind.PARAGRAPH, start, end, language=document.language, stance=said[number].stance)
            for number, (start, end) in enumerate(spans)
        ),
        services=tuple(Service(name, name.replace("-", " ").title()) for name in names),
        mentions=tuple(Mention(slug, *spans[number], slug) for number, one in enumerate(said) for slug in one.services),
        claims=claims,
        edges=tuple(_edge(document, number, said, claims, spans) for number, one in enumerate(said) if one.because is not None),
        dependencies=tuple(
            DependencyFact(one, other, sentence.words, spans[number], sentence.stance, sentence.polarity, "test")
            for number, sentence in enumerate(said) for one, other in sentence.needs
        ),
    )


def _claim(document: Document, number: int, said: Said, span: tuple[int, int]) -> Claim:
    return Claim(
        id=digest(document.id, number), kind=said.kind, happening=said.happening, aspects=(said.happening,),
        time=at(said.clock, said.end), services=said.services, quote=said.words, span=span, time_span=None,
        section=(), stance=said.stance, language=document.language, rule="test", passage=number,
    )


def _edge(
    document: Document, number: int, said: Sequence[Said], claims: Sequence[Claim], spans: Sequence[tuple[int, int]]
) -> CauseEdge:
    here, cause = said[number], said[number].because or 0
    return CauseEdge(
        digest(document.id, "edge", number), here.relation, here.polarity, here.stance,
        Side(said[cause].words, spans[cause], said[cause].services, claims[cause].id),
        Side(here.words, spans[number], here.services, claims[number].id), here.words, spans[number], "test",
    )


def text_of(title: str, said: Sequence[Said]) -> str:
    return "\n".join([title, *(one.words for one in said)]) + "\n"


@dataclass
class FakeReader:
    """A reader that knows beforehand what each text says; counts what it is asked to read."""

    known: dict[bytes, tuple[tuple[Said, ...], str]] = field(default_factory=dict)
    version: str = "1"
    asked: int = 0
    services: Mapping[str, Service] = field(default_factory=dict)

    def teach(self, title: str, said: Sequence[Said], language: str = "en") -> bytes:
        data = text_of(title, said).encode()
        self.known[data] = (tuple(said), language)
        return data

    def extract(self, source: Source) -> DocumentFacts:
        self.asked += 1
        said, language = self.known[source.data]
        facts = facts_of(source, said, language)
        known = tuple(self.services.get(service.slug, service) for service in facts.services)
        return replace(facts, services=known, document=replace(facts.document, rules=self.version))

    def rules(self) -> str:
        return self.version

    def expand(self, name: str, data: bytes) -> Sequence[tuple[str, bytes]]:
        return [(name, data)]

    def read_time(self, text: str, **_: object) -> tuple[TimeValue, ...]:
        return ()

    def time_spans(self, text: str, language: str, locale: str, reference: str | None) -> Sequence[dict[str, object]]:
        return []
