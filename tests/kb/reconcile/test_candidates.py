"""Of claims that cannot be alike none is compared, and of those that can be none is missed."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.model import Kind, Service, TimeValue
from kb.reconcile import events, reconcile
from kb.reconcile.events import told_by
from kb.reconcile.kinship import Kin, kin
from kb.reconcile.likeness import likeness
from kb.reconcile.profile import _inside, _joined
from tests.kb.reconcile.handmade import CATALOGUE, at, claim, facts, local

TIMES = st.sampled_from([TimeValue(), at("06:00"), at("06:00", "07:00"), at("07:00"), at("06:40"), local("06:00"), at("23:00")])
SERVICES = st.lists(st.sampled_from(["store", "store-dns", "vm", "vm-leases", "the-network", "ring", "round"]), max_size=2, unique=True)
CODES = st.sampled_from(["api-errors", "api-errors impacted", "impacted", "restart", "recovered restart"])
CLAIMS = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(list(Kind)), CODES, TIMES, SERVICES), max_size=9)
KIN = kin([])
WORDS = {row.slug: row for row in (
    *CATALOGUE, Service("ring", "Ring", part_of="round"), Service("round", "Round", part_of="ring"),  # a circle of parts
    Service("the-network", "the network", learned=True),
)}


@given(CLAIMS, st.sampled_from([None, "store"]))
@settings(max_examples=300, deadline=None)
def test_every_pair_that_may_be_alike_is_a_candidate(rows: list[tuple[str, Kind, str, TimeValue, list[str]]], lead: str | None) -> None:
    documents = [
        facts(doc, [claim(doc, number, kind, codes, time, *services)
                    for number, (where, kind, codes, time, services) in enumerate(rows) if where == doc])
        for doc in "ab"
    ]
    known = _kin()
    told = told_by(documents, lead)
    found = [(one.id, other.id) for one, other in events._candidates(told, known)]
    alike = {(one.id, other.id) for one, other in combinations(told, 2) if likeness(one, other, known) > 0}
    assert found == sorted(set(found)) and alike <= set(found)


def _kin() -> Kin:
    lines = {slug: KIN.line(slug) if row.part_of is None else (slug, row.part_of) for slug, row in WORDS.items()}
    return Kin(WORDS, lines)


@pytest.mark.parametrize("many", [50, 400])
def test_one_instant_of_many_services_compares_none_of_them(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    monkeypatch.setattr(events, "likeness", lambda one, other, known: compared.append(1) or likeness(one, other, known))
    rows = [claim("a", number, Kind.IMPACT, "api-errors", at("06:00"), f"worker-{number}") for number in range(many)]
    assert len(reconcile([facts("a", rows)], ()).events) == many
    assert not compared


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=6), st.integers(0, 21))
def test_a_place_is_inside_what_covers_it(spans: list[tuple[int, int]], place: int) -> None:
    ordered = [(min(span), max(span)) for span in spans]
    assert _inside(place, _joined(ordered)) == any(start <= place < end for start, end in ordered)
