"""Causal connectives in one sentence: which words are the cause, which the effect.

Pure text: knows no passages, services or claims. A row of `lang/<code>/causes.toml` marks the connective; its `shape`
says on which side the cause stands:

    left     cause MARK effect          "the flood overran the queue", "X failed, leaving Y without nodes"
    right    effect MARK cause          "Y failed because of X"
    fronted  MARK cause , effect        "Because of X, Y failed"
    before   MARK effect                "As a result, Y failed": the cause is the sentence before
    after    effect MARK                "Y failed as a result": so it is here
    this     MARK cause                 "This was due to X": the effect is the sentence before
    label    MARK cause                 "Root cause: X": the effect is what the passage is about
    ends     cause MARK                 "X turned out to be the cause"
    spared   effect MARK                "Y was not affected": what the passage is about did not cause it
    named    the pattern names `cause` and `effect` itself

A group `rest` in the pattern says where the right-hand side begins (default: after the mark), a group `head` where
the left-hand side ends (default: before the mark).

A side that is no more than a word pointing back ("this", guard `anaphor`) stands for the clause before it, or for the
sentence before; one that says nothing at all ("not", guard `empty`) makes no edge.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ingest.alternatives import factored
from ingest.concordance import Item, Likely, Vocabulary, item, matches
from ingest.extract import clauses
from ingest.extract.clauses import Guards
from ingest.literals import Wanted, folded
from ingest.rulebook import Expression, Field, Row, document, rows
from ingest.sieve import Sieve
from kb.errors import BadData
from kb.model import Polarity, Relation, Span

STAGE = "causes"
SHAPES = ("left", "right", "fronted", "before", "after", "this", "label", "ends", "spared", "named")
_RELATIONS = tuple(one.value for one in Relation if one is not Relation.PRECEDES)
SCHEMA = {
    "shape": Field(required=True, choices=SHAPES),
    "relation": Field(default=Relation.CAUSES.value, choices=_RELATIONS),
    "polarity": Field(default=Polarity.STATED.value, choices=tuple(p.value for p in Polarity)),
    "thing": Field(kind=bool, default=False),
    "main": Field(default="effect", choices=("cause", "effect")),
}
GUARDS = ("hedge", "denial", "denial-after", "unreal", "unreal-after", "agent", "hush", "heading", "lead", "trim",
          "break", "break-left", "comma", "anaphor", "empty", "tail")
GUARD_SCHEMA = {"role": Field(required=True, choices=GUARDS)}
_TABLES = ("row", "guard")
_DOUBT = 3  # "a bad fan?"
LONGEST = 6_000  # nobody writes a longer sentence; what does is no prose


@dataclass(frozen=True, slots=True)
class Link:
    """A connective found. Spans are offsets into the sentence; None means the side stands outside the sentence."""

    cause: Span | None
    effect: Span | None
    mark: Span
    relation: Relation
    polarity: Polarity
    shape: str
    main: str
    rule: str


@dataclass(frozen=True, slots=True)
class Connective:
    """A row made ready. Of rows that mark the same words the one of the highest `place` counts."""

    expression: Expression
    place: int
    shape: str
    relation: Relation
    polarity: Polarity
    thing: bool
    main: str
    rule: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """The cause rows of one language with the words that bound, soften or undo a statement; `wants` are those that the
    guards of a role want, one by one (of a role that is not there nothing is known)."""

    rows: tuple[Row, ...]
    guards: Guards
    wants: Mapping[str, tuple[Wanted, ...]] = field(default_factory=dict, repr=False)
    items: tuple[Item, ...] = field(init=False, repr=False, compare=False)
    _vocabulary: Vocabulary | None = field(default=None, init=False, repr=False, compare=False)
    _connectives: tuple[Connective, ...] = field(init=False, repr=False, compare=False)
    _heeding: Sieve[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        items = tuple(item(row.expression) for row in self.rows)
        guards = [(role, wants) for role in self.guards for wants in self.wants.get(role, ((),))]
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "_connectives", tuple(_connective(row, place) for place, row in enumerate(self.rows)))
        object.__setattr__(self, "_heeding", Sieve(guards))

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the rows alone. Documents are read for those of all tables at once (`ingest.extract.statements`)."""
        if self._vocabulary is None:
            object.__setattr__(self, "_vocabulary", Vocabulary(self.items))
        return self._vocabulary  # type: ignore[return-value]  # just set

    def marks(self, text: str, likely: Iterable[Likely]) -> list[Mark]:
        """Where rows are found, of those that may be."""
        rows = self._connectives
        return [(match, rows[row]) for row, places in likely for match in matches(rows[row].expression.pattern, text, places)]

    def heeded(self, text: str) -> Guards:
        """The guards that may be found in a text."""
        return {role: self.guards[role] for role in self._heeding.among(text)}

    def guarded(self, role: str, text: str) -> bool:
        pattern = self.guards.get(role)
        return pattern is not None and pattern.search(text) is not None


