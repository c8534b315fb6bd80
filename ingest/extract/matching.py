"""Finding the catalogue's names in text with spaCy: a short tokenizer of our own and PhraseMatchers.

The tokenizer cuts by script: runs of Latin letters and digits are one token, every other character is its own, so
that a name stands on token borders wherever a search by characters would find it as a word ("EC2-Starts", "EC2の").
spaCy's own tokenizer for Japanese and Vietnamese needs a dictionary or a model, and stops caching in long texts.

Most sentences name nothing: spaCy is given only the tokens around the beginnings of names, those of a whole document
at once, and it learns a name when its beginning is first seen. Importing spaCy costs a second, so that is done then.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from ingest.extract.catalogue import Alias, Catalogue

TOKEN = re.compile(r"[0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]+|\S")
_LATIN_END = re.compile(r"[A-Za-z]\Z")
_AT_ONCE = 20_000  # words given to spaCy at once: a document of any size takes no more room
_APART = "\n"  # no token, so no name reaches over it

Beginning = tuple[str, str]
"""The first two tokens of a name, lower case; the second is "" where it has only one."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A spelling as found: where, and which."""

    start: int
    end: int
    alias: Alias


@lru_cache(maxsize=8)
def finder(catalogue: Catalogue) -> Finder:
    """What finds the names of a catalogue. Built once a catalogue."""
    return Finder(catalogue.aliases)


class Finder:
    """Finds the longest names in texts. Safe from any thread."""

    def __init__(self, aliases: Sequence[Alias]) -> None:
        self._aliases = aliases
        self._beginning: dict[Beginning, list[tuple[int, str]]] = {}
        self._reach: dict[str, dict[str, int]] = {}  # first token -> second token -> tokens of the longest such name
        self._matchers = _Matchers()
        for number, alias in enumerate(aliases):
            for text in _numbers(alias):
                words = [word.lower() for word in TOKEN.findall(text)]
                second = words[1] if len(words) > 1 else ""
                self._beginning.setdefault((words[0], second), []).append((number, text))
                reach = self._reach.setdefault(words[0], {})
                reach[second] = max(reach.get(second, 0), len(words))

    def __call__(self, text: str) -> list[Hit]:
        """The names in one text, in text order."""
        return self.each([text])[0]

    def each(self, texts: Sequence[str]) -> list[list[Hit]]:
        """The names in each of several texts."""
        hits: list[list[Hit]] = [[] for _ in texts]
        words: list[str] = []
        places: list[tuple[int, int]] = []  # of each word: which text, which token of it
        for number, text in enumerate(texts):
            tokens = TOKEN.findall(text)
            for first, last in self._windows(tokens):
                words += tokens[first:last]
                places += [(number, place) for place in range(first, last)]
                words.append(_APART)
                places.append((number, last))
            if len(words) > _AT_ONCE:
                self._match(words, places, texts, hits)
                words, places = [], []
        if words:
            self._match(words, places, texts, hits)
        return hits

    def _match(self, words: list[str], places: Sequence[tuple[int, int]], texts: Sequence[str], hits: list[list[Hit]]) -> None:
        spans: dict[int, list[tuple[int, int]]] = {}
        for name, first, last in _longest(self._matchers.find(words), len(words)):
            number = places[first][0]
            if number not in spans:
                spans[number] = [match.span() for match in TOKEN.finditer(texts[number])]
            start, end = spans[number][places[first][1]][0], spans[number][places[last - 1][1]][1]
            hits[number].append(Hit(start, end, self._aliases[name]))

    def _windows(self, tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The stretches of tokens in which names may stand; teaches the matchers these names."""
        low = [token.lower() for token in tokens]
        begin, reached = 0, -1
        for place, seconds in enumerate(map(self._reach.get, low)):
            if seconds is None:
                continue
            following = low[place + 1] if place + 1 < len(low) else ""
            size = max(seconds.get("", 0), seconds.get(following, 0))
            if not size:
                continue
            for second in ("", following):
                if second in seconds and (names := self._beginning.get((low[place], second))):
                    self._matchers.learn((low[place], second), names, self._aliases)
            if place > reached >= 0:
                yield begin, reached
            if place > reached:
                begin = place
            reached = max(reached, min(place + size, len(low)))
        if reached >= 0:
            yield begin, reached


class _Matchers:
    """spaCy's matchers for names in any case and for those as written, and the names they have learnt."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: set[Beginning] = set()
        self._made: tuple[Any, Any, Any] | None = None  # spaCy's vocabulary and both matchers
        self._keys: dict[int, int] = {}

    def learn(self, beginning: Beginning, names: Sequence[tuple[int, str]], aliases: Sequence[Alias]) -> None:
        """Adds all names that begin so; `names` are their numbers among the aliases and how they may be written."""
        if beginning in self._known:
            return
        with self._lock:
            from spacy.tokens import Doc

            vocab, insensitive, exact = self._made = self._made or _made()
            for number, text in names:
                key = f"a{number}"
                self._keys[vocab.strings.add(key)] = number
                (insensitive if aliases[number].how == "name" else exact).add(key, [Doc(vocab, TOKEN.findall(text))])
            self._known.add(beginning)

    def find(self, words: list[str]) -> list[tuple[int, int, int]]:
        """All names in a sequence of tokens: alias number, first token, the token after the last."""
        from spacy.tokens import Doc

        with self._lock:
            assert self._made is not None  # words are there only where a beginning was seen
            vocab, insensitive, exact = self._made
            doc = Doc(vocab, words=words)
            return [(self._keys[key], first, last) for key, first, last in insensitive(doc) + exact(doc)]


def _made() -> tuple[Any, Any, Any]:
    from spacy.attrs import LOWER
    from spacy.matcher import PhraseMatcher
    from spacy.vocab import Vocab

    vocab = Vocab(lex_attr_getters={LOWER: str.lower})
    return vocab, PhraseMatcher(vocab, attr="LOWER"), PhraseMatcher(vocab, attr="ORTH")


def _numbers(alias: Alias) -> Iterator[str]:
    """The name and its plural, where it ends in a Latin letter."""
    yield alias.text
    if _LATIN_END.search(alias.text) and not alias.text.endswith("s") and len(alias.text) > 2:
        yield f"{alias.text}s"


def _longest(found: list[tuple[int, int, int]], size: int) -> list[tuple[int, int, int]]:
    """Of overlapping ones the longest, in order."""
    found.sort(key=lambda hit: (hit[1] - hit[2], hit[1]))
    taken = bytearray(size)
    kept = []
    for name, first, last in found:
        if not any(taken[first:last]):
            taken[first:last] = b"\x01" * (last - first)
            kept.append((name, first, last))
    return sorted(kept, key=lambda hit: hit[1])
