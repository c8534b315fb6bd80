"""The services of a document: catalogue names found by spaCy, names the document introduces, plain nouns it treats as
things that failed or acted; and, in `about`, which of them a claim is about.

One service per thing: a name the document teaches for a known service ("DropletWorkflow Manager (DWFM)") becomes its
alias; a plain noun the document gives an owner ("DynamoDB's DNS", "NLB ノード") is its owner from then on.
"""
from __future__ import annotations

import re
import string
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from ahocorasick_rs import AhoCorasick

from ingest.extract.bare import in_context
from ingest.extract.catalogue import Catalogue, load
from ingest.extract.happenings import story, tells
from ingest.extract.learned import COMPONENT, LONG, MACHINE, Candidate, acronym_of, candidates, slug_of
from ingest.extract.lines import Line, lows, told
from ingest.extract.listed import Lists
from ingest.extract.matching import Hit, finder
from ingest.extract.naming import naming
from ingest.extract.owners import Noun, heads_of, owners, plain_nouns
from ingest.extract.proper import proper_names
from ingest.literals import folded
from ingest.types import Reading
from kb.model import Mention, Service, Span

__all__ = ["ServiceMap", "find"]
# where a link leads says nothing of what failed; a bare host does
_ADDRESSES = (re.compile(r"\]\([^)\s]{1,500}\)"), re.compile(r"https?://[^\s/)\]]{1,200}/[^\s)\]]{1,500}"))
_CHANNELS = ("third-party", "monitoring", "status-page", "tool")
_SHORT = 4  # names up to this long are found only as written
_OF_MACHINES = frozenset(f"-{string.ascii_lowercase}{string.digits}")  # the signs of their names
_GAP = re.compile(r"\s?[(（]\s?([A-Z][A-Za-z0-9]{1,9})\s?[)）]")


@dataclass(frozen=True, slots=True)
class ServiceMap:
    """The services a document names and every mention, in text order. `plain` are the slugs that come from plain
    nouns, `modified` those of them with a word of their own ("web server"), `providers` those of vendors, `channels`
    those by which people hear of trouble or act (chats, monitoring, tools): all weaker than a name when a claim asks what it is
    about."""

    services: tuple[Service, ...] = ()
    mentions: tuple[Mention, ...] = ()
    plain: frozenset[str] = frozenset()
    modified: frozenset[str] = frozenset()
    providers: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    starts: tuple[int, ...] = field(default=(), repr=False)

    def within(self, start: int, end: int) -> tuple[Mention, ...]:
        """The mentions that begin in a span."""
        return self.mentions[bisect_left(self.starts, start):bisect_left(self.starts, end)]


def find(reading: Reading, catalogue: Catalogue | None = None) -> ServiceMap:
    """All services of a document and where it names them. `catalogue` is the shipped one unless given."""
    known = catalogue or load()
    book = _Book(reading, known)
    book.read_catalogue()
    book.teach_acronyms()
    lines = told(reading, book.lows)
    book.learn(lines)
    book.learn_proper(lines)
    book.read_plain(lines)
    return book.map()


