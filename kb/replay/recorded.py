"""The recorded replay: an incident's events in time order on the virtual clock, with the state of every service.

Nothing is reordered: an effect recorded before its cause stays where it is and is reported. Undated events are shown at
the earliest instant their window allows, marked so, and change no state; those with an open window are not shown.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from kb.errors import InvalidInput
from kb.instants import format_instant
from kb.model import Event, EventEdge
from kb.replay import explanations
from kb.replay.clock import Clock
from kb.replay.fold import ServiceStates, turns


@dataclass(frozen=True, slots=True)
class Record:
    """What the replay is given of an incident. `part_of` is service -> whole, `labels` event -> words to show."""

    events: tuple[Event, ...]
    edges: tuple[EventEdge, ...] = ()
    services: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    part_of: Mapping[str, str | None] = field(default_factory=dict)

    def every_service(self) -> tuple[str, ...]:
        """The services of the incident and of its events, in order."""
        return tuple(sorted({*self.services, *(service for event in self.events for service in event.services)}))

    def label(self, event: str) -> str:
        """Words for an event; its happening code where nobody gave any."""
        found = next((one for one in self.events if one.id == event), None)
        return self.labels.get(event) or (found.happening if found is not None else event)


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """`until` ends the replay (that instant included), `seek` begins it; aware datetimes. Raises InvalidInput."""

    until: datetime | None = None
    seek: datetime | None = None
    tolerance_minutes: float = 4.0
    without: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.tolerance_minutes, bool) or not isfinite(self.tolerance_minutes) or \
                not 0 <= self.tolerance_minutes <= 1e6:
            raise InvalidInput(f"the tolerance must be minutes, finite and not negative: {self.tolerance_minutes!r}")
        for name in ("until", "seek"):
            moment = getattr(self, name)
            if moment is not None and moment.tzinfo is None:
                raise InvalidInput(f"{name!r} needs an offset: {moment.isoformat()}")


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment: what begins or ends, and the state of every service afterwards. `placed` is `clock` or `window`."""

    time: datetime
    event: str | None
    phase: str
    label: str
    kind: str | None
    services: tuple[str, ...]
    changes: Mapping[str, str]
    state: Mapping[str, str]
    placed: str = "clock"

    def json(self) -> dict[str, Any]:
        """The contract's frame: time, event, state of every service, and what else is known."""
        return {"time": format_instant(self.time), "event": self.event, "phase": self.phase, "label": self.label,
                "kind": self.kind, "services": list(self.services), "changes": dict(self.changes),
                "state": dict(self.state), "placed": self.placed}


def fold(frames: Iterator[Frame] | list[Frame], services: tuple[str, ...]) -> dict[str, str]:
    """The state after frames, from their changes alone."""
    state = dict.fromkeys(services, "unknown")
    for frame in frames:
        state.update(frame.changes)
    return dict(sorted(state.items()))


class Player:
    """The replay as something to step through. `seek` goes to an instant, forwards or back."""

    def __init__(self, record: Record, options: ReplayOptions) -> None:
        self.record, self.options = record, options
        self._moments = _moments(record, options)
        self.rewind()

    def rewind(self) -> None:
        """Back to before the first event."""
        self._origin = self._moments[0][0] if self._moments else datetime(1970, 1, 1, tzinfo=UTC)
        self._states = ServiceStates(self.record.every_service())
        self._clock = Clock()
        self._made: list[Frame] = []
        self.last: Frame | None = None
        for moment in self._moments:
            self._clock.at((moment[0] - self._origin).total_seconds(), self._happen, moment)

    def step(self) -> Frame | None:
        """The next frame; None at the end."""
        if not self._clock.step():
            return None
        self.last = self._made.pop()
        return self.last

    def seek(self, moment: datetime) -> Frame:
        """Go to an instant; a frame without event that shows how things stand then."""
        at = (moment - self._origin).total_seconds()
        if at < self._clock.now:
            self.rewind()
        if at >= 0:
            self._clock.run(at)
            self._made.clear()
        return Frame(moment, None, "seek", "", None, (), {}, self._states.snapshot())

    def _happen(self, moment: tuple[datetime, Event, str, str]) -> None:
        at, event, phase, placed = moment
        changes = {} if placed == "window" else self._states.apply(event, phase == "ends")
        self._made.append(Frame(at, event.id, phase, self.record.label(event.id), event.kind.value, event.services,
                                dict(sorted(changes.items())), self._states.snapshot(), placed))


