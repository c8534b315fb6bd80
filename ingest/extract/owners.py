"""Plain nouns ("the nodes", "o painel", "ノード"), whose they are, and names with their role noun."""
from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.extract.learned import slug_of
from ingest.extract.lines import Line
from ingest.extract.naming import NEVER, Naming
from kb.model import Span

_GAP = 3  # signs between an owner and its noun
_ROLE = 20  # signs a role noun before a name can take
_SIMPLE = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Noun:
    """A plain noun as it stands. `key` is the noun without number and adjectives, which begins at `core`, `line` its
    sentence, `modified` whether a word tells it from others of its sort ("the web server")."""

    start: int
    end: int
    key: str
    slug: str
    line: Line
    modified: bool
    core: int


def heads_of(naming: Naming) -> Callable[[str, int, int], Span]:
    """What gives the span of a known name with the role noun that belongs to it ("EC2 APIs", "serviço do Route 53")."""
    role, before = naming["role"], naming["before"]

    def with_heads(text: str, start: int, end: int) -> Span:
        after = role.match(text, end)
        if before is not NEVER:
            for match in before.finditer(text, max(0, start - _ROLE), start):
                if match.end() == start:
                    return (match.start(), after.end() if after else end)
        return (start, after.end() if after else end)

    return with_heads


def plain_nouns(lines: Iterable[Line], taken: bytearray) -> Iterator[Noun]:
    """The plain nouns that stand where no name does; of two that overlap the longer ("the ledger API", not "API")."""
    for line in lines:
        if not line.plain:
            continue
        offset, plural = line.sentence.start, line.words["plural"]
        held: list[Span] = []
        for match in sorted(line.plain, key=lambda one: one.start("name") - one.end("name")):
            low, high = match.span("name")
            if taken.find(1, offset + low, offset + high) >= 0 or any(first < high and low < last for first, last in held):
                continue
            held.append((low, high))
            groups = match.groupdict()
            core = _singular((groups.get("core") or groups["name"]).casefold(), plural)
            yield Noun(offset + low, offset + high, core, slug_of(core), line, bool(groups.get("mod")),
                       offset + (match.start("core") if groups.get("core") else low))


def _singular(name: str, plural: re.Pattern[str]) -> str:
    if (found := plural.match(name)) is not None:
        return found["one"] + name[found.end():]
    if plural is not NEVER:
        return name
    if not _SIMPLE.match(name) or name.endswith(("ss", "dns", "us", "is")):
        return name
    if name.endswith(("tches", "rches", "nches", "shes", "xes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and len(name) > 3 else name


def owners(
    text: str, nouns: Sequence[Noun], mentions: Sequence[Span], found: Mapping[Span, str], naming: Naming
) -> dict[str, str]:
    """Noun -> the one service the document says it belongs to. A noun with several owners has none, and in a long
    document one mention does not settle it."""
    starts = [span[0] for span in mentions]
    ends = {span[1]: found[span] for span in mentions}
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for noun in nouns:
        owner = _before(text, noun, ends, naming) or _after(text, noun, starts, mentions, found, naming)
        if owner:
            said[noun.key][owner] += 1
    told = Counter(noun.key for noun in nouns)
    return {key: slug for key, counts in said.items()
            if (counts.total() > 1 or told[key] <= 3) and (slug := _sole(counts)) is not None}


def _before(text: str, noun: Noun, ends: Mapping[int, str], naming: Naming) -> str | None:
    for gap in range(_GAP + 1):
        slug = ends.get(noun.start - gap)
        if slug is not None and (not gap or naming["joins"].fullmatch(text, noun.start - gap, noun.start)):
            return slug
    return None


def _after(
    text: str, noun: Noun, starts: Sequence[int], mentions: Sequence[Span], found: Mapping[Span, str], naming: Naming
) -> str | None:
    place = bisect_left(starts, noun.end)
    if place < len(starts) and naming["of"].fullmatch(text, noun.end, starts[place]):
        return found[mentions[place]]
    return None


def _sole(counts: Counter[str]) -> str | None:
    """The one that is named at least twice as often as any other."""
    (first, most), *rest = counts.most_common(2)
    return first if not rest or most >= 2 * rest[0][1] else None
