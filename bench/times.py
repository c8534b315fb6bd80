"""Time finding with normalisation against `dateparser.search.search_dates`, the same texts, alternating, one run.

usage: python bench/times.py [--chars N] [--rounds N]
Prints a line a language: ours and the peer in characters a second, the ratio of medians, and how ours grows at 1x, 10x
and 100x the text. Needs dateparser (a development dependency) and the source documents of ../shared/seeds.
"""
from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from dateparser.search import search_dates

from ingest.extract.times.find import find

SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
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
        rates.append(f"{len(longer) / timed(lambda: find(longer, code)) / 1000:.0f}")
    return " / ".join(rates)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chars", type=int, default=3000, help="characters of each document that both read")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print("lang  ours kchar/s  dateparser kchar/s  ratio  ours at 1x / 10x / 100x kchar/s")
    for code, number in LANGUAGES.items():
        text = next(SEEDS.glob(f"{number}*.txt")).read_text("utf-8")[: given.chars]
        ours, theirs = compared(text, code, given.rounds)
        print(f"{code:4} {len(text) / ours / 1000:12.0f} {len(text) / theirs / 1000:19.2f} {theirs / ours:6.0f}  "
              f"{growth(text, code)}")


if __name__ == "__main__":
    main()
