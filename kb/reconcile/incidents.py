"""Which documents are about the same outage: overlapping time, place and services, in whatever languages.

Documents with clock times are linked in pairs. One that knows only a day (or less) joins the group it fits best and
never bridges two groups. What people say (a given incident, a decision) goes first and draws nobody else along. The
answer is a function of the set of documents: their order does not matter.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.model import Decision, DocumentFacts
from kb.reconcile.extent import HOUR
from kb.reconcile.kinship import Kin, kin
from kb.reconcile.naming import main_service, plain, slug_of, title_of
from kb.reconcile.profile import Profile, profile

_MANY_LEARNED = 2
_PASSING, _EVER_SO_LITTLE = 0.2, 1e-6
_SLACK = HOUR
"""Documents that tell one instant each, and not the same one, may still be about one outage."""


@dataclass(frozen=True, slots=True)
class Group:
    """The documents of one incident, with its slug, its title and the service they speak most of."""

    slug: str
    title: str
    documents: tuple[str, ...]
    lead: str | None = None


def group(facts: Sequence[DocumentFacts], decisions: Sequence[Decision] = ()) -> tuple[Group, ...]:
    """The incidents of some current documents, by slug. Decisions: `incident` of a document (the slug it belongs to),
    `merge` of two incidents (by slug or by a document's id), `split` of documents from their incident."""
    known = kin(facts)
    profiles = {one.document.id: profile(one, known) for one in facts}
    wishes = _wishes(facts, decisions)
    free = [profiles[key] for key in sorted(profiles) if key not in wishes]
    groups = _named([(None, members) for members in _cluster(free, known)], profiles, known)
    if wishes:
        everyone = _cluster([profiles[key] for key in sorted(profiles)], known)
        natural = _named([(None, members) for members in everyone], profiles, known)
        groups = _named(_with_wishes(groups, wishes, natural), profiles, known)
    changed = _decided(groups, decisions)
    return tuple(sorted(_named(changed, profiles, known) if changed else groups, key=lambda one: one.slug))


def together(slug: str, facts: Sequence[DocumentFacts]) -> Group:
    """Documents that are known to be one incident of that slug, from what they say alone."""
    known = kin(facts)
    profiles = {one.document.id: profile(one, known) for one in facts}
    return _named([(slug, profiles)], profiles, known)[0]


def _wishes(facts: Sequence[DocumentFacts], decisions: Sequence[Decision]) -> dict[str, str]:
    """The incident people said a document belongs to."""
    wishes = {one.document.id: plain(one.document.given.incident) for one in facts if one.document.given.incident}
    here = {one.document.id for one in facts}
    for decision in sorted(decisions, key=lambda row: (row.when, row.id)):
        if decision.field == "incident" and not decision.undone and decision.target in here:
            wishes[decision.target] = plain(decision.value)
    return {key: wish for key, wish in wishes.items() if wish}


def _cluster(profiles: Sequence[Profile], kin: Kin) -> list[list[str]]:
    fine = [one for one in profiles if one.fine]
    groups = _linked(fine, kin)
    by_id = {one.document: one for one in profiles}
    left: list[Profile] = []
    joined: list[tuple[str, list[str]]] = []
    for one in (row for row in profiles if not row.fine):
        fits = [(max(_likeness(one, by_id[other], kin) for other in members), members) for members in groups]
        best = max(fits, key=lambda fit: (fit[0], fit[1]), default=(0.0, []))
        if best[0] > 0:
            joined.append((one.document, best[1]))
        else:
            left.append(one)
    for document, members in joined:
        members.append(document)
    return [*groups, *_linked(left, kin)]


def _linked(profiles: Sequence[Profile], kin: Kin) -> list[list[str]]:
    groups = {one.document: [one.document] for one in profiles}
    for number, one in enumerate(profiles):
        for other in profiles[number + 1:]:
            mine, theirs = groups[one.document], groups[other.document]
            if mine is not theirs and _likeness(one, other, kin) > 0:
                mine += theirs
                groups.update(dict.fromkeys(theirs, mine))
    return [sorted(members) for members in {id(row): row for row in groups.values()}.values()]


def _likeness(one: Profile, other: Profile, kin: Kin) -> float:
    """How well two documents fit one outage; 0 when they do not."""
    if one.when.low is None or other.when.low is None or one.when.high is None or other.when.high is None:
        return 0.0
    if min(one.when.high, other.when.high) + _SLACK < max(one.when.low, other.when.low):
        return 0.0
    if one.places and other.places and not one.places & other.places:
        return 0.0
    shared = {slug for slug in {*one.services, *one.failing} if _about(one, slug) and _about(other, slug)}
    listed = {slug for slug in shared if not kin.learned(slug)}
    if not listed and len(shared) < _MANY_LEARNED:
        return 0.0
    return sum(min(one.services.get(slug, 0.0), other.services.get(slug, 0.0)) + _EVER_SO_LITTLE
               for slug in listed or shared)


def _about(one: Profile, slug: str) -> bool:
    """Whether a document is about a service: it tells of its failing, or speaks of it more than in passing."""
    return slug in one.failing or one.services.get(slug, 0.0) >= _PASSING


Members = tuple[str | None, Iterable[str]]


def _with_wishes(groups: Iterable[Group], wishes: Mapping[str, str], natural: Iterable[Group]) -> list[Members]:
    """Groups of free documents with those that were told to join them. A wish names a group by the slug it has, or
    would have with all its documents in it (`natural`)."""
    by_wish: dict[str, list[str]] = {}
    for document, wish in sorted(wishes.items()):
        by_wish.setdefault(wish, []).append(document)
    asked = {document: one.slug for one in natural for document in one.documents if one.slug in by_wish}
    rows: list[Members] = []
    for one in groups:
        slug = one.slug if one.slug in by_wish else next((asked[key] for key in one.documents if key in asked), None)
        if slug is None:
            rows.append((None, one.documents))
        else:
            by_wish[slug] += one.documents
    return [*rows, *by_wish.items()]


def _decided(groups: Sequence[Group], decisions: Sequence[Decision]) -> list[Members] | None:
    """Groups after people's merges and splits; None when there are none that concern incidents."""
    sets: list[tuple[str | None, set[str]]] = [(one.slug, set(one.documents)) for one in groups]
    changed = False

    def find(name: str) -> tuple[str | None, set[str]] | None:
        return next((row for row in sets if name == row[0] or name in row[1]), None)

    for decision in sorted(decisions, key=lambda row: (row.when, row.id)):
        mine = None if decision.undone else find(decision.target)
        if mine is None:
            continue
        if decision.field == "merge" and (theirs := find(decision.value)) is not None and theirs is not mine:
            sets = [row for row in sets if row is not mine and row is not theirs]
            sets.append((theirs[0], mine[1] | theirs[1]))
            changed = True
        elif decision.field == "split":
            out = {part.strip() for part in decision.value.split(",")} & mine[1]
            if out and out != mine[1]:
                sets = [row for row in sets if row is not mine]
                sets += [(None, mine[1] - out), (None, out)]
                changed = True
    return [(slug, members) for slug, members in sets] if changed else None


def _named(rows: Iterable[Members], profiles: Mapping[str, Profile], kin: Kin) -> list[Group]:
    """Slugs and titles; incidents that would share a slug are told apart by their smallest document."""
    named = [(wish or slug_of([profiles[key] for key in sorted(members)]), sorted(members)) for wish, members in rows]
    slugs = Counter(slug for slug, _ in named)
    return [Group(slug if slugs[slug] == 1 else f"{slug}-{members[0][:8]}",
                  title_of([profiles[key] for key in members], kin), tuple(members),
                  main_service([profiles[key] for key in members]) or None) for slug, members in named]
