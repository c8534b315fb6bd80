"""Names of services in the lists that reports give of what was affected ("Affected services: ledger, Blue Heron").

Three shapes: a label and its list on one line, a table cell that is the label beside one that is the list, and a line
that leads to items. `affected` and `including` are words of the language (services.toml), `people` are never services.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ingest.extract.happenings import NOTHING, happening_in
from ingest.extract.naming import LONGEST, naming
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


def affected(reading: Reading, sentence: Sentence, language: str) -> Iterator[Span]:
    """The spans of the names that one sentence lists as affected, into the final text. A name alone may seem to be in
    another language than its label: the document's own is asked too."""
    for code in dict.fromkeys((language, reading.language)):
        if "affected" in naming(code).words:
            yield from _affected(reading, sentence, code)


def _affected(reading: Reading, sentence: Sentence, language: str) -> Iterator[Span]:
    passage = reading.passages[sentence.passage]
    parent = _lead(reading, passage)
    if passage.kind is PassageKind.ITEM and parent is not None and sentence.start <= passage.start + 4 and (
            parent.end - parent.start <= LONGEST and _leads(language).search(reading.text[parent.start:parent.end])):
        stop = _ASIDE.search(sentence.reading)
        yield from _names(reading, sentence.start, sentence.start + stop.start() if stop else sentence.end, language)
        return
    start = _cells_start(reading, sentence) if passage.kind is PassageKind.ROW else sentence.start
    if start is None:
        return
    text = reading.text[start:min(sentence.end, start + LONGEST)]
    if (label := _label(language).search(text)) is not None and start + label.end() >= sentence.start:
        yield from _names(reading, start + label.end(), sentence.end, language)


def _lead(reading: Reading, passage: Passage) -> Passage | None:
    """The line a list hangs on: the parent of its first item."""
    first = passage
    while first.parent is None and first.index and (before := reading.passages[first.index - 1]).list_id == first.list_id:
        if before.kind is not PassageKind.ITEM:
            break
        first = before
    return None if first.parent is None else reading.passages[first.parent]


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
    return "%" not in name and happening_in(name, language) is NOTHING


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
