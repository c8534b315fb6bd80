"""What a heading, a label or a line says of the text it stands over: data of `lang/<code>/structure.toml`.

Roles of headings and labels: `comments` (what readers wrote), `advice` (the author's lessons for the reader and own
thoughts), `actions` (what was promised), `lessons`, `background`, `reference` (sources, people, figures of the report).
Roles of lines: `comment-line` (a comment's byline), `own-ideas` (from here on the author speaks), `chrome` (the site
speaks), `first-person`. Words: `function-word`, `abbreviation`.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ingest.alternatives import factored
from ingest.language import SUPPORTED, Field, Row, document, rows
from ingest.once import once
from ingest.rulebook import read_rows
from ingest.sieve import Sieve
from ingest.types import Reading
from kb.model import Passage, PassageKind

STAGE = "structure"
HEADING_ROLES = ("comments", "advice", "actions", "lessons", "background", "reference")
LINE_ROLES = ("comment-line", "own-ideas", "chrome", "first-person", "actions-line")
WORD_ROLES = ("function-word", "abbreviation")
Hints = Sequence[tuple[str, Row]]
"""Rows, with their roles, that may be found in a text."""
SCHEMA = {"role": Field(required=True, choices=(*HEADING_ROLES, *LINE_ROLES, *WORD_ROLES))}
_LONGEST_HEADING = 120
_NUMBERING = re.compile(r"^\d{1,2}(?:[.-]\d{1,2}){0,3}[.)]?\s+|^\d{1,2}[.)、．]\s?")
_INLINE_ROLES = ("actions", "reference")  # what a label may say of the words that follow it on its own line


@lru_cache(maxsize=32)
def structure_rows(code: str) -> tuple[Row, ...]:
    """The structure rows of a language. Raises BadData."""
    return rows(code, STAGE, SCHEMA)


@lru_cache(maxsize=512)
def rows_for(role: str, code: str) -> tuple[Row, ...]:
    """The rows of a role in a language and in English, which headings and sites use everywhere."""
    codes = [code] if code in SUPPORTED else []
    codes += ["en"] if code != "en" else []
    return tuple(row for one in codes for row in structure_rows(one) if row["role"] == role)


@lru_cache(maxsize=32)
def abbreviation(code: str) -> re.Pattern[str] | None:
    """The abbreviations of one language; those of English where the language is not ours."""
    return _together(row for row in structure_rows(code if code in SUPPORTED else "en") if row["role"] == "abbreviation")


def _together(rows: Iterable[Row]) -> re.Pattern[str] | None:
    """What any of the rows finds. Their names of groups are not kept apart: they have none."""
    text = "|".join(f"(?:{row.expression.text})" for row in rows)
    return re.compile(factored(text), re.IGNORECASE) if text else None


@lru_cache(maxsize=32)
def function_word(code: str) -> re.Pattern[str] | None:
    """Words every passage of some length has, so that a passage without them may be in another language."""
    return _together(_function_words(code)) if code in SUPPORTED else None


@lru_cache(maxsize=1)
def any_function_word() -> re.Pattern[str] | None:
    """The function words of all languages."""
    return _together(row for code in SUPPORTED for row in _function_words(code))


def _function_words(code: str) -> tuple[Row, ...]:
    """They are asked of every language: the other rows of one are read when something is in it."""
    listed = [entry for entry in document(code, STAGE).get("row", ()) if entry.get("role") == "function-word"]
    return read_rows({"row": listed}, f"lang/{code}/{STAGE}.toml", SCHEMA)


def said(role: str, text: str, hints: Hints) -> int:
    """Where a text says the role, as an offset into it; -1 where it does not. `hints` are those of the text or of one
    that it is a part of."""
    likely = [row for own, row in hints if own == role]
    if not likely:
        return -1
    return min([found.start() for row in likely if (found := row.pattern.search(text)) is not None], default=-1)


def hints(texts: Sequence[str], code: str) -> list[Hints]:
    """Of each text the rows that may be found in it."""
    return _sieve(code).each(texts)


def names_section(hints: Hints) -> bool:
    """Whether a heading or label with these hints may have a role."""
    return any(role in HEADING_ROLES for role, _ in hints)


@lru_cache(maxsize=512)
def hinted(text: str, code: str) -> Hints:
    """The rows that may be found in a text."""
    return _sieve(code).among(text)


@lru_cache(maxsize=32)
def _sieve(code: str) -> Sieve[tuple[str, Row]]:
    return Sieve(((role, row), row.expression.wants) for role in (*HEADING_ROLES, *LINE_ROLES)
                 for row in rows_for(role, code))


@lru_cache(maxsize=4096)
def heading_role(heading: str, code: str) -> str:
    """The role of a heading or label by its words, "" where it has none of ours."""
    written = heading.strip(" #*_:：[]【】■◆▼")
    if len(written) > _LONGEST_HEADING:
        return ""
    both = {written, _NUMBERING.sub("", written)}  # "12 replies" counts, "3. Lessons" is numbered
    likely = [(words, rows) for words in both if words and names_section(rows := hinted(words, code))]
    return next((role for role in HEADING_ROLES for words, rows in likely if said(role, words, rows) >= 0), "")


def role(reading: Reading, passage: Passage) -> str:
    """What section a passage stands in: the role of its own heading or label, or of the innermost above that has one.

    "" is the body of the report. What stands under `actions` is promised, not happened; `background` and `lessons`
    tell no new happenings; `reference` is about the report itself.
    """
    return _roles(reading)[passage.index]


@once
def _roles(reading: Reading) -> tuple[str, ...]:
    """The roles of all passages."""
    code = reading.language
    begins = [reading.text[one.start:min(one.end, one.start + _LONGEST_HEADING)] for one in reading.passages]
    over = {section: next(filter(None, [heading_role(one, code) for one in reversed(section)]), "")
            for section in {one.section for one in reading.passages}}
    return tuple(_own_role(own, one.kind, code, rows) or over[one.section] or _line_role(own, rows)
                 for own, one, rows in zip(begins, reading.passages, hints(begins, code), strict=True))


def _own_role(own: str, kind: PassageKind, code: str, rows: Hints) -> str:
    """The role that a passage gives itself by its first words."""
    if not names_section(rows):
        return ""
    found = heading_role(own, code) if kind is PassageKind.HEADING else ""
    return found or _label_role(own, kind, code)


def _line_role(own: str, rows: Hints) -> str:
    return "actions" if said("actions-line", own, rows) == 0 else ""


def _label_role(own: str, kind: PassageKind, code: str) -> str:
    """`Next steps: we will …`, and the item or paragraph that is a label and nothing else."""
    label, colon, rest = own.replace("：", ":").partition(":")
    if not colon or kind not in (PassageKind.PARAGRAPH, PassageKind.ITEM, PassageKind.HEADING):
        return ""
    found = heading_role(label, code)
    alone = not rest.strip(" *_")
    if kind is PassageKind.PARAGRAPH and found in _INLINE_ROLES:
        return found
    return found if alone or kind is PassageKind.HEADING else ""
