"""Names of services in the lists that reports give of what was affected ("Affected services: ledger, Blue Heron").

Three shapes: a label and its list on one line, a table cell that is the label beside one that is the list, and a line
that leads to items. `affected` and `including` are words of the language (services.toml), `people` are never services.
"""
from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ahocorasick_rs import AhoCorasick

from ingest.extract.happenings import tells
from ingest.extract.lines import Line
from ingest.extract.naming import LONGEST, naming
from ingest.literals import wanted
from ingest.rulebook import parse
from ingest.types import Reading, Sentence
from kb.model import Passage, PassageKind, Span

_COMMA = re.compile(r"[、,，;；]|\s(?:and|und|et|y|e|và|및|와|과)\s|(?<=[\u4e00-\u9fff])[和与與及](?=[\u4e00-\u9fffA-Z])|[。\n|]|\.\s")
_BRACKETS = re.compile(r"[(（][^()（）]{0,80}[)）]?")
_TRIM = " \t*_`\"'“”‘’「」『』《》[]·•.-–—"
_REST = re.compile(r"\s?(?:等+(?:服务|系统)?|など|등|etc\.?|v\.\s?v\.?)\s*\Z")
_ASIDE = re.compile(r"[:：]|\s[–—-]\s|[(（→]")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_WORDS, _SIGNS, _EASTERN = 4, 40, 16
_MOST = 12  # more are no list of services


class Lists:
    """The lists of what was affected, of one document."""

    def __init__(self, reading: Reading, low: str) -> None:
        """`low` is the reading's text, folded."""
        self._reading, self._low = reading, low
        self._words: dict[str, Sequence[int] | None] = {}  # language -> where words for "affected" may stand
        self._leads: dict[int, Passage | None] = {}

    def affected(self, line: Line) -> Iterator[Span]:
        """The spans of the names that one sentence lists as affected, into the final text. A name alone may seem to be
        in another language than its label: the document's own is asked too."""
        own = self._reading.language
        for code in (line.language,) if line.language == own else (line.language, own):
            if code not in self._words:
                self._words[code] = _places(self._low, code)
            if (places := self._words[code]) is None or places:
                yield from self._affected(line, code, places)

    def _affected(self, line: Line, language: str, places: Sequence[int] | None) -> Iterator[Span]:
        reading, sentence, passage = self._reading, line.sentence, line.passage
        if passage.kind is PassageKind.ITEM and sentence.start <= passage.start + 4 and self._listed(passage, language, places):
            stop = _ASIDE.search(sentence.reading)
            yield from _names(reading, sentence.start, sentence.start + stop.start() if stop else sentence.end, language)
            return
        start = _cells_start(reading, sentence) if passage.kind is PassageKind.ROW else sentence.start
        if start is None or not _stands(places, start, sentence.end):
            return
        text = reading.text[start:min(sentence.end, start + LONGEST)]
        if (label := _label(language).search(text)) is not None and start + label.end() >= sentence.start:
            yield from _names(reading, start + label.end(), sentence.end, language)

    def _listed(self, passage: Passage, language: str, places: Sequence[int] | None) -> bool:
        """Whether the line a list hangs on leads to what was affected."""
        lead = self._lead(passage)
        return lead is not None and lead.end - lead.start <= LONGEST and _stands(places, lead.start, lead.end) and (
            _leads(language).search(self._reading.text[lead.start:lead.end]) is not None)

    def _lead(self, passage: Passage) -> Passage | None:
        """The line a list hangs on: the parent of its first item."""
        first = passage
        items: list[int] = []
        while first.index not in self._leads:
            items.append(first.index)
            if first.parent is not None:
                self._leads[first.index] = self._reading.passages[first.parent]
            elif first.index and (before := self._reading.passages[first.index - 1]).list_id == first.list_id and (
                    before.kind is PassageKind.ITEM):
                first = before
            else:
                self._leads[first.index] = None
        self._leads.update(dict.fromkeys(items, self._leads[first.index]))
        return self._leads[first.index]


def _places(text: str, language: str) -> Sequence[int] | None:
    """Where in a folded text one of the words may stand that a language has for what was affected; None where they may
    anywhere."""
    if "affected" not in naming(language).words:
        return ()
    words = _affected_words(language)
    if words is None:
        return None
    return sorted({start for _, start, _ in words.find_matches_as_indexes(text, overlapping=True)})


@lru_cache(maxsize=32)
def _affected_words(language: str) -> AhoCorasick | None:
    pattern = naming(language)["affected"]
    wants = wanted(parse(pattern.pattern, pattern.flags))
    return AhoCorasick(sorted(wants[0])) if wants else None


def _stands(places: Sequence[int] | None, start: int, end: int) -> bool:
    return places is None or bisect_left(places, start) < bisect_left(places, end)


def _cells_start(reading: Reading, sentence: Sentence) -> int | None:
    """Where the cell before this one begins; None for the first cell of a row."""
    passage = reading.passages[sentence.passage]
    before = reading.text.rfind("|", passage.start, max(passage.start, sentence.start - 2))
    opened = reading.text.rfind("|", passage.start, max(passage.start, before))
    return None if before < 0 else max(opened + 1, passage.start)


def _names(reading: Reading, start: int, end: int, language: str) -> Iterator[Span]:
    at, found = start, []
    for match in (*_COMMA.finditer(reading.text, start, end), None):
        span = _tidy(reading.text, at, end if match is None else match.start())
        if span is not None and _is_name(reading.text[span[0]:span[1]], language):
            found.append(span)
        if match is None or match[0] in "。\n|" or match[0].startswith("."):
            break
        at = match.end()
    if len(found) <= _MOST:
        yield from found


def _tidy(text: str, start: int, end: int) -> Span | None:
    bracket = _BRACKETS.search(text, start, end)
    if bracket is not None and not text[start:bracket.start()].strip(_TRIM):
        return None
    end = end if bracket is None else bracket.start()
    if (rest := _REST.search(text[start:end])) is not None:
        end = start + rest.start()
    while start < end and text[start] in _TRIM:
        start += 1
    while end > start and text[end - 1] in _TRIM:
        end -= 1
    return (start, end) if start < end else None


def _is_name(name: str, language: str) -> bool:
    """Short, with letters, neither people nor a happening ("all users", "login failed")."""
    words = naming(language)
    eastern = any(char >= "\u2e80" for char in name)
    if len(name) > (_EASTERN if eastern else _SIGNS) or len(name.split()) > _WORDS or not _LETTERS.search(name):
        return False
    if words["people"].search(name) or words["stop"].fullmatch(name.split()[0].casefold()):
        return False
    return "%" not in name and not tells(name, language)


@lru_cache(maxsize=16)
def _label(language: str) -> re.Pattern[str]:
    words = naming(language).words
    including = words["including"].pattern if "including" in words else "(?!)"
    return re.compile(rf"(?:^|[|\n。.])[^\w|]{{0,8}}(?:{words['affected'].pattern})[^\w:：|]{{0,6}}"
                      rf"(?:[(（][^()（）]{{0,24}}[)）][^\w:：|]{{0,4}})?(?:[:：|][\s*_]{{0,4}}|\s?(?:{including})\s?[:：]?)",
                      re.IGNORECASE)


@lru_cache(maxsize=16)
def _leads(language: str) -> re.Pattern[str]:
    words = naming(language).words
    return re.compile(rf"(?:{words['affected'].pattern})[^\n:：]{{0,24}}[:：][\s*_]*\Z", re.IGNORECASE)
