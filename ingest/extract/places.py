"""Where a document says things happened: cloud regions and data centres, by the shape of their names."""
from __future__ import annotations

import re
import string

from ahocorasick_rs import AhoCorasick

_PLACE = re.compile(
    r"(?<![\w.-])(?:"
    r"(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:-gov|-iso[bf]?)?-(?:north|south|east|west|central)(?:east|west)?-\d"  # Amazon
    r"|(?:us|europe|asia|australia|southamerica|northamerica|africa|me)-(?:north|south|east|west|central)(?:east|west)?\d"
    r"|(?:east|west|central|north|south)(?:us|europe|india|uk)\d?(?![a-z])"  # Azure
    r"|(?:nyc|sfo|ams|sgp|lon|fra|tor|blr|syd)\d(?![\w])"
    r"|(?:eqiad|codfw|esams|ulsfo|eqsin|drmrs)(?![\w])"
    r")(?![\w-]|\.\d)", re.ASCII)
# of every name one of these is a part
_SIGNS = AhoCorasick(["north", "south", "east", "west", "central", "nyc", "sfo", "ams", "sgp", "lon", "fra", "tor", "blr", "syd",
                      "eqiad", "codfw", "esams", "ulsfo", "eqsin", "drmrs"])
_INNER = frozenset(string.ascii_letters + string.digits + "_.-")
_LONGEST_LEAD = 16  # "northamerica-"


def places(text: str) -> tuple[str, ...]:
    """The place names of a text, lower case, each once, the most often named first. Zones of a region (`us-east-1a`)
    are not told apart."""
    counts: dict[str, int] = {}
    low = text.lower()
    for begin in sorted({_begin(low, hit[1]) for hit in _SIGNS.find_matches_as_indexes(low)}):
        if match := _PLACE.match(low, begin):
            counts[match[0]] = counts.get(match[0], 0) + 1
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))


def _begin(text: str, at: int) -> int:
    """Where the word begins that goes on at a place; not further back than a name may reach."""
    least = max(0, at - _LONGEST_LEAD)
    while at > least and text[at - 1] in _INNER:
        at -= 1
    return at
