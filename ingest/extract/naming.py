"""How a language names services: lang/<code>/services.toml as compiled rows."""
from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ingest.language import SUPPORTED, Row, document, rows
from kb.errors import BadData

STAGE = "services"
_TABLES = ("words", "row", "plain", "aside")
_MACRO = re.compile(r"\{([a-z_]+)\}")
_WORDS = ("head", "noun", "mod")


@dataclass(frozen=True, slots=True)
class Naming:
    """The rows of one language. `introducers` capture `name`; `plain` finds plain nouns; `asides` find the parts of a
    sentence that give a cause, a date or a condition; `head` is a whole role noun ("service", "cluster")."""

    introducers: tuple[Row, ...]
    plain: tuple[Row, ...]
    asides: tuple[Row, ...]
    head: re.Pattern[str]


NOTHING = Naming((), (), (), re.compile(r"(?!)"))


def expand(words: Mapping[str, str], source: str, pattern: str) -> str:
    """`{head}` and the like replaced by the file's own words. Raises BadData for one that is not there."""
    def word(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise BadData(f"{source}: no such word: {match[0]}")
        return f"(?:{words[match[1]]})"

    return _MACRO.sub(word, pattern)


def words_of(code: str, stage: str, allowed: tuple[str, ...] = ()) -> dict[str, str]:
    """The `[words]` of a file: texts by name, each a pattern that compiles. Raises BadData."""
    source = f"lang/{code}/{stage}.toml: words"
    words = document(code, stage).get("words", {})
    if not isinstance(words, dict):
        raise BadData(f"{source}: must be a table")
    for name, text in words.items():
        if not isinstance(text, str) or not text or (allowed and name not in allowed):
            raise BadData(f"{source}: {name!r} is unknown or empty")
        try:
            re.compile(text)
        except re.error as error:
            raise BadData(f"{source}: {name}: {error}") from error
    return dict(words)


@lru_cache(maxsize=32)
def naming(code: str) -> Naming:
    """The naming rows of a language, or nothing for one we do not know. Raises BadData when the file is not sound."""
    if code not in SUPPORTED:
        return NOTHING
    words = words_of(code, STAGE, (*_WORDS, "proper", "kata"))
    source = f"lang/{code}/{STAGE}.toml"

    def table(name: str, flags: int) -> tuple[Row, ...]:
        return rows(code, STAGE, tables=_TABLES, expand=lambda text: expand(words, source, text), flags=flags,
                    table=name)

    introducers = table("row", 0)
    for row in introducers:
        if "name" not in row.pattern.groupindex:
            raise BadData(f"{row.source}: the pattern captures no 'name'")
    head = re.compile(rf"(?:{words.get('head', '(?!)')})\Z", re.IGNORECASE)
    return Naming(introducers, table("plain", re.IGNORECASE), table("aside", re.IGNORECASE), head)
