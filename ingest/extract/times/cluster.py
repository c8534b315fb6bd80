"""A moment under construction, and the text it is read from."""
from __future__ import annotations

from dataclasses import dataclass, field

from ingest.extract.times.beside import MAX_GAP, Lengths
from ingest.extract.times.grammar import Grammar
from ingest.extract.times.pieces import Parts
from ingest.types import Moment, ZoneWord

PLAIN_GAPS = frozenset(("", " ", ", "))
"""Between two pieces, no word at all."""


_PARTS = ("year", "month", "day", "weekday", "hour", "minute", "second", "part", "shift")  # as `Moment` has them


@dataclass(slots=True)
class Cluster:
    """A moment under construction. `parts` as in `Piece`; `first` and `latest` are the kinds of its outer pieces. Its first
    piece stands at `origin`, and what belongs to it not before `floor`. `second` is the same moment once more, in another
    zone."""

    start: int
    end: int
    parts: Parts
    first: str
    latest: str
    rules: list[str]
    weights: dict[str, float]
    origin: int
    floor: int
    zone: ZoneWord | None = None
    approximate: bool = False
    opened: bool = False
    second: Cluster | None = None

    def has(self, *keys: str) -> bool:
        parts = self.parts
        for key in keys:  # noqa: SIM110  # a loop, for speed: this is asked more than anything else
            if key in parts:
                return True
        return False

    def at(self, text: Text) -> bool:
        """Whether it is introduced as the time of something ("at", "by")."""
        return text.before("at", self.origin, self.floor) is not None or text.before("by", self.origin, self.floor) is not None

    def lasting(self, text: Text) -> bool:
        """Whether it is introduced as a length ("for")."""
        return text.before("for", self.origin, self.floor) is not None

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
    _before: dict[int, Lengths] = field(default_factory=dict)
    _after: tuple[int, bool] = (-1, False)

    @property
    def code(self) -> str:
        return self.grammar.language.code

    def between(self, start: int, end: int) -> str:
        """What stands between two times, without the marks of bold and code: "**10:00** ~ **10:20**" is one range."""
        gap, raw = self.folded[start:end], self.raw[start:end]
        if "`" not in raw and "*" not in raw:
            return gap
        return "".join(char for char, written in zip(gap, raw, strict=True) if written not in "`*")

    def word(self, kind: str, gap: str) -> bool:
        """Whether a word of this kind stands in the gap between two pieces."""
        if gap in PLAIN_GAPS:
            return False
        holds = self.grammar.holds.get(kind)
        return holds is not None and holds[gap] is not None

    def matches(self, kind: str, gap: str) -> bool:
        """Whether the gap is just a word of this kind."""
        if gap in PLAIN_GAPS:
            return False
        joins = self.grammar.joins.get(kind)
        return joins is not None and joins[gap.strip()] is not None

    def led(self, end: int) -> Lengths:
        """The kinds of words that can end right before a place (blanks apart): none, most often."""
        found = self._before.get(end)
        if found is None:
            found = self._before[end] = self.grammar.leads.lengths(self.folded, end)
        return found

    def before(self, kind: str, end: int, floor: int) -> int | None:
        """Where a word of this kind that ends right before `end` (blanks apart) starts."""
        return self.ending(kind, end, floor) if kind in self.led(end) else None

    def ending(self, kind: str, end: int, floor: int) -> int | None:
        """As `before`, for a kind that is known to be among those that can stand there."""
        low, pattern, found = max(floor, end - MAX_GAP), self.grammar.trailing[kind], None
        lengths = self.led(end)[kind]
        if lengths is None:
            found = pattern.search(self.folded, low, end)
        else:
            for length in reversed(lengths):
                if end - length >= low and (found := pattern.match(self.folded, end - length, end)) is not None:
                    break
        if found is None or (found[0][0] in "~≈" and found[0][-1] == " "):
            return None  # "~ 14:09" ends a range that began elsewhere
        return found.start()

    def followed(self, start: int) -> bool:
        """Whether any word can begin right after a place (blanks apart)."""
        if self._after[0] != start:
            self._after = start, self.grammar.trails.match(self.folded, start) is not None
        return self._after[1]

    def after(self, kind: str, start: int) -> int | None:
        """Where a word of this kind that starts right after `start` (blanks apart) ends."""
        if not self.followed(start):
            return None
        pattern = self.grammar.leading.get(kind)
        found = pattern.match(self.folded, start) if pattern is not None else None
        return found.end() if found else None


def moment_of(cluster: Cluster, approximate: bool, offset: int) -> Moment:
    """The finished moment of a cluster, its spans moved by `offset`."""
    get = cluster.parts.get
    zone = cluster.zone
    if zone is not None and offset:
        span = zone.span[0] + offset, zone.span[1] + offset
        zone = ZoneWord(zone.as_written, span, zone.name, zone.offset, zone.ambiguous)
    span = cluster.start + offset, cluster.end + offset
    return Moment._make((span, *map(get, _PARTS), zone, approximate, get("weeks")))
