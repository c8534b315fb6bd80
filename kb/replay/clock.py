"""The virtual clock every instrument of the replayer runs on.

A heap keyed (time, sequence): equal times run in the order they were scheduled, so callbacks are never compared. Time
is a float in whatever unit the model uses (minutes for the outage, seconds for a queue). The clock owns no randomness:
the rng is handed in and handed on. There is no cancelling; a model that changes its mind compares a token when called.
"""
from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf, isfinite
from random import Random
from typing import Any

from kb.errors import InvalidInput

Action = Callable[[Any], None]
Observer = Callable[[float, Action, Any], None]
Entry = tuple[float, int, Action, Any]


class Clock:
    """A discrete-event loop. `now` only ever grows; events for the past are refused."""

    __slots__ = ("_heap", "_observers", "_sequence", "now", "rng")

    def __init__(self, start: float = 0.0, rng: Random | None = None) -> None:
        if not isfinite(start):
            raise InvalidInput(f"a clock cannot start at {start}")
        self.now = start
        self.rng = rng
        self._heap: list[Entry] = []
        self._sequence = 0
        self._observers: list[Observer] = []

    def __len__(self) -> int:
        return len(self._heap)

    def observe(self, observer: Observer) -> None:
        """Call `observer(time, action, argument)` before every event, in the order observers were added."""
        self._observers.append(observer)

    def at(self, time: float, action: Action, argument: Any = None) -> None:
        """Run `action(argument)` at `time`. Raises InvalidInput for a time that is past or not a number."""
        if not time >= self.now:
            raise InvalidInput(f"cannot schedule at {time}: the clock stands at {self.now}")
        self._sequence = sequence = self._sequence + 1
        heappush(self._heap, (time, sequence, action, argument))

    def after(self, delay: float, action: Action, argument: Any = None) -> None:
        """Run `action(argument)` when `delay` has passed. Raises InvalidInput for a negative delay or NaN."""
        if not delay >= 0.0:
            raise InvalidInput(f"cannot schedule {delay} ahead: delays are not negative")
        self._sequence = sequence = self._sequence + 1
        heappush(self._heap, (self.now + delay, sequence, action, argument))

    def step(self) -> bool:
        """Run the next event; False when there is none."""
        if not self._heap:
            return False
        time, _, action, argument = heappop(self._heap)
        self.now = time
        for observer in self._observers:
            observer(time, action, argument)
        action(argument)
        return True

    def run(self, until: float = inf) -> int:
        """Run every event with time <= `until` and count them. The clock then stands at `until` where that is finite.
        """
        count = self._run_observed(until) if self._observers else self._run_plain(until)
        if until != inf and until > self.now:
            self.now = until
        return count

    def _run_plain(self, until: float) -> int:
        heap, pop, before = self._heap, heappop, self._sequence + 1 - len(self._heap)
        if until == inf:
            while heap:
                self.now, _, action, argument = pop(heap)
                action(argument)
        else:
            while heap and heap[0][0] <= until:
                self.now, _, action, argument = pop(heap)
                action(argument)
        return self._sequence + 1 - len(heap) - before

    def _run_observed(self, until: float) -> int:
        count = 0
        while self._heap and self._heap[0][0] <= until:
            self.step()
            count += 1
        return count

    def clear(self) -> None:
        """Forget everything scheduled; the time stays."""
        self._sequence -= len(self._heap)
        self._heap.clear()
