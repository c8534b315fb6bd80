"""Time finding with normalisation against `dateparser.search.search_dates`, the same texts, alternating, one run.

usage: python -m bench times
Needs dateparser (a development dependency) and the source documents of ../shared/seeds.
"""
from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dateparser.search import search_dates

from bench.rows import Row, row
from ingest.extract.times.find import find

SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
CHARS = 3_000  # of each document, that both read: the peer takes seconds for them
LANGUAGES = {"pt": "000", "es": "001", "vi": "002", "en": "003", "ja": "004"}


def timed(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of this process that one call takes; other processes of a busy machine do not count."""
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def compared(text: str, code: str, rounds: int) -> tuple[float, float]:
    """Median seconds of ours and the peer, taken in turns so that the machine's moods fall on both."""
    find(text, code)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(timed(lambda: find(text, code), 10))
        theirs.append(timed(lambda: search_dates(text, languages=[code])))
    return statistics.median(ours), statistics.median(theirs)


def growth(text: str, code: str) -> str:
    """Our characters a second at 1x, 10x and 100x the text."""
    rates = []
    for times in (1, 10, 100):
        longer = text * times
        rates.append(f"{len(longer) / timed(partial(find, longer, code)) / 1000:.0f}")
    return " / ".join(rates)


def run(quick: bool = False) -> list[Row]:
    """Thousands of characters a second of each language's text."""
    found = []
    for code, number in LANGUAGES.items():
        text = next(SEEDS.glob(f"{number}*.txt")).read_text("utf-8")[: 300 if quick else CHARS]
        ours, theirs = compared(text, code, 1 if quick else 3)
        found.append(row(
            f"time finding, {code}", len(text) / ours / 1000, len(text) / theirs / 1000, "kchar/s CPU",
            f"{len(text):,} characters, dateparser.search.search_dates told the language; ours at 1x/10x/100x: {growth(text, code)}",
            target=">= 50x", less=False))
    return found
