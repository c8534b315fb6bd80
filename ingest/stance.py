"""Who speaks in each passage: the report, a reader or the author's own mind, something quoted, or the site.

Opinion is decided in text order. After readers' comments begin nothing is report any more; after an author says
"what follows are my own ideas" neither; under a heading of advice its section is opinion.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest import sentences
from ingest.structure import HEADING_ROLES, heading_role, hints, said
from kb.model import Passage, PassageKind, Stance

_BYLINE = re.compile(r"\[[^\W\d_][^\[\]\s]{0,38}\]$")
_LOG = re.compile(
    r"(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d| [A-Z]{3,4})?\]?[ \t]{1,4}"
    r"(?:\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)\b|\[[\w.:-]{1,40}\]|[\w./-]{1,40}\[\d{1,7}\]:))"
    r"|(?:[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d [\w.-]{1,60} [\w./-]{1,40}(?:\[\d{1,7}\])?: )"
    r"|\[[EWIDF] \d{4}-?\d\d-?\d\d|(?:ERROR|WARN|INFO|DEBUG|FATAL)[ :\]]{1,2}\s?\S|Traceback \(most recent"
    r"|\tat [\w.$]{3,80}\("
    r"|\$ \S|\w{1,20}@[\w.-]{1,40}:[\w~/.-]{0,60}[$#] ")
_CHAT = re.compile(r"(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s{1,3})?<[@+~%&]?[^\W\d][\w.|^`-]{0,30}>\s\S")
_SPOKEN = (PassageKind.PARAGRAPH, PassageKind.ITEM, PassageKind.HEADING)
_SHORT = 160
_VOICES, _VOICED_SHARE = 3, 0.5


class _Speaker:
    """The state of a pass over the passages of one document."""

    def __init__(self, text: str, passages: Sequence[Passage], code: str) -> None:
        self._text, self._passages, self._code = text, passages, code
        self._hints = hints([text[one.start:one.end] for one in passages], code)
        self._roles = [{role for role, _ in rows} for rows in self._hints]
        self._to_the_end = False
        self._advice: int | None = None

    def cut(self, passage: Passage) -> int | None:
        """Where inside a passage the author's own ideas begin."""
        if passage.kind not in _SPOKEN or (at := self._said("own-ideas", passage)) < 0:
            return None
        spans = sentences.split(self._text, passage.start, passage.end, self._code)
        return next((first for first, last in spans if first <= passage.start + at < last), passage.start)

    def stance(self, passage: Passage) -> Stance:
        if passage.stance is not Stance.REPORT:
            return passage.stance
        words = self._words(passage)
        if self._is_chrome(passage, words):
            return Stance.BOILERPLATE
        self._listen(passage, words)
        if self._to_the_end or self._advice is not None:
            return Stance.OPINION
        quoted = passage.kind in (PassageKind.CODE, PassageKind.QUOTE) or _LOG.match(words) or _CHAT.match(words)
        return Stance.QUOTE if quoted else Stance.REPORT

    def begin_ideas(self) -> None:
        self._to_the_end = True

    def _words(self, passage: Passage) -> str:
        return self._text[passage.start:passage.end]

    def _said(self, role: str, passage: Passage) -> int:
        if role not in self._roles[passage.index]:
            return -1
        return said(role, self._words(passage), self._hints[passage.index])

    def _section(self, passage: Passage, words: str | None = None) -> str:
        """The role of a passage, or of words of it, taken for a heading."""
        if self._roles[passage.index].isdisjoint(HEADING_ROLES):
            return ""
        return heading_role(self._words(passage) if words is None else words, self._code)

    def _is_chrome(self, passage: Passage, words: str) -> bool:
        return len(words) <= _SHORT and passage.kind is not PassageKind.ROW and self._said("chrome", passage) >= 0

    def _listen(self, passage: Passage, words: str) -> None:
        """Headings and bylines that change who speaks."""
        if self._to_the_end:
            return
        if passage.kind is PassageKind.HEADING:
            found = self._section(passage) or self._section(passage, words.replace("：", ":").split(":")[0])
            self._to_the_end = found == "comments"
            if self._advice is not None and passage.level <= self._advice:
                self._advice = None
            if self._advice is None and found == "advice":
                self._advice = passage.level
        elif len(words) <= _SHORT:
            self._to_the_end = (self._is_byline(passage, words) or self._said("comment-line", passage) == 0
                                or (passage.kind is PassageKind.PARAGRAPH and len(words) < 60
                                    and self._section(passage) == "comments"))

    def _is_byline(self, passage: Passage, words: str) -> bool:
        """`[name]` on a line of its own: one of several, or a comments heading follows, or somebody speaks under it."""
        if passage.kind is not PassageKind.PARAGRAPH or not _BYLINE.match(words):
            return False
        rest = self._passages[passage.index + 1:]
        for other in rest:
            beside = self._words(other)
            if len(beside) <= _SHORT and (_BYLINE.match(beside) or self._section(other) == "comments"):
                return True
        return bool(rest) and (self._said("first-person", rest[0]) >= 0 or self._words(rest[0]).endswith(("?", "？")))


