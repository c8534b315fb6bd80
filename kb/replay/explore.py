"""Every interleaving of the DNS race within bounds: breadth first, so that the first counterexample is a shortest one.

`states` counts states up to the naming of Enactors: they are interchangeable, so one stands for all its renamings
(reachable together, at the same distance; shortest lengths are those of the full space). `states_unreduced` counts all.
A cap that was hit is always reported, and then "not found" is no verdict and the unrecoverable count unknown.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kb.errors import InvalidInput
from kb.replay.mitigations import race_mitigations
from kb.replay.race import Race, RaceBounds, States
from kb.replay.story import tell

MOST_STATES = 50_000_000
Ids = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class ExploreOptions:
    """Bounds, cap and mitigations. Raises InvalidInput."""

    enactors: int = 3
    endpoints: int = 2
    plans: int = 5
    cleanup_age: int = 3
    crashes: int = 0
    max_states: int = 2_000_000
    mitigations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        cap = self.max_states
        if isinstance(cap, bool) or not isinstance(cap, int) or not 1 <= cap <= MOST_STATES:
            raise InvalidInput(f"max states must be a whole number from 1 to {MOST_STATES}, not {cap!r}")
        race_mitigations(self.mitigations)
        Race(self.bounds, frozenset(self.mitigations))

    @property
    def bounds(self) -> RaceBounds:
        return RaceBounds(self.enactors, self.endpoints, self.plans, self.cleanup_age, self.crashes)


@dataclass(slots=True)
class Progress:
    """Where the exploration stands: complete up to `depth` actions."""

    states: int = 1
    depth: int = 0
    shortest: int | None = None
    regression: int | None = None


@dataclass(slots=True)
class _Space:
    """What has been seen: levels in order of discovery, an index sorted by state, and the edges of each level."""

    levels: list[States]
    index: States
    ids: Ids
    edges: list[tuple[Ids, Ids]] = field(default_factory=list)
    empties: list[int] = field(default_factory=list)
    regressed: tuple[int, int] | None = None
    capped: bool = False
    stopped: bool = False

    @property
    def size(self) -> int:
        return len(self.index)


def explore(options: ExploreOptions, on_level: Callable[[Progress], None] | None = None) -> dict[str, Any]:
    """The contract's JSON object, with `states_unreduced`, `depth`, `stopped`, `regression_shortest`, `verdict` added.

    `on_level` is called after every level; a KeyboardInterrupt ends the search and the answer tells what it had.
    """
    race = Race(options.bounds, frozenset(options.mitigations))
    start = race.canonical(race.start())
    space = _Space([start], start, np.zeros(1, dtype=np.int32))
    progress = Progress()
    try:
        while not space.capped and _grow(race, space, progress, options.max_states):
            if on_level is not None:
                on_level(progress)
    except KeyboardInterrupt:
        space.stopped = True
    return _report(race, space, progress, options)


def _grow(race: Race, space: _Space, progress: Progress, cap: int) -> bool:
    """One more level; False when there is nothing new."""
    frontier = space.levels[-1]
    first = space.size - len(frontier)
    rows, after, regressed = _successors(race, frontier)
    if not len(after):
        return False
    states, inverse = np.unique(after, return_inverse=True)
    ids = _lookup(space, states)
    fresh = np.flatnonzero(ids < 0)
    if len(fresh) and bool(np.any(empty := race.has_empty(states[fresh]))) and progress.shortest is None:
        progress.shortest = progress.depth + 1
        fresh = np.concatenate([fresh[empty], fresh[~empty]])
    room = cap - space.size
    space.capped = len(fresh) > room
    fresh = np.sort(fresh[:room])
    ids[fresh] = np.arange(space.size, space.size + len(fresh), dtype=np.int32)
    target = ids[inverse]
    kept = target >= 0
    space.edges.append(((rows[kept] + first).astype(np.int32), target[kept]))
    if progress.regression is None and np.any(hits := regressed & kept):
        progress.regression = progress.depth + 1
        hit = int(np.flatnonzero(hits)[0])
        space.regressed = (int(rows[hit]) + first, int(target[hit]))
    _remember(race, space, states[fresh], ids[fresh])
    progress.depth += 1
    progress.states = space.size
    return bool(len(fresh))


def _successors(race: Race, frontier: States) -> tuple[NDArray[np.intp], States, NDArray[np.bool_]]:
    steps = [step for step in race.steps(frontier) if len(step.rows)]
    if not steps:
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=bool)
    rows = np.concatenate([step.rows for step in steps])
    after = race.canonical(np.concatenate([step.after for step in steps]))
    regressed = np.concatenate([np.zeros(len(step.rows), dtype=bool) if step.regressed is None else step.regressed
                                for step in steps])
    return rows, after, regressed


def _lookup(space: _Space, states: States) -> Ids:
    place = np.searchsorted(space.index, states)
    found = space.index[np.minimum(place, space.size - 1)] == states
    return np.where(found, space.ids[np.minimum(place, space.size - 1)], -1).astype(np.int32)


def _remember(race: Race, space: _Space, states: States, ids: Ids) -> None:
    space.levels.append(states)
    place = np.searchsorted(space.index, states)
    space.index = np.insert(space.index, place, states)
    space.ids = np.insert(space.ids, place, ids)
    if not space.empties and len(states):
        space.empties = [int(ids[row]) for row in np.flatnonzero(race.has_empty(states))[:1]]


def _report(race: Race, space: _Space, progress: Progress, options: ExploreOptions) -> dict[str, Any]:
    whole = not (space.capped or space.stopped)
    everything = np.concatenate(space.levels)
    stuck = _unrecoverable(race, space, everything) if whole else None
    orbit = race.orbit(everything)
    trace = tell(race, _path(space, everything, space.empties[0])) if space.empties else []
    back = tell(race, [*_path(space, everything, space.regressed[0]), everything[space.regressed[1]]]) \
        if space.regressed else []
    return {
        "states": space.size,
        "bound_hit": not whole,
        "empty_reachable": progress.shortest is not None,
        "shortest": progress.shortest,
        "regression_reachable": progress.regression is not None,
        "unrecoverable": None if stuck is None else int(np.count_nonzero(stuck)),
        "trace": trace,
        "regression_shortest": progress.regression,
        "regression_trace": back,
        "states_unreduced": int(orbit.sum()),
        "unrecoverable_unreduced": None if stuck is None else int(orbit[stuck].sum()),
        "unrecoverable_not_empty": None
        if stuck is None
        else int(np.count_nonzero(stuck & ~race.has_empty(everything))),
        "empty_states": int(np.count_nonzero(race.has_empty(everything))),
        "depth": progress.depth,
        "stopped": space.stopped,
        "mitigations": sorted(options.mitigations),
        "bounds": {
            "enactors": options.enactors,
            "endpoints": options.endpoints,
            "plans": options.plans,
            "cleanup_age": options.cleanup_age,
            "crashes": options.crashes,
            "max_states": options.max_states,
        },
        "verdict": _verdict(space, progress),
    }


def _verdict(space: _Space, progress: Progress) -> str:
    if progress.shortest is not None:
        return f"an endpoint can become empty in {progress.shortest} actions"
    if space.stopped:
        return f"unknown: stopped after {space.size} states, none of them with an empty endpoint"
    if space.capped:
        return (
            f"unknown: the cap of states was hit at {space.size}; none seen has an empty endpoint, which is not 'safe'"
        )
    return "no endpoint can become empty within these bounds"


def _unrecoverable(race: Race, space: _Space, everything: States) -> NDArray[np.bool_]:
    """States from which no path leads to every endpoint on the newest plan: backward reachability to a fixed point."""
    good = race.settled(everything)
    changed = True
    while changed:
        changed = False
        for source, target in reversed(space.edges):
            gained = source[good[target] & ~good[source]]
            if len(gained):
                good[gained] = True
                changed = True
    return ~good


def _path(space: _Space, everything: States, goal: int) -> list[int]:
    """States from the start to the state with id `goal`, a shortest way."""
    path, sizes = [goal], np.cumsum([len(level) for level in space.levels])
    depth = int(np.searchsorted(sizes, goal, side="right"))
    for source, target in reversed(space.edges[:depth]):
        path.append(int(source[np.flatnonzero(target == path[-1])[0]]))
    return [int(everything[state]) for state in reversed(path)]
