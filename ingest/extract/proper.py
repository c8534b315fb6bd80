"""Names that nobody introduces: abbreviations and words with a capital that fail, recover or stand over what happened.

A name is what can be nothing else: an abbreviation, or a word with a capital in mid-sentence that the document never
writes small, no place and no day (German writes every noun large: there only abbreviations and InnerCapitals are). It is
a service where the document treats it as one: it is the label of what stands under it ("Kestrel:"), it has a role noun
beside it ("Kestrel API"), it is named twice or more and stands beside words of failure or return, or it is joined to one
that is ("Kestrel/Sorrel", "Kestrel and Sorrel").
"""
from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from babel import Locale, UnknownLocaleError

from ingest.extract.happenings import happening_in, trouble
from ingest.extract.learned import NOT_A_THING, SCRIPTS_OF_OWN, calendar_words, everyday
from ingest.extract.naming import LONGEST, Naming, naming
from ingest.structure import role
from ingest.types import Reading, Sentence
from kb.instants import zone_names
from kb.model import Passage, PassageKind, Span

_WORD = r"(?:[A-Z][A-Z0-9]*[a-z][A-Za-z0-9]*|[A-Z]{2,4}[0-9]{0,3}|[A-Z]{5,6}|[A-Z]{2,3}[0-9]{1,2}[A-Z]{1,2})"
_LATIN = "A-Za-z0-9_\u00c0-\u024f\u1e00-\u1eff"
_NAME = re.compile(
    rf"(?<![{_LATIN}.@#$&'’*`\[-])(?<![a-z_.]/)(?<![{_LATIN}\s(]/){_WORD}(?: (?:{_WORD}|\d{{1,3}}\b))*"
    rf"(?![{_LATIN}@(]|\.[{_LATIN}]|/[a-z])")
_ABBREVIATION = re.compile(r"[A-Z]{2,4}\d{0,3}|[A-Z]{5,6}|[A-Z]{2,3}\d{1,2}[A-Z]{1,2}")
_INITIAL = re.compile(r"\b[A-Z]\. \Z")
_REGION = re.compile(r",? ?\(?[a-z]{2}-[a-z]{4,9}-\d", re.IGNORECASE)
_LARGE = re.compile(r"(?<=[a-zà-ÿ,;] )[A-Z][A-Za-z0-9]+")  # words written large in mid-sentence
_COUNTED = re.compile(r"[A-Z]{2,}s")  # "SREs", "VMs": what comes in numbers has no name
_PLACE = re.compile(r"[A-Z]?\d+")  # a number, a rack ("A6"), a layer ("L3")
_ROMAN = re.compile(r"[IVX]+")
_INNER = re.compile(r"[A-Z]+[a-z0-9]+[A-Z]")
_SPLIT = re.compile(r"[^\W\d_]+")
_LABEL = re.compile(r"[\s#*•·>|\d.)-]*(?P<names>[^\n:：]{2,90}?)[\s*]*[:：]?[\s*]*")
_BESIDE = 30  # signs between a name and what happened to it
_TWICE = 2
_LONGEST = 4  # words of a name
_OFTEN = 3
_SELDOM, _HALF = 3, 2
_SHORT = 3


@dataclass(frozen=True, slots=True)
class Proper:
    """A name and the places of its own."""

    name: str
    spans: tuple[Span, ...]
    own: str  # without the maker's before it, where the document also calls the thing by its own name alone
    maker: bool = False


def proper_names(
    reading: Reading, told: Sequence[Sentence], taken: bytearray, language_of: Callable[[Sentence], str]
) -> tuple[Proper, ...]:
    """The names of services that only their writing and what happened to them tells, longest first."""
    book = _Names(reading, _small(reading.text), frozenset(_LARGE.findall(reading.text)), taken)
    for sentence in told:
        book.read(sentence, language_of(sentence))
    return book.kept()


