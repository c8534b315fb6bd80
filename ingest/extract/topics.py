"""What a statement is about when its words do not say: the sentence before, the line it hangs on, its heading."""
from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import islice

from ingest.extract.connectives import grammar
from ingest.language import language_of
from ingest.types import Reading
from kb.model import Passage, PassageKind, Span, Stance

_MOST_CAUSES = 8
_CLOCK = re.compile(r"\d{1,2}[:h時点시]\d{2}|\d{1,2}\s?[AaPp][Mm]\b")
_LONGEST = 300
_LONGEST_HEAD = 120
_WORD = re.compile(r"[^\W\d_]{3,}|[^\W\d_a-zA-Z]{2,}")
_TELLING = (PassageKind.PARAGRAPH, PassageKind.ITEM, PassageKind.ROW)


class Topics:
    """Looks around the statements of one document. `tells` says whether words name a happening or a service: a heading
    that does neither ("Summary") is what nothing is about."""

    def __init__(self, reading: Reading, tells: Callable[[Span], bool]) -> None:
        self._reading, self._tells = reading, tells

    def before(self, place: int) -> Span | None:
        """The statement just before a sentence, across headings never."""
        passages, sentences = self._reading.passages, self._reading.sentences
        mine = passages[sentences[place].passage]
        for other in reversed(sentences[max(0, place - 3):place]):
            passage = passages[other.passage]
            if passage.kind is PassageKind.HEADING:
                return None
            if passage.kind in _TELLING and passage.stance is mine.stance and _WORD.search(other.reading):
                return self._tidy((other.start, other.end), tail=True)
        return None

    def about(self, place: int) -> Span | None:
        """What a label ("Cause: …") in this sentence is about: words before it in the passage, the line above it in
        the outline, the heading, the title."""
        sentence = self._reading.sentences[place]
        if place and self._reading.sentences[place - 1].passage == sentence.passage:
            before = self._reading.sentences[place - 1]
            return self._tidy((before.start, before.end), tail=True)
        return self._above(self._reading.passages[sentence.passage])

    def of_list(self, head: Passage) -> Span | None:
        """What a list under `head` gives the causes of: the head's own words where it says, else what is above it."""
        if self._tells((head.start, head.end)):
            return self._tidy((head.start, head.end))
        return self._above(head)

    def _above(self, passage: Passage) -> Span | None:
        parent = passage.parent
        while parent is not None:
            above = self._reading.passages[parent]
            if not self.only_says_cause(above) and self._tells((above.start, above.end)):
                return self._tidy((above.start, above.end))
            parent = above.parent
        return self._title(passage)

    def _title(self, passage: Passage) -> Span | None:
        """The first heading above, else the first words of the document."""
        def before() -> Iterator[Passage]:
            return (p for p in islice(self._reading.passages, passage.index) if p.stance is Stance.REPORT)

        heads = (p for p in before() if p.kind is PassageKind.HEADING and not self.only_says_cause(p))
        first = next(heads, None) or next((p for p in before() if p.kind in _TELLING), None)
        return None if first is None else self._tidy((first.start, first.end))

    def only_says_cause(self, passage: Passage) -> bool:
        """Whether a heading or label says no more than "Root cause"."""
        if passage.end - passage.start > _LONGEST_HEAD:
            return False
        code = language_of(passage, self._reading)
        text = self._text(passage)
        return grammar(code).guarded("heading", text) or (code != "en" and grammar("en").guarded("heading", text))

    def cause_lists(self) -> Iterator[tuple[Passage, list[Span]]]:
        """Heads that only say "Root cause", with the first sentences of the items right under them."""
        passages = self._reading.passages
        for head in passages:
            if head.stance is not Stance.REPORT or head.kind is PassageKind.ROW:
                continue
            near = passages[head.index + 1:head.index + 3]
            if any(one.kind is PassageKind.ITEM for one in near) and self.only_says_cause(head) and (items := self._items(head)):
                yield head, items

    def _items(self, head: Passage) -> list[Span]:
        found: list[Span] = []
        lists: int | None = None
        between = 0
        for passage in self._reading.passages[head.index + 1:]:
            if passage.kind is PassageKind.HEADING or (head.kind is PassageKind.ITEM and passage.level <= head.level):
                break
            if passage.kind is not PassageKind.ITEM or passage.stance is not Stance.REPORT:
                between += not found
                continue
            lists = passage.list_id if lists is None else lists
            if passage.list_id == lists and not self._text(passage).rstrip().endswith((":", "：", "?", "？")):
                found.append(self._first(passage))
        # a long list, one with clocks, or one that other text leads to, is a story and not a list of causes
        timed = any(_CLOCK.search(self._reading.text[start:end]) for start, end in found)
        return [] if timed or between > 1 or len(found) > _MOST_CAUSES else found

    def _first(self, passage: Passage) -> Span:
        begin = bisect_left(self._reading.sentences, passage.start, key=lambda one: one.start)
        for sentence in self._reading.sentences[begin:begin + 3]:
            if sentence.passage == passage.index and _WORD.search(sentence.reading):
                return self._tidy((sentence.start, sentence.end)) or (passage.start, passage.end)
        return passage.start, passage.end

    def _text(self, passage: Passage) -> str:
        return self._reading.text[passage.start:passage.end]

    def _tidy(self, span: Span, tail: bool = False) -> Span | None:
        """Without blanks and list marks, at most 300 characters: the last ones where what follows hangs on them."""
        text, (start, end) = self._reading.text, span
        if end - start > _LONGEST:
            start, end = (end - _LONGEST, end) if tail else (start, start + _LONGEST)
        while start < end and not (text[start].isalnum() or text[start] in "\"'`“‘「『(["):
            start += 1
        while end > start and (text[end - 1].isspace() or text[end - 1] in ".:。：*#"):
            end -= 1
        return (start, end) if end > start else None
