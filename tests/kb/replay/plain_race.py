"""The race once more, the plain way: one tuple a state, one Enactor a name, dictionaries. To check the fast one against."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterator

State = tuple[int, int, tuple[int, ...], frozenset[int], tuple[tuple[object, ...], ...], int | None]
IDLE: tuple[object, ...] = ("idle",)
CRASHED: tuple[object, ...] = ("crashed",)


def verdict(enactors: int, endpoints: int, plans: int, age: int, crashes: int, on: frozenset[str]) -> dict[str, object]:
    """States, shortest way to an empty endpoint, regression, unrecoverable: by search over everything."""
    start: State = (1, 1, (1,) * endpoints, frozenset(), (IDLE,) * enactors, None)
    depth, queue, back = {start: 0}, deque([start]), {start: set[State]()}
    regression = False
    while queue:
        state = queue.popleft()
        for after, regressed in successors(state, plans, age, crashes, on):
            regression |= regressed
            if after not in depth:
                depth[after] = depth[state] + 1
                queue.append(after)
                back[after] = set()
            back[after].add(state)
    good = {state for state in depth if all(plan == state[0] for plan in state[2])}
    stack = list(good)
    while stack:
        for earlier in back[stack.pop()] - good:
            good.add(earlier)
            stack.append(earlier)
    empty = [depth[state] for state in depth if 0 in state[2]]
    return {"states": len(depth), "shortest": min(empty, default=None), "regression": regression,
            "unrecoverable": len(depth) - len(good)}


def successors(state: State, plans: int, age: int, crashes: int, on: frozenset[str]) -> Iterator[tuple[State, bool]]:
    newest, committed, active, deleted, workers, holder = state
    if newest < plans:
        yield (newest + 1, committed, active, deleted, workers, holder), False
    if "two-phase-commit" in on and newest > committed and all(worker == IDLE for worker in workers):
        yield (newest, newest, active, deleted, workers, holder), False
    if holder is not None and on & {"lease", "fenced-lease"}:
        yield (newest, committed, active, deleted, workers, None), False
    down = sum(worker == CRASHED for worker in workers)
    for who, worker in enumerate(workers):
        if worker != CRASHED and down < crashes:
            yield (newest, committed, active, deleted, _put(workers, who, CRASHED), holder), False
        if worker != CRASHED:
            yield from _act(state, who, worker, age, on)


def _act(state: State, who: int, worker: tuple[object, ...], age: int, on: frozenset[str]) -> Iterator[tuple[State, bool]]:
    newest, committed, active, deleted, workers, holder = state
    locks = bool(on & {"run-lock", "lease", "fenced-lease"})

    def now(worker: tuple[object, ...], active: tuple[int, ...] = active, deleted: frozenset[int] = deleted,
            regressed: bool = False, taken: bool = False) -> tuple[State, bool]:
        after, held = _put(workers, who, worker), who if taken else holder
        rested = []
        for name, one in enumerate(after):
            if one[0] == "clean":
                one = _next(int(one[1]), int(one[2]), deleted, age)  # type: ignore[call-overload]
            rested.append(one)
            if one == IDLE and held == name:
                held = None
        return (newest, committed, active, deleted, tuple(rested), held), regressed

    first = "check" if "recheck" in on else "read" if "content-cas" in on else "write"
    if worker == IDLE:
        target = committed if "two-phase-commit" in on else newest
        if min(active) < target and (not locks or holder is None):
            yield now((first, target, 0, None), taken=locks)
        return
    step, plan = worker[0], int(worker[1])  # type: ignore[call-overload]
    if step == "clean":
        if "fenced-lease" in on and holder != who:
            yield now(IDLE)
            return
        target = int(worker[2])  # type: ignore[call-overload]
        if "cleanup-guard" in on and target in active:
            yield now(("clean", plan, target + 1))
        else:
            emptied = tuple(0 if plan == target else plan for plan in active)
            yield now(("clean", plan, target + 1), emptied, deleted | {target})
        return
    place = int(worker[2])  # type: ignore[call-overload]
    onward = (first, plan, place + 1, None) if place + 1 < len(active) else ("clean", plan, 1)
    if step == "check":
        after = ("read" if "content-cas" in on else "write", plan, place, None)
        yield now(after if plan > active[place] else onward)
    elif step == "read":
        yield now(("write", plan, place, active[place]))
    else:
        yield from _write(state, who, worker, onward, age, on, now)


def _write(state, who, worker, onward, age, on, now):  # type: ignore[no-untyped-def]
    newest, _, active, deleted, _, holder = state
    plan, place = (newest if "repick" in on else worker[1]), worker[2]
    if plan in deleted or ("fenced-lease" in on and holder != who) or ("validity-limit" in on and newest - plan >= age):
        yield now(IDLE)
    elif active[place] == 0 and "empty-valid" not in on:
        return
    elif "content-cas" in on and worker[3] != active[place]:
        yield now(("read", worker[1], place, None))
    elif "versioned-cas" in on and plan <= active[place]:
        yield now(onward)
    else:
        written = tuple(plan if index == place else old for index, old in enumerate(active))
        yield now((onward[0], plan, *onward[2:]), written, regressed=plan < active[place])


def _next(plan: int, target: int, deleted: frozenset[int], age: int) -> tuple[object, ...]:
    while target in deleted:
        target += 1
    return ("clean", plan, target) if plan - target >= age else IDLE


def _put(workers: tuple[tuple[object, ...], ...], who: int, worker: tuple[object, ...]) -> tuple[tuple[object, ...], ...]:
    return (*workers[:who], worker, *workers[who + 1:])