@dataclass(slots=True)
class _Names:
    reading: Reading
    small: frozenset[str]
    large: frozenset[str]
    taken: bytearray
    spans: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    inside: set[str] = field(default_factory=set)
    told: list[tuple[str, str, list[Span]]] = field(default_factory=list)
    often: Counter[str] = field(default_factory=Counter)
    near: Counter[str] = field(default_factory=Counter)
    with_role: Counter[str] = field(default_factory=Counter)
    labels: dict[Hashable, list[set[str]]] = field(default_factory=lambda: defaultdict(list))
    joined: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def read(self, sentence: Sentence, language: str) -> None:
        text, words = sentence.reading[:LONGEST], naming(language)
        passage = self.reading.passages[sentence.passage]
        found = list(self._names(text, sentence.start, language, words))
        self._label(sentence, passage, {text[low:high] for low, high in found})
        if not found:
            return
        headed = passage.kind is PassageKind.HEADING
        titled = headed or _titled(text)
        if not headed:
            self.told.append((text, language, found))
        for start, end in found:
            name = text[start:end]
            self.spans[name].append((sentence.start + start, sentence.start + end))
            if not titled and _mid(text, start):
                self.inside.add(name)
            self.with_role[name] += _has_role(text, start, end, words)
        self._join(text, found, language)

    def _label(self, sentence: Sentence, passage: Passage, names: set[str]) -> None:
        """Notes a label; one of a service that is known already has no name of its own here, and one that tells the state
        of an update ("Monitoring") names nothing."""
        if happening_in(sentence.reading, passage.language).sole:
            return
        said = (names and _whole(sentence.reading)) or (not names and any(self.taken[sentence.start:sentence.end]))
        if said and _labels(self.reading, passage, sentence):
            self.labels[(passage.kind, passage.level, passage.parent)].append(names)

    def _weigh(self) -> None:
        """Counts how often each name is written, alone or with a maker's before it, and how often beside trouble."""
        for name, spans in self.spans.items():
            for part in _ends(name):
                self.often[part] += len(spans)
        for text, language, found in self.told:
            named = [span for span in found if self.often[_ends(text[slice(*span)])[-1]] >= _TWICE]
            bad = trouble(text, language) if named else ()
            beside = _BESIDE // 3 if language in SCRIPTS_OF_OWN else _BESIDE
            for start, end in named:
                if any(low - end <= beside and start - high <= beside for low, high in bad):
                    self.near.update(_ends(text[start:end]))

    def _names(self, text: str, offset: int, language: str, words: Naming) -> Iterator[Span]:
        for match in _NAME.finditer(text):
            for start, end in self._parts(match, language, words):
                if text[end:end + 1] == "-" and language != "de":
                    continue  # part of a longer word
                if _REGION.match(text, end) or _INITIAL.search(text, max(0, start - 4), start):
                    continue  # a place, a person
                if not any(self.taken[offset + start:offset + end]):
                    yield start, end

    def _parts(self, match: re.Match[str], language: str, words: Naming) -> Iterator[Span]:
        """The stretches of a run of large words in which each may be part of a name."""
        start = end = None
        for word in re.finditer(r"\S+", match[0]):
            if word.start() == 0 and word.end() < len(match[0]) and self._opens(word[0], match):
                continue
            if (start is not None and word[0].isdigit()) or self._may(word[0], language, words):
                start, end = (word.start() if start is None else start), word.end()
            elif start is not None and end is not None:
                yield match.start() + start, match.start() + end
                start = end = None
        if start is not None and end is not None:
            yield match.start() + start, match.start() + end

    def _opens(self, word: str, match: re.Match[str]) -> bool:
        """Whether a word is large only because its sentence begins with it ("Then Kestrel failed")."""
        if _shaped(word) or word in self.large or _mid(match.string, match.start()):
            return False
        return not _whole(match.string)

    def _may(self, word: str, language: str, words: Naming) -> bool:
        folded = word.casefold()
        if _PLACE.fullmatch(word) or (folded.rstrip("0123456789") in self.small and len(word) > _SHORT):
            return False
        if everyday(word.removesuffix("s")) or _COUNTED.fullmatch(word) or NOT_A_THING.search(word) or folded in calendar_words(language) or words["stop"].fullmatch(folded):
            return False
        if _ABBREVIATION.fullmatch(word):
            return not _ROMAN.fullmatch(word)
        if words["head"].match(word) or folded in places(language):
            return False
        if language == "de" and not _INNER.match(word):
            return False
        return not any(part.casefold() in self.small for part in (word, word.rstrip("s")))

    def _join(self, text: str, found: Sequence[Span], language: str) -> None:
        for first, second in pairwise(found):
            if text[first[1]:second[0]].strip() in joiners(language):
                a, b = text[slice(*first)], text[slice(*second)]
                self.joined[a].add(b)
                self.joined[b].add(a)

    def kept(self) -> tuple[Proper, ...]:
        self._weigh()
        names = {name for name in self.spans if self._proper(name)}
        good = {name for name in names if self._acts(name)}
        good |= self._labelled(names | good)
        wave = set(good)
        while wave:
            wave = {other for name in wave for other in self.joined[name]} - good
            good |= wave
        makers = self.makers()
        longest = sorted(good, key=lambda name: (-len(name), name))
        return tuple(Proper(name, tuple(self.spans[name]), [part for part in _ends(name) if part in good][-1],
                            name in makers) for name in longest)

    def _labelled(self, names: set[str]) -> set[str]:
        """The names that stand alone over what happened to them: all those of labels of which half are services else."""
        found: set[str] = set()
        for labels in self.labels.values():
            sure = sum(not label or bool(label & names) for label in labels)
            if len(labels) >= _TWICE and sure * 2 >= len(labels):
                found.update(name for label in labels for name in label if name in names or " " in name)
            elif len(labels) == 1:
                found |= labels[0] & names
        return found

    def makers(self) -> frozenset[str]:
        """The names put before others: who makes the services ("Halyard Kestrel", "Halyard Sorrel")."""
        begun = Counter(name.split(" ")[0] for name in self.spans if " " in name)
        return frozenset(name for name, count in begun.items() if count >= _TWICE and name in self.spans)

    def _acts(self, name: str) -> bool:
        """Whether what is told of a name is told of services. People stand beside trouble too, but seldom."""
        places, shaped = self.often[name], _shaped(name)
        if self.with_role[name] and (shaped or places >= _TWICE):
            return True
        return places >= (_TWICE if shaped else _OFTEN) and self.near[name] * (_SELDOM if shaped else _HALF) >= places

    def _proper(self, name: str) -> bool:
        """Whether a name is written as none but a name is: short, or large in mid-sentence too."""
        return name in self.inside or _shaped(name)


