"""Odd shapes, long: four times the text takes about four times the time, in processor time of this process."""
from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from ingest.extract.times.find import find
from ingest.language import SUPPORTED
from ingest.pipeline import extract
from kb.errors import PmkbError
from kb.model import Given, Source

Shape = Callable[[int], str]
SHAPES: dict[str, tuple[str | None, Shape]] = {
    "digits": (None, lambda size: "1" * size),
    "colons": (None, lambda size: ":" * size),
    "clocks": (None, lambda size: "1:" * (size // 2)),
    "brackets": (None, lambda size: "(" * (size // 2) + ")" * (size // 2)),
    "open brackets": (None, lambda size: "[{(" * (size // 3)),
    "spaces": (None, lambda size: " " * (size - 1) + "a"),
    "bullets": (None, lambda size: "- " * (size // 2)),
    "quotes": (None, lambda size: "> " * (size // 2)),
    "stars": ("a.md", lambda size: "*" * size),
    "pipes": ("a.md", lambda size: "|" * size),
    "dots": (None, lambda size: "a." * (size // 2)),
    "tags": ("a.html", lambda size: "<div>" * (size // 5)),
    "lists": ("a.json", lambda size: "[" * size),
    "initials": (None, lambda size: "A. " * (size // 30)),
    "short paragraphs": (None, lambda size: "a\n\n" * (size // 30)),
    "items": (None, lambda size: "- a\n" * (size // 40)),
    "deep items": (None, lambda size: "".join("  " * n + "- at 10:00 UTC the database failed\n" for n in range(size // 500))),
    "wide rows": ("a.md", lambda size: "\n".join(f"|{cell * (size // 100)}"
                                                 for cell in ("a|", "-|", "10:00 UTC failed|"))),
    "nested items": (None, lambda size: "".join(" " * (n % 50) + "- a\n" for n in range(size // 280))),
}
SIZE = 40_000
_FLOOR = 0.15  # seconds: below this, fixed costs and the clock's grain are the figure


def cost(name: str | None, text: str) -> float:
    began = time.process_time()
    try:
        extract(Source(text.encode(), Given(name=name)))
    except PmkbError as refusal:
        assert refusal.message
    return time.process_time() - began


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_cost_grows_with_length_and_not_with_its_square(shape: str) -> None:
    name, make = SHAPES[shape]
    cost(name, "At 10:00 UTC the database failed.")
    small, large = (min(cost(name, make(size)) for _ in range(2)) for size in (SIZE, 4 * SIZE))
    assert large / max(small, _FLOOR) < 9, (small, large)  # the square would be 16


# What looks like the beginning of a time, over and over again: the text is linear to read, but each may cost a lot.
TOKENS = ("1-", "20日", ":", "(", "1:", "12 ", "a.", "h", "一", "二十", "T+1", "1.", "3月", "mon ", "10:00 ", "UTC ", "午", "월")
MEGABYTE = 1_000_000
READ = 300_000


@pytest.mark.slow
@pytest.mark.parametrize("language", SUPPORTED)
def test_a_megabyte_of_one_token_is_searched_for_times_in_a_second_or_two(language: str) -> None:
    find("at 10:00", language, context=True)
    for token in TOKENS:
        text = (token * MEGABYTE)[:MEGABYTE]
        began = time.process_time()
        find(text, language, context=True)
        assert time.process_time() - began < 3, token


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv", "a.json"])
def test_one_token_over_and_over_costs_no_reader_more_than_its_length(name: str) -> None:
    cost(name, "At 10:00 UTC the database failed.")
    for token in TOKENS:
        assert cost(name, (token * READ)[:READ]) < 3, token


@pytest.mark.slow
def test_a_megabyte_of_figures_on_one_line_is_cut_and_said_to_be() -> None:
    draw = random.Random(5)
    text = "".join(draw.choice("0123456789 :-") for _ in range(MEGABYTE))
    began = time.process_time()
    facts = extract(Source(text.encode(), Given(name="a.txt", language="en")))
    assert time.process_time() - began < 12
    assert "times-cut" in {one.code for one in facts.findings}


def test_a_time_beside_a_run_is_read() -> None:
    for text in (f"{'= ' * 800}10:00 UTC", f"10:00 UTC {'-' * 800}", f"{'5 ' * 800}, 10:00 UTC {'1-' * 800}"):
        assert [one.text for one in find(text, "en")] == ["10:00 UTC"]