Mark = tuple[re.Match[str], Connective]


def _connective(row: Row, place: int) -> Connective:
    return Connective(row.expression, place, row["shape"], Relation(row["relation"]), Polarity(row["polarity"]), row["thing"],
                      row["main"], row.id)


_OF_THE_WHOLE = ("anaphor", "empty")


@lru_cache(maxsize=16)
def grammar(code: str) -> Grammar:
    """The causal grammar of a language. Raises BadData for rows not trustworthy."""
    told = guard_rows(code)
    guards = gather(told)
    for role in ("break", "comma"):
        if role not in guards:
            raise BadData(f"lang/{code}/{STAGE}.toml: no guard row of role {role!r}")

    def finds(row: Row, text: str) -> bool:
        return any(link.rule == row.id for link in connect(text, Grammar((row,), guards)))

    wants = {role: tuple(_unspaced(row.expression.wants) for row in told if row["role"] == role) for role in guards}
    return Grammar(rows(code, STAGE, SCHEMA, tables=_TABLES, finds=finds), guards, wants)


def _unspaced(wants: Wanted) -> Wanted:
    """What stands without the blank that some guards are asked with after the last word."""
    bare = (frozenset(word.rstrip(" ") for word in words) for words in wants)
    return tuple(words for words in bare if "" not in words)


def guard_rows(code: str) -> tuple[Row, ...]:
    """The rows of a language that bound, soften or undo a statement. Raises BadData."""
    return rows(code, STAGE, GUARD_SCHEMA, tables=_TABLES, table="guard", finds=_guard_finds)


def _guard_finds(row: Row, text: str) -> bool:
    """Some guards speak of a side as a whole ("this", "not"), the others of anything in it."""
    return row.expression.pattern.fullmatch(text) is not None if row["role"] in _OF_THE_WHOLE else row.finds(text)


def gather(guards: tuple[Row, ...]) -> dict[str, re.Pattern[str]]:
    """One pattern a role: the rows of the role as alternatives."""
    parts: dict[str, list[str]] = {}
    for row in guards:
        parts.setdefault(row["role"], []).append(f"(?:{row.expression.text})")
    return {role: re.compile(factored("|".join(found)), re.IGNORECASE) for role, found in parts.items()}


def document_tables(code: str) -> Mapping[str, Any]:
    """The raw tables of the stage, for the tests that delete rows."""
    return document(code, STAGE)


def connect(text: str, known: Grammar) -> list[Link]:
    """The causal links a sentence states, by place. Of connectives that overlap the longest is taken."""
    text = text[:LONGEST]
    return links(text, known.marks(text, known.vocabulary.read(folded(text)).among(0, len(text))), known)


def links(text: str, marks: list[Mark], known: Grammar) -> list[Link]:
    """As `connect`, where it is known which rows are found in the sentence."""
    if not marks:
        return []
    guards = known.heeded(text)
    if "hush" in guards and guards["hush"].search(text):
        return []
    # of marks of one length the later row counts: files go from the general to the special
    marks.sort(key=lambda mark: (mark[0].start() - mark[0].end(), mark[0].start(), -mark[1].place))
    kept: list[Link] = []
    for match, one in marks:
        start, end = match.span()
        if not any(start < other.mark[1] and other.mark[0] < end for other in kept):
            link = _link(text, match, one, guards)
            if link is not None:
                kept.append(link)
    if len(kept) > 1:
        kept = sorted((link for link in kept if not _said_again(link, kept)), key=lambda link: link.mark)
    return kept


