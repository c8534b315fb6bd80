"""Finding the catalogue's names in text with spaCy: a short tokenizer of our own and PhraseMatchers.

The tokenizer cuts by script: runs of Latin letters and digits are one token, every other character is its own, so
that a name stands on token borders wherever a search by characters would find it as a word ("EC2-Starts", "EC2の").
spaCy's own tokenizer for Japanese and Vietnamese needs a dictionary or a model, and stops caching in long texts.

Most sentences name nothing: spaCy is given only the tokens around the beginnings of names, those of a whole document
at once, and it learns a name when its beginning is first seen. Importing spaCy costs a second, so that is done then.
"""
from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from threading import Lock
from typing import Any, NamedTuple

from ahocorasick_rs import AhoCorasick

from ingest.extract.catalogue import Alias, Catalogue
from ingest.literals import folded
from kb.model import Span

_RUNS = r"0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
TOKEN = re.compile(rf"[{_RUNS}]+|\S")
_LATIN = frozenset(re.findall(f"[{_RUNS}]", "".join(map(chr, range(0x1f00)))))
_LATIN_END = re.compile(r"[A-Za-z]\Z")
_AT_ONCE = 20_000  # words given to spaCy at once: a document of any size takes no more room
_APART = "\n"  # no token, so no name reaches over it

Beginning = tuple[str, str]
"""The first two tokens of a name, folded; the second is "" where it has only one."""

Words = tuple[str, ...]
Found = tuple[int, int, int]
"""A name in a sequence of words: its number among the aliases, its first word, the word after its last."""


class Hit(NamedTuple):
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
        # first token -> tokens of the longest name of one, and by second token of the longest such name
        self._reach: dict[str, tuple[int, dict[str, int]]] = {}
        self._matchers = _Matchers()
        for number, alias in enumerate(aliases):
            for text in _numbers(alias):
                first, *others = TOKEN.findall(text)
                first, second = folded(first), folded(others[0]) if others else ""
                self._beginning.setdefault((first, second), []).append((number, text))
                alone, reach = self._reach.get(first, (0, {}))
                if others:
                    reach[second] = max(reach.get(second, 0), 1 + len(others))
                self._reach[first] = (alone if others else 1, reach)
        self._firsts = AhoCorasick(sorted(self._reach)) if self._reach else None

    def __call__(self, text: str) -> list[Hit]:
        """The names in one text, in text order."""
        return self.each([text], [folded(text)])[0]

    def each(self, texts: Sequence[str], lows: Sequence[str]) -> list[list[Hit]]:
        """The names in each of several texts. `lows` are the texts, folded (`literals.folded`)."""
        whole, low = "\n".join(("", *texts, "")), "\n".join(("", *lows, ""))
        starts = list(accumulate((len(text) + 1 for text in texts), initial=1))
        hits: list[list[Hit]] = [[] for _ in texts]
        stretches = self._stretches(whole, low, starts)
        written = [tuple([whole[start:end] for start, end in tokens]) for tokens in stretches]
        named = self._named(dict.fromkeys(written))
        for tokens, words in zip(stretches, written, strict=True):
            for name, first, last in named.get(words, ()):
                start, end = tokens[first][0], tokens[last - 1][1]
                number = bisect_right(starts, start) - 1
                hits[number].append(Hit(start - starts[number], end - starts[number], self._aliases[name]))
        return hits

    def _named(self, stretches: Iterable[Words]) -> dict[Words, list[Found]]:
        """The names in different stretches of words."""
        named: dict[Words, list[Found]] = {}
        words: list[str] = []
        read: list[Words] = []
        begins: list[int] = []
        for stretch in (*stretches, ()):
            if words and (not stretch or len(words) > _AT_ONCE):
                for name, first, last in _longest(self._matchers.find(words), len(words)):
                    number = bisect_right(begins, first) - 1
                    named.setdefault(read[number], []).append((name, first - begins[number], last - begins[number]))
                words, read, begins = [], [], []
            read.append(stretch)
            begins.append(len(words))
            words += (*stretch, _APART)
        return named

    def _stretches(self, text: str, low: str, starts: Sequence[int]) -> list[list[Span]]:
        """The stretches of tokens in which names may stand, in order; teaches the matchers these names."""
        learnt, found, reached = self._matchers.learnt, list[list[Span]](), 0
        for start, end in self._begun(text, low):
            first = low[start:end]
            size, reach = self._reach[first]
            if reach and (second := TOKEN.search(text, end, starts[bisect_right(starts, start)])) is not None and (
                    following := low[second.start():second.end()]) in reach:
                size = reach[following]
                if (first, following) not in learnt:
                    self._learn(first, following)
            if not size:
                continue
            if (first, "") not in learnt:
                self._learn(first, "")
            if start >= reached:
                found.append([(start, end)])
                reached, size = end, size - 1
            else:  # within a longer stretch
                size -= len(found[-1]) - bisect_left(found[-1], (start, end))
            if size > 0:
                tokens = TOKEN.finditer(text, reached, starts[bisect_right(starts, start)])
                found[-1] += [token.span() for token in islice(tokens, size)]
                reached = found[-1][-1][1]
        return found

    def _begun(self, text: str, low: str) -> list[Span]:
        """The tokens with which names begin, in text order."""
        if self._firsts is None:
            return []
        latin = _LATIN
        return sorted(
            (start, end) for _, start, end in self._firsts.find_matches_as_indexes(low, overlapping=True)
            if not ((text[end] in latin and text[end - 1] in latin) or (text[start - 1] in latin and text[start] in latin)))

    def _learn(self, first: str, second: str) -> None:
        self._matchers.learn((first, second), self._beginning.get((first, second), ()), self._aliases)


class _Matchers:
    """spaCy's matchers for names in any case and for those as written, and the names they have learnt."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.learnt: set[Beginning] = set()  # of which all names are known; read without the lock, for it only grows
        self._made: tuple[Any, Any, Any] | None = None  # spaCy's vocabulary and both matchers
        self._keys: dict[int, int] = {}

    def learn(self, beginning: Beginning, names: Sequence[tuple[int, str]], aliases: Sequence[Alias]) -> None:
        """Adds all names that begin so; `names` are their numbers among the aliases and how they may be written."""
        with self._lock:
            if beginning in self.learnt:
                return
            from spacy.tokens import Doc

            vocab, insensitive, exact = self._made = self._made or _made()
            for number, text in names:
                key = f"a{number}"
                self._keys[vocab.strings.add(key)] = number
                (insensitive if aliases[number].how == "name" else exact).add(key, [Doc(vocab, TOKEN.findall(text))])
            self.learnt.add(beginning)

    def find(self, words: list[str]) -> list[Found]:
        """All names in a sequence of tokens."""
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


def _longest(found: list[Found], size: int) -> list[Found]:
    """Of overlapping ones the longest, in order."""
    found.sort(key=lambda hit: (hit[1] - hit[2], hit[1]))
    taken = bytearray(size)
    kept = []
    for name, first, last in found:
        if taken.find(1, first, last) < 0:
            taken[first:last] = b"\x01" * (last - first)
            kept.append((name, first, last))
    return sorted(kept, key=lambda hit: hit[1])
