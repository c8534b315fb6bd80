"""Lists that tell steps one after the other: the order is said by the list, no clock is needed.

Not every list is one. A list counts when the line or heading above it promises a course of events, or when it is
numbered and its items tell what was done; a list whose items carry clocks is a timeline and needs no help from here.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ingest.concordance import Item, item
from ingest.language import SUPPORTED
from ingest.rulebook import Field, Row, rows
from ingest.sieve import Sieve, sieved
from ingest.structure import role as role_of
from ingest.types import Reading
from kb.model import Passage, PassageKind, Stance

STAGE = "order"
ROLES = ("promise", "told", "after", "before", "course", "condition")
SCHEMA = {"role": Field(required=True, choices=ROLES)}
# opens with the digit, so that the regex engine skips ahead to one
_CLOCK = re.compile(r"\d(?:\d?\s?[:時点시]|\d?\s?h\s?\d{2}\b|(?<!\w.)\d?(?:\s?[AaPp]\.?[Mm]\b| Uhr))")
_LABELLED = re.compile(r"[\s\d.)*-]{0,6}(?:\*\*|__)[^*_\n]{2,120}(?:[:：]\s?(?:\*\*|__)|(?:\*\*|__)\s?[:：])")
_SHARE_TOLD, _SHARE_PROMISED = 0.6, 0.3
_NO_COURSE = ("actions", "reference", "lessons")  # their items stand beside each other
_LONGEST = 400


@lru_cache(maxsize=16)
def order_rows(code: str) -> tuple[Row, ...]:
    """The order rows of a language."""
    return rows(code, STAGE, SCHEMA)


class Told(NamedTuple):
    """Rows of some roles, each with what a concordance wants of it."""

    rows: tuple[Row, ...]
    items: tuple[Item, ...]


def _told(code: str, *roles: str) -> Told:
    found = tuple(row for row in order_rows(code) if row["role"] in roles)
    return Told(found, tuple(item(row.expression) for row in found))


@lru_cache(maxsize=16)
def bounds(code: str) -> Told:
    """The rows that say what comes before or after what."""
    return _told(code, "after", "before")


@lru_cache(maxsize=32)
def _saying(code: str, role: str) -> Sieve[Row]:
    return sieved(row for row in order_rows(code) if row["role"] == role)


@lru_cache(maxsize=16)
def turns(code: str) -> Told:
    """The rows of courses told in one sentence ("first …, then …"), and of what makes a sentence no report of one."""
    return _told(code, "course", "condition")


def steps(reading: Reading) -> list[list[int]]:
    """Lists of passage indexes, each list one course of steps in the order told, in text order. Undated by nature."""
    lists: dict[int, list[Passage]] = {}
    for passage in reading.passages:
        if passage.list_id is not None and passage.kind is PassageKind.ITEM:
            lists.setdefault(passage.list_id, []).append(passage)
    return [[item.index for item in items] for items in lists.values() if _tells_steps(reading, items)]


def _tells_steps(reading: Reading, items: list[Passage]) -> bool:
    if len(items) < 2 or items[0].stance is not Stance.REPORT or role_of(reading, items[0]) in _NO_COURSE:
        return False
    texts = [reading.text[item.start:min(item.end, item.start + _LONGEST)] for item in items]
    if any(_CLOCK.search(text[:60]) for text in texts):
        return False
    if any(text.rstrip(" *_").endswith(("?", "？")) for text in texts):
        return False
    code = _language(items[0], reading)
    if code is None:
        return False
    told = sum(_matches(_saying(code, "told"), text) for text in texts)
    promised = (_matches(_saying(code, "promise"), text) for text in _leads(reading, items[0]))
    if told >= _SHARE_PROMISED * len(items) and any(promised):
        return True
    if role_of(reading, items[0]) == "background":
        return False  # how a thing works is told in numbered steps too; only a promised course is what happened
    labelled = sum(_LABELLED.match(text) is not None for text in texts)
    return all(item.ordinal is not None for item in items) and not labelled and told >= _SHARE_TOLD * len(items)


@lru_cache(maxsize=512)
def promises_course(words: str, code: str) -> bool:
    """Whether a heading or line promises what happened in its order ("Timeline"), and does not tell of it itself."""
    return code in SUPPORTED and _matches(_saying(code, "promise"), words)


def _leads(reading: Reading, first: Passage) -> list[str]:
    """The line a list hangs on: the passage just above when it ends in a colon, and the heading it stands under."""
    found = [first.section[-1]] if first.section else []
    above = reading.passages[first.index - 1] if first.index else None
    if above is not None and (above.kind is not PassageKind.ITEM or above.index == first.parent):
        text = reading.text[above.start:above.end].rstrip()
        if text.endswith((":", "：")):
            found.append(text.rsplit("\n", 1)[-1][-200:])
    return found


def _language(passage: Passage, reading: Reading) -> str | None:
    return next((code for code in (passage.language, reading.language) if code in SUPPORTED), None)


def _matches(known: Sieve[Row], text: str) -> bool:
    return any(row.finds(text) for row in known.among(text))
