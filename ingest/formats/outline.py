"""Collects passages in text order and knows the headings and list items each one stands under."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.formats.markup import plain
from kb.model import Passage, PassageKind, Span, Stance

_PATH_ITEMS = 8  # a path deeper than this tells nothing more, and 10,000 nested bullets must not cost 10,000² names


@dataclass(slots=True)
class _Heading:
    level: int
    marked: bool
    index: int
    label: str
    path: tuple[str, ...] | None = None


@dataclass(slots=True)
class _Item:
    indent: int
    index: int
    list_id: int
    ordinal: int | None
    span: Span
    label: str | None = None
    path: tuple[str, ...] | None = None


class Outline:
    """A builder. Every method appends one passage and gives its index."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.passages: list[Passage] = []
        self._headings: list[_Heading] = []
        self._items: list[_Item] = []
        self._last_list: _Item | None = None
        self._lists = 0

    def heading(self, span: Span, level: int, *, marked: bool = True) -> int:
        """A heading; unmarked ones (bold lines, capitals) stand one below the last marked one, or at `level`."""
        if not marked:
            level = max([level, *(heading.level + 1 for heading in self._headings if heading.marked)])
        while self._headings and self._headings[-1].level >= level:
            self._headings.pop()
        self._close()
        parent = self._headings[-1].index if self._headings else None
        index = self._add(PassageKind.HEADING, span, self._path(), parent, level=level)
        self._headings.append(_Heading(level, marked, index, plain(self._text[span[0]:span[1]])))
        return index

    def item(self, span: Span, indent: int, ordinal: int | None) -> int:
        """A list item; deeper indentation makes it a child of the item before."""
        sibling = self._last_list if not self._items else None
        while self._items and self._items[-1].indent >= indent:
            popped = self._items.pop()
            sibling = popped if popped.indent == indent else sibling
        list_id = self._list_of(sibling, indent, ordinal)
        if self._items:
            parent: int | None = self._items[-1].index
        elif sibling is not None and sibling.list_id == list_id:
            parent = self.passages[sibling.index].parent
        else:
            parent = self._lead()
        index = self._add(PassageKind.ITEM, span, self._path(), parent, level=len(self._items), list_id=list_id,
                          ordinal=ordinal)
        self._items.append(_Item(indent, index, list_id, ordinal, span))
        if len(self._items) == 1:
            self._last_list = self._items[0]
        return index

    def block(self, kind: PassageKind, span: Span, indent: int = 0, *, columns: Sequence[str] = (),
              cells: Sequence[Span] = (), stance: Stance = Stance.REPORT) -> int:
        """A paragraph, row, code block or quote; indented under a list item it belongs to that item."""
        while self._items and self._items[-1].indent >= indent:
            self._items.pop()
        if not self._items:
            self._last_list = None
        parent = self._items[-1].index if self._items else self._lead() if kind is PassageKind.ROW else self._over()
        return self._add(kind, span, self._path(), parent, columns=tuple(columns), cells=tuple(cells), stance=stance,
                         level=len(self._items))

    def separate(self) -> None:
        """A rule: lists end here, headings stay."""
        self._close()

    def _close(self) -> None:
        self._items.clear()
        self._last_list = None

    def _over(self) -> int | None:
        return self._headings[-1].index if self._headings else None

    def _lead(self) -> int | None:
        """The line that announces a list or table by its colon, else the heading over it; the rows of one table stand
        under the same."""
        last = self.passages[-1] if self.passages else None
        if last is not None and last.kind is PassageKind.ROW and not last.level:
            return last.parent
        if last is not None and last.kind is PassageKind.PARAGRAPH and self._text[last.end - 1] in ":：":
            return last.index
        return self._over()

    def _list_of(self, sibling: _Item | None, indent: int, ordinal: int | None) -> int:
        if sibling is not None and sibling.indent == indent and (sibling.ordinal is None) == (ordinal is None) \
                and (ordinal is None or ordinal != 1 or sibling.ordinal == 1):
            return sibling.list_id
        self._lists += 1
        return self._lists

    def _path(self) -> tuple[str, ...]:
        """The names over what comes next, kept with the innermost of them: siblings ask for the same."""
        over = self._items[-1] if self._items else self._headings[-1] if self._headings else None
        if over is None:
            return ()
        if over.path is None:
            over.path = self._names()
        return over.path

    def _names(self) -> tuple[str, ...]:
        names = [heading.label for heading in self._headings]
        for item in self._items[-_PATH_ITEMS:]:
            if item.label is None:
                item.label = plain(self._text[item.span[0]:item.span[1]])
            names.append(item.label)
        return tuple(name for name in names if name)

    def _trimmed(self, span: Span) -> Span:
        start, end = span
        while start < end and self._text[start].isspace():
            start += 1
        while end > start and self._text[end - 1].isspace():
            end -= 1
        return start, end

    def _add(self, kind: PassageKind, span: Span, section: tuple[str, ...], parent: int | None, *, level: int = 0,
             list_id: int | None = None, ordinal: int | None = None, columns: tuple[str, ...] = (),
             cells: tuple[Span, ...] = (), stance: Stance = Stance.REPORT) -> int:
        index = len(self.passages)
        start, end = span
        if self._text[start:start + 1].isspace() or self._text[end - 1:end].isspace():
            start, end = self._trimmed(span)
        if start == end:  # blanks of a rarer kind and nothing else
            return self._over() or 0
        self.passages.append(Passage(index, kind, start, end, level, section, parent, stance=stance, list_id=list_id,
                                     ordinal=ordinal, columns=columns, cells=cells))
        return index
