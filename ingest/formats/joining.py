"""Whether a line goes on in the next one: broken lines are mended for reading, real line ends are kept."""
from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from ingest.formats import headings
from ingest.formats.lines import Line, terminal, wider, width

_DENSE = 140  # columns; nobody wraps by hand at more, so each line of such a run is a paragraph of its own
_OPEN_END = ",、，;；(（「『[/&–—-"
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\.){2,8}[a-z]{2,24}\b", re.ASCII)
_STAMP = re.compile(r"[\W_]{0,4}(?:[^\W\d_]{1,5}\.?\s)?(?:\d{4}-\d\d-\d\d|\d{1,2}(?:[:：h.]|\sh\s)\d\d|\d{1,2}\s?h\b"
                    r"|\d{1,2}\sUhr\b|\d{1,2}/\d{1,2}\b"
                    r"|(?:[同翌]日?\s?)?\d{1,4}\s?[年月日時时点點분년월일시](?!間)|(?:午前|午後|上午|下午|오전|오후)\s?\d)")
_MARK = re.compile(r"[■◆▼◎□☆★●◇▲△▶►※【〔《]")
_KEYED = re.compile(r"(?:\*\*)?[^\W\d_][^:：*\n]{0,40}(?:\*\*)?[:：](?:\*\*)?(?:\s|$|(?<=：))")
_PARTICLE_END = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]{7}(?:[がをにはへ]|ことで|事で|により|ため)$")  # nobody ends so
_WORD = re.compile(r"[!-~]{1,200}|\S{1,200}")  # where words need no blanks, figures break off before an ideograph
_COMMA_START = re.compile(r"[,、，;；)）」』]")


def mends(before: Line, after: Line) -> bool:
    """Whether the second line plainly continues the first, however lines are broken in this document."""
    if not before.text or not after.text or before.hard:
        return False
    if _COMMA_START.match(after.text) or _unclosed(before.text):
        return True
    if terminal(before.text) or before.text.endswith((":", "：")):
        return False
    if before.text[-1] in _OPEN_END or (_PARTICLE_END.search(before.text) and not _opens(after)):
        return True
    return (after.text[:1].islower() and not _is_list_like(before, after)) or _HOST.match(after.text) is not None


def _opens(after: Line) -> bool:
    """Whether a line opens something of its own by its look."""
    return bool(_MARK.match(after.text) or _STAMP.match(after.text) or _KEYED.match(after.text))


def _is_list_like(before: Line, after: Line) -> bool:
    """Lower-case lines of the same kind under each other, such as log lines or commands, are not a broken sentence."""
    stamped = _STAMP.match(before.text) and _STAMP.match(after.text)
    return bool(stamped) or (before.text[:1].islower() and "=" in after.text)


def _unclosed(text: str) -> bool:
    tail = text[-300:]
    return any(tail.count(left) > tail.count(right) for left, right in (("(", ")"), ("（", "）"), ("「", "」")))


class Joiner:
    """Decides for a run of plain lines (no blank line, list or table between them) which belong together."""

    def __init__(self, run: Sequence[Line], *, markdown: bool) -> None:
        self._markdown = markdown
        self._run = run
        self.dense = any(wider(line.text, _DENSE) for line in run)

    def joins(self, before: Line, after: Line) -> bool:
        if before.hard or self._parts(before, after):
            return False
        if mends(before, after):
            return True
        if self.dense or before.text.endswith((":", "：")):
            return False
        return self._markdown or self._wrapped(before, after)

    @staticmethod
    def _parts(before: Line, after: Line) -> bool:
        """Two stamped or two keyed lines under each other are rows, not prose; ■ and its like begin something new."""
        if _MARK.match(after.text) or headings.cornered(before.text):
            return True
        if _STAMP.match(before.text) and _STAMP.match(after.text):
            return True
        return bool(_KEYED.match(before.text) and _KEYED.match(after.text))

    def _wrapped(self, before: Line, after: Line) -> bool:
        """A line is broken for want of room when the next word would not have fitted."""
        word = _WORD.match(after.text)
        need = 2 if word and width(word[0][:1]) == 2 else width(word[0]) if word else 0
        return self._widest >= 40 and width(before.text) + 1 + need > self._widest

    @cached_property
    def _widest(self) -> int:
        return max((width(line.text) for line in self._run), default=0)
