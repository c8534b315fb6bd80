"""Claims of the same happening become one event; different happenings at one minute stay apart.

The surest pairs are joined first. A claim joins an event only when it fits all its members, so that two happenings one
document tells apart never meet in one event through a third document. Proposed values: what more documents say, then
what is told more precisely; nothing a claim says is lost, since the claims stay.
"""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kb.model import Bound, Claim, Decision, DocumentFacts, Kind, Precision, Stance, TimeValue
from kb.reconcile.codes import VAGUE
from kb.reconcile.extent import seconds
from kb.reconcile.kinship import Kin
from kb.reconcile.likeness import Told, bearable, likeness, taught

_FINENESS = list(Precision)
_KINDS = list(Kind)


@dataclass(frozen=True, slots=True)
class Happening:
    """An event in the making: its id, the claims it is built from, and the values proposed for it."""

    id: str
    told: tuple[Told, ...]
    kind: Kind
    happening: str
    aspects: tuple[str, ...]
    services: tuple[str, ...]
    time: TimeValue

    def of(self, document: str) -> tuple[Told, ...]:
        """The claims of one document."""
        return tuple(one for one in self.told if one.document == document)


def happenings(facts: Sequence[DocumentFacts], decisions: Sequence[Decision], kin: Kin,
               lead: str | None) -> list[Happening]:
    """The events of one incident's documents, by id. `lead` is the incident's main service, None when unknown."""
    told = told_by(facts, lead)
    clusters = _cluster(told, kin, *_asked(told, decisions))
    return sorted((_happening(rows) for rows in clusters), key=lambda one: one.id)


def told_by(facts: Sequence[DocumentFacts], lead: str | None) -> list[Told]:
    """All report claims, by id."""
    rows = sorted(((claim, one.document.id) for one in facts for claim in one.claims if claim.stance is Stance.REPORT),
                  key=lambda row: row[0].id)
    same = Counter((document, claim.happening, frozenset(claim.services)) for claim, document in rows)
    return [Told(claim, document, claim.services or ((lead,) if lead else ()),
                 same[document, claim.happening, frozenset(claim.services)] == 1) for claim, document in rows]


def _asked(told: Sequence[Told], decisions: Sequence[Decision]) -> tuple[list[tuple[str, str]], dict[str, int]]:
    """What people merged (pairs of claims) and split (claims with a number of their own)."""
    here = {one.id for one in told}
    pairs, apart = list[tuple[str, str]](), dict[str, int]()
    for number, decision in enumerate(sorted(decisions, key=lambda row: (row.when, row.id)), 1):
        if decision.undone or decision.target not in here:
            continue
        if decision.field == "merge" and decision.value in here:
            pairs.append((decision.target, decision.value))
        elif decision.field == "split":
            named = {part.strip() for part in decision.value.split(",")} & here
            apart.update(dict.fromkeys(named or {decision.target}, number))
    return pairs, apart


def _cluster(told: Sequence[Told], kin: Kin, merged: Iterable[tuple[str, str]],
             apart: Mapping[str, int]) -> list[list[Told]]:
    alike = defaultdict[object, list[Told]](list)
    for one in told:
        alike[_signature(one), apart.get(one.id, 0)].append(one)
    faces = {row.id: rows[0] for rows in alike.values() for row in rows}  # one stands for all that say the same
    home = {rows[0].id: [rows[0]] for rows in alike.values()}

    def join(one: str, other: str) -> None:
        mine, theirs = home[one], home[other]
        if mine is not theirs:
            mine += theirs
            home.update({row.id: mine for row in theirs})

    scored = [(likeness(one, other, kin), one, other) for one, other in _candidates([rows[0] for rows in alike.values()], kin)
              if apart.get(one.id, 0) == apart.get(other.id, 0)]
    for score, one, other in sorted(scored, key=lambda row: (-row[0], row[1].id, row[2].id)):
        if score > 0 and _fits(home[one.id], home[other.id], kin):
            join(one.id, other.id)
    for first, second in merged:
        join(faces[first].id, faces[second].id)
    members = defaultdict[str, list[Told]](list)
    for row in told:
        members[faces[row.id].id].append(row)
    return [[row for face in rows for row in members[face.id]] for rows in {id(rows): rows for rows in home.values()}.values()]


def _signature(one: Told) -> object:
    """Claims of one document with the same signature tell the same thing again, to the letter of every code."""
    claim, time = one.claim, one.claim.time
    if time.start is None or claim.happening in VAGUE:
        return one.id
    return (one.document, claim.kind, claim.happening, claim.aspects, claim.services, time.start, time.end, time.bound,
            time.precision, time.approximate)


