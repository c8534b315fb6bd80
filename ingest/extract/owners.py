"""Plain nouns ("the nodes", "o painel", "ノード"), whose they are, and names with the role noun that belongs to them."""
from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.extract.happenings import NOTHING, happening_in
from ingest.extract.learned import slug_of
from ingest.extract.naming import naming
from ingest.types import Reading, Sentence
from kb.model import Span

# role nouns written in Latin letters in all languages; they belong to the name before them ("EC2 APIs", "Loki container")
_AFTER = re.compile(
    r"(?:[ -](?:APIs?|services?|servers?|clusters?|pods?|containers?|daemon|controllers?|agents?|collectors?|process(?:es)?|"
    r"charts?|website|console|dashboard|driver|operator|deployment|Services?|Cluster|Server|Endpoints?|endpoints?))"
    r"(?![A-Za-z0-9])")
_BEFORE = re.compile(r"(?<![A-Za-z])(?:APIs? d[eoa]l? |API của |servicios? de |serviços? d[aeo] |dịch vụ )\Z")
_JOINS = re.compile(r"(?:['’]s)?[ -]|[ ]?(?:の|의|的)[ ]?|")
_OF = re.compile(r" (?:do|da|dos|das|de|del|de la|of|of the|for|của|du|des|der|vom|von|trên) (?:Amazon |AWS |o |a |el |la )?\Z")
_SIMPLE = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Noun:
    """A plain noun as it stands. `key` is the noun without number, `acting` whether its sentence tells a happening."""

    start: int
    end: int
    key: str
    slug: str
    acting: bool
    modified: bool


def with_heads(text: str, start: int, end: int) -> Span:
    """The span of a known name, with the role noun that stands by it."""
    after = _AFTER.match(text, end)
    before = _BEFORE.search(text, max(0, start - 16), start)
    return (before.start() if before else start, after.end() if after else end)


def plain_nouns(
    reading: Reading, sentences: Iterable[Sentence], language_of: Callable[[Sentence], str], taken: bytearray
) -> Iterator[Noun]:
    """The plain nouns that stand where no name does."""
    for sentence in sentences:
        language = language_of(sentence)
        for row in naming(language).plain:
            for match in row.pattern.finditer(sentence.reading):
                start, end = sentence.start + match.start("name"), sentence.start + match.end("name")
                if not any(taken[start:end]):
                    key = _singular(match["name"].casefold())
                    acting = happening_in(sentence.reading, language) is not NOTHING
                    yield Noun(start, end, key, slug_of(key), acting, " " in match["name"])


def _singular(name: str) -> str:
    if not _SIMPLE.match(name) or name.endswith(("ss", "dns", "us", "is")):
        return name
    if name.endswith(("ches", "shes", "xes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and len(name) > 3 else name


def owners(text: str, nouns: Sequence[Noun], mentions: Sequence[Span], found: Mapping[Span, str]) -> dict[str, str]:
    """Noun -> the one service the document says it belongs to. A noun with several owners has none."""
    starts = [span[0] for span in mentions]
    ends = {span[1]: found[span] for span in mentions}
    said: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for noun in nouns:
        for back in range(1, 5):
            slug = ends.get(noun.start - back + 1)
            if slug and _JOINS.fullmatch(text[noun.start - back + 1:noun.start]):
                said[noun.key][slug] += 1
                break
        place = bisect_left(starts, noun.end)
        if place < len(starts) and starts[place] - noun.end < 24 and _OF.match(text[noun.end:starts[place]] + ""):
            said[noun.key][found[mentions[place]]] += 1
    return {key: slug for key, counts in said.items() if (slug := _sole(counts)) is not None}


def owner_of(key: str, owned: Mapping[str, str]) -> str | None:
    """The owner of a noun, or of the bare noun in it ("core dns", "nós íntegros")."""
    words = key.split(" ")
    return next((owned[one] for one in (key, words[-1], words[0]) if one in owned), None)


def _sole(counts: Counter[str]) -> str | None:
    """The one that is named at least twice as often as any other."""
    (first, most), *rest = counts.most_common(2)
    return first if not rest or most >= 2 * rest[0][1] else None
