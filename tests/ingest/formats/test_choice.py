"""Which reader takes which input: by content and by name, one at most, and loudly when two would."""
from __future__ import annotations

import pytest

from ingest.formats import choose, formats
from ingest.formats.registry import Format, register
from ingest.types import Draft
from kb.errors import BadData, UnreadableDocument, UnsupportedFormat
from kb.model import Given, Source


def chosen(data: bytes, name: str | None = None, media_type: str | None = None) -> str:
    return choose(Source(data, Given(name=name), media_type)).name


@pytest.mark.parametrize(("data", "name", "media_type", "expected"), [
    (b"It broke at ten.", None, None, "text"), (b"It broke at ten.", "a.txt", "text/plain; charset=utf-8", "text"),
    (b"# Top\n\n## Two\n\ntext", None, None, "markdown"), (b"words", "a.md", None, "markdown"),
    (b"words", None, "text/markdown", "markdown"), (b"<!DOCTYPE html><p>x", "a.txt", None, "html"),
    (b"<!doctype html><p>x", "a.md", None, "html"),
    (b"<p>x</p>", "a.html", None, "html"), (b'{"incident": {"a": 1}}', None, None, "status-json"),
    (b'[{"id": "x", "updates": []}]', "incidents.json", "application/json", "status-json"),
    (b"time,event\n10:02,x", "a.csv", None, "csv"), (b"a\tb\n1\t2", "a.tsv", None, "csv"),
    (b"when,what,who\n2024-01-01 10:00,a,b\n2024-01-01 11:00,c,d\n", None, None, "csv"),
    (b"%PDF-1.7 ...", None, None, "pdf"), (b"words", None, "application/octet-stream", "text"),
    ("﻿# Top\n\n## Two\n".encode(), None, None, "markdown"),
])
def test_the_choice(data: bytes, name: str | None, media_type: str | None, expected: str) -> None:
    assert chosen(data, name, media_type) == expected


@pytest.mark.parametrize("prose", [
    "Hello, world, again\nand more, and more, and more\nno table, at all, here", "[link](https://x.y) and text",
    "Time: 10:00, place, name\nwe saw it at 10:02, then, again\nand at 10:05, once, more",
])
def test_prose_is_not_taken_for_data(prose: str) -> None:
    assert chosen(prose.encode()) in ("text", "markdown")


def test_two_that_claim_the_same_input_are_both_named() -> None:
    def read(source: Source) -> Draft:
        raise AssertionError("never read")
    both = [Format("first", read, lambda seen: True), Format("second", read, lambda seen: True)]
    with pytest.raises(BadData, match="'first' and 'second'"):
        choose(Source(b"x"), both)


def test_a_name_can_be_registered_once() -> None:
    with pytest.raises(BadData, match="'text'"):
        register("text", lambda seen: True)(lambda source: Draft("", "", ()))
    assert [one.name for one in formats()].count("text") == 1


def test_no_media_type_or_suffix_belongs_to_two_formats() -> None:
    for attribute in ("media_types", "suffixes"):
        every = [value for one in formats() for value in getattr(one, attribute)]
        assert len(every) == len(set(every))


def test_what_calls_itself_a_pdf_and_is_none_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match="not pdf"):
        choose(Source(b"\x00\x01\x02", Given(name="a.pdf")))


def test_unknown_media_types_are_refused_with_the_list_of_known_ones() -> None:
    with pytest.raises(UnsupportedFormat, match="text/markdown"):
        choose(Source(b"x", Given(), "video/mp4"))
