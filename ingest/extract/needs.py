"""The rows that say which service needs which: lang/<code>/dependencies.toml."""
from __future__ import annotations

from functools import lru_cache

from ingest.rulebook import Field, Row, rows
from kb.model import Polarity

STAGE = "dependencies"
ROLES = ("uses", "used-by", "after", "parts", "neither")
SCHEMA = {
    "role": Field(required=True, choices=ROLES),
    "polarity": Field(default=Polarity.STATED.value, choices=tuple(p.value for p in Polarity)),
}


@lru_cache(maxsize=16)
def dependency_rows(code: str) -> tuple[Row, ...]:
    """The dependency rows of a language. Raises BadData."""
    return rows(code, STAGE, SCHEMA)
