"""Rows that say what the words around a time make of it: told as having happened, promised, or a note on all times."""
from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ingest.rulebook import Field, Row, rows
from ingest.sieve import Sieve, sieved
from ingest.types import Reading
from kb.model import PassageKind, Span

STAGE = "claims"
MARK = "\ue000"
"""Stands for every character of a time expression, so that rows see where times are and not what they say."""

ROLES = ("zone-note", "zone-place", "joined", "not-told", "time-label")
SCHEMA = {"role": Field(required=True, choices=ROLES)}


@lru_cache(maxsize=64)
def rows_of(code: str, role: str) -> tuple[Row, ...]:
    """The rows of a language that play a role."""
    return tuple(row for row in claim_rows(code) if row["role"] == role)


@lru_cache(maxsize=16)
def claim_rows(code: str) -> tuple[Row, ...]:
    """All rows of a language. In patterns `{time}` is a time expression, in tests too."""
    return rows(code, STAGE, SCHEMA, expand=expand, finds=finds)


def expand(pattern: str) -> str:
    """A pattern with its times and with "anything but a time" spelt out. A time is only looked for where it begins:
    what does not follow the whole of it does not follow the rest of it either."""
    return pattern.replace("{time}", f"{MARK}(?<!{MARK}{MARK}){MARK}*").replace("{gap}", f"[^{MARK}.;。；\\n]")


def finds(row: Row, text: str) -> bool:
    """Whether a row is found in a test, which writes `{time}` for a time."""
    return row.finds(text.replace("{time}", MARK * 5))


def marked(reading: str, spans: list[Span]) -> str:
    """A sentence with its times marked; the length stays."""
    for start, end in spans:
        start, end = max(start, 0), min(end, len(reading))
        reading = reading[:start] + MARK * (end - start) + reading[end:]
    return reading


def touched(text: str, code: str, role: str) -> list[Span]:
    """The stretches of a marked sentence that the rows of a role match."""
    return [match.span() for row in sieve_of(code, role).among(text) for match in row.pattern.finditer(text)]


@lru_cache(maxsize=64)
def sieve_of(code: str, role: str) -> Sieve[Row]:
    """The rows of a role by the words they want."""
    return sieved(rows_of(code, role))


def labels_time(text: str, code: str) -> bool:
    """Whether a heading or line of its own says of what the time under it is ("発生日時", "Start time")."""
    return bool(touched(text.strip(" \n\t\u3000#*_:：■◆▼【】[]・-"), code, "time-label"))


def times_in(text: str, span: Span) -> list[int]:
    """Where times begin within a stretch of a marked sentence."""
    return [match.start() for match in re.finditer(f"{MARK}+", text[:span[1]]) if match.end() > span[0]]


def untold(reading: Reading, number: int, spans: Sequence[Span], code: str) -> set[int]:
    """Where those times of a sentence begin that are promised, planned or about the document itself. `spans` are the
    times in the document, and so are the places given back. A cell is read with the one before it: "| Due | … |"."""
    sentence = reading.sentences[number]
    start, words = sentence.start, sentence.reading
    before = reading.sentences[number - 1] if number else sentence
    if reading.passages[sentence.passage].kind is PassageKind.ROW and before.passage == sentence.passage:
        start, words = before.start, before.reading + reading.text[before.end:sentence.start] + words
    text = marked(words, [(one[0] - start, one[1] - start) for one in spans])
    return {at + start for span in touched(text, code, "not-told") for at in times_in(text, span)}
