"""Whatever facts come, reconciliation answers: nothing odd in one document may cost the others their history."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.model import (
    Bound,
    Claim,
    Constraint,
    Decision,
    DocumentFacts,
    Finding,
    Kind,
    Polarity,
    Precision,
    Relation,
    Service,
    Stance,
    TimeValue,
)
from kb.reconcile import reconcile
from kb.reconcile.incidents import group
from tests.kb.reconcile.handmade import CATALOGUE, claim, edge, facts, need

SLUGS = ["", "store", "store-dns", "vm", "nobody-listed", "loop-a", "loop-b store"]
CODES = [
    "outage-began",
    "outage-ended",
    "recovered",
    "api-errors",
    "record-deleted",
    "empty-record",
    "unknown",
    "made-up",
]
CIRCLE = (Service("loop-a", "A", part_of="loop-b"), Service("loop-b", "B", part_of="loop-a", learned=True))
moments = st.one_of(
    st.none(),
    st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)),
    st.datetimes(datetime(2031, 3, 3), datetime(2031, 3, 5), timezones=st.just(UTC)),
)


@st.composite
def times(draw: st.DrawFn) -> TimeValue:
    start, end = draw(moments), draw(moments)
    return TimeValue(
        start,
        end,
        draw(st.sampled_from(Bound)),
        draw(st.sampled_from(Precision)),
        draw(st.booleans()),
        alternatives=tuple(filter(None, [draw(moments)])),
    )


@st.composite
def odd_documents(draw: st.DrawFn) -> DocumentFacts:
    doc = draw(st.text("abc", min_size=1, max_size=3))
    rows: list[Claim] = []
    for number in range(draw(st.integers(0, 6))):
        codes = draw(st.sampled_from(CODES)) + " " + draw(st.sampled_from(CODES))
        rows.append(
            claim(
                doc,
                number * 3,
                draw(st.sampled_from(Kind)),
                codes,
                draw(times()),
                draw(st.sampled_from(SLUGS)),
                draw(st.sampled_from([Stance.REPORT, Stance.OPINION])),
                draw(st.sampled_from(["", "Section"])),
            )
        )
    sides = st.one_of(
        st.sampled_from(rows or ["store / api-errors"]),
        st.tuples(st.sampled_from(SLUGS), st.sampled_from(CODES)).map("/".join),
    )
    edges = [
        edge(
            doc, 20 + number, draw(sides), draw(sides), draw(st.sampled_from(Relation)), draw(st.sampled_from(Polarity))
        )
        for number in range(draw(st.integers(0, 4)))
    ]
    ids = st.sampled_from([*(row.id for row in rows), "gone"])
    bounds = st.none() | st.integers(-5000, 5000).map(float)
    constraints = tuple(
        Constraint(draw(ids), draw(ids), draw(bounds), draw(bounds), "said", (0, 4), "lag")
        for _ in range(draw(st.integers(0, 3)))
    )
    odd = [Finding("times", "zone-contradiction", "two zones", span) for span in (None, (0, 40))]
    made = facts(
        doc,
        rows,
        edges,
        named=draw(st.sampled_from(SLUGS)),
        needs=[need(1, "vm", "vm")],
        findings=odd,
        places=draw(st.sampled_from(["", "north-1"])),
        incident=draw(st.sampled_from([None, "x", "…"])),
        services=(*CATALOGUE, *CIRCLE),
    )
    return replace(made, constraints=constraints, passages=made.passages if draw(st.booleans()) else ())


decisions = st.builds(
    Decision,
    id=st.text("0123", min_size=1),
    target=st.sampled_from(["a", "b", "x", "gone"]),
    field=st.sampled_from(["merge", "split", "incident", "kind"]),
    machine=st.none(),
    value=st.sampled_from(["a", "b", "x", "", "a,b", "…"]),
    who=st.just("Ana"),
    when=st.datetimes(timezones=st.just(UTC)),
    undone=st.booleans(),
)


@given(st.lists(odd_documents(), max_size=4, unique_by=lambda one: one.document.id), st.lists(decisions, max_size=3))
@settings(max_examples=120, deadline=None)
def test_odd_facts_are_reconciled_whole(rows: list[DocumentFacts], decided: list[Decision]) -> None:
    history = reconcile(rows, decided)
    told = sorted(one.id for row in rows for one in row.claims if one.stance is Stance.REPORT)
    assert sorted(one for event in history.events for one in event.claims) == told
    assert sorted(name for one in history.incidents for name in one.documents) == sorted(
        row.document.id for row in rows
    )
    assert len({one.slug for one in history.incidents}) == len(history.incidents)
    assert [one.slug for one in group(rows, decided)] == [one.slug for one in history.incidents]
    names = {event.id for event in history.events}
    assert all(set(row.events) <= names for row in history.conflicts)
    assert all({row.cause, row.effect} <= names and row.cause != row.effect for row in history.edges)
    assert reconcile(rows[::-1], decided) == history
