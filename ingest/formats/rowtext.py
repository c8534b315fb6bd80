"""Builds the final text of a structured source line by line and keeps the spans of its rows."""
from __future__ import annotations

from collections.abc import Sequence

from ingest.formats.blocks import scan
from ingest.formats.decode import final
from kb.model import Passage, PassageKind, Span


class RowText:
    """Headings, notes and rows appended in order; `passages` fit `text`."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._passages: list[Passage] = []
        self._section: tuple[str, ...] = ()
        self._over: int | None = None

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def passages(self) -> tuple[Passage, ...]:
        return tuple(self._passages)

    def heading(self, words: str, level: int = 1) -> None:
        words = _line(words)
        if not words:
            return
        if self._length:
            self._put("\n")
        start = self._put(words)
        self._section = ()
        self._over = self._add(PassageKind.HEADING, (start, start + len(words)), level=level)
        self._section = (words,)
        self._put("\n\n")

    def note(self, words: str) -> None:
        """A line about the whole source."""
        words = _line(words)
        if words:
            start = self._put(words)
            self._add(PassageKind.PARAGRAPH, (start, start + len(words)))
            self._put("\n\n")

    def row(self, columns: Sequence[str], values: Sequence[str], between: Sequence[str]) -> None:
        """One row: the values with the strings of `between` put before each; empty values are left out, cells kept."""
        cells: list[Span] = []
        begin = self._length
        for value, gap in zip(map(_line, values), between, strict=True):
            if value and self._length > begin:
                self._put(gap)
            start = self._put(value)
            cells.append((start, start + len(value)))
        if self._length > begin:
            self._add(PassageKind.ROW, (begin, self._length), columns=tuple(columns), cells=tuple(cells))
            self._put("\n")

    def body(self, words: str) -> None:
        """Further paragraphs of a message, in whatever shape they are."""
        words = final(words).strip() if words.strip() else ""
        if not words:
            return
        self._put("\n")
        base, offset = self._length, len(self._passages)
        for one in scan(words):
            cells = tuple((start + base, end + base) for start, end in one.cells)
            parent = self._over if one.parent is None else one.parent + offset
            self._passages.append(Passage(
                one.index + offset, one.kind, one.start + base, one.end + base, level=one.level,
                section=(*self._section, *one.section), parent=parent, list_id=_shifted(one.list_id, offset),
                ordinal=one.ordinal, columns=one.columns, cells=cells))
        self._put(words)
        self._put("\n\n")

    def _put(self, words: str) -> int:
        start = self._length
        self._parts.append(words)
        self._length += len(words)
        return start

    def _add(self, kind: PassageKind, span: Span, *, level: int = 0, columns: tuple[str, ...] = (),
             cells: tuple[Span, ...] = ()) -> int:
        self._passages.append(Passage(len(self._passages), kind, span[0], span[1], level=level, section=self._section,
                                      parent=None if kind is PassageKind.HEADING else self._over, columns=columns,
                                      cells=cells))
        return len(self._passages) - 1


def _shifted(list_id: int | None, offset: int) -> int | None:
    return None if list_id is None else list_id + 1000 * (offset + 1)


def _line(words: str) -> str:
    """One line of final text."""
    flat = " ".join(words.split())
    return final(flat) if flat else ""
