"""Where a document says things happened: cloud regions and data centres, by the shape of their names."""
from __future__ import annotations

import re

_PLACE = re.compile(
    r"(?<![\w.-])(?:"
    r"(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:-gov|-iso[bf]?)?-(?:north|south|east|west|central)(?:east|west)?-\d"  # Amazon
    r"|(?:us|europe|asia|australia|southamerica|northamerica|africa|me)-(?:north|south|east|west|central)(?:east|west)?\d"
    r"|(?:east|west|central|north|south)(?:us|europe|india|uk)\d?(?![a-z])"  # Azure
    r"|(?:nyc|sfo|ams|sgp|lon|fra|tor|blr|syd)\d(?![\w])"
    r"|(?:eqiad|codfw|esams|ulsfo|eqsin|drmrs)(?![\w])"
    r")(?![\w-]|\.\d)", re.IGNORECASE | re.ASCII)


def places(text: str) -> tuple[str, ...]:
    """The place names of a text, lower case, each once, the most often named first. Zones of a region (`us-east-1a`)
    are not told apart."""
    counts: dict[str, int] = {}
    for match in _PLACE.finditer(text):
        name = match[0].lower()
        counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))
