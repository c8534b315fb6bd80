"""What explains what: order of causes, effects recorded too early, and what is left when one node is taken away."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from kb.errors import NotFound
from kb.model import Event, EventEdge, Kind, Polarity, Precision, Relation

if TYPE_CHECKING:
    from kb.replay.recorded import Record

WIDTH = {Precision.HOUR: timedelta(hours=1), Precision.PART_OF_DAY: timedelta(hours=12),
         Precision.DAY: timedelta(days=1), Precision.MONTH: timedelta(days=31), Precision.YEAR: timedelta(days=366)}


def effects_first(events: Sequence[Event], edges: Iterable[EventEdge]) -> list[tuple[EventEdge, float]]:
    """Edges whose effect precedes its cause, with the minutes; largest first.

    A coarse time counts at its latest for the effect. What mitigates or blocks a failure comes after its beginning, so
    such an edge is only judged where its effect is a recovery or another mitigation; what amplifies one needs it to go
    on, so that is judged by the effect's end, and not at all where no end is told.
    """
    by_id = {event.id: event for event in events}
    found = []
    for edge in edges:
        cause, effect = by_id.get(edge.cause), by_id.get(edge.effect)
        if cause is None or effect is None or edge.polarity is Polarity.DENIED or _ends(edge, effect):
            continue
        start, latest = _aware(cause), _latest(effect, edge.relation)
        if start is not None and latest is not None and (gap := (start - latest).total_seconds() / 60) > 0:
            found.append((edge, gap))
    return sorted(found, key=lambda pair: (-pair[1], pair[0].cause, pair[0].effect))


def ranks(events: Sequence[Event], edges: Iterable[EventEdge]) -> dict[str, int]:
    """A number per event: causes before effects where nothing goes in a circle, else by id. For ties of time only."""
    known = {event.id for event in events}
    waiting: dict[str, set[str]] = {name: set() for name in known}
    effects: dict[str, set[str]] = {name: set() for name in known}
    for edge in edges:
        if edge.cause in known and edge.effect in known and edge.cause != edge.effect:
            waiting[edge.effect].add(edge.cause)
            effects[edge.cause].add(edge.effect)
    depth = dict.fromkeys(known, 0)
    ready = sorted(name for name, causes in waiting.items() if not causes)
    while ready:
        for name in ready:
            for effect in effects[name]:
                waiting[effect].discard(name)
                depth[effect] = max(depth[effect], depth[name] + 1)
        ready = sorted({effect for name in ready for effect in effects[name] if not waiting[effect]})
    order = sorted(known, key=lambda name: (depth[name], name))
    return {name: place for place, name in enumerate(order)}


@dataclass(frozen=True, slots=True)
class Lost:
    """What goes with a node: `removed` itself, `unreached` with all that only it explains, and who stays why."""

    name: str
    removed: frozenset[str]
    unreached: set[str]
    stays: tuple[tuple[str, str, tuple[str, ...]], ...]

    def json(self, record: Record) -> dict[str, Any]:
        """Ids with words."""
        return {
            "name": self.name,
            "removed": [{"event": event, "label": record.label(event)} for event in sorted(self.removed)],
            "not_reached": [
                {"event": event, "label": record.label(event)} for event in sorted(self.unreached - self.removed)
            ],
            "stays": [
                {"event": event, "label": record.label(event), "why": why, "by": list(by)}
                for event, why, by in self.stays
            ],
        }


def without(record: Record, name: str) -> Lost:
    """The incident without a service or an event. Raises NotFound where `name` is neither.

    A service takes along its parts and every event about nothing else; an event is any id of its claims.
    """
    removed = _removed(record, name)
    causes = explains(record.events, record.edges)
    before = _reached(record.events, causes, frozenset())
    after = _reached(record.events, causes, removed)
    unreached = (before - after) | removed
    stays = []
    for event in sorted(record.events, key=lambda one: one.id):
        if event.id not in unreached:
            left = tuple(sorted(causes.get(event.id, set()) - unreached))
            why = "another explanation" if left else "no explanation recorded"
            stays.append((event.id, why, left))
    return Lost(name, removed, unreached, tuple(stays))


def explains(events: Sequence[Event], edges: Iterable[EventEdge]) -> dict[str, set[str]]:
    """The events that explain each event. Order and denied causes explain nothing; nor does a cure its illness."""
    by_id = {event.id: event for event in events}
    causes: dict[str, set[str]] = {}
    for edge in edges:
        if edge.relation is Relation.PRECEDES or edge.polarity is Polarity.DENIED or edge.cause == edge.effect:
            continue
        if edge.cause in by_id and edge.effect in by_id and not _cures(edge, by_id[edge.effect]):
            causes.setdefault(edge.effect, set()).add(edge.cause)
    return causes


def _reached(events: Sequence[Event], causes: dict[str, set[str]], removed: frozenset[str]) -> set[str]:
    """What follows from events that nothing explains. A circle without a way in from outside counts as given."""
    effects: dict[str, list[str]] = {}
    for effect, those in causes.items():
        for cause in those:
            effects.setdefault(cause, []).append(effect)
    reached: set[str] = set()

    def spread(roots: Iterable[str]) -> None:
        stack = [root for root in roots if root not in removed and root not in reached]
        reached.update(stack)
        while stack:
            for effect in effects.get(stack.pop(), ()):
                if effect not in reached and effect not in removed:
                    reached.add(effect)
                    stack.append(effect)

    spread(event.id for event in events if not causes.get(event.id))
    return reached


def _removed(record: Record, name: str) -> frozenset[str]:
    for event in record.events:
        if name == event.id or name in event.claims:
            return frozenset({event.id})
    if name not in record.every_service() and name not in record.part_of:
        raise NotFound(f"neither a service nor an event of this incident: {name!r}")
    parts, grew = {name}, True
    while grew:
        more = {part for part, whole in record.part_of.items() if whole in parts} - parts
        parts, grew = parts | more, bool(more)
    return frozenset(event.id for event in record.events if event.services and set(event.services) <= parts)


def _cures(edge: EventEdge, effect: Event) -> bool:
    return edge.relation is Relation.MITIGATES and effect.kind not in (Kind.RECOVERY, Kind.MITIGATION)


def _ends(edge: EventEdge, effect: Event) -> bool:
    return edge.relation in (Relation.MITIGATES, Relation.BLOCKS) and effect.kind not in (
        Kind.RECOVERY,
        Kind.MITIGATION,
    )


def _aware(event: Event) -> datetime | None:
    start = event.time.start
    return start if start is not None and start.tzinfo is not None else None


def _latest(event: Event, relation: Relation) -> datetime | None:
    start = _aware(event)
    if relation is Relation.AMPLIFIES:
        end = event.time.end
        return end if end is not None and end.tzinfo is not None else None
    return None if start is None else start + WIDTH.get(event.time.precision, timedelta())
