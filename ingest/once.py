"""Work that several stages ask of the same reading, done once: the last few answers are kept by identity."""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from ingest.types import Reading

T = TypeVar("T")
_KEPT = 2  # readings; a document is read by one thread


def once(function: Callable[[Reading], T]) -> Callable[[Reading], T]:
    """The function with its last answers remembered. They must not be changed."""
    kept: tuple[tuple[Reading, T], ...] = ()  # replaced as a whole, so that threads see one answer more or less, never half

    @wraps(function)
    def ask(reading: Reading) -> T:
        nonlocal kept
        for known, answer in kept:
            if known is reading:
                return answer
        answer = function(reading)
        kept = ((reading, answer), *kept[:_KEPT - 1])
        return answer

    return ask
