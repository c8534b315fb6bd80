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
from ingest.types import Reading, Sentence
from kb.model import Kind, Mention, Passage, PassageKind, Span

_LABEL = re.compile(r"[^:：\n]{1,80}[:：]\s*\Z")
_BORDER = re.compile(r"[:：]\s")
_HEADING_ONLY = frozenset({PassageKind.HEADING})
_BEFORE = 3  # sentences of the same passage to look back at
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
    found, aside = own.about, own.aside
    strong = [slug for slug in found if slug not in named.plain]
    if not strong:
        above = looked.above(words, (words[0] + low, words[0] + high), passage, language)
        above = tuple(slug for slug in above if slug not in aside or not found)
        kept = tuple(slug for slug in found if slug not in named.plain or not above or "-" in slug)
        found = (*kept, *(slug for slug in above if slug not in kept))
    return found, tuple(slug for slug in aside if slug not in found)


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
        """What surrounds the words: the rest of the sentence, the sentences before, the item above, the heading."""
        for span in self._around(words, own, passage):
            look = self.look(span, language)
            if look.about:
                return tuple(look.about)
        return self._headings(passage, language)

    def _around(self, words: Span, own: Span, passage: Passage) -> Iterator[Span]:
        if own[0] > words[0]:
            yield (words[0], own[0])
        if own[1] < words[1] and passage.kind is PassageKind.ROW:
            yield (own[1], words[1])
        before = [one for one in self._reading.sentences if one.passage == passage.index and one.end <= words[0]]
        for sentence in reversed(before[-_BEFORE:]):
            yield (sentence.start, sentence.end)

    def _headings(self, passage: Passage, language: str) -> tuple[str, ...]:
        for above in self._over(passage):
            look = self.look((above.start, above.end), language)
            strong = tuple(slug for slug in look.about if slug not in self._named.plain)
            if strong or look.about:
                return strong or look.about
            if look.aside and above.kind is PassageKind.HEADING:
                return look.aside
        return ()

    def _over(self, passage: Passage) -> Iterator[Passage]:
        """The passages over this one, nearest first: labels above it in its list, parents, headings."""
        passages = self._reading.passages
        seen: set[int] = {passage.index}
        label = self._label(passage)
        parent = passage.parent
        if label is not None and (parent is None or label.index > parent):
            seen.add(label.index)
            yield label
        while parent is not None and parent not in seen:
            seen.add(parent)
            yield passages[parent]
            parent = passages[parent].parent
        yield from self._section(passage, seen)

    def _label(self, passage: Passage) -> Passage | None:
        """The nearest item above that is only a label ("AWS Lambda:"), in a flat list whose items follow labels."""
        if passage.kind is not PassageKind.ITEM or _is_label(self._text(passage)):
            return None
        for other in reversed(self._reading.passages[max(0, passage.index - 12):passage.index]):
            if other.kind is not PassageKind.ITEM or other.level != passage.level:
                return None
            if _is_label(self._text(other)):
                return other
        return None

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
