"""Answers about a few letters of a text, asked once: documents write the same few again and again (" de ", " – ", "12:0")."""
from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_LONG, _MOST = 40, 2048  # letters of a text, and texts, that are remembered


class Remembered(dict[str, T]):
    """`remembered[text]` is what `ask` says of the text, which must not depend on anything else."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[str], T]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, text: str) -> T:
        answer = self._ask(text)
        if len(text) <= _LONG:
            if len(self) >= _MOST:
                self.clear()
            self[text] = answer
        return answer
