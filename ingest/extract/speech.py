"""What somebody is quoted as having said: times in it are told by the one who speaks, not by the report."""
from __future__ import annotations

import re

from ingest.once import once
from ingest.types import Reading
from kb.model import PassageKind, Span

_LONGEST, _FEWEST_WORDS = 900, 5
_MARKS = (("«", "»"), ("„", "“”"), ("“", "”"))
_QUOTED = re.compile("|".join(
    (*(f"{left}[^{left}{right}]{{12,{_LONGEST}}}[{right}]" for left, right in _MARKS),
     rf"(?<![\w.,;:!?)\]=])\"(?=\S)[^\"\n]{{12,{_LONGEST}}}(?<=\S)\"(?![\w=])")))
_KINDS = (PassageKind.PARAGRAPH, PassageKind.ITEM)


@once
def speeches(reading: Reading) -> tuple[Span, ...]:
    """The stretches of paragraphs and items that quote somebody at length, in text order. Quoted names are none."""
    return tuple(
        found.span() for passage in reading.passages if passage.kind in _KINDS
        for found in _QUOTED.finditer(reading.text, passage.start, passage.end)
        if len(found[0].split()) >= _FEWEST_WORDS)


def spoken(reading: Reading, place: int) -> bool:
    """Whether a place is inside what somebody is quoted as saying."""
    return any(start <= place < end for start, end in speeches(reading))
