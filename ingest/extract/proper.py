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
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.extract.happenings import closes, trouble
from ingest.extract.learned import NOT_A_THING, SCRIPTS_OF_OWN, everyday
from ingest.extract.lexicon import calendar_words, joiners, places
from ingest.extract.lines import Line
from ingest.extract.naming import NEVER, Naming
from ingest.structure import role
from ingest.types import Reading
from kb.model import PassageKind, Span

# what follows the large letter of a word; that comes first, for the regex engine skips ahead to it
_REST = r"(?:[A-Z0-9]*[a-z][A-Za-z0-9]*|[A-Z]{1,3}[0-9]{0,3}|[A-Z]{4,5}|[A-Z]{1,2}[0-9]{1,2}[A-Z]{1,2})"
_LATIN = "A-Za-z0-9_\u00c0-\u024f\u1e00-\u1eff"
_NAME = re.compile(
    rf"[A-Z](?<![{_LATIN}.@#$&'’*`\[-].)(?<![a-z_.]/.)(?<![{_LATIN}\s(]/.){_REST}(?: (?:[A-Z]{_REST}|\d{{1,3}}\b))*"
    rf"(?![{_LATIN}@(]|\.[{_LATIN}]|/[a-z]|;[A-Z])")  # "TL;DR" names nothing
_ABBREVIATION = re.compile(r"[A-Z]{2,4}\d{0,3}|[A-Z]{5,6}|[A-Z]{2,3}\d{1,2}[A-Z]{1,2}")
_INITIAL = re.compile(r"\b[A-Z]\. \Z")
_REGION = re.compile(r",? ?\(?[a-z]{2}-[a-z]{4,9}-\d", re.IGNORECASE)
_LARGE = re.compile(r"[A-Z](?<=[a-zà-ÿ,;] .)[A-Za-z0-9]+")  # words written large in mid-sentence
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


def proper_names(reading: Reading, lines: Iterable[Line], taken: bytearray) -> tuple[Proper, ...]:
    """The names of services that only their writing and what happened to them tells, longest first."""
    book = _Names(reading, _small(reading.text), frozenset(_LARGE.findall(reading.text)), taken)
    for line in lines:
        book.read(line)
    return book.kept()


