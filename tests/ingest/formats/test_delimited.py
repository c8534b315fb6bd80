"""CSV timelines: kept verbatim, rows with the spans of their cells."""
from __future__ import annotations

import time
from contextlib import suppress

import pytest

from ingest.formats import read
from kb.errors import UnreadableDocument
from kb.model import Given, Source


def cells(text: str, name: str = "t.csv") -> list[list[str]]:
    draft = read(Source(text.encode(), Given(name=name)))
    assert draft.text == text
    return [[draft.text[start:end] for start, end in one.cells] for one in draft.passages]


def test_quoted_cells_separators_and_line_breaks() -> None:
    text = ('message,datetime,kind\n"DNS failed, badly\nand ""twice""",2025-10-20T06:48:00Z,start\n'
            "fixed,2025-10-20 09:25,end\n")
    assert cells(text)[1:] == [['DNS failed, badly\nand ""twice""', "2025-10-20T06:48:00Z", "start"],
                               ["fixed", "2025-10-20 09:25", "end"]]
    draft = read(Source(text.encode(), Given(name="t.csv")))
    assert draft.passages[1].columns == ("message", "datetime", "kind")
    assert draft.passages[0].columns == ()
    assert draft.text[draft.passages[1].start:draft.passages[1].end].startswith('"DNS')


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(separator: str) -> None:
    text = "\n".join(separator.join(row) for row in (["time", "event"], ["10:02", "down"], ["10:30", "up"]))
    assert cells(text) == [["time", "event"], ["10:02", "down"], ["10:30", "up"]]


def test_a_first_row_with_a_clock_is_no_head() -> None:
    draft = read(Source(b"10:02,down\n10:30,up\n", Given(name="t.csv")))
    assert all(row.columns == () for row in draft.passages)


def test_a_quote_never_closed_does_not_swallow_the_rest() -> None:
    assert cells('time,event\n10:02,"down\n10:30,up\n') == [["time", "event"], ["10:02", '"down'], ["10:30", "up"]]


def test_only_separators_are_refused() -> None:
    with pytest.raises(UnreadableDocument):
        read(Source(b",,,\n,,,\n", Given(name="t.csv")))


def test_a_megabyte_of_quotes_is_linear() -> None:
    for unit in ('"', '""', '",', '"a\n', ','):
        began = time.process_time()
        with suppress(UnreadableDocument):
            read(Source(("a,b\n" + unit * (300_000 // len(unit))).encode(), Given(name="t.csv")))
        assert time.process_time() - began < 4, unit
