"""A moment under construction, and the text it is read from."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.extract.times.beside import Kinds
from ingest.extract.times.grammar import Grammar
from ingest.extract.times.pieces import Parts
from ingest.types import Moment, ZoneWord

MAX_GAP = 28
_BEHIND = re.compile(r"[ ,、)\]]*")
_BLANK = frozenset(("", " ", ", "))


@dataclass(slots=True)
class Cluster:
    """A moment under construction. `parts` as in `Piece`; `first` and `latest` are the kinds of its outer pieces."""

    start: int
    end: int
    parts: Parts
    first: str
    latest: str
    rules: list[str]
    weights: dict[str, float]
    zone: ZoneWord | None = None
    at: bool = False
    approximate: bool = False
    lasting: bool = False
    opened: bool = False

    def has(self, *keys: str) -> bool:
        parts = self.parts
        for key in keys:  # noqa: SIM110  # a loop, for speed: this is asked more than anything else
            if key in parts:
                return True
        return False

    @property
    def dated(self) -> bool:
        parts = self.parts
        return "day" in parts or "month" in parts or "year" in parts

    @property
    def open_number(self) -> bool:
        """A bare number that nothing has made a day or an hour yet."""
        return "num" in self.parts


@dataclass(slots=True)
class Text:
    """The text being read: as it is, as patterns see it, and how much a bare form may mean. `offset` is where it stands
    in the document. Not frozen, for it remembers which words can stand before its places."""

    raw: str
    folded: str
    grammar: Grammar
    wide: bool
    order: str = ""
    lined: bool = False
    offset: int = 0
    _before: dict[int, Kinds] = field(default_factory=dict)
    _after: tuple[int, Kinds] = (-1, frozenset())

    @property
    def code(self) -> str:
        return self.grammar.language.code

    def word(self, kind: str, gap: str) -> bool:
        if gap in _BLANK:
            return False
        pattern = self.grammar.words[kind]
        return pattern is not None and pattern.search(gap) is not None

    def matches(self, kind: str, gap: str) -> bool:
        """Whether the gap is just a word of this kind."""
        if gap in _BLANK:
            return False
        pattern = self.grammar.words[kind]
        return pattern is not None and pattern.fullmatch(gap.strip()) is not None

    def led(self, end: int) -> Kinds:
        """The kinds of words that can end right before a place (blanks apart): none, most often."""
        found = self._before.get(end)
        if found is None:
            at, folded = end, self.folded
            while at and folded[at - 1] in " ,\n":
                at -= 1
            found = self._before[end] = self.grammar.leads.kinds(folded[at - 1:at], folded[at - 2:at - 1])
        return found

    def before(self, kind: str, end: int, floor: int) -> int | None:
        """Where a word of this kind that ends right before `end` (blanks apart) starts."""
        return self.ending(kind, end, floor) if kind in self.led(end) else None

    def ending(self, kind: str, end: int, floor: int) -> int | None:
        """As `before`, for a kind that is known to be among those that can stand there."""
        found = self.grammar.trailing[kind].search(self.folded, max(floor, end - MAX_GAP), end)
        if found is None or (found[0][0] in "~≈" and found[0][-1] == " "):
            return None  # "~ 14:09" ends a range that began elsewhere
        return found.start()

    def followed(self, start: int) -> Kinds:
        """The kinds of words that can begin right after a place (blanks apart)."""
        if self._after[0] != start:
            skipped = _BEHIND.match(self.folded, start)
            place = skipped.end() if skipped else start
            self._after = start, self.grammar.trails.kinds(self.folded[place:place + 1], self.folded[place + 1:place + 2])
        return self._after[1]

    def after(self, kind: str, start: int) -> int | None:
        """Where a word of this kind that starts right after `start` (blanks apart) ends."""
        if kind not in self.followed(start):
            return None
        found = self.grammar.leading[kind].match(self.folded, start)
        return found.end() if found else None


def moment_of(cluster: Cluster, approximate: bool, offset: int) -> Moment:
    """The finished moment of a cluster, its spans moved by `offset`."""
    get = cluster.parts.get
    zone = cluster.zone
    if zone is not None and offset:
        span = zone.span[0] + offset, zone.span[1] + offset
        zone = ZoneWord(zone.as_written, span, zone.name, zone.offset, zone.ambiguous)
    return Moment(
        (cluster.start + offset, cluster.end + offset), get("year"), get("month"), get("day"), get("weekday"), get("hour"),
        get("minute"), get("second"), get("part"), get("shift"), zone, approximate, get("weeks"),
    )
