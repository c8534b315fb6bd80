"""People's corrections, applied between rows and reconciliation. Pure; what the machine read stays in the store.

A correction of a claim (kind, time, services, reject) changes what that claim brings to history, and the event it ends
up in takes the corrected value as its own, whatever other documents say. Corrections of incidents and merges and splits
are read by reconciliation itself. Claim ids do not depend on kind or rule, so corrections find their claim again after
rereading; one whose target is gone waits without effect.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from kb.errors import InvalidInput
from kb.instants import format_instant, parse_instant
from kb.model import (
    Bound,
    CauseEdge,
    Claim,
    Constraint,
    Decision,
    DocumentFacts,
    Event,
    History,
    Kind,
    Precision,
    Service,
    Side,
    TimeValue,
    Window,
)

FIELDS = ("kind", "time", "services", "reject", "merge", "split", "incident", "alias")
ON_CLAIMS = ("kind", "time", "services", "reject")
YES, NO = "true", "false"


def in_force(decisions: Iterable[Decision]) -> list[Decision]:
    """Those not undone, in the order they were made; later ones win."""
    return sorted((one for one in decisions if not one.undone), key=lambda one: (one.when, one.id))


def checked(field: str, value: str) -> str:
    """A value in the one form it is stored in. Raises InvalidInput for an unknown field or a value it cannot have.

    `kind`: a claim kind. `time`: an RFC 3339 instant, two with a slash between, or empty for undated. `services`: slugs
    with commas or blanks. `reject`: `true` or `false`. The others: what reconciliation or the store can look up.
    """
    if field not in FIELDS:
        raise InvalidInput(f"unknown field {field!r}: one of {', '.join(FIELDS)}", code="decision-field")
    value = value.strip()
    if field == "kind" and value not in set(Kind):
        raise InvalidInput(f"unknown kind {value!r}: one of {', '.join(Kind)}", code="decision-value")
    if field == "time":
        return "/".join(format_instant(moment) or "" for moment in _moments(value))
    if field == "services":
        return ",".join(_slug(part) for part in value.replace(",", " ").split())
    if field == "reject":
        return _truth(value)
    if field in ("merge", "incident", "alias") and not value:
        raise InvalidInput(f"{field} needs a value", code="decision-value")
    return _slug(value) if field == "alias" else value


def _slug(text: str) -> str:
    slug = text.strip()
    if not slug or slug != slug.lower() or not all(letter.isalnum() or letter in "-._/" for letter in slug):
        raise InvalidInput(f"{text.strip()!r} is no service slug (lower case, hyphens)", code="decision-value")
    return slug


def _truth(value: str) -> str:
    if value.lower() in ("", "true", "yes", "1"):
        return YES
    if value.lower() in ("false", "no", "0"):
        return NO
    raise InvalidInput(f"reject takes true or false, not {value!r}", code="decision-value")


def _moments(value: str) -> tuple[datetime, ...]:
    if not value:
        return ()
    moments = tuple(parse_instant(part) for part in value.split("/"))
    if len(moments) > 2 or (len(moments) == 2 and moments[1] < moments[0]):
        raise InvalidInput(f"{value!r} is neither an instant nor a range in order", code="decision-value")
    return moments


def machine_value(claim: Claim, field: str) -> str | None:
    """What the machine read, in the form decisions are written in; None where it has no say."""
    match field:
        case "kind":
            return claim.kind.value
        case "services":
            return ",".join(claim.services)
        case "time":
            return "/".join(format_instant(moment) or "" for moment in (claim.time.start, claim.time.end) if moment)
        case "reject":
            return NO
    return None


def corrected_claim(claim: Claim, decisions: Iterable[Decision]) -> Claim:
    """The claim with the decisions about it applied in order (rejection apart)."""
    for decision in decisions:
        if decision.field == "kind":
            claim = replace(claim, kind=Kind(decision.value))
        elif decision.field == "services":
            claim = replace(claim, services=tuple(part for part in decision.value.split(",") if part))
        elif decision.field == "time":
            claim = replace(claim, time=_decided_time(claim.time, decision.value))
    return claim


def _decided_time(read: TimeValue, value: str) -> TimeValue:
    moments = _moments(value)
    start = moments[0] if moments else None
    end = moments[1] if len(moments) > 1 else None
    seconds = any(moment.second or moment.microsecond for moment in moments)
    return replace(
        read, start=start, end=end, bound=Bound.AT, approximate=False, alternatives=(), window=Window(start, start),
        precision=Precision.SECOND if seconds else Precision.MINUTE,
    )


def by_target(decisions: Iterable[Decision], fields: Sequence[str] = ON_CLAIMS) -> dict[str, list[Decision]]:
    """Decisions in force on these fields, by what they are about."""
    found: dict[str, list[Decision]] = {}
    for decision in in_force(decisions):
        if decision.field in fields:
            found.setdefault(decision.target, []).append(decision)
    return found


def rejected(decisions: Iterable[Decision]) -> frozenset[str]:
    """Ids of claims and cause edges that count for nothing."""
    last = {decision.target: decision.value for decision in in_force(decisions) if decision.field == "reject"}
    return frozenset(target for target, value in last.items() if value == YES)


def aliases(decisions: Iterable[Decision]) -> dict[str, str]:
    """Slug -> the slug it really is, chains followed; a circle ends where it closes."""
    direct = {decision.target: decision.value for decision in in_force(decisions) if decision.field == "alias"}
    return {slug: _followed(slug, direct) for slug in direct}


def leads_to(decisions: Iterable[Decision], slug: str, target: str) -> bool:
    """Whether `slug` is `target` or an alias that ends in it or passes through it."""
    direct = {decision.target: decision.value for decision in in_force(decisions) if decision.field == "alias"}
    seen: set[str] = set()
    while slug != target and slug not in seen:
        seen.add(slug)
        slug = direct.get(slug, slug)
    return slug == target


def _followed(slug: str, direct: Mapping[str, str]) -> str:
    seen = [slug]
    while (step := direct.get(seen[-1])) is not None and step not in seen:
        seen.append(step)
    return seen[-1]


def apply(facts: Sequence[DocumentFacts], decisions: Sequence[Decision]) -> list[DocumentFacts]:
    """The facts as people corrected them; facts nobody corrected are the same objects."""
    about, gone, renamed = by_target(decisions), rejected(decisions), aliases(decisions)
    if not about and not renamed:
        return list(facts)
    known = {service.slug for one in facts for service in one.services}
    return [_applied(one, about, gone, renamed, known) for one in facts]


def _applied(
    facts: DocumentFacts, about: Mapping[str, list[Decision]], gone: frozenset[str], renamed: Mapping[str, str],
    known: set[str],
) -> DocumentFacts:
    ids = [*(claim.id for claim in facts.claims), *(edge.id for edge in facts.edges)]
    if any(one in about for one in ids):
        facts = replace(
            facts,
            claims=tuple(corrected_claim(one, about.get(one.id, ())) for one in facts.claims if one.id not in gone),
            edges=tuple(_edge_without(one, gone) for one in facts.edges if one.id not in gone),
            constraints=tuple(one for one in facts.constraints if not _rests_on(one, gone)),
        )
        named = dict.fromkeys(slug for claim in facts.claims for slug in claim.services if claim.id in about)
        new = tuple(Service(slug, slug, learned=True) for slug in named if slug not in known)
        facts = replace(facts, services=(*facts.services, *new))
    return _renamed(facts, renamed) if renamed else facts


def _edge_without(edge: CauseEdge, gone: frozenset[str]) -> CauseEdge:
    cause = replace(edge.cause, claim=None) if edge.cause.claim in gone else edge.cause
    effect = replace(edge.effect, claim=None) if edge.effect.claim in gone else edge.effect
    return replace(edge, cause=cause, effect=effect)


def _rests_on(constraint: Constraint, gone: frozenset[str]) -> bool:
    return constraint.before in gone or constraint.after in gone


def renamed_claim(claim: Claim, renamed: Mapping[str, str]) -> Claim:
    """The claim with aliased services under their real slug."""
    if not any(slug in renamed for slug in (*claim.services, *claim.causes_named)):
        return claim
    return replace(claim, services=_names(claim.services, renamed), causes_named=_names(claim.causes_named, renamed))


def _names(slugs: Iterable[str], renamed: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(renamed.get(slug, slug) for slug in slugs))


def _renamed(facts: DocumentFacts, renamed: Mapping[str, str]) -> DocumentFacts:
    named = [service for service in facts.services if service.slug in renamed]
    if not named and not any(claim.services and set(claim.services) & set(renamed) for claim in facts.claims):
        return facts

    def side(one: Side) -> Side:
        return replace(one, services=_names(one.services, renamed))

    return replace(
        facts,
        services=_merged_services(facts.services, renamed),
        mentions=tuple(replace(one, service=renamed.get(one.service, one.service)) for one in facts.mentions),
        claims=tuple(renamed_claim(one, renamed) for one in facts.claims),
        edges=tuple(replace(one, cause=side(one.cause), effect=side(one.effect)) for one in facts.edges),
        dependencies=tuple(
            moved for moved in (
                replace(one, dependent=renamed.get(one.dependent, one.dependent),
                        dependency=renamed.get(one.dependency, one.dependency)) for one in facts.dependencies
            ) if moved.dependent != moved.dependency
        ),
    )


def _merged_services(services: Sequence[Service], renamed: Mapping[str, str]) -> tuple[Service, ...]:
    found = {service.slug: service for service in services if service.slug not in renamed}
    for service in services:
        real = renamed.get(service.slug)
        if real is None:
            continue
        into = found.get(real, Service(real, real, service.kind, service.part_of, {}, service.learned))
        names = {language: tuple(spelled) for language, spelled in into.aliases.items()}
        for language, spelled in (*service.aliases.items(), ("und", (service.name,))):
            names[language] = tuple(dict.fromkeys((*names.get(language, ()), *spelled)))
        found[real] = replace(into, aliases=names)
    return tuple(found.values())


def settle(history: History, decisions: Sequence[Decision]) -> History:
    """History in which an event has the values people decided for any of its claims; the latest decision wins."""
    about = by_target(decisions, ("kind", "time", "services"))
    if not about:
        return history
    renamed = aliases(decisions)
    return replace(history, events=tuple(_settled(event, about, renamed) for event in history.events))


def _settled(event: Event, about: Mapping[str, list[Decision]], renamed: Mapping[str, str]) -> Event:
    found = [decision for claim in event.claims for decision in about.get(claim, ())]
    for decision in in_force(found):
        if decision.field == "kind":
            event = replace(event, kind=Kind(decision.value))
        elif decision.field == "services":
            event = replace(event, services=_names((part for part in decision.value.split(",") if part), renamed))
        elif decision.field == "time":
            event = replace(event, time=replace(_decided_time(event.time, decision.value), window=event.time.window))
    return event
