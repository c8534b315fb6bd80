"""Names of zones as people write them who do not write as CLDR does: "米太平洋夏時間" for "米国太平洋夏時間".

A language lists in `[zone_words]` of its times which words of a name others leave out or write otherwise; its own
spellings (`ingest.spellings`) are taken one for one.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from ingest.language import document
from ingest.spellings import spellings


def spelt_otherwise(name: str, code: str) -> Iterator[str]:
    """The other spellings of a zone's long name in a language, each once and the name itself not among them."""
    words: Mapping[str, Sequence[str]] = document(code, "times").get("zone_words", {})
    present = [word for word in words if word in name]
    seen = {name}
    for choice in itertools.product(*((word, *words[word]) for word in present)):
        other = name
        for word, written in zip(present, choice, strict=True):
            other = other.replace(word, written, 1)
        for one in (other, _respelt(other, code)):
            if one not in seen:
                seen.add(one)
                yield one


def _respelt(name: str, code: str) -> str:
    others = spellings(code)
    return "".join(others.get(char, char)[0] for char in name) if others else name
