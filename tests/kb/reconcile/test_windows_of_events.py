from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from kb.model import CauseEdge, Claim, Constraint, Kind, Relation, TimeValue
from kb.reconcile import reconcile
from tests.kb.reconcile.handmade import at, by, claim, edge, facts, local, name, on_day

CODES = (
    "plan-applied",
    "plan-created",
    "record-overwritten",
    "cleanup-run record-deleted",
    "update-failures empty-record",
)


def told_in_steps(doc: str = "s") -> tuple[list[Claim], list[CauseEdge]]:
    rows = [claim(doc, number, Kind.TRIGGER, codes, TimeValue(), "store-dns") for number, codes in enumerate(CODES)]
    order = [edge(doc, 30 + n, rows[n], rows[n + 1], Relation.PRECEDES) for n in range(len(rows) - 1)]
    return rows, order


def test_undated_steps_lie_around_the_moment_other_documents_date() -> None:
    rows, order = told_in_steps()
    why = edge("s", 40, "store / empty-record", "store / connection-errors")
    dated = claim("a", 9, Kind.IMPACT, "api-errors", at("06:48", "09:40"), "store")
    day = claim("s", 20, Kind.IMPACT, "outage-began", on_day("2031-03-04"), "store")
    history = reconcile([facts("s", [*rows, day], [*order, why]), facts("a", [dated])], ())
    windows = {event.id: event.time.window for event in history.events}
    moment = at("06:48").start
    for number in range(3):
        window = windows[name("s", number)]
        assert window.earliest is None and window.latest == moment
    assert windows[name("s", 3)].earliest == windows[name("s", 3)].latest == moment
    assert windows[name("s", 4)].earliest == moment and windows[name("s", 4)].latest is None
    assert not history.conflicts


def test_without_a_word_on_causes_steps_are_only_in_order() -> None:
    rows, order = told_in_steps()
    dated = claim("a", 9, Kind.IMPACT, "api-errors", at("06:48", "09:40"), "store")
    shared = claim("s", 20, Kind.IMPACT, "api-errors", at("06:48", "09:40"), "store")
    history = reconcile([facts("s", [*rows, shared], order), facts("a", [dated])], ())
    assert all(event.time.window.latest is None for event in history.events if event.time.start is None)


def test_a_stated_lag_dates_an_undated_event() -> None:
    first = claim("a", 5, Kind.IMPACT, "crash", at("10:00"), "store")
    then = claim("a", 6, Kind.MITIGATION, "restart", TimeValue(), "store")
    lag = Constraint(first.id, then.id, 3000.0, 3000.0, "fifty minutes later", (300, 319), "lag")
    history = reconcile([facts("a", [first, then])], ())
    assert next(event for event in history.events if event.id == then.id).time.window.latest is None
    history = reconcile([replace(facts("a", [first, then]), constraints=(lag,))], ())
    window = next(event for event in history.events if event.id == then.id).time.window
    assert window.earliest == window.latest == at("10:50").start


def test_by_has_no_earliest_and_a_cause_comes_no_later() -> None:
    cause = claim("a", 5, Kind.TRIGGER, "deploy", TimeValue(), "store")
    effect = claim("a", 6, Kind.IMPACT, "api-errors", by("10:00"), "store")
    history = reconcile([facts("a", [cause, effect], [edge("a", 30, cause, effect)])], ())
    assert {event.time.window.latest for event in history.events} == {at("10:00").start}
    assert {event.time.window.earliest for event in history.events} == {None}


def test_a_local_time_may_be_anywhere_on_earth_but_stays_exact_against_its_like() -> None:
    first = claim("a", 5, Kind.IMPACT, "crash", local("10:00"), "store")
    then = claim("a", 6, Kind.MITIGATION, "restart", local("10:30"), "store")
    known = claim("a", 7, Kind.RECOVERY, "recovered", at("11:00"), "store")
    order = edge("a", 30, then, known, Relation.PRECEDES)
    history = reconcile([facts("a", [first, then, known], [order])], ())
    windows = {event.id: event.time.window for event in history.events}
    noon = at("10:00").start
    assert noon is not None
    assert windows[first.id].earliest == noon - timedelta(hours=14)
    assert windows[then.id].latest == noon + timedelta(hours=1) and windows[first.id].latest == noon + timedelta(
        minutes=30
    )