def _small(text: str) -> frozenset[str]:
    """The words a document writes small."""
    return frozenset(match[0] for match in _SPLIT.finditer(text) if match[0].islower())


def _mid(text: str, start: int) -> bool:
    """Whether a word has another before it in its sentence that is no opening mark or time."""
    before = text[:start].rstrip(" (“\"'*")
    return before[-1:].isalpha() or before.endswith((",", "、"))


def _shaped(name: str) -> bool:
    """Whether a name is no plain word by its letters alone."""
    return all(_ABBREVIATION.fullmatch(word) or _INNER.match(word) for word in name.split(" "))


def _ends(name: str) -> list[str]:
    """A name, and what is left of it without its first words."""
    words = name.split(" ")
    return [" ".join(words[place:]) for place in range(len(words))][:_LONGEST]


def _titled(text: str) -> bool:
    """Whether words are written large as in a title."""
    words = [word for word in _SPLIT.findall(text) if len(word) > _SHORT]
    return bool(words) and sum(word[0].isupper() for word in words) * 2 > len(words)


def _whole(text: str) -> bool:
    """Whether a label is nothing but names: no small word in it."""
    found = _LABEL.fullmatch(text)
    return found is not None and not any(one[0].islower() for one in re.findall(r"[^\W\d_]{3,}", found["names"]))


def _labels(reading: Reading, passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence is the heading or label of what stands under it."""
    if role(reading, passage) or (sentence.start, sentence.end) != (passage.start, passage.end):
        return False
    after = reading.passages[passage.index + 1:passage.index + 2]
    if passage.kind is PassageKind.HEADING:
        return passage.level > 1 and bool(after) and after[0].kind is not PassageKind.HEADING
    return (bool(after) and after[0].parent == passage.index) or sentence.reading.rstrip("* ").endswith((":", "："))


def _has_role(text: str, start: int, end: int, words: Naming) -> bool:
    low = max(0, start - 20)
    return words["role"].match(text, end) is not None or any(
        match.end() == start for match in words["before"].finditer(text, low, start))


@lru_cache(maxsize=32)
def joiners(language: str) -> frozenset[str]:
    """What stands between two things of one sort: "," "/" and the language's own "and" (CLDR)."""
    found = {",", "/", "、", "&", "+"}
    try:
        patterns = Locale.parse(language).list_patterns
    except (UnknownLocaleError, ValueError):
        return frozenset(found)
    for style in ("standard", "or"):
        for pattern in patterns.get(style, {}).values():
            found.add(pattern.replace("{0}", "").replace("{1}", "").strip())
    return frozenset(found - {""})


@lru_cache(maxsize=32)
def places(language: str) -> frozenset[str]:
    """Countries, languages and cities (CLDR): names, but of no service."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        locale = Locale.parse("en")
    english = Locale.parse("en")
    words: set[str] = set()
    for one in (locale, english):
        named: Iterable[str] = (*one.territories.values(), *one.languages.values(),
                                *(zone.get("city", "") for zone in one.time_zones.values()),
                                *(zone.rpartition("/")[2] for zone in zone_names()))
        words.update(part.casefold() for name in named for part in str(name).split() if len(part) > 2)
    return frozenset(words)
