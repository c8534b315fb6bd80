"""Time expressions where they stand in a document, before anything is known of one another."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ingest.types import Moment, Reading, Sentence, TimeExpression, ZoneWord
from kb.model import Passage, PassageKind, Span, Stance

Mode = Literal["row", "window", "prose"]
Find = Callable[[Sentence, Passage, str, bool], Iterable[TimeExpression]]

_LEADING = re.compile(r"[\W_]*(?:[^\W\d_]{1,9}[\W_]+){0,2}")
_ROWS = (PassageKind.ITEM, PassageKind.ROW, PassageKind.HEADING)
_FAR = 40


@dataclass(frozen=True, slots=True)
class Placed:
    """One expression with spans into the final text. `mode` says how it moves time on: `row` is a line of a timeline,
    `window` a line that opens with a range, `prose` everything else."""

    expression: TimeExpression
    sentence: int
    passage: int
    mode: Mode = "prose"

    @property
    def span(self) -> Span:
        return self.expression.span

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All written points of the expression, in the order first, last, second."""
        found = (self.expression.first, self.expression.last, self.expression.second)
        return tuple(moment for moment in found if moment is not None)

    @property
    def has_clock(self) -> bool:
        return any(moment.has_clock for moment in self.moments)


def place(reading: Reading, languages: Callable[[Passage], str], find: Find) -> tuple[Placed, ...]:
    """All expressions of a document in text order. `find(sentence, passage, language, in_time_column)` reads one
    sentence; its spans are offsets into the sentence."""
    led: set[int] = set()
    dated: dict[int, int] = {}
    found: list[Placed] = []
    for number, sentence in enumerate(reading.sentences):
        passage = reading.passages[sentence.passage]
        column = in_time_column(reading, passage, sentence)
        for expression in sorted(find(sentence, passage, languages(passage), column), key=lambda one: one.span):
            if expression.kind == "duration":
                continue
            expression = _moved(expression, sentence.start)
            mode = _mode(reading, passage, expression, dated.get(passage.index, passage.start), led)
            if expression.kind != "date":
                led.add(passage.index)
            elif mode != "prose":
                dated[passage.index] = expression.span[1]
            found.append(Placed(expression, number, passage.index, mode))
    return tuple(found)


def in_time_column(reading: Reading, passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence is a cell that holds little else than figures, beside cells that hold words."""
    if passage.kind is not PassageKind.ROW or len(passage.cells) < 2:
        return False
    cell = next((one for one in passage.cells if one[0] <= sentence.start < max(one[1], one[0] + 1)), None)
    if cell is None:
        return False
    text = reading.text[cell[0]:cell[1]]
    return any(char.isdigit() for char in text) and len(text) <= _FAR


def _mode(reading: Reading, passage: Passage, expression: TimeExpression, start: int, led: set[int]) -> Mode:
    """Whether an expression opens its line; `start` is where the line begins, or a date that opens it ends."""
    if passage.kind not in _ROWS or passage.index in led:
        return "prose"
    before = reading.text[start:expression.span[0]]
    if len(before) > _FAR or not _LEADING.fullmatch(before):
        return "prose"
    return "window" if expression.kind == "interval" else "row"


def _moved(expression: TimeExpression, by: int) -> TimeExpression:
    return replace(
        expression, span=_shift(expression.span, by), first=_moment(expression.first, by),
        last=_moment(expression.last, by), second=_moment(expression.second, by),
    )


def _moment(moment: Moment | None, by: int) -> Moment | None:
    if moment is None:
        return None
    zone = moment.zone and replace(moment.zone, span=_shift(moment.zone.span, by))
    return replace(moment, span=_shift(moment.span, by), zone=zone)


def _shift(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def ancestors(reading: Reading, passage: Passage) -> list[Passage]:
    """What a passage stands under, nearest first: parent items and headings."""
    found: list[Passage] = []
    while passage.parent is not None and 0 <= passage.parent < passage.index:
        passage = reading.passages[passage.parent]
        found.append(passage)
    return found


def trusted(passage: Passage) -> bool:
    """Whether a passage may say something of the whole document."""
    return passage.stance in (Stance.REPORT, Stance.QUOTE)


def words(placed: Sequence[Placed]) -> list[tuple[ZoneWord, Placed]]:
    """The zones written in expressions. The second reading of one moment is said beside the first and not counted."""
    return [(moment.zone, one) for one in placed for moment in (one.expression.first, one.expression.last)
            if moment is not None and moment.zone is not None]
