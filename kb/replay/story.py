"""A path through the race told as a story: who did what, and which plan is where afterwards."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kb.replay.race import Race, Step


def tell(race: Race, path: Sequence[int]) -> list[str]:
    """One line an action. `path` holds canonical states; Enactors keep their numbers, the first to act is 0."""
    here, lines = race.start(), []
    for wanted in path[1:]:
        for step in _single(race, here):
            if int(race.canonical(step.after)[0]) == int(wanted):
                lines.append(f"{_say(race, step, here)} {_where(race, step.after)}")
                here = step.after
                break
        else:
            raise AssertionError("the path is not one of this race")
    return lines


def _single(race: Race, here: np.ndarray) -> Iterator[Step]:
    return (step for step in race.steps(here) if len(step.rows))


def _where(race: Race, state: np.ndarray) -> str:
    plans = [int(place.of(state)[0]) for place in race.active]
    told = ", ".join(
        f"endpoint {number}: {f'plan {plan}' if plan else 'EMPTY'}" for number, plan in enumerate(plans, 1)
    )
    return f"[{told}; newest {int(race.newest.of(state)[0])}]"


def _say(race: Race, step: Step, before: np.ndarray) -> str:
    name, _, place = step.action.partition(" ")
    if step.who is None:
        newest = int(race.newest.of(step.after)[0])
        return f"the Planner issues plan {newest};" if name == "issue" else f"the coordinator commits plan {newest};"
    who = step.who
    teller = {"pick": _pick, "check": _check, "read": _read, "write": _write, "clean": _clean}.get(name)
    actor = f"Enactor {who}"
    if teller is None:
        return f"{actor} crashes;" if name == "crash" else f"the lease of {actor} expires;"
    return f"{actor} {teller(race, who, int(place or 0), before, step.after)};"


def _pick(race: Race, who: int, place: int, before: np.ndarray, after: np.ndarray) -> str:
    return f"picks plan {int(race.plan[who].of(after)[0])}"


def _check(race: Race, who: int, place: int, before: np.ndarray, after: np.ndarray) -> str:
    plan, active = int(race.plan[who].of(before)[0]), int(race.active[place].of(before)[0])
    return (
        f"checks plan {plan} against endpoint {place + 1}: {'newer, goes on' if plan > active else 'stale, skips it'}"
    )


def _read(race: Race, who: int, place: int, before: np.ndarray, after: np.ndarray) -> str:
    return f"reads endpoint {place + 1}: plan {int(race.active[place].of(before)[0])}"


def _write(race: Race, who: int, place: int, before: np.ndarray, after: np.ndarray) -> str:
    plan, old = int(race.plan[who].of(before)[0]), int(race.active[place].of(before)[0])
    new = int(race.active[place].of(after)[0])
    if new == old and ("repick" not in race.on or new != int(race.newest.of(before)[0])):
        return f"does not write plan {plan} to endpoint {place + 1}"
    note = f" over the newer plan {old}" if old > new else f" over plan {old}" if old else " where nothing was"
    return f"writes plan {new} to endpoint {place + 1}{note}"


def _clean(race: Race, who: int, place: int, before: np.ndarray, after: np.ndarray) -> str:
    gone = int(race.deleted.of(after)[0]) & ~int(race.deleted.of(before)[0])
    if not gone:
        return "cleans nothing (the plan is in use, or its lease is gone)"
    plan = gone.bit_length()
    hit = [number for number, spot in enumerate(race.active, 1)
           if int(spot.of(before)[0]) == plan and int(spot.of(after)[0]) == 0]
    note = "".join(f", which was active: endpoint {number} is now EMPTY" for number in hit)
    return f"cleans plan {plan}{note}"
