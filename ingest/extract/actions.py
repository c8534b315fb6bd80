"""What was promised: action items with owner, due date and whether they are done. Not claims.

They stand in sections and tables of actions, in check lists, and behind words such as "TODO"; a sentence of prose in
such a section counts where it promises something.
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from ingest.extract.causes import shortened
from ingest.extract.times.find import find as find_times
from ingest.language import language_of
from ingest.rulebook import Field, Row, rows
from ingest.sieve import Sieve, sieved
from ingest.structure import heading_role, role
from ingest.types import Reading, Sentence
from kb.model import ActionItem, Passage, PassageKind, Span, Stance

STAGE = "actions"
_COLUMNS = ("owner-column", "due-column", "status-column", "text-column")
ROLES = ("done", "open", "owner", "due", "due-behind", "todo", "promise", *_COLUMNS)
SCHEMA = {"role": Field(required=True, choices=ROLES)}
_ID_LENGTH = 16
_LONGEST = 2_000
_BOX = re.compile(r"\s{0,8}(?:[-*+•]\s{1,4})?\[(?P<mark>[ xX✓✔])\]\s")
_BEFORE_ITEM, _BOX_REACH = 6, 14  # a mark may stand before its item; signs in which a box can open
_SIGNS = {"✅": True, "☑": True, "✔": True, "❌": False, "⬜": False, "☐": False, "🚧": False}
_HANDLE = re.compile(r"(?<![\w@/.])@(?P<owner>[A-Za-z][\w.-]{1,38})(?![\w@])(?!\.\w)")
_ISO = re.compile(r"(?<!\d)(?P<year>20\d\d)[-/.年]\s?(?P<month>\d{1,2})[-/.月]\s?(?P<day>\d{1,2})(?!\d)")
_LETTER = re.compile(r"[^\W\d_]{2,}|[^\W\da-zA-Z_]{2,}")
_BRACKETS = re.compile(r"[(\[（【]([^()\[\]（）【】]{2,40})[)\]）】]")
_SHOUTED = re.compile(r"\b[A-Z]{4,12}\b")
_NEXT = 6  # "due on the", "fällig am"
_EDGE = " \t\n|-*•+·"


@dataclass(frozen=True, slots=True)
class _Words:
    """The action rows of a language by role, English among them: trackers speak it everywhere."""

    code: str
    rows: Mapping[str, Sieve[Row]]

    def all(self, role: str, text: str) -> list[re.Match[str]]:
        return [match for row in self.rows[role].among(text) for match in row.pattern.finditer(text)]

    def first(self, role: str, text: str) -> re.Match[str] | None:
        found = (row.pattern.search(text) for row in self.rows[role].among(text))
        return next((match for match in found if match), None)


@lru_cache(maxsize=16)
def action_rows(code: str) -> tuple[Row, ...]:
    """The action rows of a language. Raises BadData."""
    return rows(code, STAGE, SCHEMA)


@lru_cache(maxsize=16)
def _words(code: str) -> _Words:
    both = (*action_rows(code), *(() if code == "en" else action_rows("en")))
    return _Words(code, {role: sieved(row for row in both if row["role"] == role) for role in ROLES})


def find(reading: Reading, document_id: str) -> tuple[ActionItem, ...]:
    """The action items of a document in text order."""
    found: dict[Span, ActionItem] = {}
    said = _by_passage(reading)
    for passage in reading.passages:
        if passage.kind in (PassageKind.HEADING, PassageKind.CODE):
            continue
        if passage.stance in (Stance.OPINION, Stance.BOILERPLATE):
            continue
        words = _words(language_of(passage, reading))
        for item in _items(reading, passage, said.get(passage.index, ()), words, document_id):
            found.setdefault(item.span, item)
    return tuple(sorted(found.values(), key=lambda item: item.span))


def _by_passage(reading: Reading) -> dict[int, list[Sentence]]:
    said: dict[int, list[Sentence]] = {}
    for sentence in reading.sentences:
        said.setdefault(sentence.passage, []).append(sentence)
    return said


def _items(
    reading: Reading, passage: Passage, said: Sequence[Sentence], words: _Words, document_id: str
) -> Iterator[ActionItem]:
    text = reading.text[passage.start:min(passage.end, passage.start + _LONGEST)]
    low = max(0, passage.start - _BEFORE_ITEM)
    boxed = None
    if reading.text.find("[", low, passage.start + _BOX_REACH) >= 0:
        boxed = _BOX.match(reading.text[low:passage.end]) or _BOX.match(text)
    inside = role(reading, passage) == "actions"
    if passage.kind is PassageKind.ROW:
        if _is_head(reading, passage) or not (inside or _tracks(passage, words)):
            return
        if (item := _row(reading, passage, words, document_id)) is not None:
            yield item
    elif passage.kind is PassageKind.ITEM:
        todo = words.first("todo", text)
        if (boxed or inside or (todo and todo.start() < 12)) and not _only_leads(text, reading):
            yield _made(reading, (passage.start, passage.end), text, words, document_id, boxed)
    elif passage.kind is PassageKind.PARAGRAPH:
        yield from _prose(reading, said, words, document_id, inside)


def _prose(
    reading: Reading, said: Sequence[Sentence], words: _Words, document_id: str, inside: bool
) -> Iterator[ActionItem]:
    for sentence in said:
        todo = words.first("todo", sentence.reading[:_LONGEST])
        promised = inside and words.first("promise", sentence.reading[:_LONGEST])
        if promised or (todo and todo.start() < 12):
            yield _made(reading, (sentence.start, sentence.end), sentence.reading[:_LONGEST], words, document_id, None)


def _only_leads(text: str, reading: Reading) -> bool:
    """A label over further items ("Storage:") or a head ("Action items") promises nothing itself."""
    bare = text.strip(_EDGE)
    return bare.endswith((":", "：")) or not _LETTER.search(bare) or bool(heading_role(bare, reading.language))


def _made(reading: Reading, span: Span, text: str, words: _Words, document_id: str, boxed: re.Match[str] | None
          ) -> ActionItem:
    quote = shortened(reading.text, span, span[0], span[0])
    owner = words.first("owner", text) or _HANDLE.search(text)
    due = _due(text, words, reading.metadata.date)
    done = _done(_edges(text), words) if boxed is None else boxed["mark"] != " "
    return ActionItem(_id(document_id, quote), _plain(text), _name(owner["owner"]) if owner else None,
                      due, done,
                      reading.text[quote[0]:quote[1]], quote)


def _row(reading: Reading, passage: Passage, words: _Words, document_id: str) -> ActionItem | None:
    cells = [reading.text[start:end].strip() for start, end in passage.cells]
    of: dict[str, str] = {}
    for column, cell in zip(passage.columns, cells, strict=False):
        for name in _COLUMNS:
            if name not in of and words.first(name, column):
                of[name] = cell
                break
    rest = [cell for cell in cells if cell not in of.values() and _LETTER.search(cell)]
    text = of.get("text-column") or max(rest, key=len, default="")
    if not _LETTER.search(text):
        return None
    quote = shortened(reading.text, (passage.start, passage.end), passage.start, passage.start)
    state = of.get("status-column", "")
    return ActionItem(_id(document_id, quote), _plain(text), _name(of.get("owner-column", "")) or None,
                      _cell_date(of.get("due-column", ""), words, reading.metadata.date), _done(state or _edges(text), words),
                      reading.text[quote[0]:quote[1]], quote)


def _is_head(reading: Reading, passage: Passage) -> bool:
    cells = tuple(reading.text[start:end].strip() for start, end in passage.cells)
    return not passage.columns or cells == tuple(column.strip() for column in passage.columns)


def _tracks(passage: Passage, words: _Words) -> bool:
    """A table with a column of owners and one of tasks, states or dates is one of actions wherever it stands."""
    has = {name for name in _COLUMNS if any(words.first(name, column) for column in passage.columns)}
    return "owner-column" in has and "text-column" in has and len(has) >= 3


def _edges(text: str) -> str:
    """Where a state is written: in brackets, first, last, in capitals; inside a sentence words mean themselves."""
    bare = text.strip(_EDGE)
    return " | ".join((bare[:18], *_BRACKETS.findall(bare), bare[-14:], *_SHOUTED.findall(bare)))


def _done(text: str, words: _Words) -> bool | None:
    for sign, value in _SIGNS.items():
        if sign in text:
            return value
    if words.first("open", text):
        return False
    return True if words.first("done", text) else None


def _due(text: str, words: _Words, written: date | None) -> date | None:
    """The first date that stands right behind a word such as "due", or right before one such as "까지"."""
    ends = [match.end() for match in words.all("due", text)]
    starts = [match.start() for match in words.all("due-behind", text)]
    if not ends and not starts:
        return None
    return next((day for day, (start, end) in _dates(text, words.code, written)
                 if any(0 <= start - mark <= _NEXT for mark in ends) or any(0 <= mark - end <= 1 for mark in starts)),
                None)


def _cell_date(text: str, words: _Words, written: date | None) -> date | None:
    return next((day for day, _ in _dates(text, words.code, written)), None)


def _dates(text: str, code: str, written: date | None) -> Iterator[tuple[date, Span]]:
    """The calendar days of a text; one without a year is of the year the document was written in."""
    if not text:
        return
    for found in _ISO.finditer(text):
        yield from _day(int(found["year"]), int(found["month"]), int(found["day"]), found.span())
    for one in find_times(text, code, reference=written, context=True):
        moment = one.first
        year = (moment.year or (written.year if written else None)) if moment else None
        if moment and year and moment.month and moment.day and not _ISO.match(text, *one.span):
            yield from _day(year, moment.month, moment.day, moment.span)


def _day(year: int, month: int, day: int, span: Span) -> Iterator[tuple[date, Span]]:
    """The day, or nothing where the calendar has none such."""
    try:
        yield date(year, month, day), span
    except ValueError:
        return


def _name(text: str) -> str:
    return text.strip(" \t\n|*_:.,()[]（）").removeprefix("@")[:80]


def _plain(text: str) -> str:
    """On one line, without list marks and boxes."""
    line = re.sub(r"\s+", " ", _BOX.sub("", text)).strip(_EDGE)
    return line[:300]


def _id(document: str, span: Span) -> str:
    return hashlib.sha256(f"{document}|action|{span[0]}-{span[1]}".encode()).hexdigest()[:_ID_LENGTH]
