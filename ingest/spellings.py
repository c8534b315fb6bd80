"""Patterns that find other spellings of their characters too, so that rules are written once.

A language says in `lang/<code>/spellings.toml` which characters others write for its own ("时" and "時"). Most have none.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from kb.errors import BadData

STAGE = "spellings"
_PATTERNS = ("pattern", "also")
_WORDS = "words"


def respelt(raw: Mapping[str, Any], code: str) -> Mapping[str, Any]:
    """The TOML of a stage with every pattern of it widened; tests and all else stay. Raises BadData."""
    others = spellings(code)
    if not others:
        return raw
    return {key: _words(value, others) if key == _WORDS else _rows(value, others) for key, value in raw.items()}


@lru_cache(maxsize=16)
def spellings(code: str) -> Mapping[str, str]:
    """Character -> the characters others write for it. Raises BadData when the file is not sound."""
    place = resources.files("ingest") / "lang" / code / f"{STAGE}.toml"
    if not place.is_file():
        return {}
    try:
        raw = tomllib.loads(place.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"lang/{code}/{STAGE}.toml: not TOML: {error}") from error
    if set(raw) != {"others"} or not isinstance(raw["others"], str):
        raise BadData(f"lang/{code}/{STAGE}.toml: wants one text, 'others'")
    groups = raw["others"].split()
    if any(len(group) < 2 for group in groups):
        raise BadData(f"lang/{code}/{STAGE}.toml: a character without another")
    return {group[0]: group[1:] for group in groups}


def widened(pattern: str, others: Mapping[str, str]) -> str:
    """A regular expression whose characters match their other spellings too."""
    found: list[str] = []
    inside = escaped = False
    for place, char in enumerate(pattern):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char in "[]":
            inside = char == "["
        elif char in others:
            ranged = inside and "-" in (pattern[place - 1:place], pattern[place + 1:place + 2])
            char = char if ranged else char + others[char] if inside else f"[{char}{others[char]}]"
        found.append(char)
    return "".join(found)


def _words(words: Any, others: Mapping[str, str]) -> Any:
    if not isinstance(words, dict):
        return words  # what is not a table is refused where it is read
    return {name: widened(text, others) if isinstance(text, str) else text for name, text in words.items()}


def _rows(rows: Any, others: Mapping[str, str]) -> Any:
    if not isinstance(rows, list):
        return rows
    return [_row(row, others) if isinstance(row, dict) else row for row in rows]


def _row(row: Mapping[str, Any], others: Mapping[str, str]) -> dict[str, Any]:
    return {key: widened(value, others) if key in _PATTERNS and isinstance(value, str) else value
            for key, value in row.items()}
