"""Reading one document of any format: bytes in, final text and passages out. The only stage that refuses."""
from __future__ import annotations

from ingest.formats import delimited, html, office, status, text
from ingest.formats.archives import Limits, expand, is_archive
from ingest.formats.decode import LIMIT, check_size
from ingest.formats.registry import Format, choose, formats, register
from ingest.types import Draft
from kb.model import Source

__all__ = ["LIMIT", "Format", "Limits", "choose", "delimited", "expand", "formats", "html", "is_archive", "office",
           "read", "register", "status", "text"]


def read(source: Source, *, limit: int = LIMIT) -> Draft:
    """The final text and passages of a document. `limit` is the most bytes taken.

    Raises TooLarge, UnreadableDocument (empty, binary, unknown encoding, broken container), UnsupportedFormat, or
    Unavailable where an optional package is missing, naming the extra to install.
    """
    check_size(source.data, limit)
    return choose(source).read(source)
