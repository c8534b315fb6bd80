"""What is read off the parse trees of a language's patterns, written down beforehand.

`lang/<code>/forms.json` has, by a digest of pattern and flags, what each wants (`ingest.literals`) and, where that was
asked for, where its matches begin (`ingest.openings`). Only patterns that passed every check are in it, and it counts only
while the code that checks and reads them is the code it was made by. So a row that was edited, or one in a file of the
user's, is checked and read as if there were no such file. `python -m ingest.write_forms` writes it anew; tests hold it to
what would be read.
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import orjson

from ingest.literals import Wanted
from ingest.openings import Opening

__all__ = ["NAME", "Opens", "key", "known", "made_by", "owner"]

Opens = tuple[frozenset[Opening] | None]
"""Where a pattern's matches begin, None for anywhere; in a tuple, for nothing at all may be known of that."""

NAME = "forms.json"
_MADE_BY = ("patterns.py", "literals.py", "openings.py")
_OWNER = re.compile(r"lang/([\w-]+)/")


def known(source: str, pattern: str, flags: int) -> tuple[Wanted, Opens | None] | None:
    """What was written down of a sound pattern; None where nothing was. `source` names its file, `lang/<code>/…`."""
    found = _written(owner(source)).get(key(pattern, flags))
    if found is None:
        return None
    wants = tuple(frozenset(words) for words in found[0])
    return wants, None if len(found) == 1 else (_opens(found[1]),)


def owner(source: str) -> str:
    """The language whose file a row stands in, "" where it is none of ours."""
    found = _OWNER.match(source)
    return found[1] if found else ""


def key(pattern: str, flags: int) -> str:
    """The name a pattern goes by."""
    return hashlib.blake2b(f"{int(flags)} {pattern}".encode(), digest_size=12).hexdigest()


def _opens(by_offset: Mapping[str, list[str]] | None) -> frozenset[Opening] | None:
    if by_offset is None:
        return None
    return frozenset(Opening(word, int(offset)) for offset, words in by_offset.items() for word in words)


@lru_cache(maxsize=32)
def _written(code: str) -> Mapping[str, list[Any]]:
    file = resources.files("ingest") / "lang" / code / NAME
    try:
        read = orjson.loads(file.read_bytes()) if code else {}
    except (OSError, orjson.JSONDecodeError):
        return {}
    return read["forms"] if read.get("made_by") == made_by() else {}


@lru_cache(maxsize=1)
def made_by() -> str:
    """Changes with the code that checks patterns and reads them."""
    root = resources.files("ingest")
    sources = [root.joinpath(name) for name in _MADE_BY]
    if not all(one.is_file() for one in sources):
        return ""
    return hashlib.blake2b(b"\0".join(one.read_bytes() for one in sources), digest_size=12).hexdigest()
