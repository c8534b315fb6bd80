"""A moment under construction, and the text it is read from."""
from __future__ import annotations

from dataclasses import dataclass, field

from ingest.extract.times.grammar import Grammar
from ingest.types import Moment, ZoneWord

MAX_GAP = 28


@dataclass(slots=True)
class Cluster:
    """A moment under construction. `parts` as in `Piece`; `first` and `latest` are the kinds of its outer pieces."""

    start: int
    end: int
    parts: dict[str, float | int | str]
    first: str
    latest: str
    rules: list[str]
    weights: dict[str, float] = field(default_factory=dict)
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
        return self.has("year", "month", "day")

    @property
    def open_number(self) -> bool:
        """A bare number that nothing has made a day or an hour yet."""
        return "num" in self.parts


@dataclass(frozen=True, slots=True)
class Text:
    """The text being read: as it is, as patterns see it, and how much a bare form may mean."""

    raw: str
    folded: str
    grammar: Grammar
    wide: bool
    order: str
    lined: bool = False
    seen: dict[tuple[int, int], bool] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.grammar.language.code

    def word(self, kind: str, gap: str) -> bool:
        pattern = self.grammar.words[kind]
        return pattern is not None and pattern.search(gap) is not None

    def matches(self, kind: str, gap: str) -> bool:
        """Whether the gap is just a word of this kind."""
        pattern = self.grammar.words[kind]
        return pattern is not None and pattern.fullmatch(gap.strip()) is not None

    def before(self, kind: str, end: int, floor: int) -> int | None:
        """Where a word of this kind that ends right before `end` (blanks apart) starts."""
        pattern = self.grammar.trailing.get(kind)
        if pattern is None or not self._introduced(end, floor):
            return None
        found = pattern.search(self.folded, max(floor, end - MAX_GAP), end)
        if found is None or (found[0][0] in "~≈" and found[0][-1] == " "):
            return None  # "~ 14:09" ends a range that began elsewhere
        return found.start()

    def _introduced(self, end: int, floor: int) -> bool:
        """Whether any word that can stand before a time ends here: most often none does, and one look settles all."""
        key = (end, floor)
        if key not in self.seen:
            found = self.grammar.introduction.search(self.folded, max(floor, end - MAX_GAP), end)
            self.seen[key] = found is not None
        return self.seen[key]

    def after(self, kind: str, start: int) -> int | None:
        """Where a word of this kind that starts right after `start` (blanks apart) ends."""
        pattern = self.grammar.leading.get(kind)
        found = pattern.match(self.folded, start) if pattern else None
        return found.end() if found else None


def moment_of(cluster: Cluster, approximate: bool) -> Moment:
    """The finished moment of a cluster."""
    parts = cluster.parts

    def whole(key: str) -> int | None:
        return int(parts[key]) if key in parts else None

    return Moment(
        (cluster.start, cluster.end), whole("year"), whole("month"), whole("day"), whole("weekday"), whole("hour"),
        whole("minute"), whole("second"), str(parts["part"]) if "part" in parts else None, whole("shift"), cluster.zone,
        approximate, whole("weeks"),
    )
