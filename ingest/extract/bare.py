"""Catalogue names that are also ordinary words: taken only where the document speaks of that vendor."""
from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.extract.catalogue import SHELVES, Catalogue
from ingest.extract.matching import Hit
from ingest.types import Reading

_OPENS = re.compile(r"(?:^|[.!?:;\n]|[-*+•|#>]|\d[.)])\s*\Z")
# the names are English words: at the head of a sentence they are verbs when such a word follows ("Connect to the host")
_AS_A_VERB = re.compile(r"\s+(?:to|the|an?|your|our|with|it|us|for|this|that|any|all|more|me|you)\b", re.IGNORECASE)


def in_context(hits: Sequence[Hit], reading: Reading, catalogue: Catalogue) -> list[Hit]:
    """The hits without bare words that mean something else here.

    A bare word counts when the vendor is named otherwise in the document (on the shelves of unrelated things: when it
    stands in mid-sentence), and, where it opens a sentence as a verb does, only when it also counts elsewhere.
    """
    vendors = {catalogue.entries[hit.alias.slug].vendor for hit in hits if hit.alias.how != "bare"}
    bare = [hit for hit in hits if hit.alias.how == "bare" and _vendor_named(hit, vendors, catalogue)]
    firm = [hit for hit in bare if not _opens(reading.text, hit)]
    known = {hit.alias.slug for hit in (*firm, *(hit for hit in hits if hit.alias.how != "bare"))}
    kept = {id(hit) for hit in bare if hit.alias.slug in known or not _AS_A_VERB.match(reading.text, hit.end)}
    return [hit for hit in hits if hit.alias.how != "bare" or id(hit) in kept]


def _vendor_named(hit: Hit, vendors: set[str], catalogue: Catalogue) -> bool:
    vendor = catalogue.entries[hit.alias.slug].vendor
    return vendor in SHELVES or vendor in vendors


def _opens(text: str, hit: Hit) -> bool:
    return _OPENS.search(text, max(0, hit.start - 6), hit.start) is not None
