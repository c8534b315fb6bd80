"""Names and times of a text, and text to claims, against the plain way with spaCy: the same texts, alternating, one run.

usage: python -m bench ingest
The plain way: langdetect on the full text, spacy.blank(language), an EntityRuler of 500 aliases, a Matcher of 50 time
patterns. It stops there, so it is measured twice: beside our language, names (of the whole catalogue) and times alone,
which is the same work, and beside the whole way to claims, causes and dependencies. spacy.blank("ja") needs sudachipy and
sudachidict_core, spacy.blank("vi") needs pyvi; where they are missing the line says so. Needs ../shared/seeds.
"""
from __future__ import annotations

import itertools
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import langdetect
import spacy
from ahocorasick_rs import AhoCorasick, MatchKind
from spacy.matcher import Matcher

from app import LazyReader
from bench.rows import Row, alternating, row
from ingest.detect import language, warm
from ingest.extract.asides import asides
from ingest.extract.catalogue import load
from ingest.extract.happenings import happening_in
from ingest.extract.matching import finder
from ingest.extract.times.find import find
from ingest.pipeline import extract
from ingest.structure import heading_role, hinted
from kb import intake
from kb.model import Given, Source
from kb.settings import Settings
from kb.store import migrate
from kb.store.engine import Engine, open_engine
from tests.app import made

SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
LANGUAGES = {"pt": "000", "es": "001", "vi": "002", "en": "003", "ja": "004"}
ALIASES = 500
_TARGETS = {"en": ">= 2.5x", "es": ">= 2.5x", "pt": ">= 2.5x", "vi": ">= 4x", "ja": ">= 8x"}
_NEEDS = {"vi": "pyvi", "ja": "sudachipy, sudachidict_core"}


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


def names_and_times(code: str) -> Callable[[str], int]:
    """Ours, as far as the plain way goes: which language a text is in, the services of the catalogue, the times."""
    named = finder(load())
    warm()

    def work(text: str) -> int:
        language(text)
        return len(named(text)) + len(find(text, code))

    work("warm up at 10:00")
    return work


def recall(text: str) -> str:
    """How many of the names that a search by characters finds as words the finder finds too, by where they stand."""
    aliases = [alias for alias in load().aliases[:ALIASES] if alias.how == "name"]
    search = AhoCorasick([alias.text.lower() for alias in aliases], matchkind=MatchKind.LeftmostLongest)
    low = text.lower()
    there = [(start, end) for _, start, end in search.find_matches_as_indexes(low)
             if not any(char.isalnum() for char in low[max(0, start - 1):start] + low[end:end + 1])]
    taken = [(hit.start, hit.end) for hit in finder(load())(text)]
    found = sum(any(first <= start and end <= last for first, last in taken) for start, end in there)
    return f"{found} of {len(there)} names that a search by characters finds"


def timed(work: Callable[[], object]) -> float:
    """Seconds of this process that a call takes; other processes of a busy machine do not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def forget() -> None:
    """Empties what remembers clauses, so that a text read again costs what a new one does."""
    happening_in.cache_clear()
    heading_role.cache_clear()
    hinted.cache_clear()
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


def run(quick: bool = False) -> list[Row]:
    """Thousands of characters a second, per language, against the plain way and against search_dates."""
    langdetect.DetectorFactory.seed = 0
    found = []
    for code, number in LANGUAGES.items():
        text = next(SEEDS.glob(f"{number}*.txt")).read_text("utf-8")
        text = text[:1_500] if quick else text
        extract(Source(text.encode()))
        rates = [len(text) * times / _own(text * times) / 1000 for times in ((1,) if quick else (1, 10, 100))]
        found += [_same_work(code, text, 1 if quick else 5)]
        told = f"{len(text):,} characters; ours at 1x/10x/100x: {' / '.join(f'{rate:.0f}' for rate in rates)} kchar/s"
        for peer, name, least in ((plain_way, "the plain spaCy way", _TARGETS[code]), (dates_way, "search_dates", "")):
            try:
                work = peer(code)
            except ImportError:
                found.append(row(f"text to claims, {code}, against {name}", rates[0], None, "kchar/s CPU",
                                 f"{told}; peer not installed ({_NEEDS[code]})", target=least))
                continue
            some = text if peer is plain_way else text[:3_000]
            ours, theirs = compared(some, work, 1 if quick else 5 if peer is plain_way else 2)
            found.append(row(f"text to claims, {code}, against {name}", len(some) / ours / 1000, len(some) / theirs / 1000,
                             "kchar/s CPU", told if peer is plain_way else "3,000 characters; it finds dates only",
                             target=least, less=False))
    return [*found, *documents(20 if quick else 200)]


def _same_work(code: str, text: str, rounds: int) -> Row:
    ours, told = names_and_times(code), f"{len(text):,} characters; {recall(text)}"
    what, least = f"names and times of a text, {code}, against the plain spaCy way", _TARGETS[code]
    try:
        peer = plain_way(code)
    except ImportError:
        return row(what, len(text) / timed(partial(ours, text)) / 1000, None, "kchar/s CPU",
                   f"{told}; peer not installed ({_NEEDS[code]})", target=least)
    fresh = itertools.count()  # a text read again must cost what a new one does
    mine, other = alternating(rounds, [lambda way=way: timed(partial(way, f"{text}\n\nRound {next(fresh)}.\n"))
                                       for way in (ours, peer)])
    return row(what, len(text) / mine / 1000, len(text) / other / 1000, "kchar/s CPU", told, target=least, less=False)


def dates_way(code: str) -> Callable[[str], int]:
    """dateparser.search.search_dates, told the language: only the dates, no claims."""
    from dateparser.search import search_dates

    return lambda text: len(search_dates(text, languages=[code]) or ())


def _own(text: str) -> float:
    forget()
    return timed(partial(extract, Source(text.encode())))


def documents(many: int) -> list[Row]:
    """Small documents of six formats into one database, a tenth of them and all: a document must not cost more and more."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        for size in (many // 10, many):
            inbox = Path(folder) / f"inbox{size}"
            inbox.mkdir()
            made.write(inbox, size)
            engine = open_engine(_fresh(f"sqlite:///{folder}/{size}.sqlite"))
            reader = LazyReader(Settings.from_environment({}))
            took.append(timed(partial(_take_in, inbox, engine, reader)) / size)
            engine.dispose()
    return [row(f"ingest of {many} small documents", took[1] * 1000, None, "ms CPU a document",
                f"six formats, SQLite; {many // 10} documents: {took[0] * 1000:.1f} ms each", target="no growth a document")]


def _fresh(address: str) -> str:
    migrate.upgrade(address)
    return address


def _take_in(inbox: Path, engine: Engine, reader: LazyReader) -> None:
    for path in sorted(inbox.iterdir()):
        intake.ingest(engine, reader, Source(path.read_bytes(), Given(name=path.name)))
