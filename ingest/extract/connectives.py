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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ingest.alternatives import factored
from ingest.extract import clauses
from ingest.rulebook import Field, Row, document, rows
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
class Grammar:
    """The cause rows of one language with the words that bound, soften or undo a statement."""

    rows: tuple[Row, ...]
    guards: Mapping[str, re.Pattern[str]]
    sieve: Sieve[tuple[Row, int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pairs = (((row, place), row.expression.wants) for place, row in enumerate(self.rows))
        object.__setattr__(self, "sieve", Sieve(pairs))

    def guarded(self, role: str, text: str) -> bool:
        pattern = self.guards.get(role)
        return pattern is not None and pattern.search(text) is not None

    def whole(self, role: str, text: str, span: Span) -> bool:
        """Whether a stretch is nothing but what the guard tells."""
        return clauses.whole(self.guards, role, text, span)


_OF_THE_WHOLE = ("anaphor", "empty")


@lru_cache(maxsize=16)
def grammar(code: str) -> Grammar:
    """The causal grammar of a language. Raises BadData for rows not trustworthy."""
    guards = gather(guard_rows(code))
    for role in ("break", "comma"):
        if role not in guards:
            raise BadData(f"lang/{code}/{STAGE}.toml: no guard row of role {role!r}")

    def finds(row: Row, text: str) -> bool:
        return any(link.rule == row.id for link in connect(text, Grammar((row,), guards)))

    return Grammar(rows(code, STAGE, SCHEMA, tables=_TABLES, finds=finds), guards)


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
    likely = known.sieve.among(text)
    if not likely or known.guarded("hush", text):
        return []
    found = [(link, place) for row, place in likely for link in _links(text, row, known)]
    # of marks of one length the later row counts: files go from the general to the special
    found.sort(key=lambda it: (it[0].mark[0] - it[0].mark[1], it[0].mark, -it[1]))
    kept: list[Link] = []
    for link, _ in found:
        if not any(link.mark[0] < other.mark[1] and other.mark[0] < link.mark[1] for other in kept):
            kept.append(link)
    return sorted((link for link in kept if not _said_again(link, kept)), key=lambda link: link.mark)


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


def _links(text: str, row: Row, known: Grammar) -> Iterator[Link]:
    for match in row.pattern.finditer(text):
        sides = _sides(text, match, row["shape"], known)
        if sides is None:
            continue
        shape, cause, effect = _settled(text, row["shape"], *sides, known)
        if cause is None and effect is None:
            continue
        by_people = row["thing"] and cause and known.guarded("agent", _tail(text, cause))
        if by_people or _beside(text, match, "unreal", known):
            continue
        hull = _hull(match.span(), cause, effect)
        denied = row["polarity"] == Polarity.DENIED or _beside(text, match, "denial", known)
        soft = row["polarity"] == Polarity.HEDGED or known.guarded("hedge", text[hull[0]:hull[1] + _DOUBT])
        polarity = Polarity.DENIED if denied else Polarity.HEDGED if soft else Polarity.STATED
        yield Link(cause, effect, match.span(), Relation(row["relation"]), polarity, shape, row["main"], row.id)


def _beside(text: str, match: re.Match[str], role: str, known: Grammar) -> bool:
    """Whether a guard stands just before the mark (its rows end in `$`), or just after it."""
    before, after = known.guards.get(role), known.guards.get(f"{role}-after")
    left = text[max(0, match.start() - clauses.NEAR):match.start()].rstrip(" ") + " "
    return bool((before and before.search(left))
                or (after and after.match(text, match.end(), match.end() + clauses.NEAR)))


def _tail(text: str, cause: Span) -> str:
    return text[max(cause[0], cause[1] - clauses.NEAR):cause[1]]


def _hull(mark: Span, *sides: Span | None) -> Span:
    spans = [mark, *(side for side in sides if side)]
    return min(s[0] for s in spans), max(s[1] for s in spans)


def _sides(text: str, match: re.Match[str], shape: str, known: Grammar) -> tuple[Span | None, Span | None] | None:
    """(cause, effect), or None where a side that should be here is empty."""
    groups = match.groupdict()
    named = {g: clauses.trim(text, match.span(g), known.guards) for g in ("cause", "effect") if groups.get(g)}
    if None in named.values():
        return None
    sides: tuple[Span | None, Span | None] = (None, None)
    if shape == "named":
        pass
    elif shape == "fronted":
        sides = _fronted(text, _begin(match), known)
    else:
        sides = _around(text, match, shape, known)
    cause, effect = named.get("cause", sides[0]), named.get("effect", sides[1])
    both = shape in ("left", "right", "fronted")
    return (cause, effect) if (cause and effect if both else cause or effect) else None


def _settled(text: str, shape: str, cause: Span | None, effect: Span | None, known: Grammar
             ) -> tuple[str, Span | None, Span | None]:
    """(shape, cause, effect) with words that point back put in their place; both sides None where nothing is said."""
    if any(side and known.whole("empty", text, side) for side in (cause, effect)):
        return shape, None, None
    points = tuple(side is not None and known.whole("anaphor", text, side) for side in (cause, effect))
    if points == (True, False) and cause and effect and shape in ("left", "named"):
        earlier = clauses.earlier(text, cause[0], known.guards)
        return ("before", None, effect) if earlier is None else (shape, earlier, effect)
    if points == (False, True) and cause and effect and shape in ("right", "named"):
        earlier = clauses.earlier(text, effect[0], known.guards)
        return ("this", cause, None) if earlier is None else (shape, cause, earlier)
    return (shape, None, None) if any(points) else (shape, cause, effect)


def _begin(match: re.Match[str]) -> int:
    return match.start("rest") if match.groupdict().get("rest") is not None else match.end()


def _around(text: str, match: re.Match[str], shape: str, known: Grammar) -> tuple[Span | None, Span | None]:
    until = match.end("head") if match.groupdict().get("head") is not None else match.start()
    left = clauses.left(text, until, known.guards) if shape in ("left", "right", "ends", "spared", "after") else None
    told = shape in ("left", "right", "before", "label", "this")
    right = clauses.right(text, _begin(match), known.guards) if told else None
    return (right, left) if shape in ("right", "label", "this", "spared", "after") else (left, right)


def _fronted(text: str, begin: int, known: Grammar) -> tuple[Span | None, Span | None]:
    comma = known.guards["comma"].search(text, begin, begin + clauses.MOST)
    if comma is None:
        return None, None
    return clauses.trim(text, (begin, comma.start()), known.guards), clauses.right(text, comma.end(), known.guards)


