"""The lines of a final text and what each looks like on its own. Offsets are into the final text."""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

TAB = 4
_BULLET = re.compile(r"(?:[•◦▪▫‣⁃●○・·](?=\s?\S)|[*+\-–—](?=\s)|[a-z]\)(?=\s))[ \t\u3000]{0,8}")
_ORDERED = re.compile(r"(?:(\d{1,3})(?:[.)](?=\s)|\.(?=[\u3040-\u30ff\u4e00-\u9fff])|[．、）])|[(（](\d{1,3})[)）]|([①-⑳])[.．]?)[ \t\u3000]{0,8}")
_ATX = re.compile(r"(#{1,6})(?:[ \t\u3000]+|$)")
_RULE = re.compile(r"(?:-[ \t]?){3,}$|(?:\*[ \t]?){3,}$|(?:_[ \t]?){3,}$|={3,}$|[─—–━═＝―]{3,}$")
_FENCE = re.compile(r"(`{3,}|~{3,})([^`]{0,100})$")
_WIDE = "WF"
_MAY_BE_WIDE = re.compile("[\u0378-\u1dff\u1f00-\u1fff\u2060-\U0010ffff]")  # no Latin letter and no dash or quote is
TERMINAL = ".!?。！？…．｡"
_CLOSERS = "\"'”’»」』)）]】*_`"


class Line(NamedTuple):  # tuples: there is one for every line of a text
    """One line: span without the blanks around it, indentation in columns, and whether it ends in a hard break."""

    start: int
    end: int
    indent: int
    text: str
    hard: bool = False

    @property
    def blank(self) -> bool:
        return not self.text


class Marker(NamedTuple):
    """A list marker: its width in characters, and the number as written for ordered lists."""

    width: int
    ordinal: int | None


def split(text: str) -> list[Line]:
    """The lines of the text. Only the line feed breaks a line."""
    lines: list[Line] = []
    at = 0
    for raw in text.split("\n"):
        body = raw.strip()
        if body == raw:
            lines.append(Line(at, at + len(raw), 0, raw, raw.endswith("\\")))
        else:
            lead = raw.find(body)
            hard = body != "" and (raw.endswith("  ") or body.endswith("\\"))
            lines.append(Line(at + lead, at + lead + len(body), _columns(raw[:lead]), body, hard))
        at += len(raw) + 1
    return lines


def _columns(blanks: str) -> int:
    if "\t" not in blanks:
        return len(blanks)
    column = 0
    for char in blanks:
        column += TAB - column % TAB if char == "\t" else 1
    return column


def width(text: str, most: int = 400) -> int:
    """Columns on a terminal, ideographs counting two; counts no further than the first `most` characters."""
    head = text[:most]
    if head.isascii():
        return len(head)
    widths: list[str] = list(map(unicodedata.east_asian_width, _MAY_BE_WIDE.findall(head)))
    return len(head) + sum(map(widths.count, _WIDE))


def wider(text: str, columns: int) -> bool:
    """Whether a text takes more columns than so many, which its length mostly tells; at most `width` counts."""
    size = len(text)
    return size > columns or (2 * size > columns and width(text) > columns)


def marker(line: Line) -> Marker | None:
    """The list marker a line begins with. Whether a number really opens a list is for the block scanner to say."""
    text = line.text
    if text[:1].isalpha() and text[1:2] != ")":
        return None  # most lines of prose
    if found := _BULLET.match(text):
        return Marker(found.end(), None)
    if found := _ORDERED.match(text):
        digits = found[1] or found[2]
        ordinal = int(digits) if digits else int(unicodedata.numeric(found[3]))
        return Marker(found.end(), ordinal)
    return None


def markers(lines: Sequence[Line], levels: Sequence[int]) -> list[Marker | None]:
    """List markers. A number is one only where its neighbours count with it: the one of `23. Oktober` is not. `levels` are
    those of `#` headings, at which counting begins anew."""
    marks = [None if line.blank or is_rule(line) else marker(line) for line in lines]
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    counts = [False] * len(lines)
    for order, known, step in ((range(len(lines)), before, -1), (range(len(lines) - 1, -1, -1), after, 1)):
        for at in order:
            mark = marks[at]
            if mark is not None and mark.ordinal is not None:
                counts[at] |= mark.ordinal <= 1 or known.get(lines[at].indent) == mark.ordinal + step
                known[lines[at].indent] = mark.ordinal
            elif levels[at]:
                known.clear()
    return [mark if mark is None or mark.ordinal is None or counts[at] else None for at, mark in enumerate(marks)]


def atx(line: Line) -> int:
    """The level of a `#` heading, 0 for other lines."""
    if line.indent < TAB and line.text.startswith("#") and (found := _ATX.match(line.text)):
        return len(found[1])
    return 0


def is_rule(line: Line) -> bool:
    """A line that only separates: three or more dashes, stars, underscores or equals signs."""
    return line.text[:1] in "-*_=─—–━═＝―" and line.text != "" and _RULE.match(line.text[:200]) is not None


def fence(line: Line) -> str | None:
    """The fence that opens a code block."""
    if line.text[:3] in ("```", "~~~") and (found := _FENCE.match(line.text)):
        return found[1]
    return None


def terminal(text: str) -> bool:
    """Whether a line ends as a sentence does."""
    said = text.rstrip(_CLOSERS)
    return said != "" and said[-1] in TERMINAL
