"""Plain text and Markdown into passages, in one pass over the lines and without recursion.

Both are read by the same rules, because what people publish as one is half the other: lists by indentation, tables,
fences and quotes wherever they stand, headings by their marks or by their looks.
"""
from __future__ import annotations

import re
from collections.abc import Callable

from ingest.formats import headings, tables
from ingest.formats.joining import Joiner, mends
from ingest.formats.lines import Line, atx, fence, is_rule, markers, split, terminal
from ingest.formats.nesting import nest
from ingest.formats.outline import Outline
from kb.model import Passage, PassageKind, Span

_DEFINITION = re.compile(r"\[[^\]\n]{1,100}\]:\s+\S+$")
_COMMENT_OPEN, _COMMENT_CLOSE = "<!--", "-->"
_GLUED = re.compile(r"(?<=[^\W\d_][.!?])(?P<tail>[^\W\d_a-z][^.!?\n]{3,70})$")


def scan(text: str, lines: list[Line] | None = None, skip: int = 0) -> tuple[Passage, ...]:
    """The passages of a text, the first `skip` lines (front matter) left out."""
    scanner = _Scanner(text, split(text) if lines is None else lines)
    return tuple(nest(scanner.run(skip), text))


class _Scanner:
    def __init__(self, text: str, lines: list[Line]) -> None:
        self._text, self._lines = text, lines
        self._out = Outline(text)
        self._columns: tuple[str, ...] = ()
        self._unclosed: set[str] = set()
        levels = [atx(line) for line in lines]
        self._markdown = any(levels)
        self._marks = markers(lines, levels)
        self._block = [self._is_block(at) for at in range(len(lines))]

    def run(self, begin: int) -> list[Passage]:
        handlers: tuple[Callable[[int], int], ...] = (
            self._fenced, self._comment, self._rule, self._atx, self._table, self._quote, self._item, self._code,
            self._paragraphs)
        plain = (self._table, self._code, self._paragraphs)  # of lines that are no block by their looks
        marked = (self._table, self._item)  # no other block opens with a list marker
        at = begin
        while at < len(self._lines):
            if self._lines[at].blank:
                at += 1
                continue
            after = at
            for handler in plain if not self._block[at] else handlers if self._marks[at] is None else marked:
                if (after := handler(at)) > at:
                    break
            at = after
        return self._out.passages

    def _is_block(self, at: int) -> bool:
        line = self._lines[at]
        if line.blank:
            return False
        if line.text[0].isalnum():  # most lines: all other blocks open with a mark
            return self._marks[at] is not None or self._heads_table(at)
        return (self._marks[at] is not None or atx(line) > 0 or line.text[0] == ">" or is_rule(line)
                or fence(line) is not None or tables.barred(line) or tables.only_bars(line) or self._heads_table(at)
                or line.text.startswith(_COMMENT_OPEN) or _DEFINITION.match(line.text[:400]) is not None
                or headings.bold(line))

    def _heads_table(self, at: int) -> bool:
        return "|" in self._lines[at].text and at + 1 < len(self._lines) and tables.is_delimiter(self._lines[at + 1])

    def _span(self, first: int, last: int) -> Span:
        return self._lines[first].start, self._lines[last].end

    def _fenced(self, at: int) -> int:
        mark = fence(self._lines[at])
        if mark is None:
            return at
        if mark in self._unclosed:
            return at + 1
        close = next((i for i in range(at + 1, len(self._lines))
                      if self._lines[i].text.startswith(mark) and not self._lines[i].text.strip(mark[0])), None)
        if close is None:  # never closed: only a line of marks, the text after it is read as it stands
            self._unclosed.add(mark)
            return at + 1
        inner = [i for i in range(at + 1, close) if not self._lines[i].blank]
        if inner:
            self._out.block(PassageKind.CODE, self._span(inner[0], inner[-1]), self._lines[at].indent)
        return close + 1

    def _comment(self, at: int) -> int:
        if _DEFINITION.match(self._lines[at].text[:400]):
            return at + 1
        if not self._lines[at].text.startswith(_COMMENT_OPEN):
            return at
        for i in range(at, min(at + 500, len(self._lines))):
            if _COMMENT_CLOSE in self._lines[i].text:
                return i + 1
        return at + 1

    def _rule(self, at: int) -> int:
        if not is_rule(self._lines[at]) or tables.only_bars(self._lines[at]):
            return at
        self._out.separate()
        return at + 1

    def _atx(self, at: int) -> int:
        line, level = self._lines[at], atx(self._lines[at])
        if not level:
            return at
        start = line.start + level
        while start < line.end and self._text[start].isspace():
            start += 1
        end = start + len(self._text[start:line.end].rstrip("#").rstrip())
        self._columns = ()
        if end > start:
            self._out.heading((start, end), level)
        return at + 1

    def _table(self, at: int) -> int:
        line = self._lines[at]
        if "|" not in line.text and "\t" not in line.text:
            return at
        if tables.only_bars(line):
            return at + 1
        if self._heads_table(at):
            return self._bar_table(at)
        if tables.barred(line):
            self._row(line, tables.bar_cells(line))
            return at + 1
        return self._tab_table(at) if "\t" in line.text and self._marks[at] is None else at

    def _bar_table(self, at: int) -> int:
        self._columns = ()
        head = tables.bar_cells(self._lines[at])
        self._row(self._lines[at], head)
        self._columns = tables.names(self._text, head)
        at += 2
        while at < len(self._lines) and "|" in self._lines[at].text and not self._heads_table(at):
            if not tables.only_bars(self._lines[at]):
                self._row(self._lines[at], tables.bar_cells(self._lines[at]))
            at += 1
        return at

    def _tab_table(self, at: int) -> int:
        end, cells = at, tables.tabbed(self._lines[at])
        while end < len(self._lines) and cells > 1 and tables.tabbed(self._lines[end]) == cells:
            end += 1
        if end - at < 2:
            return at
        self._columns = ()
        head, second = self._lines[at].text, self._lines[at + 1].text
        self._row(self._lines[at], tables.tab_cells(self._lines[at]))
        if not any(map(str.isdigit, head)) and any(map(str.isdigit, second)):
            self._columns = tables.names(self._text, tables.tab_cells(self._lines[at]))
        for i in range(at + 1, end):
            self._row(self._lines[i], tables.tab_cells(self._lines[i]))
        self._columns = ()
        return end

    def _row(self, line: Line, cells: tuple[Span, ...]) -> None:
        if any(start < end for start, end in cells):
            columns = self._columns if len(cells) <= max(len(self._columns), 1) else ()
            self._out.block(PassageKind.ROW, (line.start, line.end), line.indent, columns=columns, cells=cells)

    def _quote(self, at: int) -> int:
        end = at
        while end < len(self._lines) and self._lines[end].text.startswith(">"):
            end += 1
        if end == at:
            return at
        first: int | None = None
        for i in range(at, end + 1):
            said = i < end and self._lines[i].text.strip("> \t") != ""
            if said and first is None:
                first = i
            elif not said and first is not None:
                start, stop = self._span(first, i - 1)
                lead = len(self._text[start:stop]) - len(self._text[start:stop].lstrip("> \t\n"))
                self._out.block(PassageKind.QUOTE, (start + lead, stop), self._lines[first].indent)
                first = None
        return end

    def _item(self, at: int) -> int:
        line, mark = self._lines[at], self._marks[at]
        if mark is None:
            return at
        start = line.start + mark.width
        if start >= line.end:
            return at + 1
        if mark.ordinal is not None and self._numbers_heading(at, self._text[start:line.end]):
            self._out.heading((start, line.end), 2)
            return at + 1
        last = at
        while self._continues(last, line):
            last += 1
        self._out.item((start, self._lines[last].end), line.indent, mark.ordinal)
        return last + 1

    def _continues(self, last: int, item: Line) -> bool:
        """Whether the line after `last` goes on with the item: indented under it, or mending a broken sentence."""
        if last + 1 >= len(self._lines) or self._lines[last + 1].blank or self._block[last + 1]:
            return False
        before, after = self._lines[last], self._lines[last + 1]
        if after.indent > item.indent or mends(before, after):
            return True
        return self._markdown and not terminal(before.text) and not headings.short(after.text)

    def _numbers_heading(self, at: int, words: str) -> bool:
        """`2. Timeline` above a paragraph is a heading; above `3. …` it is an item."""
        after, before = at + 1, at - 1
        if after >= len(self._lines) or not self._lines[after].blank or not headings.short(words):
            return False
        while before >= 0 and self._lines[before].blank:
            before -= 1
        if before == at - 1 >= 0 or (before >= 0 and self._marks[before] is not None and before > at - 3):
            return False
        while after < len(self._lines) and self._lines[after].blank:
            after += 1
        if after == len(self._lines) or self._lines[after].indent > self._lines[at].indent:
            return False
        mark = self._marks[after]
        return mark is None or mark.ordinal is None

    def _code(self, at: int) -> int:
        """Four blanks of indentation after a blank line are code in a text that uses Markdown's marks."""
        line = self._lines[at]
        if not self._markdown or line.indent < 4 or (at and not self._lines[at - 1].blank) or self._under_item(at):
            return at
        end = at
        while end < len(self._lines) and self._lines[end].indent >= 4 and not self._lines[end].blank:
            end += 1
        self._out.block(PassageKind.CODE, self._span(at, end - 1))
        return end

    def _under_item(self, at: int) -> bool:
        last = self._out.passages[-1] if self._out.passages else None
        return last is not None and (last.kind is PassageKind.ITEM or last.level > 0)

    def _paragraphs(self, at: int) -> int:
        """A run of plain lines: cut where lines do not belong together, each piece a heading or a paragraph."""
        end = at + 1
        while not self._block[at] and end < len(self._lines) and not self._lines[end].blank and not self._block[end]:
            end += 1
        joiner = Joiner(self._lines[at:end], markdown=self._markdown)
        first = at
        for i in range(at, end):
            if i + 1 == end or not joiner.joins(self._lines[i], self._lines[i + 1]):
                self._piece(first, i, joiner.dense)
                first = i + 1
        return end

    def _piece(self, first: int, last: int, dense: bool) -> None:
        line, span = self._lines[first], self._span(first, last)
        if first == last and (level := self._heading_level(first, dense)):
            marked = self._underline(first) > 0 or not (headings.bold(line) or self._markdown)
            self._out.heading(span, level, marked=marked)
            return
        tail = self._glued(span) if dense else None
        if tail and len(tail["tail"].split()) >= 2 and headings.short(tail["tail"]) and last + 1 < len(self._lines):
            self._out.block(PassageKind.PARAGRAPH, (span[0], tail.start()), line.indent)
            self._out.heading(tail.span(), 2)
            return
        self._out.block(PassageKind.PARAGRAPH, span, line.indent)

    def _glued(self, span: Span) -> re.Match[str] | None:
        """A heading at the end of a paragraph, with no blank after the sentence before it."""
        stop = max(self._text.rfind(mark, max(span[0], span[1] - 120), span[1]) for mark in ".!?")
        return _GLUED.match(self._text, stop + 1, span[1]) if stop >= 0 else None

    def _underline(self, at: int) -> int:
        """The level of a line with `===` or `---` right under it, 0 for others."""
        under = self._lines[at + 1] if at + 1 < len(self._lines) else None
        if under is None or under.text[:1] not in ("=", "-") or not is_rule(under) or len(set(under.text)) > 1:
            return 0
        return 1 if under.text[0] == "=" else 2

    def _heading_level(self, at: int, dense: bool) -> int:
        """The level of an unmarked heading, 0 where the line is none."""
        line = self._lines[at]
        if level := self._underline(at):
            return level
        if headings.bold(line) or headings.shouted(line.text) or headings.cornered(line.text):
            return 2
        if self._markdown or (line.indent and self._under_item(at)):
            return 0
        if not self._out.passages and headings.title(self._lines, at, dense=dense):
            return 1
        if not headings.unmarked(self._lines, at, dense=dense, is_block=self._block):
            return 0
        if headings.numbered(line.text):
            return 2 + line.text.split()[0].strip(".").count(".")
        return 2
