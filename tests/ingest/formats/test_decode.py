"""Bytes that are text in some way, and bytes that are not: each has one clear answer."""
from __future__ import annotations

import codecs

import pytest

from ingest import formats
from ingest.formats.decode import LIMIT, decode
from kb.errors import TooLarge, UnreadableDocument, UnsupportedFormat
from kb.model import Given, Source

PLAIN = "Às 10h02, o serviço parou."


@pytest.mark.parametrize("data", [
    PLAIN.encode(), codecs.BOM_UTF8 + PLAIN.encode(), PLAIN.encode("utf-16"),
    codecs.BOM_UTF16_BE + PLAIN.encode("utf-16-be"),
])
def test_utf8_and_utf16_with_a_mark_are_read(data: bytes) -> None:
    assert decode(data) == (PLAIN, ())


def test_line_ends_become_line_feeds_and_letters_are_composed() -> None:
    assert decode("a\r\nb\rc\ne\u0301".encode())[0] == "a\nb\nc\né"


def test_nothing_else_changes() -> None:
    odd = "  tabs\tand \u00a0blanks \u200b kept — “so” ｆｕｌｌ \n\n\n"
    assert decode(odd.encode())[0] == odd


@pytest.mark.parametrize(("data", "words"), [
    (b"", "empty"), (b" \n\t\r\n", "no text"), (codecs.BOM_UTF8, "no text"),
    (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "binary"), (b"some text\x00more", "NUL byte at 9"),
    ("text".encode("utf-16-le") * 9, "byte order mark"), (b"ok \xed\xa0\x80 not ok", "surrogate at byte 3"),
    (codecs.BOM_UTF8 + b"\xff\xfe", "byte order mark says UTF-8"), (bytes(range(1, 32)) * 40, "control characters"),
    (codecs.BOM_UTF16_LE + b"\x00\xd8a\x00", "surrogate"),
])
def test_what_is_no_text_is_refused_by_name(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableDocument) as refusal:
        formats.read(Source(data))
    assert words in refusal.value.message


def test_another_encoding_is_detected_and_said() -> None:
    text = "Der Dienst war für Nutzer in München und Köln über Stunden gestört, später völlig unerreichbar. " * 4
    found, findings = decode(text.encode("cp1252"))
    assert found == text
    assert [finding.code for finding in findings] == ["encoding-detected"]


def test_shift_jis_is_read_or_refused_but_never_garbled() -> None:
    text = "障害は午後に発生し、エンジニアが復旧作業を行った。原因は設定の誤りである。" * 10
    try:
        found, findings = decode(text.encode("shift_jis"))
    except UnreadableDocument as refusal:
        assert "encoding" in refusal.message
    else:
        assert found == text and findings[0].code == "encoding-detected"


def test_a_few_stray_bytes_in_utf8_are_a_finding() -> None:
    data = ("Sự cố bắt đầu lúc 11:48 tối và kéo dài nhiều giờ. " * 20).encode() + b"it\x92s over"
    text, findings = decode(data)
    assert text.endswith("it’s over")
    assert [finding.code for finding in findings] == ["mixed-encoding"]


def test_the_limit_is_a_parameter_and_both_sizes_are_said() -> None:
    with pytest.raises(TooLarge) as refusal:
        formats.read(Source(b"x" * 101), limit=100)
    assert "101" in refusal.value.message and "100" in refusal.value.message
    assert formats.read(Source(b"x" * 100), limit=100).text == "x" * 100


def test_sixty_megabytes_are_over_the_default_limit() -> None:
    with pytest.raises(TooLarge):
        formats.read(Source(b"a" * (60 * 1024 * 1024)))
    assert LIMIT == 10 * 1024 * 1024


def test_a_media_type_nobody_reads_is_named() -> None:
    with pytest.raises(UnsupportedFormat, match="image/png"):
        formats.read(Source(b"hello", Given(), "image/png"))


def test_right_to_left_text_keeps_its_offsets() -> None:
    draft = formats.read(Source("# תקלה\n\nהשירות נפל ב-10:02.\n".encode()))
    assert [draft.text[one.start:one.end] for one in draft.passages] == ["תקלה", "השירות נפל ב-10:02."]


@pytest.mark.parametrize(("text", "encoding", "read_as"), [
    ("Le portail a été arrêté à 14h05, puis redémarré à 15h par l'équipe.", "latin-1", "cp1252"),
    ("Störung behoben: Der Server war für Kunden ab 9:10 Uhr nicht verfügbar.", "latin-1", "cp1252"),
    ("Awaria została usunięta o 10:00. Przyczyną był uszkodzony dysk w głównej macierzy.", "cp1250", "cp1250"),
])
def test_the_language_tells_western_letters_from_their_neighbours(text: str, encoding: str, read_as: str) -> None:
    read, findings = decode(text.encode(encoding))
    assert read == text
    assert [one.message for one in findings] == [f"not UTF-8; read as {read_as}"]
