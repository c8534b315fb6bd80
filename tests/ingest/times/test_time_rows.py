"""Every row of every language does what its own tests say, and is needed for at least one of them."""
from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from ingest.extract.times.find import read
from ingest.extract.times.grammar import build, sample, times_rows
from ingest.language import SUPPORTED, Row, load
from tests.ingest.times.times_notation import shown


def reads(rows: Sequence[Row], text: str, code: str) -> str:
    return shown(read(sample(text, code), build(load(code), rows), context=" =! " not in text, locale=None)[0])


def owner(row: Row) -> str:
    return row.source.split("/")[1]


@pytest.mark.parametrize("code", SUPPORTED)
def test_each_row_earns_its_place(code: str, earns_its_place):
    everything = times_rows(code)

    def holds(rows: Sequence[Row], row: Row, text: str) -> bool:
        return reads(rows, text, code) == re.split(r" =[>!] ?", text)[1]

    # shared rows are judged in English, where all of them are in use
    own = [row for row in everything if owner(row) == code or (code == "en" and owner(row).startswith("und"))]
    idle = []
    for row in own:
        rest = [other for other in everything if other is not row]
        idle += [f"{row.source}: {text!r} reads as {reads(everything, text, code)!r}"
                 for text in row.tests if not holds(everything, row, text)]
        if all(holds(rest, row, text) for text in row.tests):
            idle.append(f"{row.source}: no test fails when the row is deleted")
    assert not idle, "\n".join(idle)
