"""The virtual clock: order, refusals, observers."""
from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import InvalidInput
from kb.replay.clock import Clock

times = st.floats(0, 1e6, allow_nan=False)


@given(st.lists(times, max_size=50))
def test_events_run_by_time_and_ties_in_the_order_they_were_made(moments: list[float]) -> None:
    clock, seen = Clock(), list[tuple[float, int]]()
    for number, moment in enumerate(moments):
        clock.at(moment, lambda number: seen.append((clock.now, number)), number)
    assert clock.run() == len(moments)
    assert seen == sorted(seen) and len(seen) == len(moments)


@given(st.lists(times, max_size=30), times)
def test_running_in_two_goes_is_running_once(moments: list[float], border: float) -> None:
    seen: list[list[int]] = [[], []]
    for which, stops in enumerate(((border, float("inf")), (float("inf"),))):
        clock = Clock()
        for number, moment in enumerate(moments):
            clock.at(moment, seen[which].append, number)
        for stop in stops:
            clock.run(stop)
            if stop == border:
                assert clock.now == border
    assert seen[0] == seen[1]


def test_observers_see_every_event_before_it_happens() -> None:
    clock, told = Clock(5.0), list[object]()
    clock.observe(lambda time, action, argument: told.append((time, argument, clock.now)))
    clock.after(1.0, lambda argument: told.append(argument), "ring")
    assert clock.step() and not clock.step()
    assert told == [(6.0, "ring", 6.0), "ring"]


@pytest.mark.parametrize("wrong", [-1.0, float("nan"), -0.001])
def test_the_past_and_what_is_no_number_are_refused(wrong: float) -> None:
    clock = Clock(rng=Random(1))
    with pytest.raises(InvalidInput):
        clock.after(wrong, print)
    with pytest.raises(InvalidInput):
        clock.at(wrong, print)
    with pytest.raises(InvalidInput):
        Clock(float("inf"))
    assert len(clock) == 0


def test_what_was_cleared_does_not_count_as_run() -> None:
    clock, seen = Clock(), list[str]()

    def clear(_: object) -> None:
        clock.clear()
        clock.after(1.0, seen.append, "after")

    clock.at(1.0, clear)
    for moment in (2.0, 3.0):
        clock.at(moment, seen.append, "never")
    assert clock.run() == 2 and seen == ["after"] and clock.run() == 0
