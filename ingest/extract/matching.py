"""Finding the catalogue's names in text with spaCy: a blank pipeline, a short tokenizer of our own, a PhraseMatcher.

The tokenizer cuts by script: runs of Latin letters and digits are one token, every other character is its own, so
that a name stands on token borders wherever a search by characters would find it as a word ("EC2-Starts", "EC2の").
spaCy's own tokenizer for Japanese and Vietnamese needs a dictionary or a model, and stops caching in long texts;
this one takes a sentence at a time. spaCy costs a second to import: it is imported when the first text is matched.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ingest.extract.catalogue import Alias, Catalogue

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline

TOKEN = re.compile(r"[0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]+|\S")
_LATIN_END = re.compile(r"[A-Za-z]\Z")


@dataclass(frozen=True, slots=True)
class Hit:
    """A spelling as found: where, and which."""

    start: int
    end: int
    alias: Alias


@lru_cache(maxsize=1)
def pipeline() -> Pipeline:
    """A blank multi-language pipeline with our tokenizer, made once."""
    import spacy
    from spacy.tokens import Doc

    nlp = spacy.blank("xx")
    vocab = nlp.vocab

    def tokenize(text: str) -> Any:
        words = TOKEN.findall(text)
        return Doc(vocab, words=words or [" "])

    nlp.tokenizer = tokenize
    return nlp


Finder = Callable[[str], list[Hit]]


@lru_cache(maxsize=8)
def finder(catalogue: Catalogue) -> Finder:
    """A function from a text to the longest names in it, in text order. Built once a catalogue."""
    return _build(catalogue.aliases)


def _build(aliases: Iterable[Alias]) -> Finder:
    from spacy.matcher import PhraseMatcher

    nlp = pipeline()
    tokenizer = nlp.tokenizer
    insensitive, exact = PhraseMatcher(nlp.vocab, attr="LOWER"), PhraseMatcher(nlp.vocab, attr="ORTH")
    by_key: dict[int, Alias] = {}
    for number, alias in enumerate(aliases):
        matcher = insensitive if alias.how == "name" else exact
        by_key[nlp.vocab.strings.add(f"a{number}")] = alias
        matcher.add(f"a{number}", [tokenizer(text) for text in _numbers(alias)])

    def find(text: str) -> list[Hit]:
        doc = tokenizer(text)
        found = insensitive(doc) + exact(doc)
        return _longest(text, found, by_key) if found else []

    return find


def _numbers(alias: Alias) -> Iterator[str]:
    """The name and its plural, where it ends in a Latin letter."""
    yield alias.text
    if _LATIN_END.search(alias.text) and not alias.text.endswith("s") and len(alias.text) > 2:
        yield f"{alias.text}s"


def _longest(text: str, found: list[tuple[int, int, int]], by_key: dict[int, Alias]) -> list[Hit]:
    spans = [match.span() for match in TOKEN.finditer(text)]
    found.sort(key=lambda hit: (hit[1] - hit[2], hit[1]))
    taken = bytearray(len(spans))
    kept = []
    for key, first, last in found:
        if not any(taken[first:last]):
            taken[first:last] = b"\x01" * (last - first)
            kept.append(Hit(spans[first][0], spans[last - 1][1], by_key[key]))
    return sorted(kept, key=lambda hit: hit.start)