def _said_again(link: Link, others: list[Link]) -> bool:
    """Whether a mark that only closes a cause ("… was the reason") stands inside a cause whose effect is told too, or
    another mark that points back ("As a result, this broke …") tells the effect more closely."""
    if link.shape == "before":
        return any(other.shape == "before" and other.mark > link.mark and other.cause is None and other.effect
                   and link.effect and link.effect[0] <= other.effect[0] and other.effect[1] <= link.effect[1]
                   for other in others)
    return link.shape == "ends" and link.effect is None and any(
        other.cause and other.effect and other.cause[0] < link.mark[1] and link.mark[0] < other.cause[1] + 1
        for other in others if other is not link)


def _link(text: str, match: re.Match[str], one: Connective, guards: Guards) -> Link | None:
    """What a mark states, if it does: `guards` are those that may be found in the sentence."""
    sides = _sides(text, match, one.shape, guards)
    if sides is None:
        return None
    shape, cause, effect = _settled(text, one.shape, *sides, guards)
    if cause is None and effect is None:
        return None
    if one.thing and cause and "agent" in guards and guards["agent"].search(clauses.tail(text, cause)):
        return None
    if clauses.beside(text, match, "unreal", guards):
        return None
    polarity = one.polarity
    if polarity is not Polarity.DENIED:
        if clauses.beside(text, match, "denial", guards):
            polarity = Polarity.DENIED
        elif polarity is not Polarity.HEDGED and "hedge" in guards:
            start, end = clauses.hull(match.span(), cause, effect)
            polarity = Polarity.HEDGED if guards["hedge"].search(text[start:end + _DOUBT]) else polarity
    return Link(cause, effect, match.span(), one.relation, polarity, shape, one.main, one.rule)


def _sides(text: str, match: re.Match[str], shape: str, guards: Guards) -> tuple[Span | None, Span | None] | None:
    """(cause, effect), or None where a side that should be here is empty."""
    named: dict[str, Span | None] = {}
    for group in ("cause", "effect"):
        if group in match.re.groupindex and match[group]:
            named[group] = clauses.trim(text, match.span(group), guards)
            if named[group] is None:
                return None
    sides: tuple[Span | None, Span | None] = (None, None)
    if shape == "named":
        pass
    elif shape == "fronted":
        sides = _fronted(text, _begin(match), guards)
    else:
        sides = _around(text, match, shape, guards)
    cause, effect = named.get("cause", sides[0]), named.get("effect", sides[1])
    both = shape in ("left", "right", "fronted")
    return (cause, effect) if (cause and effect if both else cause or effect) else None


def _settled(text: str, shape: str, cause: Span | None, effect: Span | None, guards: Guards
             ) -> tuple[str, Span | None, Span | None]:
    """(shape, cause, effect) with words that point back put in their place; both sides None where nothing is said."""
    if any(side and clauses.whole(guards, "empty", text, side) for side in (cause, effect)):
        return shape, None, None
    if "anaphor" not in guards:
        return shape, cause, effect
    points = tuple([side is not None and clauses.whole(guards, "anaphor", text, side) for side in (cause, effect)])
    if points == (True, False) and cause and effect and shape in ("left", "named"):
        earlier = clauses.earlier(text, cause[0], guards)
        return ("before", None, effect) if earlier is None else (shape, earlier, effect)
    if points == (False, True) and cause and effect and shape in ("right", "named"):
        earlier = clauses.earlier(text, effect[0], guards)
        return ("this", cause, None) if earlier is None else (shape, cause, earlier)
    return (shape, None, None) if any(points) else (shape, cause, effect)


def _begin(match: re.Match[str]) -> int:
    return match.start("rest") if "rest" in match.re.groupindex and match["rest"] is not None else match.end()


def _around(text: str, match: re.Match[str], shape: str, guards: Guards) -> tuple[Span | None, Span | None]:
    left = right = None
    if shape in ("left", "right", "ends", "spared", "after"):
        heads = "head" in match.re.groupindex and match["head"] is not None
        left = clauses.left(text, match.end("head") if heads else match.start(), guards)
    if shape in ("left", "right", "before", "label", "this"):
        right = clauses.right(text, _begin(match), guards)
    return (right, left) if shape in ("right", "label", "this", "spared", "after") else (left, right)


def _fronted(text: str, begin: int, guards: Guards) -> tuple[Span | None, Span | None]:
    comma = guards["comma"].search(text, begin, begin + clauses.MOST) if "comma" in guards else None
    if comma is None:
        return None, None
    return clauses.trim(text, (begin, comma.start()), guards), clauses.right(text, comma.end(), guards)
