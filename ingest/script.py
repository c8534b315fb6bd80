"""Text as patterns see it: lower case, plain digits and blanks, without accents where they do not matter.

Every change keeps the length, so that a match at i stands at i of the text as it was.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

# Look-alikes and full-width forms: U+FF01..FF5E are ASCII + 0xFEE0.
_PLAIN: dict[int, int] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN.update({ord(char): ord("-") for char in "‐‑‒–—―−－ー"})
_PLAIN.update({ord(char): ord("~") for char in "〜～∼˜"})
_PLAIN.update({ord(char): ord(" ") for char in "\t\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000\u200b"})
_PLAIN.update({ord(char): ord("'") for char in "’‘ʼ′´`"})
_PLAIN.update({ord(char): ord(":") for char in "：∶"})
_KATAKANA_BAR = ord("ー")
_PLAIN.pop(_KATAKANA_BAR)  # a letter in カレンダー


def _accents() -> dict[int, int]:
    """Precomposed Latin letters to their base letter, one to one."""
    found = {}
    for code in range(0x00C0, 0x0250):
        base = unicodedata.normalize("NFD", chr(code))
        if len(base) > 1 and base[0].isascii():
            found[code] = ord(base[0])
    return found


def _folder(table: dict[int, int]) -> Callable[[str], str]:
    """`str.translate` for a table that touches few characters of a text, several times faster."""
    to = {chr(key): chr(value) for key, value in table.items()}
    touched = re.compile("[" + re.escape("".join(to)) + "]")

    def folded(text: str) -> str:
        # all become ASCII; those that are it come first, so that none is changed twice
        for char in sorted(set(touched.findall(text))):
            text = text.replace(char, to[char])
        return text

    return folded


_plainly = _folder(_PLAIN)
_without_accents = _folder(_PLAIN | _accents())


def fold(text: str, *, accents: bool = False) -> str:
    """The text for matching, of the same length; with `accents` Latin letters keep theirs (Vietnamese)."""
    lower = text.lower()
    if len(lower) != len(text):  # a few letters (İ) grow when lowered
        lower = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    if lower.isascii() and "\t" not in lower and "`" not in lower:
        return lower
    return _plainly(lower) if accents else _without_accents(lower)
