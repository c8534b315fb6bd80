"""Time expressions where they stand in a document, before anything is known of one another."""
from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

from ingest.types import Moment, Reading, TimeExpression, ZoneWord
from kb.model import Passage, PassageKind, Span, Stance

Mode = Literal["row", "window", "prose"]
Find = Callable[[int], Iterable[TimeExpression]]
FindWidely = Callable[[int, str], Iterable[TimeExpression]]

_LEADING = re.compile(r"[\W_]*(?:[^\W\d_]{1,9}[\W_]+){0,2}")
_ROWS = (PassageKind.ITEM, PassageKind.ROW, PassageKind.HEADING)
_FAR = 40
_REACH = 300
_OPENING, _CLOSING = "(（[", ")）]"


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
        told = self.expression
        return ((told.first is not None and told.first.hour is not None)
                or (told.last is not None and told.last.hour is not None)
                or (told.second is not None and told.second.hour is not None))


def place(reading: Reading, numbers: Iterable[int], find: Find, widely: FindWidely) -> tuple[Placed, ...]:
    """All expressions of a document in text order. `numbers` are the sentences in which any may stand; `find` reads one
    of them. `widely` also takes forms that are times only where a time must stand: at the head of a line whose
    neighbours open with clocks ("19.45 - …" among "19:29 - …"), which it is given as it reads. Their spans are final."""
    led: set[int] = set()
    dated: dict[int, int] = {}
    found: dict[int, list[Placed]] = {}
    for number in numbers:
        if read := find(number):
            found[number] = _placed(reading, number, read, led, dated)
    for number in _wanting(reading, found):
        sentence = reading.sentences[number]
        # the bar that ends a cell shows that "9h" is all there is in it
        cell = reading.passages[sentence.passage].kind is PassageKind.ROW
        wide = _placed(reading, number, widely(number, f"{sentence.reading} |" if cell else sentence.reading), set(), {})
        if wide and wide[0].mode != "prose" and wide[0].has_clock:
            found[number] = [wide[0], *(one for one in found.get(number, ()) if one.span[0] >= wide[0].span[1])]
    return tuple(one for number in sorted(found) for one in found[number])


def _placed(
    reading: Reading, number: int, read: Iterable[TimeExpression], led: set[int], dated: dict[int, int]
) -> list[Placed]:
    passage = reading.passages[reading.sentences[number].passage]
    found = []
    for expression in sorted(read, key=attrgetter("span")):
        if expression.kind == "duration":
            continue
        mode = _mode(reading, passage, expression, dated.get(passage.index, passage.start), led)
        if expression.kind != "date":
            led.add(passage.index)
        elif mode != "prose":
            dated[passage.index] = expression.span[1]
        found.append(Placed(expression, number, passage.index, mode))
    return found


def _wanting(reading: Reading, found: Mapping[int, Sequence[Placed]]) -> list[int]:
    """The first sentences of lines that open with no time while most lines of their list or table do."""
    lines: dict[Hashable, list[Passage]] = {}
    for passage in reading.passages:
        if passage.kind in (PassageKind.ITEM, PassageKind.ROW) and (passage.list_id is not None or passage.cells):
            lines.setdefault((passage.kind, passage.list_id, passage.parent, passage.columns), []).append(passage)
    if not lines:
        return []
    opens = {one.passage for group in found.values() for one in group if one.mode != "prose" and one.has_clock}
    wanted = {passage.index for group in lines.values() if 2 * sum(one.index in opens for one in group) > len(group)
              for passage in group if passage.index not in opens}
    if not wanted:
        return []
    first: dict[int, int] = {}
    for number, sentence in enumerate(reading.sentences):
        first.setdefault(sentence.passage, number)
    return [first[index] for index in sorted(wanted) if index in first]


def _mode(reading: Reading, passage: Passage, expression: TimeExpression, start: int, led: set[int]) -> Mode:
    """Whether an expression opens its line; `start` is where the line begins, or a date that opens it ends."""
    if passage.kind not in _ROWS or passage.index in led:
        return "prose"
    before = reading.text[start:expression.span[0]]
    if len(before) > _FAR or not _LEADING.fullmatch(before):
        return "prose"
    return "window" if expression.kind == "interval" else "row"


def moved(expression: TimeExpression, by: int) -> TimeExpression:
    """An expression with all its spans moved."""
    return expression._replace(
        span=_shift(expression.span, by), first=_moment(expression.first, by),
        last=_moment(expression.last, by), second=_moment(expression.second, by),
    )


def _moment(moment: Moment | None, by: int) -> Moment | None:
    if moment is None:
        return None
    zone = moment.zone and replace(moment.zone, span=_shift(moment.zone.span, by))
    return moment._replace(span=_shift(moment.span, by), zone=zone)


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
    return passage.stance is Stance.REPORT or passage.stance is Stance.QUOTE


def words(placed: Sequence[Placed]) -> list[tuple[ZoneWord, Placed]]:
    """The zones written in expressions. The second reading of one moment is said beside the first and not counted."""
    return [(moment.zone, one) for one in placed for moment in (one.expression.first, one.expression.last)
            if moment is not None and moment.zone is not None]


def bracket(text: str, start: int, place: int) -> Span | None:
    """The brackets around a place, looked for from `start` on; None outside of any."""
    start = max(start, place - _REACH)
    opened = max(text.rfind(mark, start, place) for mark in _OPENING)
    if opened < 0 or opened < max(text.rfind(mark, start, place) for mark in _CLOSING):
        return None
    closed = [found for mark in _CLOSING if (found := text.find(mark, place, place + _REACH)) >= 0]
    return opened, min(closed, default=place + _REACH)


def in_brackets(reading: Reading, placed: Sequence[Placed], number: int) -> bool:
    """Whether a time of prose is put in brackets behind another of its sentence: it does not carry the story on."""
    one = placed[number]
    if one.mode != "prose" or not number or placed[number - 1].sentence != one.sentence:
        return False
    return bracket(reading.text, reading.sentences[one.sentence].start, one.span[0]) is not None