@dataclass(slots=True)
class _Book:
    """What has been found so far in one document."""

    reading: Reading
    known: Catalogue
    found: dict[Span, str] = field(default_factory=dict)
    low: str = ""  # the text, folded
    lows: Sequence[str] = ()  # its sentences, folded
    taken: bytearray = field(default_factory=bytearray)
    names: dict[str, dict[str, int]] = field(default_factory=dict)  # of a service, how often each is written
    kinds: dict[str, str] = field(default_factory=dict)
    plain: set[str] = field(default_factory=set)
    modified: set[str] = field(default_factory=set)
    repeated: dict[str, bool] = field(default_factory=dict)
    telling: dict[Span, bool] = field(default_factory=dict)

    def put(self, start: int, end: int, slug: str, name: bool = True) -> bool:
        """Notes a mention unless something already stands there. `name`: its words are a name of the service."""
        if self.taken.find(1, start, end) >= 0:
            return False
        self.taken[start:end] = b"\x01" * (end - start)
        self.found[(start, end)] = slug
        if name:
            self.count(slug, self.reading.text[start:end])
        return True

    def count(self, slug: str, name: str) -> None:
        names = self.names.setdefault(slug, {})
        names[name] = names.get(name, 0) + 1

    def read_catalogue(self) -> None:
        text, sentences, heads = self.reading.text, self.reading.sentences, heads_of(naming(self.reading.language))
        self.taken, self.low = bytearray(len(text) + 1), folded(text)
        self.lows = lows(self.reading, self.low)
        for pattern in _ADDRESSES:
            for match in pattern.finditer(text):
                self.taken[match.start():match.end()] = b"\x01" * (match.end() - match.start())
        found = finder(self.known).each([sentence.reading for sentence in sentences], self.lows)
        hits = [Hit(hit.start + sentence.start, hit.end + sentence.start, hit.alias)
                for sentence, named in zip(sentences, found, strict=True) if named
                for hit in _whole(named, sentence.reading)]
        for hit in in_context(hits, self.reading, self.known):
            self.put(*heads(text, hit.start, hit.end), hit.alias.slug) or self.put(hit.start, hit.end, hit.alias.slug)

    def teach_acronyms(self) -> None:
        taught: dict[str, str] = {}
        for (start, end), slug in list(self.found.items()):
            match = _GAP.match(self.reading.text, end)
            if match is None or self.taken.find(1, *match.span(1)) >= 0:
                continue
            if acronym_of(match[1], self.reading.text[start:end]):
                taught[match[1]] = slug
        self.spread(taught)

    def spread(self, taught: dict[str, str]) -> None:
        """Marks every place where one of the taught names stands as a word."""
        if not taught:
            return
        heads = heads_of(naming(self.reading.language))
        for start, end, slug in _standing(taught, self.reading.text, self.low):
            self.put(*heads(self.reading.text, start, end), slug) or self.put(start, end, slug)

    def learn(self, lines: Sequence[Line]) -> None:
        """Takes the names the document introduces, long ones with their acronym first, then finds their mentions."""
        taught: dict[str, str] = {}
        for line in lines:
            for match in LONG.finditer(line.text) if "(" in line.text or "（" in line.text else ():
                self.long_name(match, line, taught)
        lists = Lists(self.reading, self.low)
        for line in lines:
            sentence = line.sentence
            for candidate in candidates(line):
                start, end = sentence.start + candidate.start, sentence.start + candidate.end
                if candidate.often and not self.again(candidate.name, end):
                    continue
                if candidate.sure or self.tells(line):
                    self.admit(candidate, start, end, taught)
            for start, end in lists.affected(line):
                name = self.reading.text[start:end]
                self.admit(Candidate(start, end, name, "service", True), start, end, taught)
        self.spread(taught)

    def tells(self, line: Line) -> bool:
        """Whether a sentence tells a happening, asked once of each."""
        span, read = (line.sentence.start, line.sentence.end), line.sentence.reading
        if span not in self.telling:
            whole = read == self.reading.text[slice(*span)]  # not mended
            self.telling[span] = story(self.reading).tells(span, line.language) if whole else tells(read, line.language)
        return self.telling[span]

    def again(self, name: str, end: int) -> bool:
        """Whether the document names a thing that stands before `end` elsewhere too."""
        if name not in self.repeated:
            text = self.reading.text
            self.repeated[name] = text.find(name, end) >= 0 or text.find(name, 0, end - 1) >= 0
        return self.repeated[name]

    def learn_proper(self, lines: Sequence[Line]) -> None:
        """Takes names that only how they are written and what happened to them tells."""
        taught: dict[str, str] = {}
        for one in proper_names(self.reading, lines, self.taken):
            slug = self.slug_for(one.own)
            self.kinds.setdefault(slug, "provider" if one.maker else "service")
            for start, end in one.spans:
                self.put(start, end, slug)
            if len(one.name) > 2:
                taught[one.name] = slug
        self.spread(taught)

    def admit(self, candidate: Candidate, start: int, end: int, taught: dict[str, str]) -> None:
        if self.taken.find(1, start, end) >= 0:
            return  # a host or a name around a known service is that service's
        slug = self.slug_for(candidate.name)
        self.kinds.setdefault(slug, candidate.kind)
        self.put(start, end, slug)
        if len(candidate.name) > 2:
            taught[candidate.name] = slug

    def long_name(self, match: re.Match[str], line: Line, taught: dict[str, str]) -> None:
        words = line.words
        first, _, rest = match["long"].partition(" ")
        long, short = (rest if words["stop"].fullmatch(first) else match["long"]), match["short"]
        end = line.sentence.start + match.end("long")
        start = end - len(long)
        head = words["head"].match(long.split(" ")[-1])
        if head is None or not acronym_of(short, long) or self.taken.find(1, start, end) >= 0:
            return
        slug = self.slug_for(long)
        self.kinds.setdefault(slug, "component")
        self.put(start, end, slug)
        taught.update({long: slug, short: slug})

    def slug_for(self, name: str) -> str:
        slug = slug_of(name)
        return f"{slug}-x" if slug in self.known.entries else slug

    def read_plain(self, lines: Sequence[Line]) -> None:
        nouns = list(plain_nouns(lines, self.taken))
        mentions = sorted(self.found)
        idle: list[Noun] = []
        owned = owners(self.reading.text, nouns, mentions, self.found, naming(self.reading.language))
        for noun in nouns:
            slug = noun.slug
            if (owner := owned.get(noun.key)) is not None:
                slug = owner
            elif self.tells(noun.line):
                self.plain.add(slug)
                if noun.modified:
                    self.modified.add(slug)
                self.kinds.setdefault(slug, "component")
            else:
                idle.append(noun)
                continue
            self.put(noun.start, noun.end, slug, name=slug == noun.slug)
            if slug == noun.slug and noun.core > noun.start:  # "affected routers" are called routers
                self.count(slug, self.reading.text[noun.core:noun.end])
        for noun in idle:  # told of nothing there, but so it is called too
            if noun.slug in self.plain:
                self.count(noun.slug, self.reading.text[noun.start:noun.end])

    def map(self) -> ServiceMap:
        order = sorted(self.found.items())
        mentions = tuple(Mention(slug, start, end, self.reading.text[start:end]) for (start, end), slug in order)
        wanted = list(dict.fromkeys(self.with_parents(slug for _, slug in order)))
        services = tuple(sorted((self.service(slug) for slug in wanted), key=lambda service: service.slug))
        channels = frozenset(one.slug for one in services if one.kind in _CHANNELS)
        return ServiceMap(services, mentions, frozenset(self.plain), frozenset(self.modified), self.providers(wanted),
                          channels, tuple(mention.start for mention in mentions))

    def providers(self, slugs: Iterable[str]) -> frozenset[str]:
        """The vendors whose own services the document tells apart: there the vendor's name means the company."""
        named = [self.known.entries[slug] for slug in slugs if slug in self.known.entries]
        vendors = {entry.vendor for entry in named if entry.kind != "provider"}
        learned = (slug for slug, kind in self.kinds.items() if kind == "provider")
        return frozenset((*learned, *(one.slug for one in named if one.kind == "provider" and one.vendor in vendors)))

    def with_parents(self, slugs: Iterable[str]) -> Iterator[str]:
        for slug in slugs:
            yield slug
            entry = self.known.entries.get(slug)
            while entry is not None and entry.part_of is not None:
                yield entry.part_of
                entry = self.known.entries.get(entry.part_of)

    def service(self, slug: str) -> Service:
        written = tuple(dict.fromkeys(" ".join(name.split()) for name in sorted(self.names.get(slug, ()))))
        entry = self.known.entries.get(slug)
        if entry is None:
            best = max(self.names[slug].items(), key=itemgetter(1))[0]
            return Service(slug, " ".join(best.split()), self.kinds.get(slug, "service"),
                           aliases={self.reading.language: written}, learned=True)
        aliases = {code: tuple(texts) for code, texts in entry.aliases.items()}
        fixed = (*entry.names, *entry.acronyms, *entry.bare)
        if fixed:
            aliases["und"] = fixed
        fresh = tuple(name for name in written if name not in fixed and name != entry.name)
        if fresh:
            aliases[self.reading.language] = tuple(dict.fromkeys((*aliases.get(self.reading.language, ()), *fresh)))
        return Service(slug, entry.name, entry.kind, entry.part_of, aliases)


