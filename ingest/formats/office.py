"""PDF and DOCX, by the optional extra `documents`. The final text is the extracted text."""
from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from ingest.formats import text as text_format
from ingest.formats.archives import Limits, expand, is_archive, is_docx, zip_members
from ingest.formats.decode import STAGE, final
from ingest.formats.registry import Probe, register
from ingest.types import Draft, Metadata
from kb.errors import PmkbError, TooLarge, Unavailable, UnreadableDocument, UnsupportedFormat
from kb.model import Finding, Source

_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_MOST_CHARS = 20_000_000
_HEADING = re.compile(r"(?:heading|überschrift|título|titre|標題|見出し)\s?(\d)", re.IGNORECASE)
_WML = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def missing(package: str) -> Unavailable:
    return Unavailable(f"reading this format needs {package}; install it with: pip install 'pmkb[documents]'",
                       code="extra-missing")


@register("pdf", lambda seen: seen.data[:1024].lstrip(b"\xef\xbb\xbf \r\n").startswith(b"%PDF-"),
          media_types=("application/pdf",), suffixes=(".pdf",))
def pdf(source: Source) -> Draft:
    """The text of a PDF, page after page. Raises Unavailable without pypdf, UnreadableDocument for scans."""
    try:
        from pypdf import PdfReader
    except ImportError as error:
        raise missing("pypdf") from error
    try:
        reader = PdfReader(io.BytesIO(source.data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableDocument("the PDF is locked with a password")
        pages = list(_pages(reader))
        title = str(reader.metadata.title or "").strip() or None if reader.metadata else None
    except PmkbError:
        raise
    except Exception as error:  # pypdf lets errors of every kind through for broken files
        raise UnreadableDocument(f"the PDF cannot be read: {type(error).__name__}: {error}") from error
    words = "\n\n".join(page for page in pages if page)
    if not words.strip():
        raise UnreadableDocument("the PDF has no text in it (a scan?)")
    empty = sum(not page for page in pages)
    findings = (Finding(STAGE, "pages-without-text", f"{empty} of {len(pages)} pages have no text"),) if empty else ()
    text = final(_without_controls(words))
    return text_format.draft(text, "application/pdf", source, findings, Metadata(title=title))


def _pages(reader: Any) -> Iterator[str]:
    size = 0
    for page in reader.pages:
        words = (page.extract_text() or "").strip()
        size += len(words)
        if size > _MOST_CHARS:
            raise TooLarge(f"the PDF has more than {_MOST_CHARS:,} characters of text")
        yield words


def _without_controls(words: str) -> str:
    """Fonts without a map give control characters and halves of surrogate pairs; they are no text."""
    return re.sub(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]", "", words)


@register("docx", lambda seen: is_docx(seen.data), media_types=(_DOCX,), suffixes=(".docx",))
def docx(source: Source) -> Draft:
    """The text of a DOCX with its headings, lists and tables. Raises Unavailable without python-docx."""
    try:
        import docx as library
    except ImportError as error:
        raise missing("python-docx") from error
    _check_bomb(source.data)
    try:
        document = library.Document(io.BytesIO(source.data))
        words = "\n".join(_lines(document)).strip("\n")
        title = document.core_properties.title or None
    except Exception as error:  # python-docx lets KeyError, ValueError and lxml's errors through for broken files
        raise UnreadableDocument(f"the DOCX cannot be read: {type(error).__name__}: {error}") from error
    if not words.strip():
        raise UnreadableDocument("the DOCX has no text in it")
    return text_format.draft(final(words), _DOCX, source, (), Metadata(title=title))


def _check_bomb(data: bytes) -> None:
    for _ in zip_members(data, Limits(members=2_000, member=100 * 1024 * 1024, ratio=400)):
        pass


def _lines(document: Any) -> Iterator[str]:
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            yield from ("", *_table(block), "")
            continue
        words = " ".join(block.text.split())
        if not words:
            yield ""
        elif found := _HEADING.match(block.style.name or "" if block.style is not None else ""):
            yield from ("", f"{'#' * int(found[1])} {words}", "")
        elif block.style is not None and (block.style.name or "") == "Title":
            yield from ("", f"# {words}", "")
        elif (depth := _list_depth(block)) is not None:
            yield f"{'   ' * depth}- {words}"
        else:
            yield from ("", words, "")


def _list_depth(block: Any) -> int | None:
    """The nesting of a list paragraph, by its numbering or its style (`List Bullet 2`)."""
    level = block._p.find(f"{_WML}pPr/{_WML}numPr/{_WML}ilvl")
    if level is not None:
        return min(int(level.get(f"{_WML}val") or 0), 20)
    name = block.style.name if block.style is not None else ""
    if name and name.startswith("List"):
        digits = re.search(r"\d$", name)
        return int(digits[0]) - 1 if digits else 0
    return None


def _table(table: Any) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        cells = [" ".join(cell.text.split()).replace("|", "\\|") for cell in row.cells]
        yield "| " + " | ".join(cells) + " |"
        if number == 0 and not any(any(map(str.isdigit, cell)) for cell in cells):
            yield "|" + "---|" * len(cells)


def _claims_archive(seen: Probe) -> bool:
    return is_archive(seen.data) or (seen.data.startswith(b"PK\x03\x04") and not is_docx(seen.data))


@register("archive", _claims_archive, media_types=("application/zip", "application/x-tar", "application/gzip"),
          suffixes=(".zip", ".tar", ".tgz", ".gz"))
def archive(source: Source) -> Draft:
    """An archive is many documents, never one: it must be expanded by the caller."""
    if not is_archive(source.data):
        raise UnsupportedFormat("a broken zip, or an office format that is not read (of those, DOCX is)")
    names = [name for name, _ in expand(source.data)][:3]
    raise UnreadableDocument(f"this is an archive ({', '.join(names) or 'empty'} …); give its members one by one, "
                             "or ingest it with the command line, which expands it")
