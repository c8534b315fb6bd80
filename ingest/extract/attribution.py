"""Which services a claim is about: what fails, recovers or is acted on in its own clause, else what its sentence, the
sentence before, the item or the heading above it is about. Services named only as cause or date are given apart.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.extract.asides import asides, clause
from ingest.extract.happenings import classify
from ingest.extract.services import ServiceMap
from ingest.language import SUPPORTED
from ingest.types import Reading
from kb.model import Kind, Mention, Passage, PassageKind, Span

_LABEL = re.compile(r"[^:：\n]{1,80}[:：]\s*\Z")
_BEFORE = 3  # sentences of the same passage to look back at
_LIST = 3  # services a sentence can be about; more are a list
_SERVICES_OF = re.compile(
    r"(?:services?|servicios|serviços|dịch vụ|サービス|서비스|服务|Dienste?|services) (?:de |da |do |của |d')?\Z|\A[ -]?(?:services?|Dienste?|-?Ausfall|outage|の?サービス|의? ?서비스|服务)",
    re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Look:
    """What one stretch of text names: what it is about, and what only as cause or date."""

    about: tuple[str, ...]
    aside: tuple[str, ...]


def about(
    words: Span, passage: Passage, reading: Reading, named: ServiceMap, times: Sequence[Span] = (),
    this: Span | None = None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The services the happening in `words` is about, and those named only as its cause or date.

    `times` are the spans of all times in the words, `this` the claim's own: where there are several, only the clause
    of this one is asked first. All spans are into the final text.
    """
    language = _language(passage, reading)
    looked = _Asked(reading, named)
    inside = [span for span in times if words[0] <= span[0] and span[1] <= words[1]]
    local = [(start - words[0], end - words[0]) for start, end in inside]
    mine = None if this is None else (this[0] - words[0], this[1] - words[0])
    low, high = clause(reading.text[words[0]:words[1]], local, mine)
    own = looked.look((words[0] + low, words[0] + high), language)
    found = tuple(slug for slug in own.about if slug not in named.plain)
    if not found:
        above = looked.above(words, (words[0] + low, words[0] + high), passage, language)
        found = (*above, *(slug for slug in own.about if not above or "-" in slug))
    return found, tuple(slug for slug in own.aside if slug not in found)


class _Asked:
    """Looks at stretches of one document."""

    def __init__(self, reading: Reading, named: ServiceMap) -> None:
        self._reading = reading
        self._named = named

    def look(self, span: Span, language: str) -> _Look:
        """What a stretch is about. Where all its services stand in asides it is about nothing."""
        text = self._reading.text[span[0]:span[1]].replace("\n", " ")
        mentions = self._named.within(*span)
        if not mentions:
            return _Look((), ())
        hidden = asides(text, language)
        aside = [one for one in mentions if _covered(one.start - span[0], hidden)]
        plain = [one for one in mentions if one not in aside]
        kept = self._without_actors(plain, text, language)
        return _Look(_unique(kept), _unique(one.service for one in aside))

    def _without_actors(self, mentions: Sequence[Mention], text: str, language: str) -> list[str]:
        """Vendors act and announce; they are what it is about only where nothing else is and they do not work on
        something, or where their services as a whole are meant."""
        providers = self._named.providers
        rest = [one.service for one in mentions if one.service not in providers]
        if rest:
            return rest
        vendors = [one for one in mentions if one.service in providers]
        if vendors and (classify(text, language).kind in (Kind.COMMUNICATION, Kind.IMPACT, Kind.DETECTION)
                        and all(self._as_a_whole(one, text, language) for one in vendors)):
            return [one.service for one in vendors]
        return []

    def _as_a_whole(self, mention: Mention, text: str, language: str) -> bool:
        around = self._reading.text
        before, after = around[max(0, mention.start - 16):mention.start], around[mention.end:mention.end + 12]
        whole = _SERVICES_OF.search(before) or _SERVICES_OF.match(after) or " " in mention.as_written
        return bool(whole) or classify(text, language).kind is Kind.COMMUNICATION

    def above(self, words: Span, own: Span, passage: Passage, language: str) -> tuple[str, ...]:
        """What surrounds the words: the rest of the sentence, the sentences before, the item above, the heading. A
        long list of services is no subject; a plain noun only where nothing else is."""
        plain: tuple[str, ...] = ()
        for span, heading in self._around(words, own, passage):
            look = self.look(span, language)
            strong = self._strong(look.about) or (self._strong(look.aside) if heading else ())
            if strong and (heading or len(strong) <= _LIST):
                return strong
            plain = plain or look.about
        return plain if len(plain) <= _LIST else ()

    def _strong(self, slugs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(slug for slug in slugs if slug not in self._named.plain)

    def _around(self, words: Span, own: Span, passage: Passage) -> Iterator[tuple[Span, bool]]:
        if own[0] > words[0]:
            yield (words[0], own[0]), False
        if own[1] < words[1] and passage.kind is PassageKind.ROW:
            yield (own[1], words[1]), False
        before = [one for one in self._reading.sentences if one.passage == passage.index and one.end <= words[0]]
        for sentence in reversed(before[-_BEFORE:]):
            yield (sentence.start, sentence.end), False
        for above in self._over(passage):
            yield (above.start, above.end), above.kind is PassageKind.HEADING or _is_label(self._text(above))

    def _over(self, passage: Passage) -> Iterator[Passage]:
        """The passages over this one, nearest first: parents, then the headings of its section."""
        passages = self._reading.passages
        seen: set[int] = {passage.index}
        parent = passage.parent
        while parent is not None and parent not in seen:
            seen.add(parent)
            yield passages[parent]
            parent = passages[parent].parent
        yield from self._section(passage, seen)

    def _section(self, passage: Passage, seen: set[int]) -> Iterator[Passage]:
        """The headings of the section path, innermost first."""
        wanted = [title.strip(" #*") for title in passage.section]
        for other in reversed(self._reading.passages[:passage.index]):
            if not wanted:
                return
            if other.index not in seen and other.kind is PassageKind.HEADING:
                title = self._text(other).strip(" #*\n")
                if any(title == want or want in title for want in wanted):
                    wanted = wanted[:next(i for i, want in enumerate(wanted) if title == want or want in title)]
                    yield other

    def _text(self, passage: Passage) -> str:
        return self._reading.text[passage.start:passage.end]


def _is_label(text: str) -> bool:
    return _LABEL.fullmatch(text.strip()) is not None


def _covered(place: int, spans: Iterable[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


def _unique(slugs: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(slugs))


def _language(passage: Passage, reading: Reading) -> str:
    return next((code for code in (passage.language, reading.language) if code in SUPPORTED), "en")
