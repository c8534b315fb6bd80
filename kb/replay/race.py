"""The DNS Planner / Enactor race as visible actions over packed states.

A state is one 63-bit integer: newest plan, committed plan, active plan of every endpoint (0 is empty), the set of
deleted plans and one word per Enactor (what it does next, its plan, what it read, where its clean-up stands, whether
it holds the lock). Actions work on whole arrays of states at once. Plan 1 is active everywhere at the start.

Not modelled: time, the content of plans, failures of the Planner, and the "nothing to clean" actions (an Enactor with
nothing left to delete is idle at once), which change no verdict and only enlarge the space.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kb.errors import InvalidInput
from kb.replay.mitigations import race_mitigations

States = NDArray[np.int64]
IDLE, CRASHED, CLEAN, FIRST = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class RaceBounds:
    """How far the exploration goes. Raises InvalidInput where a bound makes no sense or the state would not fit."""

    enactors: int = 3
    endpoints: int = 2
    plans: int = 5
    cleanup_age: int = 3
    crashes: int = 0

    def __post_init__(self) -> None:
        limits = {"enactors": (1, 8), "endpoints": (1, 8), "plans": (1, 31), "cleanup_age": (1, 31), "crashes": (0, 8)}
        for name, (low, high) in limits.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise InvalidInput(
                    f"{name.replace('_', ' ')} must be a whole number from {low} to {high}, not {value!r}"
                )


class Field(NamedTuple):
    """Where a value lives in a packed state."""

    shift: int
    mask: int

    def of(self, states: States) -> States:
        return (states >> self.shift) & self.mask

    def put(self, states: States, value: States | int) -> States:
        return (states & ~(self.mask << self.shift)) | (value << self.shift)


class Step(NamedTuple):
    """What one action did: who (None for Planner and coordinator), its name, from which states to which."""

    who: int | None
    action: str
    rows: NDArray[np.intp]
    after: States
    regressed: NDArray[np.bool_] | None = None


class Race:
    """The actions of one variant of the race within bounds."""

    def __init__(self, bounds: RaceBounds, mitigations: frozenset[str] = frozenset()) -> None:
        self.bounds = bounds
        self.on = race_mitigations(mitigations)
        self.locked = bool(self.on & {"run-lock", "lease", "fenced-lease"})
        self.expires = bool(self.on & {"lease", "fenced-lease"})
        self._lay_out()

    def _lay_out(self) -> None:
        bounds, position = self.bounds, 0
        self.parts = [part for part, there in (("check", "recheck" in self.on), ("read", "content-cas" in self.on),
                                               ("write", True)) if there]
        codes = FIRST + len(self.parts) * bounds.endpoints
        self.last_deletable = max(0, bounds.plans - bounds.cleanup_age)

        def field(bits: int) -> Field:
            nonlocal position
            position += bits
            return Field(position - bits, (1 << bits) - 1)

        plan_bits = bounds.plans.bit_length()
        self.words, self.lock, self.at, self.ptr, self.read, self.plan = [], [], [], [], [], []
        for _ in range(bounds.enactors):
            start = position
            self.lock.append(field(int(self.locked)))
            self.ptr.append(field(self.last_deletable.bit_length() if "cleanup-guard" in self.on else 0))
            self.read.append(field(plan_bits if "content-cas" in self.on else 0))
            self.plan.append(field(plan_bits))
            self.at.append(field((codes - 1).bit_length()))
            self.words.append(Field(start, (1 << (position - start)) - 1))
        self.active = [field(plan_bits) for _ in range(bounds.endpoints)]
        self.deleted = field(self.last_deletable)
        self.committed = field(plan_bits if "two-phase-commit" in self.on else 0)
        self.newest = field(plan_bits)
        self.bits = position
        if position > 63:
            raise InvalidInput(
                f"these bounds need {position} bits a state and 63 is the limit: fewer Enactors, endpoints or plans"
            )
        low_bit = np.arange(1 << self.last_deletable, dtype=np.int64)
        self._bit_of = np.where(low_bit > 0, np.frexp((low_bit & -low_bit).astype(float))[1], 0).astype(np.int64)

    def start(self) -> States:
        """The one initial state, as an array."""
        state = np.zeros(1, dtype=np.int64)
        for place in [*self.active, self.newest, self.committed]:
            state = place.put(state, 1 & place.mask)
        return state

    def code(self, part: str, endpoint: int) -> int:
        """The program counter of `check`, `read` or `write` of an endpoint."""
        return FIRST + endpoint * len(self.parts) + self.parts.index(part)

    def canonical(self, states: States) -> States:
        """One state for all that differ only in which Enactor is which: words in ascending order."""
        if len(self.words) == 1:
            return states
        words = np.sort(np.stack([word.of(states) for word in self.words]), axis=0)
        for word, value in zip(self.words, words, strict=True):
            states = word.put(states, value)
        return states

    def orbit(self, states: States) -> States:
        """How many states each canonical one stands for."""
        factorial, count = 1, np.ones(len(states), dtype=np.int64)
        words = [word.of(states) for word in self.words]
        repeats = np.ones(len(states), dtype=np.int64)
        for index in range(1, len(words)):
            factorial *= index + 1
            repeats = np.where(words[index] == words[index - 1], repeats + 1, 1)
            count *= repeats
        return factorial // count

    def has_empty(self, states: States) -> NDArray[np.bool_]:
        """Whether an endpoint is empty."""
        empty: NDArray[np.bool_] = np.logical_or.reduce([place.of(states) == 0 for place in self.active])
        return empty

    def settled(self, states: States) -> NDArray[np.bool_]:
        """Whether every endpoint holds the newest plan."""
        newest = self.newest.of(states)
        level: NDArray[np.bool_] = np.logical_and.reduce([place.of(states) == newest for place in self.active])
        return level

    def steps(self, states: States) -> Iterator[Step]:
        """Every action possible in every one of the states; states after it are not canonical."""
        yield from self._planner(states)
        crashed = sum((at.of(states) == CRASHED).astype(np.int64) for at in self.at)
        target = (self.committed if self.committed.mask else self.newest).of(states)
        oldest = np.minimum.reduce([place.of(states) for place in self.active])
        may_pick = oldest < target
        if self.locked:
            may_pick &= np.logical_and.reduce([lock.of(states) == 0 for lock in self.lock])
        for who in range(self.bounds.enactors):
            at = self.at[who].of(states)
            yield self._pick(states, who, np.flatnonzero((at == IDLE) & may_pick), target)
            for endpoint in range(self.bounds.endpoints):
                for part in self.parts:
                    rows = np.flatnonzero(at == self.code(part, endpoint))
                    yield getattr(self, f"_{part}")(states[rows], who, endpoint, rows)
            yield self._clean(states, who, np.flatnonzero(at == CLEAN))
            if self.bounds.crashes:
                yield self._crash(states, who, np.flatnonzero((at != CRASHED) & (crashed < self.bounds.crashes)))
            if self.expires:
                rows = np.flatnonzero(self.lock[who].of(states))
                yield Step(who, "expire", rows, self.lock[who].put(states[rows], 0))

    def _planner(self, states: States) -> Iterator[Step]:
        newest = self.newest.of(states)
        rows = np.flatnonzero(newest < self.bounds.plans)
        yield Step(None, "issue", rows, self.newest.put(states[rows], newest[rows] + 1))
        if self.committed.mask:
            idle = np.logical_and.reduce([at.of(states) == IDLE for at in self.at])
            rows = np.flatnonzero(idle & (newest > self.committed.of(states)))
            yield Step(None, "commit", rows, self.committed.put(states[rows], newest[rows]))

    def _pick(self, states: States, who: int, rows: NDArray[np.intp], target: States) -> Step:
        after = self.plan[who].put(states[rows], target[rows])
        after = self.at[who].put(self.lock[who].put(after, 1 & self.lock[who].mask), FIRST)
        return Step(who, "pick", rows, after)

    def _check(self, states: States, who: int, endpoint: int, rows: NDArray[np.intp]) -> Step:
        fresh = self.plan[who].of(states) > self.active[endpoint].of(states)
        onward = self.at[who].put(states, self.code("check", endpoint) + 1)
        return Step(who, f"check {endpoint}", rows, np.where(fresh, onward, self._advance(states, who, endpoint)))

    def _read(self, states: States, who: int, endpoint: int, rows: NDArray[np.intp]) -> Step:
        after = self.read[who].put(states, self.active[endpoint].of(states))
        return Step(who, f"read {endpoint}", rows, self.at[who].put(after, self.code("write", endpoint)))

    def _write(self, states: States, who: int, endpoint: int, rows: NDArray[np.intp]) -> Step:
        current, newest = self.active[endpoint].of(states), self.newest.of(states)
        plan = newest if "repick" in self.on else self.plan[who].of(states)
        refused = self._refused(states, who, plan, newest)
        possible = refused | (current != 0) if "empty-valid" not in self.on else np.ones(len(states), dtype=bool)
        onward = self._advance(states, who, endpoint)
        written = self.active[endpoint].put(self.plan[who].put(states, plan), plan)
        after = self._advance(written, who, endpoint)
        writes = ~refused
        if "versioned-cas" in self.on:
            after = np.where(plan > current, after, onward)
            writes &= plan > current
        if "content-cas" in self.on:
            moved = self.read[who].of(states) != current
            again = self.at[who].put(self.read[who].put(states, 0), self.code("read", endpoint))
            after = np.where(moved, again, after)
            writes &= ~moved
        after = np.where(refused, self._to_idle(states, who), after)
        regressed = (writes & (plan < current))[possible]
        return Step(who, f"write {endpoint}", rows[possible], after[possible], regressed)

    def _refused(self, states: States, who: int, plan: States, newest: States) -> NDArray[np.bool_]:
        deletable = np.minimum(plan, self.last_deletable + 1) - 1
        refused: NDArray[np.bool_] = ((self.deleted.of(states) >> deletable) & 1 == 1) & (plan <= self.last_deletable)
        if "fenced-lease" in self.on:
            refused |= self.lock[who].of(states) == 0
        if "validity-limit" in self.on:
            refused |= newest - plan >= self.bounds.cleanup_age
        return refused

    def _clean(self, states: States, who: int, rows: NDArray[np.intp]) -> Step:
        states = states[rows]
        target = self._bit_of[self._left(states, who)]
        bit = np.int64(1) << (target - 1)
        after = self.deleted.put(states, self.deleted.of(states) | bit)
        holds = [place.of(states) == target for place in self.active]
        for place, hit in zip(self.active, holds, strict=True):
            after = np.where(hit, place.put(after, 0), after)
        if "cleanup-guard" in self.on:
            after = np.where(np.logical_or.reduce(holds), states, after)
            after = self.ptr[who].put(after, target)
        for other in range(self.bounds.enactors):
            after = self._rest(after, other)
        if "fenced-lease" in self.on:
            after = np.where(self.lock[who].of(states) == 0, self._to_idle(states, who), after)
        return Step(who, "clean", rows, after)

    def _crash(self, states: States, who: int, rows: NDArray[np.intp]) -> Step:
        kept = self.lock[who].of(states[rows])
        word = self.words[who].put(states[rows], 0)
        return Step(who, "crash", rows, self.lock[who].put(self.at[who].put(word, CRASHED), kept))

    def _advance(self, states: States, who: int, endpoint: int) -> States:
        after = self.read[who].put(states, 0)
        if endpoint + 1 < self.bounds.endpoints:
            return self.at[who].put(after, FIRST + (endpoint + 1) * len(self.parts))
        return self._rest(self.at[who].put(after, CLEAN), who)

    def _left(self, states: States, who: int) -> States:
        """The plans this Enactor still has to clean, as a set of bits (bit 0 is plan 1)."""
        reach = np.maximum(self.plan[who].of(states) - self.bounds.cleanup_age, 0)
        left = ((np.int64(1) << reach) - 1) & ~self.deleted.of(states)
        passed = self.ptr[who].of(states)
        return (left >> passed) << passed

    def _rest(self, states: States, who: int) -> States:
        left = self._left(states, who)
        cleaning = self.at[who].of(states) == CLEAN
        if "cleanup-guard" in self.on:  # plans others deleted meanwhile are passed, or equal states would look different
            passed = self.ptr[who].put(states, np.maximum(self._bit_of[left] - 1, 0))
            states = np.where(cleaning & (left != 0), passed, states)
        return np.where(cleaning & (left == 0), self._to_idle(states, who), states)

    def _to_idle(self, states: States, who: int) -> States:
        return self.words[who].put(states, 0)
