"""Whom a statement is about by where it stands: a label before it, the item or line it hangs on, its heading."""
from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from ingest.extract.sides import Named, Sides
from ingest.extract.statements import Unit
from ingest.language import language_of
from ingest.types import Reading
from kb.model import Passage, PassageKind, Span

_LABEL = re.compile(r"\W{0,6}(?P<label>[^:：\n]{2,90})[:：](?=\s|$)")
_LONGEST_LABEL = 90
_BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）")


class Outline:
    """The services of labels, lead-in lines and headings of one document, and which service is part of which."""

    def __init__(self, reading: Reading, named: Named, sides: Sides) -> None:
        self._reading, self._sides = reading, sides
        self._parents = {service.slug: service.part_of for service in named.services}
        # a plain noun ("the network") or a whole vendor needs and is needed by nearly all that stands beside it
        self._vague = {one.slug for one in named.services
                       if one.kind == "provider" or (one.learned and one.kind == "component")}

    def whole_of(self, service: str) -> str | None:
        """The service it is part of, by the catalogue."""
        return self._parents.get(service)

    def within(self, part: str, whole: str) -> bool:
        """Whether `part` is a part of `whole`, at any depth."""
        seen: set[str] = set()
        above = self._parents.get(part)
        while above is not None and above not in seen:
            if above == whole:
                return True
            seen.add(above)
            above = self._parents.get(above)
        return False

    def may_need(self, dependent: str, dependency: str) -> bool:
        """A service does not need itself, nor a part its whole; plain nouns and vendors are left out."""
        return (dependent != dependency and not self.within(dependent, dependency)
                and dependent not in self._vague and dependency not in self._vague)

    def labels(self, unit: Unit) -> tuple[str, ...]:
        """The services of the label the statement stands under ("Lambda: …", or an item "Lambda:" above it)."""
        return self._labels(unit.passage)

    def language_at(self, span: Span) -> str:
        """The language whose rules read the passage of a span."""
        passage = self._at(span)
        return language_of(passage, self._reading) if passage else self._reading.language

    def labels_at(self, span: Span) -> tuple[str, ...]:
        passage = self._at(span)
        return self._labels(passage) if passage else ()

    def _labels(self, passage: Passage) -> tuple[str, ...]:
        own = self._own_label(passage)
        if own:
            return own
        parent = passage.parent
        while parent is not None:
            above = self._reading.passages[parent]
            text = self._reading.text[above.start:above.end].strip()
            leads = above.kind is not PassageKind.HEADING and len(text) <= _LONGEST_LABEL and text.endswith((":", "："))
            if leads and (found := self._bare(above.start, above.end)):
                return found
            parent = above.parent
        return ()

    def _own_label(self, passage: Passage) -> tuple[str, ...]:
        text = self._reading.text[passage.start:passage.end]
        found = _LABEL.match(text)
        if found is None:
            return ()
        return self._bare(passage.start + found.start("label"), passage.start + found.end("label"))

    def _bare(self, start: int, end: int) -> tuple[str, ...]:
        """The services of a label that hardly says more than their names."""
        named = self._sides.mentions_in((start, end))
        names = sum(m.end - m.start for m in named)
        text = _BRACKETS.sub("", self._reading.text[start:end])
        wordy = len(text) - names > max(24, len(text) // 2) and end - start - names > 24
        if not named or wordy:
            return ()
        return self._sides.named_in((start, end))

    def lead(self, unit: Unit) -> tuple[str, ...]:
        """The services of the last sentence of the line a list hangs on ("Every worker does this:")."""
        parent = unit.passage.parent
        if parent is None or self._reading.passages[parent].kind is PassageKind.HEADING:
            return ()
        after = bisect_left(self._reading.sentences, self._reading.passages[parent].end, key=lambda one: one.start)
        line = self._reading.sentences[after - 1] if after else None
        if line is None or line.passage != parent or not line.reading.rstrip().endswith((":", "：")):
            return ()
        return self._sides.named_in((line.start, line.end))

    def heading(self, unit: Unit) -> tuple[str, ...]:
        """The services of the nearest heading that names any."""
        return self._heading(unit.passage)

    def heading_at(self, span: Span) -> tuple[str, ...]:
        passage = self._at(span)
        return self._heading(passage) if passage else ()

    def _heading(self, passage: Passage) -> tuple[str, ...]:
        above = passage.parent
        while above is not None:
            one = self._reading.passages[above]
            if one.kind is PassageKind.HEADING and (found := self._sides.named_in((one.start, one.end))):
                return found
            above = one.parent
        return ()

    def members(self, lead: Passage) -> list[tuple[str, Span]]:
        """The services that head the items right under a line, each with its item."""
        found = []
        for passage in self._reading.passages[lead.index + 1:]:
            if passage.kind is PassageKind.HEADING or (passage.kind is PassageKind.ITEM and passage.level < lead.level):
                break
            if passage.kind is not PassageKind.ITEM or passage.parent != lead.index:
                continue
            first = next(iter(self._sides.mentions_in((passage.start, passage.end))), None)
            if first is not None and first.start - passage.start <= 12:
                found.append((first.service, (passage.start, passage.end)))
        return found

    def _at(self, span: Span) -> Passage | None:
        place = bisect_right(self._reading.passages, span[0], key=lambda one: one.start) - 1
        passage = self._reading.passages[place] if place >= 0 else None
        inside = passage is not None and span[1] <= passage.end and passage.kind is not PassageKind.HEADING
        return passage if inside else None
