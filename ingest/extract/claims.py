"""What ONE document says happened: a claim for every happening and every time it is told.

A time makes a claim where the words around it tell a happening. Promises, due dates and publication dates do not, nor
dates that only date another time. Steps told without a clock, and what happened "two minutes later", are claims without
a time: order and distance give them their window later.
"""
from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Protocol

from ingest.extract.happenings import NOTHING, UNKNOWN, happening_in
from ingest.extract.remedies import remedied
from ingest.extract.speech import spoken
from ingest.extract.tell import About
from ingest.extract.tellings import Telling, shortened, telling, within
from ingest.extract.times.carry import Resolved
from ingest.extract.times.placed import bracket
from ingest.extract.told import labels_time, marked, touched, untold
from ingest.structure import role
from ingest.types import Reading
from kb.model import Bound, Claim, Kind, Passage, PassageKind, Precision, Span, Stance, TimeValue

_ID_LENGTH = 16
_DAY = 86_400
_NOTHING_MORE = 4  # signs beside a time that say no more ("頃", "以降")
_SILENT_ROLES = ("actions", "reference", "lessons")
_COARSE = (Precision.DAY, Precision.MONTH, Precision.YEAR, Precision.PART_OF_DAY)


class Tell(Protocol):
    """Reads what happened, and to whom, out of `words`; `times` are all times in them, `this` the claim's own."""

    def __call__(self, passage: Passage, words: Span, times: Sequence[Span], this: Span | None
                 ) -> Sequence[About]: ...


@dataclass(frozen=True, slots=True)
class Told:
    """A time with where its happening is told, before it is a claim."""

    value: TimeValue
    span: Span | None
    telling: Telling
    stance: Stance


def claims(
    document: str, reading: Reading, times: Sequence[Resolved], steps: Sequence[Sequence[int]], tell: Tell,
    languages: Mapping[int, str], promised: Sequence[Span] = (),
) -> tuple[Claim, ...]:
    """The claims of a document in text order. `steps` are courses of passages that tell steps without a clock;
    nothing in a `promised` stretch (an action item) is a claim."""
    found = _dated(reading, times, languages, promised)
    spans = _by_passage(times)
    made = []
    for told in found:
        where, words = told.telling.passage, told.telling.words
        heard = tell(where, words, within(spans.get(where.index, []), words), told.span)
        # a second happening is told of a moment; what went on through a range is one
        one = (told.value.end is not None or told.value.precision in _COARSE or told.stance is not Stance.REPORT
               or heard[0].happening.sole)
        made += [(told, about) for about in (heard[:1] if one else heard) if _counts(told, about)]
    for index in (index for course in steps for index in course):
        passage = reading.passages[index]
        words = (passage.start, passage.end)
        step = Telling(shortened(reading.text, words, (words[0], words[0])), words, passage)
        made.append((Told(TimeValue(), None, step, passage.stance), tell(passage, words, [], None)[0]))
    made.sort(key=lambda pair: (pair[0].telling.quote, pair[0].span or (0, 0)))
    return remedied(_numbered(document, reading, made))


def _counts(told: Told, about: About) -> bool:
    """A bare date is a claim only where words say what happened; a clock time is taken at its word."""
    coarse = told.value.precision in _COARSE or told.value.start is None
    if not coarse:
        return True
    heading = told.telling.passage.kind is PassageKind.HEADING
    return about.happening.code != UNKNOWN and not heading


def _dated(
    reading: Reading, times: Sequence[Resolved], languages: Mapping[int, str], promised: Sequence[Span]
) -> list[Told]:
    by_sentence: dict[int, list[Resolved]] = {}
    rows: dict[tuple[int, datetime | None, datetime | None], int] = {}
    for one in times:
        by_sentence.setdefault(one.placed.sentence, []).append(one)
        rows.setdefault((one.placed.passage, one.value.start, one.value.end), one.placed.span[1])
    spans = _by_passage(times)
    found: list[Told] = []
    for number, group in by_sentence.items():
        code = languages[group[0].placed.passage]
        tells, labels, posts = partial(_tells, code), partial(labels_time, code=code), partial(_posts, code)
        for value, span, one in _spoken(reading, number, group, languages):
            if one.dates or one.aside or _echo(reading, one, group) or _in_other_column(reading, one, rows):
                continue
            if one.lag:
                if _alone(one, group):
                    value = TimeValue(as_written=value.as_written, approximate=True)
                else:
                    continue
            if any(start <= span[0] < end for start, end in promised):
                continue
            if role(reading, reading.passages[one.placed.passage]) in _SILENT_ROLES:
                continue
            where = telling(reading, one.placed, spans[one.placed.passage], tells, labels, posts)
            if where is not None:
                stance = reading.passages[one.placed.passage].stance
                if stance is Stance.REPORT and spoken(reading, span[0]):
                    stance = Stance.QUOTE
                found.append(Told(value, span, where, stance))
    return found


