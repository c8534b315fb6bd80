"""Where the clauses of a sentence begin and end beside a connective, by the guards of its language. Pure text."""
from __future__ import annotations

import re
from collections.abc import Mapping

from kb.model import Span

Guards = Mapping[str, re.Pattern[str]]

MOST = 400
NEAR = 60
_WORD = re.compile(r"\w")
_LETTERS = re.compile(r"[^\W\d_][\W\d_]*[^\W\d_]")
_CODE = re.compile(r"[45]\d\ds?")  # "503" is a happening, a date is none
_OPEN, _CLOSE = re.compile(r"[(（]"), re.compile(r"[)）]")


def whole(guards: Guards, role: str, text: str, span: Span) -> bool:
    """Whether a stretch is nothing but what the guard tells."""
    pattern = guards.get(role)
    return pattern is not None and pattern.fullmatch(text, *span) is not None


def beside(text: str, match: re.Match[str], role: str, guards: Guards) -> bool:
    """Whether a guard stands just before the mark (its rows end in `$`), or just after it."""
    before, after = guards.get(role), guards.get(f"{role}-after")
    if before and before.search(text[max(0, match.start() - NEAR):match.start()].rstrip(" ") + " "):
        return True
    return after is not None and after.match(text, match.end(), match.end() + NEAR) is not None


def tail(text: str, cause: Span) -> str:
    """The last words of a side."""
    return text[max(cause[0], cause[1] - NEAR):cause[1]]


def hull(mark: Span, *sides: Span | None) -> Span:
    """From the beginning of a mark and its sides to their end."""
    spans = [mark, *(side for side in sides if side)]
    return min(s[0] for s in spans), max(s[1] for s in spans)


def earlier(text: str, end: int, guards: Guards) -> Span | None:
    """The clause of the same sentence that ends before a clause beginning at `end`."""
    for role in ("break", "break-left"):
        pattern = guards.get(role)
        for found in pattern.finditer(text, max(0, end - NEAR), end) if pattern else ():
            if not _WORD.search(text, found.end(), end):
                end = found.start()
                break
    return left(text, end, guards) if _WORD.search(text, 0, end) else None


def _unjoined(text: str, end: int, guards: Guards) -> int:
    """Where a clause ends without the conjunction that joins the next one to it ("X failed and")."""
    trim = guards.get("trim")
    if trim is None:
        return end
    bare = len(text[:end].rstrip())
    blank = text.rfind(" ", 0, bare)
    return blank if blank >= 0 and trim.fullmatch(text[blank:bare] + " ") else end


def _untailed(text: str, end: int, guards: Guards) -> int:
    """Where a clause ends without the auxiliaries that belong to the mark ("A spike may have" caused it)."""
    tail = guards.get("tail")
    found = tail.search(text, max(0, end - NEAR), end) if tail else None
    return found.start() if found else end


def left(text: str, end: int, guards: Guards) -> Span | None:
    """The clause that ends at `end`."""
    end = _untailed(text, _unjoined(text, end, guards), guards)
    start = max(0, end - MOST)
    for role in ("break", "break-left"):
        pattern = guards.get(role)
        for found in pattern.finditer(text, start, end) if pattern else ():
            if _WORD.search(text, found.end(), end):
                start = found.end()
    return trim(text, (_opened(text, start, end), end), guards)


def right(text: str, begin: int, guards: Guards) -> Span | None:
    """The clause that begins at `begin`."""
    end = min(len(text), begin + MOST)
    pattern = guards.get("break")
    for found in pattern.finditer(text, begin, end) if pattern else ():
        if _WORD.search(text, begin, found.start()):
            end = found.start()
            break
    return trim(text, (begin, _closed(text, begin, end)), guards)


def _opened(text: str, start: int, end: int) -> int:
    """Where a bracket opens that is still open at the end: what stands in it is a statement of its own."""
    at = max(text.rfind("(", start, end), text.rfind("（", start, end))
    return at + 1 if at >= 0 and not _CLOSE.search(text, at, end) else start


def _closed(text: str, start: int, end: int) -> int:
    """Where a bracket closes that opened before the start."""
    found = _CLOSE.search(text, start, end)
    return found.start() if found and not _OPEN.search(text, start, found.start()) else end


def trim(text: str, span: Span, guards: Guards) -> Span | None:
    """The span without blanks, marks, opening adverbials ("At 9:40, …") and opening conjunctions."""
    start, end = span
    for role in ("lead", "trim"):
        pattern = guards.get(role)
        found = pattern.match(text, start, end) if pattern else None
        if found and _WORD.search(text, found.end(), end):
            start = found.end()
    while start < end and not text[start].isalnum() and text[start] not in "\"'`“‘「『([<#/$%~*_":
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;:。、，；：!?*_"):
        end -= 1
    says = _LETTERS.search(text, start, end) or _CODE.fullmatch(text, start, end)
    return (start, end) if says or whole(guards, "anaphor", text, (start, end)) else None
