"""Text to claims against the plain way with spaCy, the same texts, alternating, one run.

usage: python bench/ingest.py [--rounds N] [--growth]
The plain way: langdetect on the full text, spacy.blank(language), an EntityRuler of 500 aliases, a Matcher of 50 time
patterns. It stops there; ours goes on to claims, causes and dependencies. spacy.blank("ja") needs sudachipy and
sudachidict_core, spacy.blank("vi") needs pyvi; where they are missing the line says so. Needs ../shared/seeds.
"""
from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import langdetect
import spacy
from spacy.matcher import Matcher

from ingest.extract.asides import asides
from ingest.extract.catalogue import load
from ingest.extract.happenings import happening_in
from ingest.pipeline import extract
from kb.model import Source

SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
LANGUAGES = {"pt": "000", "es": "001", "vi": "002", "en": "003", "ja": "004"}
ALIASES = 500


def time_patterns() -> list[list[dict[str, Any]]]:
    """Fifty token patterns of clock times and dates, as one would write them by hand for a Matcher."""
    heads = [[{"LOWER": word}] for word in ("at", "by", "until", "from", "às", "à", "lúc", "đến", "entre", "a")]
    clocks: list[list[dict[str, Any]]] = [
        [{"TEXT": {"REGEX": r"^\d{1,2}[:h]\d{2}$"}}],
        [{"TEXT": {"REGEX": r"^\d{1,2}:\d{2}$"}}, {"LOWER": {"IN": ["am", "pm"]}}],
        [{"IS_DIGIT": True}, {"TEXT": {"IN": ["時", "日", "月"]}}],
        [{"IS_DIGIT": True}, {"LOWER": {"IN": ["de", "tháng"]}}, {"IS_ALPHA": True}],
        [{"TEXT": {"REGEX": r"^\d{4}-\d{2}-\d{2}$"}}],
    ]
    return [head + clock for head, clock in itertools.product(heads, clocks)]


def plain_way(code: str) -> Callable[[str], int]:
    """The peer for one language. Raises ImportError where spaCy's tokenizer for it is not installed."""
    nlp = spacy.blank(code)
    ruler: Any = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "SERVICE", "pattern": alias.text, "id": alias.slug}
                        for alias in load().aliases[:ALIASES]])
    matcher = Matcher(nlp.vocab)
    matcher.add("time", time_patterns())

    def work(text: str) -> int:
        langdetect.detect(text)
        doc = nlp(text)
        return len(doc.ents) + len(matcher(doc))

    work("warm up at 10:00")
    return work


def timed(work: Callable[[], object]) -> float:
    """Seconds of this process that a call takes; other processes of a busy machine do not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def forget() -> None:
    """Empties what remembers clauses, so that a text read again costs what a new one does."""
    happening_in.cache_clear()
    asides.cache_clear()


def compared(text: str, peer: Callable[[str], int], rounds: int) -> tuple[float, float]:
    """Median seconds of ours and the peer, taken in turns."""
    ours, theirs = [], []
    for number in range(rounds):
        fresh = f"{text}\n\nRound {number}.\n"
        forget()
        ours.append(timed(partial(extract, Source(fresh.encode()))))
        theirs.append(timed(partial(peer, fresh)))
    return statistics.median(ours), statistics.median(theirs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="also ours at 1x, 10x and 30x the text")
    given = parser.parse_args()
    langdetect.DetectorFactory.seed = 0
    print("lang  ours kchar/s  plain way kchar/s  ratio")
    for code, number in LANGUAGES.items():
        text = next(SEEDS.glob(f"{number}*.txt")).read_text("utf-8")
        extract(Source(text.encode()))
        try:
            peer = plain_way(code)
        except ImportError as error:
            forget()
            rate = len(text) / timed(partial(extract, Source(f"{text}\n\nAgain.\n".encode()))) / 1000
            print(f"{code:4} {rate:12.0f}  peer not installed: {error}".split("\n")[0])
            continue
        ours, theirs = compared(text, peer, given.rounds)
        print(f"{code:4} {len(text) / ours / 1000:12.0f} {len(text) / theirs / 1000:18.0f} {theirs / ours:6.2f}")
        if given.growth:
            rates = [len(text) * times / timed(partial(extract, Source((text * times).encode()))) / 1000
                     for times in (1, 10, 30)]
            print("     growth 1x / 10x / 30x kchar/s: " + " / ".join(f"{rate:.0f}" for rate in rates))


if __name__ == "__main__":
    main()