def _tells(code: str, words: str) -> bool:
    return happening_in(words, code) is not NOTHING


def _posts(code: str, words: str) -> bool:
    return happening_in(words, code).kind is Kind.COMMUNICATION


def _alone(one: Resolved, group: Sequence[Resolved]) -> bool:
    """Whether a lag is all its sentence says of time, and counts hours at most (days later is looking back)."""
    return len(group) == 1 and 0 < (one.placed.expression.seconds or 0) < _DAY


def _echo(reading: Reading, one: Resolved, group: Sequence[Resolved]) -> bool:
    """Whether a time in brackets only says an earlier one of its sentence again, in another zone."""
    inner = bracket(reading.text, reading.sentences[one.placed.sentence].start, one.placed.span[0])
    if inner is None or one.value.start is None:
        return False
    said = one.value.start.replace(second=0)
    return any(other.value.start is not None and other.value.start.replace(second=0) == said
               and other.placed.span[1] <= inner[0] for other in group)


def _in_other_column(
    reading: Reading, one: Resolved, rows: Mapping[tuple[int, datetime | None, datetime | None], int],
) -> bool:
    """Whether a cell holds nothing but a time that an earlier cell of the row has in another zone. `rows` says where
    each value of each passage first ends."""
    passage, sentence = reading.passages[one.placed.passage], reading.sentences[one.placed.sentence]
    if passage.kind is not PassageKind.ROW or one.value.start is None:
        return False
    left = len(sentence.reading.strip(" ~〜約頃*`()（）")) - (one.placed.span[1] - one.placed.span[0])
    return left <= _NOTHING_MORE and rows[passage.index, one.value.start, one.value.end] <= sentence.start


def _spoken(
    reading: Reading, number: int, group: Sequence[Resolved], languages: Mapping[int, str]
) -> list[tuple[TimeValue, Span, Resolved]]:
    """The times of a sentence that are told as having happened; "began at … and ended at …" is one range."""
    sentence = reading.sentences[number]
    code = languages[sentence.passage]
    local = [(one.placed.span[0] - sentence.start, one.placed.span[1] - sentence.start) for one in group]
    text = marked(sentence.reading, local)
    silent = untold(reading, number, [one.placed.span for one in group], code)
    joined = _joined(text, code, local)
    found = []
    for place, one in enumerate(group):
        if one.placed.span[0] in silent or place - 1 in joined:
            continue
        value, end = one.value, one.placed.span[1]
        if place in joined:
            last = group[place + 1]
            if (range_ := _range(value, last.value)) is not None:
                value, end = range_, last.placed.span[1]
        found.append((value, (one.placed.span[0], end), one))
    return found


def _joined(text: str, code: str, local: Sequence[Span]) -> set[int]:
    """The places of times that begin a range whose end is the next time."""
    found = set()
    for span in touched(text, code, "joined"):
        inside = [place for place, one in enumerate(local) if span[0] <= one[0] and one[1] <= span[1]]
        if len(inside) == 2:
            found.add(inside[0])
    return found


def _range(first: TimeValue, last: TimeValue) -> TimeValue | None:
    if first.start is None or last.start is None or last.end is not None or first.end is not None:
        return None
    if (first.start.tzinfo is None) != (last.start.tzinfo is None) or last.start < first.start:
        return None
    window = replace(first.window, latest=last.window.latest)
    return replace(first, end=last.start, window=window, bound=Bound.AT,
                   approximate=first.approximate or last.approximate)


def _by_passage(times: Sequence[Resolved]) -> dict[int, list[Span]]:
    found: dict[int, list[Span]] = {}
    for one in times:
        found.setdefault(one.placed.passage, []).append(one.placed.span)
    return found


def _numbered(document: str, reading: Reading, made: Sequence[tuple[Told, About]]) -> tuple[Claim, ...]:
    seen: dict[tuple[Span, Span | None], int] = {}
    found = []
    for told, about in made:
        key = told.telling.quote, told.span
        ordinal = seen[key] = seen.get(key, -1) + 1
        passage, (start, end) = told.telling.passage, told.telling.quote
        found.append(Claim(
            id=claim_id(document, (start, end), told.span, ordinal), kind=about.happening.kind,
            happening=about.happening.code, aspects=about.happening.aspects, time=told.value, services=about.services,
            quote=reading.text[start:end], span=(start, end), time_span=told.span, section=passage.section,
            stance=told.stance, language=passage.language, rule=about.happening.rule, passage=passage.index,
            causes_named=about.causes_named,
        ))
    return tuple(found)


def claim_id(document: str, span: Span, time: Span | None, ordinal: int) -> str:
    """A name that lasts as long as the words do: never of kind or rule, so that people's decisions survive them."""
    raw = f"{document}|{span[0]}-{span[1]}|{'' if time is None else f'{time[0]}-{time[1]}'}|{ordinal}"
    return hashlib.sha256(raw.encode()).hexdigest()[:_ID_LENGTH]