def play(record: Record, options: ReplayOptions) -> Iterator[Frame]:
    """Every frame in order, from `seek` to `until`. Raises NotFound where `without` names nothing of the record."""
    player = Player(record, options)
    if options.seek is not None:
        yield player.seek(options.seek)
    while (frame := player.step()) is not None:
        yield frame


def report(record: Record, options: ReplayOptions) -> dict[str, Any]:
    """Fitness, the reason for each event not reproduced, edges whose effect comes first, and what `without` does."""
    first = explanations.effects_first(record.events, record.edges)
    early = [(edge, minutes) for edge, minutes in first if minutes > options.tolerance_minutes]
    lost = explanations.without(record, options.without) if options.without is not None else None
    gone = set() if lost is None else lost.unreached
    reasons = {event.id: reason for event in record.events
               if (reason := _reason(event, early, gone, record, options))}
    whole = len(record.events)
    return {
        "events": whole,
        "reproduced": whole - len(reasons),
        "fitness": round((whole - len(reasons)) / whole, 4) if whole else None,
        "not_reproduced": [
            {"event": event, "label": record.label(event), "reason": reason}
            for event, reason in sorted(reasons.items())
        ],
        "effect_before_cause": [
            {
                "cause": edge.cause,
                "effect": edge.effect,
                "relation": edge.relation.value,
                "minutes": round(minutes, 2),
                "within_tolerance": minutes <= options.tolerance_minutes,
                "cause_label": record.label(edge.cause),
                "effect_label": record.label(edge.effect),
            }
            for edge, minutes in first
        ],
        "tolerance_minutes": options.tolerance_minutes,
        "without": None if lost is None else lost.json(record),
    }


def _reason(event: Event, early: list[tuple[EventEdge, float]], gone: set[str], record: Record,
            options: ReplayOptions) -> str | None:
    if event.id in gone:
        return f"not reached without {options.without}"
    if event.time.start is not None and event.time.start.tzinfo is None:
        return "its zone is unknown, so it has no instant"
    if _place(event) is None:
        return "undated, and nothing bounds when it was"
    for edge, minutes in early:
        if edge.effect == event.id:
            return (
                f"recorded {minutes:g} minutes before its cause ({record.label(edge.cause)}), more than the tolerance"
            )
    return None


def _place(event: Event) -> datetime | None:
    """Where an event without clock time is shown: the earliest instant of a window closed on both sides."""
    if event.time.start is not None:
        return event.time.start if event.time.start.tzinfo is not None else None
    window = event.time.window
    return window.earliest if window.earliest is not None and window.latest is not None else None


def _moments(record: Record, options: ReplayOptions) -> list[tuple[datetime, Event, str, str]]:
    gone = explanations.without(record, options.without).unreached if options.without is not None else set()
    rank = explanations.ranks(record.events, record.edges)
    moments: list[tuple[datetime, Event, str, str]] = []
    for event in record.events:
        if event.id in gone:
            continue
        if event.time.start is None:
            if (place := _place(event)) is not None:
                moments.append((place, event, "somewhen", "window"))
            continue
        moments += [(at, event, "ends" if ending else "begins", "clock") for at, ending in turns(event)]
    moments.sort(key=lambda moment: _order(moment, rank))
    return [moment for moment in moments if options.until is None or moment[0] <= options.until]


def _order(moment: tuple[datetime, Event, str, str], rank: Mapping[str, int]) -> tuple[datetime, bool, int, str]:
    """At one instant what ends comes first (unless it only lasted that instant), then causes before effects."""
    at, event, phase, _ = moment
    over = phase == "ends" and (event.time.start is None or event.time.start < at)
    return at, not over, rank[event.id], phase
