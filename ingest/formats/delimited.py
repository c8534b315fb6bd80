"""Timelines as CSV or TSV. The text is kept verbatim; every record is a row with the spans of its cells."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.formats.decode import decode
from ingest.formats.frontmatter import date_in_name
from ingest.formats.registry import Probe, register
from ingest.types import Draft, Metadata
from kb.errors import UnreadableDocument
from kb.model import Passage, PassageKind, Source, Span

_BEGIN, _FIRST = 2_000, 6  # characters and lines by which a table is known
_SEPARATORS = ",;\t|"
_CLOCK = re.compile(r"\d{1,2}:\d\d|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{2,4}")
_NAME = re.compile(r"[\"\s]*[^\W\d][\w .()/:-]{0,60}[\"\s]*$")
_MOST_CELLS = 1_000_000
_MOST_FAILURES = 100  # a table with more quotes that never close does not quote with them


def _claims(seen: Probe) -> bool:
    if "\x00" in seen.head:
        return False
    if seen.suffix in (".csv", ".tsv") or seen.media_type in ("text/csv", "text/tab-separated-values"):
        return True
    return seen.suffix in ("", ".txt") and seen.media_type in (None, "text/plain") and _looks_like(seen.head)


def _looks_like(head: str) -> bool:
    """A head of names and at least two records with as many commas, a clock or date in each."""
    begin = head[:_BEGIN].splitlines()
    begin = begin if len(begin) > _FIRST else head.splitlines()  # the whole only where lines are long
    lines = [line for line in begin[:_FIRST] if line.strip()]
    if len(lines) < 3:
        return False
    for separator in ",;":
        counts = [line.count(separator) for line in lines]
        if counts[0] >= 2 and min(counts) >= counts[0] and ": " not in lines[0] \
                and all(_NAME.match(name) for name in lines[0].split(separator)) \
                and all(_CLOCK.search(line) for line in lines[1:]):
            return True
    return False


@register("csv", _claims, media_types=("text/csv", "text/tab-separated-values"), suffixes=(".csv", ".tsv"))
def delimited(source: Source) -> Draft:
    """A table of records. The first record names the columns when it has no clock, date or number in it."""
    text, findings = decode(source.data)
    separator = _separator(text)
    records = list(_records(text, separator))
    if not records:
        raise UnreadableDocument("the table has no records")
    head = tuple(_words(text, cell) for cell in records[0])
    named = len(records) > 1 and any(head) and not any(any(map(str.isdigit, name)) for name in head)
    passages: list[Passage] = []
    for at, cells in enumerate(records):
        columns = head if named and at and len(cells) <= len(head) else ()
        start, end = _whole(text, cells)
        inside = tuple((min(max(first, start), end), max(min(last, end), start)) for first, last in cells)
        passages.append(Passage(len(passages), PassageKind.ROW, start, end, columns=columns, cells=inside))
    return Draft(text, "text/csv", tuple(passages), Metadata(date=date_in_name(source.given.name)), findings)


def _separator(text: str) -> str:
    """The separator that cuts the first lines most evenly."""
    lines = [line for line in text[:20_000].split("\n")[:20] if line.strip()] or [""]
    def evenness(separator: str) -> tuple[int, int]:
        counts = Counter(line.count(separator) for line in lines)
        most, times = max(counts.items(), key=lambda pair: (pair[0] > 0, pair[1], pair[0]))
        return (times if most else 0, most)
    return max(_SEPARATORS, key=evenness)


def _records(text: str, separator: str) -> Iterator[tuple[Span, ...]]:
    """Spans of cells, record by record, after RFC 4180; a quote that is never closed is an ordinary character."""
    plain = re.compile(rf"[^{re.escape(separator)}\n]*")
    quoted = re.compile(r'[ ]{0,8}"((?:[^"]|""){0,50000})"[ ]{0,8}(?=[\n' + re.escape(separator) + r"]|\Z)")
    cells: list[Span] = []
    at = count = 0
    failures = 0
    while at <= len(text):
        opens = failures < _MOST_FAILURES and text[at:at + 9].lstrip(" ").startswith('"')
        found = quoted.match(text, at) if opens else None
        failures += opens and found is None
        match = found or plain.match(text, at)
        assert match is not None
        cells.append(_trimmed(text, *(match.span(1) if found else match.span())))
        at, count = match.end(), count + 1
        if count > _MOST_CELLS:
            raise UnreadableDocument(f"the table has more than {_MOST_CELLS:,} cells")
        if at >= len(text) or text[at] == "\n":
            if any(start < end for start, end in cells):
                yield tuple(cells)
            cells = []
        at += 1


def _whole(text: str, cells: tuple[Span, ...]) -> Span:
    """The span of a record, with the quotes of its first and last cell."""
    start, end = cells[0][0], cells[-1][1]
    return _trimmed(text, start - (text[start - 1:start] == '"'), end + (text[end:end + 1] == '"'))


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _words(text: str, cell: Span) -> str:
    return " ".join(text[cell[0]:cell[1]].split())[:200]
