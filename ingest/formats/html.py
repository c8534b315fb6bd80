"""HTML pages: trafilatura finds the main text, the tree keeps tables and lists. The final text is what they give."""
from __future__ import annotations

import codecs
import logging
import re
from datetime import date
from typing import TYPE_CHECKING

from ingest.formats import text as text_format
from ingest.formats.decode import STAGE, decode, final
from ingest.formats.registry import Probe, register
from ingest.formats.tree import markdown
from ingest.types import Draft, Metadata
from kb.errors import UnreadableDocument
from kb.model import Finding, Source

if TYPE_CHECKING:
    from lxml.etree import _Element

_LOOKS = re.compile(r"\A\ufeff?\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,200})?(?:<!--[^>]{0,500}-->\s{0,200})?"
                    r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^>]{0,300}charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_LEAST_SHARE = 0.3
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)


def _claims(seen: Probe) -> bool:
    if _LOOKS.match(seen.head):
        return True
    named = seen.suffix in (".html", ".htm", ".xhtml") or seen.media_type in ("text/html", "application/xhtml+xml")
    return named and "<" in seen.head and "\x00" not in seen.head


@register("html", _claims, media_types=("text/html", "application/xhtml+xml"), suffixes=(".html", ".htm", ".xhtml"))
def html(source: Source) -> Draft:
    """The main text of a page. Raises UnreadableDocument where there is none."""
    from lxml.html import HTMLParser, document_fromstring  # as trafilatura below

    page, findings = _decoded(source.data)
    parser = HTMLParser(encoding="utf-8")
    try:
        root = document_fromstring(page.encode("utf-8"), parser=parser)
        if any(one.type_name == "ERR_RESOURCE_LIMIT" for one in parser.error_log):  # the parser drops what stands deeper
            raise UnreadableDocument("the HTML is nested too deeply")
        words, known, whole = _extracted(page, root)
    except UnreadableDocument:
        raise
    except Exception as error:  # lxml and trafilatura let errors of many kinds through for broken pages
        raise UnreadableDocument(f"the HTML cannot be parsed: {error}") from error
    if not words.strip():
        raise UnreadableDocument("the page has no text")
    if whole:
        findings = (*findings, Finding(STAGE, "main-text-unclear", "no main text was found; the whole page was read"))
    return text_format.draft(final(words), "text/html", source, findings, known)


def _decoded(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    found = _CHARSET.search(data[:4096])
    if found and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return final(data.decode(found[1].decode("ascii"))), ()
        except (LookupError, UnicodeDecodeError):
            pass  # pages often lie about their charset; look at the bytes instead
    return decode(data)


def _extracted(page: str, root: _Element) -> tuple[str, Metadata, bool]:
    """The text, what the page says of itself, and whether the whole page had to be taken."""
    import trafilatura  # a fifth of the start, and only pages need it

    found = trafilatura.bare_extraction(page, include_comments=False, include_tables=True, include_formatting=False,
                                        favor_recall=True, with_metadata=True)
    whole = markdown(root)
    language = (root.get("lang") or root.get("xml:lang") or "")[:2].lower() or None
    if found is None or isinstance(found, dict) or found.body is None:
        return whole, Metadata(title=_title(root), language=language), True
    words = markdown(found.body)
    known = Metadata(title=found.title or _title(root), date=_day(found.date), language=language)
    if len(words) < _LEAST_SHARE * len(whole) and len(whole) < 200_000:
        return whole, known, True
    return words, known, False


def _title(root: _Element) -> str | None:
    words = root.findtext(".//title")
    return " ".join(words.split())[:200] or None if words else None


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        return None
