"""Odd shapes, long: four times the text takes about four times the time, in processor time of this process."""
from __future__ import annotations

import time
from collections.abc import Callable

import pytest

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