@dataclass(slots=True)
class _Names:
    reading: Reading
    small: frozenset[str]
    large: frozenset[str]
    taken: bytearray
    spans: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    inside: set[str] = field(default_factory=set)
    told: list[tuple[Line, list[Span]]] = field(default_factory=list)
    often: Counter[str] = field(default_factory=Counter)
    near: Counter[str] = field(default_factory=Counter)
    with_role: set[str] = field(default_factory=set)
    labels: dict[Hashable, list[set[str]]] = field(default_factory=lambda: defaultdict(list))
    joined: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    may: dict[tuple[str, str], bool] = field(default_factory=dict)

    def read(self, line: Line) -> None:
        text, offset = line.text, line.sentence.start
        found = list(self._names(line))
        if _over(self.reading, line):
            self._label(line, {text[low:high] for low, high in found})
        if not found:
            return
        titled: bool | None = None
        headed = line.passage.kind is PassageKind.HEADING
        if not headed:
            self.told.append((line, found))
        for start, end in found:
            name = text[start:end]
            self.spans[name].append((offset + start, offset + end))
            if not headed and name not in self.inside and _mid(text, start):
                titled = _titled(text) if titled is None else titled
                if not titled:
                    self.inside.add(name)
            if name not in self.with_role and _has_role(text, start, end, line.words):
                self.with_role.add(name)
        if len(found) > 1:
            self._join(text, found, line.language)

    def _label(self, line: Line, names: set[str]) -> None:
        """Notes a label; one of a service that is known already has no name of its own here, and one that tells the state
        of an update ("Monitoring") names nothing."""
        sentence, passage = line.sentence, line.passage
        said = _whole(sentence.reading) if names else self.taken.find(1, sentence.start, sentence.end) >= 0
        if said and not closes(sentence.reading, passage.language) and not role(self.reading, passage):
            self.labels[(passage.kind, passage.level, passage.parent)].append(names)

    def _weigh(self, names: Iterable[str]) -> None:
        """Counts how often each of the names stands beside trouble, alone or with a maker's before it."""
        wanted = set(names)
        for line, found in self.told if wanted else ():
            named = [span for span in found if not wanted.isdisjoint(_ends(line.text[slice(*span)]))]
            bad = trouble(line.text, line.language) if named else ()
            beside = _BESIDE // 3 if line.language in SCRIPTS_OF_OWN else _BESIDE
            for start, end in named:
                if any(low - end <= beside and start - high <= beside for low, high in bad):
                    self.near.update(_ends(line.text[start:end]))

    def _names(self, line: Line) -> Iterator[Span]:
        text, offset = line.text, line.sentence.start
        dashed = "-" in text
        for match in _NAME.finditer(text):
            for start, end in self._parts(match, line):
                if dashed and ((text[end:end + 1] == "-" and line.language != "de") or _REGION.match(text, end)):
                    continue  # part of a longer word, a place
                if start > 2 and text.startswith(". ", start - 2) and _INITIAL.search(text, max(0, start - 4), start):
                    continue  # a person
                if self.taken.find(1, offset + start, offset + end) < 0:
                    yield start, end

    def _parts(self, match: re.Match[str], line: Line) -> Iterable[Span]:
        """The stretches of a run of large words in which each may be part of a name."""
        words = match[0].split(" ")
        if len(words) == 1:
            return (match.span(),) if self._may(words[0], line) else ()
        return self._stretches(words, match, line)

    def _stretches(self, words: Sequence[str], match: re.Match[str], line: Line) -> Iterator[Span]:
        start = end = None
        at = match.start()
        for number, word in enumerate(words):
            begin, at = at, at + len(word) + 1
            if not number and self._opens(word, match):
                continue
            if (start is not None and word[0].isdigit()) or self._may(word, line):
                start, end = (begin if start is None else start), begin + len(word)
            elif start is not None and end is not None:
                yield start, end
                start = end = None
        if start is not None and end is not None:
            yield start, end

    def _opens(self, word: str, match: re.Match[str]) -> bool:
        """Whether a word is large only because its sentence begins with it ("Then Kestrel failed")."""
        if _shaped(word) or word in self.large or _mid(match.string, match.start()):
            return False
        return not _whole(match.string)

    def _may(self, word: str, line: Line) -> bool:
        """Whether a word may be part of a name, asked once of each."""
        known = self.may.get((word, line.language))
        if known is None:
            known = self.may[word, line.language] = self._nameable(word, line.language, line.words)
        return known

    def _nameable(self, word: str, language: str, words: Naming) -> bool:
        folded, short = word.casefold(), word.isupper() and _ABBREVIATION.fullmatch(word) is not None
        if folded.rstrip("0123456789") in self.small and len(word) > _SHORT:
            return False
        if not short and (folded in self.small or word.rstrip("s").casefold() in self.small):
            return False
        if _PLACE.fullmatch(word) or folded in calendar_words(language) or words["stop"].fullmatch(folded):
            return False
        if everyday(word.removesuffix("s")) or _COUNTED.fullmatch(word) or NOT_A_THING.search(word):
            return False
        if short:
            return not _ROMAN.fullmatch(word)
        if words["head"].match(word) or folded in places(language):
            return False
        return language != "de" or _INNER.match(word) is not None

    def _join(self, text: str, found: Sequence[Span], language: str) -> None:
        for first, second in pairwise(found):
            if text[first[1]:second[0]].strip() in joiners(language):
                a, b = text[slice(*first)], text[slice(*second)]
                self.joined[a].add(b)
                self.joined[b].add(a)

    def kept(self) -> tuple[Proper, ...]:
        for name, spans in self.spans.items():
            for part in _ends(name):
                self.often[part] += len(spans)
        names = {name for name in self.spans if name in self.inside or _shaped(name)}  # written as none but a name is
        sure = {name for name in names if self._named_with_role(name)}
        self._weigh(name for name in names - sure if self.often[name] >= _least(name))
        good = sure | {name for name in names - sure if self._fails(name)}
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

    def _named_with_role(self, name: str) -> bool:
        """Whether a name has a role noun beside it and is no plain word, or stands twice."""
        return name in self.with_role and (self.often[name] >= _TWICE or _shaped(name))

    def _fails(self, name: str) -> bool:
        """Whether what is told of a name is told of services. People stand beside trouble too, but seldom."""
        places = self.often[name]
        return places >= _least(name) and self.near[name] * (_SELDOM if _shaped(name) else _HALF) >= places


def _small(text: str) -> frozenset[str]:
    """The words a document writes small."""
    chunks = set(text.split())
    words = set(filter(str.isalpha, chunks))
    words.update(_SPLIT.findall(" ".join(chunks - words)))
    return frozenset(filter(str.islower, words))


def _least(name: str) -> int:
    """How often a name must be written to count as a service's where it has no role beside it."""
    return _TWICE if _shaped(name) else _OFTEN


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


def _over(reading: Reading, line: Line) -> bool:
    """Whether a sentence is the heading or label of what stands under it."""
    sentence, passage = line.sentence, line.passage
    if sentence.start != passage.start or sentence.end != passage.end:
        return False
    after = reading.passages[passage.index + 1:passage.index + 2]
    if passage.kind is PassageKind.HEADING:
        return passage.level > 1 and bool(after) and after[0].kind is not PassageKind.HEADING
    return (bool(after) and after[0].parent == passage.index) or sentence.reading.rstrip("* ").endswith((":", "："))


def _has_role(text: str, start: int, end: int, words: Naming) -> bool:
    if words["role"].match(text, end) is not None:
        return True
    before = words["before"]
    return before is not NEVER and any(match.end() == start for match in before.finditer(text, max(0, start - 20), start))