def stances(text: str, passages: Sequence[Passage], code: str) -> list[Passage]:
    """The passages with their stance; one that turns to the author's own ideas half-way is cut in two there."""
    speaker = _Speaker(text, passages, code)
    result: list[Passage] = []
    moved: dict[int, int] = {}
    for passage in passages:
        moved[passage.index] = len(result)
        at = speaker.cut(passage)
        if at is None or at == passage.start:
            if at is not None:
                speaker.begin_ideas()
            result.append(_as(speaker.stance(passage), passage))
            continue
        head = replace(passage, end=at - (len(text[passage.start:at]) - len(text[passage.start:at].rstrip())))
        result.append(replace(head, stance=speaker.stance(head)))
        speaker.begin_ideas()
        result.append(replace(passage, start=at, stance=speaker.stance(replace(passage, start=at)), list_id=None,
                              kind=PassageKind.PARAGRAPH, ordinal=None))
    return _threads(text, _reindexed(result, moved), code)


def _as(stance: Stance, one: Passage) -> Passage:
    """The passage with a stance. Written out, for `replace` takes three times as long."""
    if stance is one.stance:
        return one
    return Passage(one.index, one.kind, one.start, one.end, one.level, one.section, one.parent, one.language, stance,
                   one.list_id, one.ordinal, one.columns, one.cells)


def _reindexed(passages: list[Passage], moved: dict[int, int]) -> list[Passage]:
    if len(passages) == len(moved):
        return passages  # none was cut in two
    return [replace(passage, index=at, parent=None if passage.parent is None else moved[passage.parent])
            for at, passage in enumerate(passages)]


def _threads(text: str, passages: list[Passage], code: str) -> list[Passage]:
    """A last section in which most speak of themselves is a thread, though nothing announces it."""
    first = next((one.index for one in reversed(passages) if one.kind is PassageKind.HEADING), None)
    if first is None:
        return passages
    body = [one for one in passages[first + 1:] if one.stance is Stance.REPORT]
    if len(body) < _VOICES or _voiced(text, body, code) < _VOICED_SHARE or _voiced(text, passages[:first], code) > 0.1:
        return passages
    return [_as(Stance.OPINION, one) if one.index >= first and one.stance is Stance.REPORT else one for one in passages]


def _voiced(text: str, passages: Sequence[Passage], code: str) -> float:
    spoken = [text[one.start:one.end] for one in passages if one.kind in (PassageKind.ITEM, PassageKind.PARAGRAPH)]
    voices = sum(said("first-person", words, rows) >= 0 for words, rows in zip(spoken, hints(spoken, code), strict=True))
    return voices / len(spoken) if spoken else 0.0