def _standing(names: Mapping[str, str], text: str, low: str) -> Iterator[tuple[int, int, str]]:
    """Where names stand as words in a text, given folded too, the longest at each place, and what they stand for. Short
    ones stand only as written."""
    any_case = {folded(name): slug for name, slug in names.items()}
    done = 0
    found = AhoCorasick(list(any_case)).find_matches_as_indexes(low, overlapping=True)
    for start, end in sorted(((start, end) for _, start, end in found), key=lambda span: (span[0], -span[1])):
        name = text[start:end]
        if start < done or (end - start <= _SHORT and name not in names) or _in_word(text, start, end):
            continue
        done = end
        yield start, end, names.get(name) or any_case[low[start:end]]


def _in_word(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit of ours stands right before or behind."""
    return any(char.isascii() and char.isalnum() for char in text[max(0, start - 1):start] + text[end:end + 1])


def _whole(hits: list[Hit], text: str) -> list[Hit]:
    """The hits without those that are only a part of a machine's or component's own name ("redis" in redis-main-02)."""
    if "-" not in text or not any(text[hit.start - 1:hit.start] in _OF_MACHINES or text[hit.end:hit.end + 1] in _OF_MACHINES
                                  for hit in hits):
        return hits
    names = [match.span() for pattern in (MACHINE, COMPONENT) for match in pattern.finditer(text)]
    return [hit for hit in hits
            if not any(start <= hit.start and hit.end <= end and end - start > hit.end - hit.start for start, end in names)]