def _candidates(told: Sequence[Told], kin: Kin) -> Iterable[tuple[Told, Told]]:
    """All pairs that can be alike, and few others, however many claims tell of one instant: their services meet, and they
    share an instant or are of two documents of which one's main code is a code of the other; or they tell one code of one
    instant in two documents, of which one taught a name of its own. One document tells a thing twice only at one instant."""
    pairs = set(_meeting(told, kin, _moments, _moments))
    pairs |= {(one, other) for one, other in _meeting(told, kin, lambda one: {one.claim.happening}, _every_code)
              if told[one].document != told[other].document}
    pairs |= set(_taught(told, kin))
    return ((told[first], told[second]) for first, second in sorted({(min(pair), max(pair)) for pair in pairs}) if first != second)


def _moments(one: Told) -> set[object]:
    return {moment for moment in (one.claim.time.start, one.claim.time.end) if moment is not None}


def _every_code(one: Told) -> set[object]:
    return {*one.claim.aspects, one.claim.happening}


def _meeting(told: Sequence[Told], kin: Kin, mine: Callable[[Told], Iterable[object]],
             theirs: Callable[[Told], Iterable[object]]) -> Iterable[tuple[int, int]]:
    """Numbers of claims where `mine` of one and `theirs` of the other have something in common, and whose services meet."""
    own, parts = defaultdict[object, list[int]](list), defaultdict[object, list[int]](list)
    for number, one in enumerate(told):
        for key in theirs(one):
            for slug in one.services:
                own[key, slug].append(number)
                for whole in kin.line(slug):
                    parts[key, whole].append(number)
    for number, one in enumerate(told):
        for key in mine(one):
            for slug in one.services:
                yield from ((number, other) for other in parts.get((key, slug), ()))
                yield from ((number, other) for whole in kin.line(slug) for other in own.get((key, whole), ()))


def _taught(told: Sequence[Told], kin: Kin) -> Iterable[tuple[int, int]]:
    shelves = defaultdict[object, list[int]](list)
    for number, one in enumerate(told):
        for moment in _moments(one) if one.claim.happening not in VAGUE else ():
            shelves[moment, one.claim.happening].append(number)
    for shelf in shelves.values():
        if len({told[number].document for number in shelf}) > 1:
            plain = [number for number in shelf if taught(told[number], kin)]
            yield from ((one, other) for one in plain for other in shelf if told[one].document != told[other].document)


def _fits(some: Sequence[Told], others: Sequence[Told], kin: Kin) -> bool:
    return some is others or all(_bearable(one, other, kin) for one in some for other in others)


def _bearable(one: Told, other: Told, kin: Kin) -> bool:
    if one.document == other.document:
        return likeness(one, other, kin) > 0
    return bearable(one, other, kin)


def _happening(rows: Sequence[Told]) -> Happening:
    rows = sorted(rows, key=lambda one: one.id)
    codes = Counter[str]()
    for one in rows:
        codes.update(set(one.claim.aspects) | {one.claim.happening})
    main = _most(rows, lambda claim: [claim.happening])
    return Happening(
        id=rows[0].id, told=tuple(rows), happening=main[0],
        kind=min((Kind(kind) for kind in _most(rows, lambda claim: [claim.kind.value])), key=_KINDS.index),
        aspects=(main[0], *sorted((code for code in codes if code != main[0]), key=lambda code: (-codes[code], code))),
        services=_services(rows), time=proposed(rows))


def _most(rows: Sequence[Told], read: Callable[[Claim], list[str]]) -> list[str]:
    """The values most documents give, in order of the alphabet."""
    said: dict[str, set[str]] = {}
    for one in rows:
        for value in read(one.claim):
            said.setdefault(value, set()).add(one.document)
    best = max(map(len, said.values()))
    return sorted(value for value, documents in said.items() if len(documents) == best)


def _services(rows: Sequence[Told]) -> tuple[str, ...]:
    """Services that at least half of the documents give; all of them where none reaches that."""
    said: dict[str, set[str]] = {}
    for one in rows:
        for slug in one.claim.services:
            said.setdefault(slug, set()).add(one.document)
    half = len({one.document for one in rows if one.claim.services}) / 2
    return tuple(sorted(slug for slug, documents in said.items() if len(documents) >= half)) or tuple(sorted(said))


def proposed(rows: Sequence[Told]) -> TimeValue:
    """The time more documents give, then the more precise one, then that of the smallest claim id."""
    dated = [one for one in rows if one.extent.dated]
    if not dated:
        return rows[0].claim.time
    return min(dated, key=lambda one: (-_support(one, dated), _vagueness(one.claim.time), one.id)).claim.time


def _support(one: Told, rows: Sequence[Told]) -> int:
    return len({other.document for other in rows if _backs(other.claim, one.claim)})


def _backs(one: Claim, other: Claim) -> bool:
    """Whether a claim says the start and, where it says one, the end of the other."""
    start, end = one.time.start, one.time.end
    return _same(start, other.time.start) and (end is None or _same(end, other.time.end))


def _same(one: datetime | None, other: datetime | None) -> bool:
    return one == other or (one is not None and other is not None and seconds(one) == seconds(other))


def _vagueness(time: TimeValue) -> tuple[int, bool, bool, bool]:
    return _FINENESS.index(time.precision), time.approximate, time.bound is not Bound.AT, time.end is None
