"""Sentences of a passage, in nine languages. No sentence ends inside a host, a decimal, a time or an abbreviation."""
from __future__ import annotations

import re
from functools import lru_cache

from babel import Locale

from ingest.language import SUPPORTED
from ingest.structure import abbreviation
from kb.model import Span

# one set of signs before the alternatives: texts are looked through for them at once
_END = re.compile(
    r"[.!?…。！？｡](?:(?<=[.!?…])[.!?…]{0,4}[\"'”’»)\]*_`]{0,4}(?=\s)|(?<=[。！？｡])[。！？｡]{0,2}[」』）)”\"\]*]{0,3}"
    r"|(?<=[!?.])(?=[A-ZÀ-ÞÐ-ỸĐ][^\W\dA-Z_]))")
_TOKEN = re.compile(r"[^\W_]{1,24}(?:\.\s?[^\W\d_]{1,4}){0,4}$")
_DAY_PERIOD = re.compile(r"[ap]\.?\s?m$", re.IGNORECASE)
_ZONE = re.compile(r"[(–—-]|[A-Z]{2,5}\b")
# "2025. 10. 20.": the points part its numbers
_DOTTED_DATE = re.compile(r"(?:\d{4}|\d{1,2})\. \d{1,2}\. (?:\d{1,2}\b)?|\d{1,2}\.(?=\s?[(（]?\w[)）])")
_WORD = re.compile(r"[^\W\d_]{1,24}")
_GLUED_BEFORE = re.compile(r"(?:^|\s|[(\"“«¿¡])[^\W\d_]{2,24}$")
_BRACKET = re.compile(r"[()\[\]（）「」『』【】]")
_PAIRS = {")": "(", "]": "[", "）": "（", "」": "「", "』": "『", "】": "【"}
_LONGEST_ASIDE = 400


def split(text: str, start: int, end: int, code: str) -> list[Span]:
    """The spans of the sentences between two offsets, without the blanks around them."""
    ends = [found for found in _END.finditer(text, start, end) if found.end() < end]
    if not ends:
        whole = _trimmed(text, start, end)
        return [] if whole is None else [whole]
    asides = _asides(text, start, end)
    spans, begin = [], start
    for found in ends:
        inside = found.start() < begin or (bool(asides) and _inside(text, asides, begin, found))
        if not inside and _breaks(text, found, begin, end, code):
            spans.append((begin, found.end()))
            begin = found.end()
    spans.append((begin, end))
    return [span for first, last in spans if (span := _trimmed(text, first, last)) is not None]


def _breaks(text: str, found: re.Match[str], begin: int, end: int, code: str) -> bool:
    after = found.end()
    if text[after - 1:after] in "。！？｡」』）":
        return True
    if not text[after:after + 1].isspace():
        return found[0] != "." or _glued(text, found.start())
    while after < end and text[after].isspace():
        after += 1
    if after == end or text[after].islower():
        return False
    return found[0] != "." or not _abbreviated(text, begin, found.start(), after, code)


def _glued(text: str, dot: int) -> bool:
    """A full stop with no blank after it ends a sentence only after a plain word: not in Microsoft.Storage."""
    before = _GLUED_BEFORE.search(text[max(0, dot - 26):dot])
    return before is not None and before[0].strip(" \n\t(\"“«¿¡").islower()


def _abbreviated(text: str, begin: int, dot: int, after: int, code: str) -> bool:
    token = _token(text[max(begin, dot - 28):dot])
    if not token:
        return False
    if len(token) <= 5 and _DAY_PERIOD.search(token):
        return _ZONE.match(text, after) is not None or _upcoming(text, after) in _calendar(code)
    if token.isdigit() and _DOTTED_DATE.match(text, max(begin, dot - len(token))):
        return True
    if token.isdigit():
        if text[dot - len(token) - 1:dot - len(token)] == ":":
            return False  # "until 9:40. Mail …": a clock time is no ordinal
        return len(token) <= 2 and (dot - len(token) <= begin or code == "de" or _upcoming(text, after) in _calendar(code))
    if len(token) == 1 and token.isalpha():
        return not text[max(begin, dot - 3):dot - 1].strip().isdigit()
    whole = f"{token.casefold()}."
    word = whole.rsplit(None, 1)[-1]  # "z. B.", but also the month of "21. Jan."
    if text[after].isdigit() and (whole in _calendar(code) or word in _calendar(code)):
        return True
    dotted, known = _dotted(code), abbreviation(code)
    return whole in dotted or word in dotted or (known is not None and known.search(f"{token}.") is not None)


def _upcoming(text: str, after: int) -> str:
    found = _WORD.match(text, after)
    return found[0].casefold() if found else ""


def _token(before: str) -> str:
    """What a full stop stands after: a word, or letters with points between them."""
    word = before.rsplit(None, 1)[-1] if before and not before.isspace() else ""
    if word.isalpha() and 4 < len(word) < 25:  # as nearly always: too long to follow a point
        return word
    found = _TOKEN.search(before)
    return found[0] if found else ""


@lru_cache(maxsize=32)
def _calendar(code: str) -> frozenset[str]:
    """Words that may follow `a.m.` or `19.` inside a sentence: months, weekdays, first words of zone names (CLDR)."""
    locale = Locale.parse(code if code in SUPPORTED else "en")
    words: set[str] = set()
    for table in (locale.months, locale.days):
        for context in table.values():
            for width in ("wide", "abbreviated"):
                words.update(str(name).casefold() for name in context[width].values())
    for zone in locale.meta_zones.values():
        words.update(str(name).split()[0].casefold() for name in zone.get("long", {}).values() if str(name).strip())
    return frozenset(words | {f"{word.rstrip('.')}." for word in words})


@lru_cache(maxsize=32)
def _dotted(code: str) -> frozenset[str]:
    """Abbreviated months and weekdays that CLDR itself writes with a full stop."""
    locale = Locale.parse(code if code in SUPPORTED else "en")
    return frozenset(str(name).casefold() for table in (locale.months, locale.days) for context in table.values()
                     for name in context["abbreviated"].values() if str(name).endswith("."))


def _asides(text: str, start: int, end: int) -> list[Span]:
    """Bracketed asides, outermost first to last, that are short enough to belong to one sentence."""
    stack: list[tuple[str, int]] = []
    found: list[Span] = []
    for match in _BRACKET.finditer(text, start, end):
        at, char = match.start(), match[0]
        if char in "([（「『【":
            stack.append((char, at))
        elif char in _PAIRS and stack and stack[-1][0] == _PAIRS[char]:
            opened = stack.pop()[1]
            if at - opened <= _LONGEST_ASIDE:
                while found and found[-1][0] > opened:
                    found.pop()
                found.append((opened, at))
    return found


def _inside(text: str, asides: list[Span], begin: int, found: re.Match[str]) -> bool:
    """Whether an end is inside an aside. A round-bracketed sentence of its own, ended and closed, is none."""
    aside = _aside_at(asides, found.start())
    if aside is None:
        return False
    alone = text[aside[0]] in "(（" and not text[begin:aside[0]].strip() and aside[1] < found.end()
    return not alone


def _aside_at(asides: list[Span], at: int) -> Span | None:
    low, high = 0, len(asides)
    while low < high:
        middle = (low + high) // 2
        if asides[middle][1] < at:
            low = middle + 1
        else:
            high = middle
    return asides[low] if low < len(asides) and asides[low][0] < at else None


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if end > start else None
