"""Work that several stages ask of the same reading, done once: the last few answers are kept by identity."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from ingest.types import Reading

T = TypeVar("T")
_KEPT = 2  # readings; a document is read by one thread


class _Same:
    """A reading as a key: itself and nothing equal to it, for its hash would read the whole document."""

    __slots__ = ("reading",)

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def __hash__(self) -> int:
        return id(self.reading)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.reading is self.reading


def once(function: Callable[[Reading], T]) -> Callable[[Reading], T]:
    """The function with its last answers remembered. They must not be changed."""
    kept = lru_cache(maxsize=_KEPT)(lambda same: function(same.reading))

    @wraps(function)
    def ask(reading: Reading) -> T:
        return kept(_Same(reading))

    return ask
