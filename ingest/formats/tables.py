"""Rows of tables drawn with bars or set with tabs."""
from __future__ import annotations

import re
from itertools import pairwise

from ingest.formats.lines import Line
from ingest.formats.markup import plain
from kb.model import Span

_DELIMITER = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?")
_ONLY_BARS = re.compile(r"[|\s]+")


def is_delimiter(line: Line) -> bool:
    """The line of dashes under a table head."""
    text = line.text
    return "|" in text and "--" in text and set(text) <= set("|:- \t") and _DELIMITER.fullmatch(text) is not None


def only_bars(line: Line) -> bool:
    return line.text[:1] == "|" and _ONLY_BARS.fullmatch(line.text) is not None


def barred(line: Line) -> bool:
    """A line that is a row on its own: a bar at both ends and at least two cells."""
    text = line.text
    return text[:1] == "|" and text[-1:] == "|" and text.count("|") >= 3


def tabbed(line: Line) -> int:
    """The number of cells of a line set with tabs, 1 when it has none."""
    return len([cell for cell in line.text.split("\t") if cell.strip()]) if "\t" in line.text else 1


def bar_cells(line: Line) -> tuple[Span, ...]:
    """The spans of the cells without the blanks around; empty cells keep their place. Bars in `code` do not cut."""
    text, edges, code, escaped = line.text, [-1], False, False
    for at, char in enumerate(text):
        if char == "`" and (code or "`" in text[at + 1:at + 200]):
            code = not code
        elif char == "|" and not code and not escaped:
            edges.append(at)
        escaped = char == "\\" and not escaped
    edges.append(len(text))
    cells = [_stripped(text, left + 1, right, line.start) for left, right in pairwise(edges)]
    if text.startswith("|"):
        cells = cells[1:]
    if text.endswith("|") and len(cells) > 1:
        cells = cells[:-1]
    return tuple(cells)


def tab_cells(line: Line) -> tuple[Span, ...]:
    cells, at = [], 0
    for part in line.text.split("\t"):
        cells.append(_stripped(line.text, at, at + len(part), line.start))
        at += len(part) + 1
    return tuple(cells)


def _stripped(text: str, left: int, right: int, base: int) -> Span:
    while left < right and text[left].isspace():
        left += 1
    while right > left and text[right - 1].isspace():
        right -= 1
    return base + left, base + right


def names(text: str, cells: tuple[Span, ...]) -> tuple[str, ...]:
    """Column names from a head row; nothing where every cell is empty."""
    found = tuple(plain(text[start:end]) for start, end in cells)
    return found if any(found) else ()
