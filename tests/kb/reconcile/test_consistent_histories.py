from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.model import CauseEdge, Claim, Constraint, DocumentFacts, Kind, Relation, TimeValue
from kb.reconcile import reconcile
from tests.kb.reconcile.handmade import at, claim, edge, facts

CODES = ["api-errors", "launch-failures", "restart", "dns-restored", "detected", "deploy", "crash", "leases-expired"]


@dataclass(frozen=True)
class Told:
    """Documents that tell one true history, each in part, and the true minute of every claim."""

    rows: list[DocumentFacts]
    truth: dict[str, int]


def clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


@st.composite
def true_histories(draw: st.DrawFn) -> Told:
    minutes = draw(st.lists(st.integers(300, 900), min_size=2, max_size=len(CODES)))
    happened = list(zip(CODES, minutes, strict=False))
    rows, truth = [], {}
    for doc in "abc"[: draw(st.integers(1, 3))]:
        told = draw(st.lists(st.sampled_from(happened), min_size=2, max_size=6, unique=True))
        claims = []
        for number, (code, minute) in enumerate(told):
            time = TimeValue() if number and draw(st.booleans()) else at(clock(minute))
            row = claim(doc, number * 5, Kind.STATE, code, time, "store")
            claims.append(row)
            truth[row.id] = minute
        rows.append(replace(facts(doc, claims, links(draw, doc, claims, truth)), constraints=lags(draw, claims, truth)))
    return Told(rows, truth)


def links(draw: st.DrawFn, doc: str, claims: list[Claim], truth: dict[str, int]) -> list[CauseEdge]:
    found = []
    for number in range(draw(st.integers(0, 5))):
        pair = draw(st.lists(st.sampled_from(claims), min_size=2, max_size=2, unique_by=lambda one: one.id))
        first, then = sorted(pair, key=lambda one: truth[one.id])
        relation = draw(st.sampled_from([Relation.CAUSES, Relation.PRECEDES, Relation.TRIGGERS]))
        found.append(edge(doc, 40 + number, first, then, relation))
    return found


def lags(draw: st.DrawFn, claims: list[Claim], truth: dict[str, int]) -> tuple[Constraint, ...]:
    first, then = claims[0], claims[1]
    gap, slack = 60.0 * (truth[then.id] - truth[first.id]), 60.0 * draw(st.integers(0, 30))
    row = Constraint(first.id, then.id, gap - slack, gap + slack, "so much later", (2500, 2513), "lag")
    return (row,) if draw(st.booleans()) else ()


@given(true_histories())
@settings(max_examples=60, deadline=None)
def test_what_is_consistent_has_no_conflicts_and_windows_contain_the_truth(told: Told) -> None:
    history = reconcile(told.rows, ())
    assert not history.conflicts
    midnight = at("00:00").start
    assert midnight is not None
    for event in history.events:
        window = event.time.window
        for one in event.claims:
            when = midnight + timedelta(minutes=told.truth[one])
            assert window.earliest is None or window.earliest <= when
            assert window.latest is None or when <= window.latest


def shifted(row: DocumentFacts, by: timedelta) -> DocumentFacts:
    claims = tuple(
        replace(one, time=replace(one.time, start=one.time.start and one.time.start + by, end=one.time.end))
        for one in row.claims
    )
    return replace(row, claims=claims)


@given(true_histories(), st.integers(-400, 400))
@settings(max_examples=30, deadline=None)
def test_another_day_moves_every_window_and_nothing_else(told: Told, days: int) -> None:
    by = timedelta(days=days)
    here, there = reconcile(told.rows, ()), reconcile([shifted(row, by) for row in told.rows], ())
    assert [event.claims for event in here.events] == [event.claims for event in there.events]
    for one, other in zip(here.events, there.events, strict=True):
        for before, after in (
            (one.time.window.earliest, other.time.window.earliest),
            (one.time.window.latest, other.time.window.latest),
        ):
            assert (before and before + by) == after
