"""Plain text and Markdown. Offsets are into the text as it came (normalised), marks included."""
from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from ingest.formats.blocks import scan
from ingest.formats.decode import decode
from ingest.formats.frontmatter import date_in_name, extent, metadata
from ingest.formats.lines import split
from ingest.formats.markup import plain
from ingest.formats.registry import Probe, register
from ingest.types import Draft, Metadata
from kb.model import Finding, Passage, PassageKind, Source

_ATX = re.compile(r"(?m)^#{1,6}[ \t]+\S")
_FRONT = re.compile(r"\A\ufeff?\s{0,4}(?:---|\+\+\+)[ \t]*\r?\n")
_DELIMITER = re.compile(r"(?m)^\|?[ \t]*:?-{3,}:?[ \t]*\|")
_LINKED = re.compile(r"\]\(https?://")
_FENCE = re.compile(r"(?m)^(?:```|~~~)")


def _markdown(seen: Probe) -> bool:
    if seen.suffix in (".md", ".markdown", ".mdown", ".mkd") or seen.media_type in ("text/markdown", "text/x-markdown"):
        return not seen.head.lstrip("\ufeff \r\n\t").startswith(("<!DOCTYPE", "<!doctype", "<html"))
    if seen.suffix not in ("", ".txt", ".text") or seen.media_type not in (None, "text/plain"):
        return False
    head = seen.head
    headed = "#" in head and _ATX.search(head) is not None  # the signs are looked for first: nothing finds them faster
    fenced = ("```" in head or "~~~" in head) and _FENCE.search(head) is not None
    barred = "---" in head and _DELIMITER.search(head) is not None
    linked = "](http" in head and _LINKED.search(head) is not None
    return (_FRONT.search(head) is not None) + 2 * headed + fenced + barred + linked >= 2


@register("markdown", _markdown, media_types=("text/markdown", "text/x-markdown"), suffixes=(".md", ".markdown"))
def markdown(source: Source) -> Draft:
    """Markdown, kept verbatim."""
    return _read(source, "text/markdown")


@register("text", lambda seen: False, media_types=("text/plain",), suffixes=(".txt", ".text"), fallback=True)
def plain_text(source: Source) -> Draft:
    """Plain text in whatever shape."""
    return _read(source, "text/plain")


def _read(source: Source, media_type: str) -> Draft:
    text, findings = decode(source.data)
    return draft(text, media_type, source, findings)


def draft(text: str, media_type: str, source: Source, findings: tuple[Finding, ...] = (),
          given: Metadata | None = None) -> Draft:
    """A draft of a final text that is laid out in lines. `given` is what the container said of the document."""
    lines = split(text)
    skip = extent(lines)
    passages = scan(text, lines, skip)
    front = metadata(lines[:skip]) if skip else Metadata()
    return Draft(text, media_type, passages, completed(given or front, text, passages, source), findings)


def completed(known: Metadata, text: str, passages: tuple[Passage, ...], source: Source) -> Metadata:
    """Title from the first heading, date from the file name, where nothing better said them."""
    headings = (plain(text[one.start:one.end]) for one in passages[:12] if one.kind is PassageKind.HEADING)
    title = known.title or next((words for words in headings if words), None)
    day: date | None = known.date or date_in_name(source.given.name)
    return replace(known, title=title, date=day)
