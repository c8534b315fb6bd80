"""Bytes to final text: one encoding, no byte order mark, LF line ends, NFC; nothing else is changed."""
from __future__ import annotations

import codecs
import re
import unicodedata

from ingest import detect
from kb.errors import TooLarge, UnreadableDocument
from kb.model import Finding

LIMIT = 10 * 1024 * 1024
STAGE = "formats"
_BOMS = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"), (codecs.BOM_UTF8, "utf-8-sig"),
         (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_MAGIC = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ\x90", b"\xca\xfe\xba\xbe", b"RIFF", b"OggS", b"ID3",
          b"\x00\x00\x01\x00", b"\xd0\xcf\x11\xe0", b"SQLite format 3", b"wOFF", b"\x1aE\xdf\xa3")
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE = 200_000
_STRAY_SHARE = 0.02
_CHAOS = 0.2
_WESTERN, _LIKELY = "cp1252", 0.9
_WESTERN_LANGUAGES = frozenset({"ca", "da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pt", "sv"})


def check_size(data: bytes, limit: int) -> None:
    """Raises TooLarge with both sizes, UnreadableDocument for nothing at all."""
    if len(data) > limit:
        raise TooLarge(f"the document has {len(data):,} bytes; the limit is {limit:,} bytes")
    if not data:
        raise UnreadableDocument("the document is empty (0 bytes)")


def decode(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    """The final text and what was odd about its encoding. Raises UnreadableDocument."""
    if data.startswith(_MAGIC):
        raise UnreadableDocument("the document is binary, not text")
    text, findings = _decoded(data)
    return final(text), findings


def final(text: str) -> str:
    """The final text of already decoded characters. Raises UnreadableDocument for lone surrogates, NUL, no text."""
    at = next((i for i, char in enumerate(text) if "\ud800" <= char <= "\udfff"), -1) if not _encodable(text) else -1
    if at >= 0:
        raise UnreadableDocument(f"the text has a lone surrogate (U+{ord(text[at]):04X}) at character {at}")
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    controls = len(_CONTROL.findall(text))
    if "\x00" in text:
        raise UnreadableDocument(f"the text has a NUL character at {text.index(chr(0))}; the document is binary")
    if controls > 8 and controls > len(text) * 0.01:
        raise UnreadableDocument(f"the document is binary: {controls} control characters in {len(text)} characters")
    if all(char.isspace() or char in "\ufeff\u200b" for char in text):
        raise UnreadableDocument("the document has no text, only blanks")
    return text


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _decoded(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data, encoding), ()
    if b"\x00" in data:
        raise UnreadableDocument(_about_nul(data))
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        return _other(data, error)


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = _SURROGATE.search(data) if encoding == "utf-8-sig" else None
        if found or "surrogate" in error.reason:
            raise UnreadableDocument(f"the text has a lone surrogate at byte {found.start() if found else error.start}"
                                     ) from error
        name = encoding.removesuffix("-sig").upper()
        raise UnreadableDocument(f"the byte order mark says {name}, but byte {error.start} is not {name}") from error


def _about_nul(data: bytes) -> str:
    head = data[:2000]
    if len(head) > 3 and max(head[::2].count(0), head[1::2].count(0)) > len(head) * 0.3:
        return "the text looks like UTF-16 without a byte order mark; save it with one, or as UTF-8"
    return f"there is a NUL byte at {data.index(0)}; the document is binary"


def _other(data: bytes, error: UnicodeDecodeError) -> tuple[str, tuple[Finding, ...]]:
    if found := _SURROGATE.search(data):
        raise UnreadableDocument(f"the text has a lone surrogate at byte {found.start()}") from error
    mixed = _mostly_utf8(data)
    if mixed is not None:
        message = f"UTF-8 with other bytes in it, the first at byte {error.start}; those were read as Windows-1252"
        return mixed, (Finding(STAGE, "mixed-encoding", message),)
    from charset_normalizer import from_bytes  # few documents need it

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise UnreadableDocument(f"the encoding is not known: byte {error.start} is not UTF-8, and nothing else fits")
    if best.chaos > _CHAOS:
        raise UnreadableDocument(f"the encoding is not clear: it may be {best.encoding}; save the text as UTF-8")
    encoding = _WESTERN if _reads_western(data, best.encoding) else best.encoding
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as failure:
        message = f"the encoding seems to be {encoding}, but byte {failure.start} is not"
        raise UnreadableDocument(message) from failure
    return text, (Finding(STAGE, "encoding-detected", f"not UTF-8; read as {encoding}"),)


def _reads_western(data: bytes, found: str) -> bool:
    """Whether bytes that may be of any single-byte encoding read as a Western European language in Windows-1252: a few
    accents alone do not tell it from its neighbours, the words around them do."""
    if found == _WESTERN or len(codecs.encode("é", found, "replace")) != 1:
        return False
    try:
        text = data[:_SAMPLE].decode(_WESTERN)
    except UnicodeDecodeError:
        return False
    guesses = detect.guesses(detect.sample(text))
    return bool(guesses) and guesses[0][0] in _WESTERN_LANGUAGES and guesses[0][1] >= _LIKELY


def _mostly_utf8(data: bytes) -> str | None:
    """UTF-8 with a few stray bytes of Windows-1252, as pasting makes it; None where the strays are too many."""
    text = data.decode("utf-8", "surrogateescape")
    strays = sum("\udc80" <= char <= "\udcff" for char in text)
    proper = sum(char > "\x7f" for char in text) - strays
    if proper < 4 * strays or strays > len(text) * _STRAY_SHARE:
        return None
    return "".join(bytes([ord(char) - 0xDC00]).decode("cp1252", "replace") if "\udc80" <= char <= "\udcff" else char
                   for char in text)
