"""Any bytes into any reader: a draft whose spans are in its text, or one of our errors. Nothing else, and no hang."""
from __future__ import annotations

import io
import json
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import formats, passages
from kb.errors import PmkbError
from kb.model import Given, Source

BOUNDED = settings(max_examples=120, deadline=2_000, suppress_health_check=[HealthCheck.too_slow])
NAMES = st.sampled_from([None, "a.txt", "a.md", "a.html", "a.json", "a.csv", "a.pdf", "a.docx", "a.zip", "20240230"])
MEDIA = st.sampled_from([None, "text/plain", "text/markdown", "text/html", "application/json", "text/csv", "image/png"])
MARKS = st.lists(st.sampled_from([
    "- ", "• ", "* ", "1. ", "2) ", "# ", "## ", "> ", "```", "---", "| ", "|", "|---|", "\t", "\n", "\n\n", "  ", ":",
    "：", ".", "。", "[user]", "**", "(", ")", "「", "Comments", "10:02", "a.m.", "Oct. ", "word ", "Слово ", "言葉",
    "db.example.com", "<p>", "<li>", "<table><tr><td>", "</td>", "<!--", "-->", '"', ",", ";", "{", "}", "\r", "\u2028",
    "\x0b", "é", "e\u0301", "\ufeff",
]), max_size=60).map("".join)


def held(data: bytes, name: str | None, media: str | None) -> None:
    told = Given(name=name)
    try:
        draft = formats.read(Source(data, told, media))
    except PmkbError as refusal:
        assert refusal.message
        return
    found = passages.read(draft, told)
    text = found.text
    text.encode("utf-8")
    assert "\r" not in text and "\x00" not in text
    for one in found.passages:
        assert 0 <= one.start < one.end <= len(text)
        assert not text[one.start].isspace() and not text[one.end - 1].isspace()
        assert one.parent is None or one.parent < one.index
        assert all(one.start <= start <= end <= one.end for start, end in one.cells)
    for sentence in found.sentences:
        assert len(sentence.reading) == sentence.end - sentence.start > 0


@BOUNDED
@given(MARKS, NAMES, MEDIA)
def test_any_text(text: str, name: str | None, media: str | None) -> None:
    held(text.encode(), name, media)


@BOUNDED
@given(st.binary(max_size=400), NAMES, MEDIA)
def test_any_bytes(data: bytes, name: str | None, media: str | None) -> None:
    held(data, name, media)


@BOUNDED
@given(st.text(max_size=300), st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "cp1252", "shift_jis"]))
def test_any_text_in_any_encoding(text: str, encoding: str) -> None:
    held(text.encode(encoding, "replace"), None, None)


LEAF = st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.sampled_from(
    ["2025-10-20T07:11:00Z", "2025-10-20T00:11:00.000-07:00", "resolved", "<b>x</b>", "**S**\n\ntext\n- a"])
KEYS = st.sampled_from([
    "incidents", "incident", "name", "incident_updates", "updates", "body", "text", "status", "when", "begin", "end",
    "created_at", "id", "components", "affected_components", "external_desc", "resolved_at"])
TREES = st.recursive(
    LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=25)
UPDATES = st.lists(st.dictionaries(KEYS, LEAF, max_size=5), max_size=4)
INCIDENTS = st.fixed_dictionaries({"name": LEAF, "incident_updates": UPDATES, "components": TREES})


@BOUNDED
@given(TREES | st.lists(INCIDENTS, max_size=3) | INCIDENTS)
def test_any_json(data: object) -> None:
    held(json.dumps(data).encode(), "a.json", "application/json")


@BOUNDED
@given(st.dictionaries(
    st.sampled_from(["a.txt", "../x", "word/document.xml", "b/c.md", "[Content_Types].xml", "/etc/x"]),
    st.binary(max_size=40), max_size=4), st.integers(0, 200))
def test_any_archive(files: dict[str, bytes], cut: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    data = out.getvalue()[:-cut or None]
    held(data, "a.zip", None)
    try:
        assert all(".." not in name and not name.startswith("/") for name, _ in formats.expand(data))
    except PmkbError as refusal:
        assert refusal.message


@pytest.mark.slow
@settings(max_examples=1_500, deadline=4_000, suppress_health_check=[HealthCheck.too_slow])
@given(MARKS, NAMES)
def test_any_text_for_longer(text: str, name: str | None) -> None:
    held(text.encode(), name, None)
