"""What a stretch of text tells and whom it is about, as claims ask it."""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.extract.asides import clause, main_part
from ingest.extract.attribution import about, told_in
from ingest.extract.happenings import NOTHING, Happening, classify, happening_in, lasts
from ingest.extract.naming import naming
from ingest.extract.services import ServiceMap
from ingest.types import Reading
from kb.model import Kind, Passage, PassageKind, Span

# a comma parts too little: what one language tells in two clauses another tells in one
_PARTS = re.compile(r"[;；。]|\.\s|\s[–—-]\s")
_WRAP = re.compile(r"(?<=[^\n]{40})\n(?=[ \t]*[`\"'“(\[]?[^\W\d_])")  # a full line, and no item or row behind it
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s?(?=\S{2}[^\n]*\w{2})")
_OPENS = 16  # signs before a time that opens its clause ("| ", "Lúc ", "- At around ")
_LABEL = 40  # signs at most of an item that says what the items under it are ("Impact")
_DOINGS = (Kind.IMPACT, Kind.DETECTION, Kind.DIAGNOSIS, Kind.MITIGATION, Kind.RECOVERY)


@dataclass(frozen=True, slots=True)
class About:
    """What a stretch of text tells and whom it is about; `causes_named` are services it names only as cause or date."""

    happening: Happening
    services: tuple[str, ...] = ()
    causes_named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Teller:
    """Asks one document. `languages` gives the language of each passage."""

    reading: Reading
    named: ServiceMap
    languages: Mapping[int, str]

    def __call__(self, passage: Passage, words: Span, times: Sequence[Span], this: Span | None) -> tuple[About, ...]:
        """What happened in `words`, in the clause of the time `this` where there are several; where a clause that its
        time opens tells two things of different kinds ("failover was disabled; all nodes came back"), both."""
        start = words[0]
        text = flowing(self.reading.text[start:words[1]])
        inside = [(one[0] - start, one[1] - start) for one in times if start <= one[0] and one[1] <= words[1]]
        mine = None if this is None else (this[0] - start, this[1] - start)
        language = self.languages[passage.index]
        low, high = clause(text, inside, mine, language)
        lasting = this is not None and lasts(self.reading.text[this[0]:this[1]])
        happening = self._happening((start + low, start + high), words, passage, lasting)
        if happening.kind is Kind.STATE and (whole := told_in(words, passage, self.reading, this)) != words:
            happening = classify(flowing(self.reading.text[whole[0]:whole[1]]), language, passage.section, lasting)
        services, causes = about(words, passage, self.reading, self.named, times, this, (start + low, start + high))
        first = About(happening, services, causes)
        if mine is None or mine[0] - low > _OPENS:
            return (first,)
        return (first, *self._second(first, passage, (start + low, start + high)))

    def _happening(self, own: Span, words: Span, passage: Passage, lasting: bool) -> Happening:
        """What a clause tells; where it tells nothing, what the row goes on with behind it or its sentence says before it,
        then what the items over it are labels of, then what the heading says."""
        language = self.languages[passage.index]
        text, said = self.reading.text, flowing(self.reading.text[slice(*own)])
        found = classify(said, language, lasting=lasting)
        if found is NOTHING and passage.kind is PassageKind.ROW:
            found = classify(flowing(text[own[1]:words[1]]), language, lasting=lasting)
        elif found is NOTHING and own[0] > words[0]:  # "most were back by 21:40 and the rest by 22:35"
            found = classify(flowing(_SENTENCE.split(text[words[0]:own[1]])[-1]), language, lasting=lasting)
        for over in self._items_over(passage) if found is NOTHING else ():
            if over.end - over.start <= _LABEL and found is NOTHING:
                found = classify(text[over.start:over.end], language, lasting=lasting)
        return classify(said, language, passage.section, lasting) if found is NOTHING else found

    def _items_over(self, passage: Passage) -> Iterator[Passage]:
        """The items of a list that an item stands under, nearest first."""
        while passage.parent is not None and passage.parent < passage.index:
            passage = self.reading.passages[passage.parent]
            if passage.kind is PassageKind.ITEM:
                yield passage

    def _second(self, first: About, passage: Passage, span: Span) -> tuple[About, ...]:
        language = self.languages[passage.index]
        text = main_part(flowing(self.reading.text[span[0]:span[1]]), language)
        told: list[tuple[Span, Happening]] = []
        at = 0
        parts = sorted(match.end() for pattern in (_PARTS, naming(language)["turn"]) for match in pattern.finditer(text))
        for end in (*parts, len(text)):
            found = happening_in(text[at:end], language)
            if found is not NOTHING:
                told.append(((span[0] + at, span[0] + end), found))
            at = end
        if not any(one.kind is first.happening.kind for _, one in told):
            return ()
        for words, one in told:
            if one.kind in _DOINGS and one.kind is not first.happening.kind:
                return (About(one, *about(words, passage, self.reading, self.named)),)
        return ()


def flowing(text: str) -> str:
    """The words with the line breaks that only wrap them as blanks, their length kept: rules read on over a blank."""
    return _WRAP.sub(" ", text) if "\n" in text else text
