"""Which services a claim is about: what fails, recovers or is acted on in its own clause, else what its sentence, the
sentence before, the item or the heading above it is about. Services named only as cause or date are given apart.
"""
from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.extract.asides import asides, clause, main_part
from ingest.extract.happenings import classify
from ingest.extract.naming import naming
from ingest.extract.services import ServiceMap
from ingest.language import language_of
from ingest.once import once
from ingest.types import Reading, Sentence
from kb.model import Kind, Mention, Passage, PassageKind, Span

_LABEL = re.compile(r"[^:：\n]{1,80}[:：]\s*\Z")
_AROUND = 40  # stretches around a claim to ask: nobody nests deeper, and who does asks nothing
_BEFORE = 3  # sentences of the same passage to look back at
_WHOLE = 20  # signs before a vendor's name that may say "services of"
_ENTRY = 16  # items at most under one time
_TITLE = 2  # passages at the top among which a first heading is the title
_BESIDE = 3  # signs between a noun and the name it belongs to
_LIST = 3  # services a sentence can be about; more are a list


@dataclass(frozen=True, slots=True)
class _Look:
    """What one stretch of text names: what it is about, and what only as cause or date."""

    about: tuple[str, ...]
    aside: tuple[str, ...]


def about(
    words: Span, passage: Passage, reading: Reading, named: ServiceMap, times: Sequence[Span] = (),
    this: Span | None = None, own: Span | None = None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The services the happening in `words` is about, and those named only as its cause or date.

    `times` are the spans of all times in the words, `this` the claim's own: where there are several, only the clause
    of this one is asked first: `own` where that is known. All spans are into the final text.
    """
    language = language_of(passage, reading)
    whole = told_in(words, passage, reading, this)
    looked = _Asked(reading, named)
    clause_ = own if own is not None and whole == words else _clause(whole, reading, times, this, language)
    words, here = whole, looked.look(clause_, language)
    strong = tuple([slug for slug in here.about if slug not in named.plain])
    nouns = tuple([slug for slug in here.about if slug in named.plain])
    modified = tuple(slug for slug in nouns if slug in named.modified)
    if strong:
        beside = nouns if set(strong) <= named.channels else (*looked.leading(clause_, nouns, strong), *modified)
        found = _unique((*strong, *beside))
    else:
        above, firm = looked.above(words, clause_, passage, language, bool(nouns))
        found = (*above, *modified) if firm or not nouns else nouns
    return found, tuple(slug for slug in here.aside if slug not in found)


def _clause(words: Span, reading: Reading, times: Sequence[Span], this: Span | None, language: str) -> Span:
    """The clause of the time `this` in some words, as a span of the text."""
    start = words[0]
    local = [(low - start, high - start) for low, high in times if start <= low and high <= words[1]]
    mine = None if this is None else (this[0] - start, this[1] - start)
    low, high = clause(reading.text[start:words[1]], local, mine, language)
    return start + low, start + high


def told_in(words: Span, passage: Passage, reading: Reading, this: Span | None) -> Span:
    """Where it is told what a claim is about: its words, or, where its time stands alone above them (a heading, a bold
    line), all that stands under that time: the paragraph, or the items of the list."""
    if this is None or words[0] <= this[0] < words[1] or passage.kind is PassageKind.ROW:
        return words
    end = passage.end
    if passage.kind is PassageKind.ITEM:
        for other in reading.passages[passage.index + 1:passage.index + _ENTRY]:
            if other.kind is not PassageKind.ITEM or other.level < passage.level:
                break
            end = other.end
    return (words[0], max(words[1], end))


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
        hidden = asides(text, language, within=main_part(text, language) == text)
        aside = [one for one in mentions if _covered(one.start - span[0], hidden)]
        plain = [one for one in mentions if one not in aside]
        kept = self._without_actors(plain, text, language)
        return _Look(_unique(kept), _unique(one.service for one in aside))

    def leading(self, span: Span, nouns: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
        """The `nouns` that a stretch has before any of the `names`, and not only beside one: whom its verb is about."""
        mentions = self._named.within(*span)
        first = next((one.start for one in mentions if one.service in names), span[1])
        return _unique(one.service for one in mentions if one.service in nouns and one.end + _BESIDE <= first)

    def _without_actors(self, mentions: Sequence[Mention], text: str, language: str) -> list[str]:
        """Vendors act and announce; they are what it is about only where nothing else is and they do not work on
        something, or where their services as a whole are meant."""
        providers = self._named.providers
        rest = [one.service for one in mentions if one.service not in providers]
        vendors = [one for one in mentions if one.service in providers]
        if not vendors:
            return rest
        kind = classify(text, language).kind
        if kind is Kind.COMMUNICATION:
            return [*(one.service for one in vendors), *rest]
        if not rest and kind in (Kind.IMPACT, Kind.DETECTION, Kind.RECOVERY):
            return [one.service for one in vendors if self._as_a_whole(one, language)]
        return rest

    def _as_a_whole(self, mention: Mention, language: str) -> bool:
        """Whether a vendor's name stands for its services ("servicios de AWS", "AWS-Ausfall"), not for the company."""
        text, words = self._reading.text, naming(language)
        before = any(match.end() == mention.start for match in words["whole_before"].finditer(
            text, max(0, mention.start - _WHOLE), mention.start))
        return before or any((words["whole_after"].match(text, mention.end), words["role"].search(mention.as_written),
                              words["before"].match(mention.as_written)))

    def above(
        self, words: Span, own: Span, passage: Passage, language: str, nouns: bool
    ) -> tuple[tuple[str, ...], bool]:
        """What surrounds the words (the rest of the sentence, the sentences before, the item above, the heading), and
        whether that is firm: a heading or label of its own, not the title. A long list of services is no subject; a
        plain noun only where nothing else is; sentences before say nothing where the words have `nouns`."""
        plain: tuple[str, ...] = ()
        for span, heading, title in itertools.islice(self._around(words, own, passage), _AROUND):
            look = self.look(span, language)
            strong = self._strong(look.about) or (self._strong(look.aside) if heading else ())
            if not heading and self._told_by(strong, span, language):
                continue
            if strong and (heading or (len(strong) <= _LIST and not nouns)):
                return strong, heading and not title
            plain = plain or look.about
        return (plain if len(plain) <= _LIST else ()), False

    def _told_by(self, slugs: tuple[str, ...], span: Span, language: str) -> bool:
        """Whether a stretch names only by what people heard of the trouble ("PagerDuty paged us"): not what failed."""
        if not slugs or not set(slugs) <= self._named.channels:
            return False
        return classify(self._reading.text[span[0]:span[1]], language).kind in (Kind.DETECTION, Kind.COMMUNICATION)

    def _strong(self, slugs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(slug for slug in slugs if slug not in self._named.plain)

    def _around(self, words: Span, own: Span, passage: Passage) -> Iterator[tuple[Span, bool, bool]]:
        """Spans to ask, nearest first, each with whether it is a heading or label and whether it is the title."""
        if own[0] > words[0]:
            yield (words[0], own[0]), False, False
        if own[1] < words[1] and passage.kind is PassageKind.ROW:
            yield (own[1], words[1]), False, False
        for sentence in self._sentences_before(passage, words[0]):
            yield (sentence.start, sentence.end), False, False
        for above in self._over(passage):
            heading = above.kind is PassageKind.HEADING or _is_label(self._text(above))
            yield (above.start, above.end), heading, above.index <= _TITLE and above.level <= 1
        if passage.kind is PassageKind.PARAGRAPH:
            for sentence in self._paragraphs_before(passage):
                yield (sentence.start, sentence.end), False, False
        if (subject := self._subject(passage)) is not None:
            yield (subject.start, subject.end), False, False

    def _sentences_before(self, passage: Passage, place: int) -> Iterator[Sentence]:
        """The last sentences of a passage that end before a place, nearest first."""
        sentences = self._reading.sentences
        last = bisect_left(sentences, place, key=lambda one: one.start)
        nearest = itertools.takewhile(lambda one: one.start >= passage.start, (sentences[i] for i in range(last - 1, -1, -1)))
        ended = (one for one in nearest if one.passage == passage.index and one.end <= place)
        yield from itertools.islice(ended, _BEFORE)

    def _paragraphs_before(self, passage: Passage) -> Iterator[Sentence]:
        """The last sentences of the paragraphs above under the same heading, nearest first."""
        first = bisect_left(self._reading.sentences, passage.start, key=lambda one: one.start)
        for sentence in reversed(self._reading.sentences[max(0, first - 2 * _BEFORE):first]):
            other = self._reading.passages[sentence.passage]
            if other.kind is not PassageKind.PARAGRAPH or other.section != passage.section:
                return
            yield sentence

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
        titles = headings(self._reading)
        for place in range(bisect_left(titles, passage.index, key=lambda one: one.index) - 1, -1, -1):
            if not wanted:
                return
            title = self._text(titles[place]).strip(" #*\n")
            if any(title == want or want in title for want in wanted):
                wanted = wanted[:next(i for i, want in enumerate(wanted) if title == want or want in title)]
                if titles[place].index not in seen:
                    yield titles[place]

    def _subject(self, passage: Passage) -> Passage | None:
        """The last heading above that does not only name a part of a report ("Root cause") and names a service: where
        all headings are of one level, the title of the report is over none of them."""
        titles = headings(self._reading)
        for heading in reversed(titles[:bisect_left(titles, passage.index, key=lambda one: one.index)]):
            named = {one.service for one in self._named.within(heading.start, heading.end)}
            if named - self._named.channels:
                return heading
        return None

    def _text(self, passage: Passage) -> str:
        return self._reading.text[passage.start:passage.end]


@once
def headings(reading: Reading) -> tuple[Passage, ...]:
    """The headings of a document in text order."""
    return tuple(passage for passage in reading.passages if passage.kind is PassageKind.HEADING)


def _is_label(text: str) -> bool:
    return _LABEL.fullmatch(text.strip()) is not None


def _covered(place: int, spans: Iterable[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


def _unique(slugs: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(slugs))
