"""Who needs whom and what led to what: cycles and diamonds are answered, not looped on."""
from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from kb import intake
from kb.errors import InvalidInput, NotFound
from kb.model import Given, Kind, Polarity, Relation, Service, Source
from kb.queries import closure, dependencies, events, graph, services
from kb.queries.graph import Adjacency
from kb.store import save
from kb.store.engine import reading, writing
from tests.kb.building import FakeReader, Said

NEEDS = (
    Said("The portal uses search and billing.", needs=(("portal", "search"), ("portal", "billing"))),
    Said("Search and billing both keep rows in the vault.", needs=(("search", "vault"), ("billing", "vault"))),
    Said("The vault asks the portal for tokens.", needs=(("vault", "portal"),)),
    Said("The vault has nothing to do with mail.", needs=(("vault", "mail"),), polarity=Polarity.DENIED),
)


@pytest.fixture
def filled(engine: Engine) -> Engine:
    reader = FakeReader(services={"vault": Service("vault", "The Vault", aliases={"pt": ("Cofre",)})})
    intake.ingest(engine, reader, Source(reader.teach("Vault outage", NEEDS), Given(incident="one")))
    intake.ingest(engine, reader, Source(reader.teach("Another", NEEDS[1:2]), Given(incident="two")))
    return engine


def test_needs_with_hops_path_and_sentences(filled: Engine) -> None:
    with reading(filled) as connection:
        answer = closure.needs(connection, "portal")
        assert [(item["service"], item["hops"]) for item in answer["items"]] == [("billing", 1), ("search", 1), ("vault", 2)]
        last = answer["items"][2]
        assert last["path"] == ["portal", "billing", "vault"]
        assert [step["documents"] for step in last["evidence"]] == [1, 2]
        assert last["evidence"][0]["evidence"][0]["quote"] == NEEDS[0].words
        assert [item["service"] for item in closure.needs(connection, "portal", depth=1)["items"]] == ["billing", "search"]


def test_needed_by_is_the_way_back(filled: Engine) -> None:
    with reading(filled) as connection:
        answer = closure.needed_by(connection, "vault")
        assert [item["service"] for item in answer["items"]] == ["billing", "search", "portal"]
        assert answer["items"][2]["path"] == ["vault", "billing", "portal"]
        assert answer["items"][2]["evidence"][1]["dependent"] == "portal"


def test_denied_needs_are_kept_and_count_for_nothing(filled: Engine) -> None:
    with reading(filled) as connection:
        assert "mail" not in {item["service"] for item in closure.needs(connection, "vault")["items"]}
        denied = [row for row in dependencies.every_dependency(connection) if row["dependency"] == "mail"]
        assert [(row["documents"], row["evidence"][0]["polarity"]) for row in denied] == [(0, "denied")]


def test_all_shortest_paths(filled: Engine) -> None:
    with reading(filled) as connection:
        answer = services.paths(connection, "portal", "vault")
        assert [item["path"] for item in answer["items"]] == [["portal", "billing", "vault"], ["portal", "search", "vault"]]
        assert services.paths(connection, "vault", "mail")["items"] == []


def test_services_by_name_and_alias(filled: Engine) -> None:
    with reading(filled) as connection:
        assert services.one(connection, "cofre")["slug"] == "vault"
        assert services.one(connection, "vault")["needed_by"] == ["billing", "search"]
        with pytest.raises(NotFound):
            closure.needs(connection, "nobody")


def test_the_snapshot_follows_the_store(filled: Engine) -> None:
    reader = FakeReader()
    with reading(filled) as connection:
        assert [item["service"] for item in closure.needs(connection, "mail")["items"]] == []
    said = [Said("Mail uses the spool.", needs=(("mail", "spool"),))]
    intake.ingest(filled, reader, Source(reader.teach("Mail", said), Given(incident="three")))
    with reading(filled) as connection:
        assert [item["service"] for item in closure.needs(connection, "mail")["items"]] == ["spool"]


NAMES = st.sampled_from("abcdefg")
PAIRS = st.lists(st.tuples(NAMES, NAMES), max_size=20)


@pytest.fixture(params=[1, 256], ids=["arrays", "one by one"])
def width(request: pytest.FixtureRequest) -> Iterator[None]:
    """Small graphs searched both ways."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "_WIDE", request.param)
        yield


@pytest.mark.usefixtures("width")
@given(PAIRS, NAMES, st.none() | st.integers(1, 4))
def test_closures_are_those_of_networkx(pairs: list[tuple[str, str]], start: str, depth: int | None) -> None:
    near, peer = Adjacency(pairs), networkx.DiGraph(pairs)
    peer.add_node(start)
    for back, side in ((False, peer), (True, peer.reverse())):
        far = networkx.single_source_shortest_path_length(side, start, cutoff=depth)
        found = near.closure(start, back=back, depth=depth)
        assert {step.service: step.hops for step in found} == {name: hops for name, hops in far.items() if name != start}
        assert all(len(step.path) == step.hops + 1 and (step.path[0], step.path[-1]) == (start, step.service) for step in found)
        assert [(step.hops, step.service) for step in found] == sorted((step.hops, step.service) for step in found)
        for step in found:
            assert step.path == min(map(tuple, networkx.all_shortest_paths(side, start, step.service)))
        if depth is None:
            assert near.reachable(start, back=back) == networkx.descendants(side, start)


@pytest.mark.usefixtures("width")
@given(PAIRS, NAMES, NAMES)
def test_shortest_paths_are_those_of_networkx(pairs: list[tuple[str, str]], first: str, last: str) -> None:
    peer = networkx.DiGraph(pairs)
    peer.add_nodes_from((first, last))
    try:
        expected = sorted(map(tuple, networkx.all_shortest_paths(peer, first, last)))
    except networkx.NetworkXNoPath:
        expected = []
    assert Adjacency(pairs).shortest_paths(first, last) == expected


def test_wide_graphs_are_searched_as_networkx_does() -> None:
    """Hops of some edges and hops of thousands in one search, with hubs and cycles."""
    rng = random.Random(5)
    pairs = [(f"n{rng.randrange(900)}", f"n{int(900 * rng.random() ** 3)}") for _ in range(6_000)]
    pairs += [(f"chain{place}", f"chain{place + 1}") for place in range(40)] + [("chain40", "n0"), ("n1", "chain0")]
    near, peer = Adjacency(pairs), networkx.DiGraph(pairs)
    for start in ("n0", "n899", "chain0", "chain40"):
        for back, side in ((False, peer), (True, peer.reverse())):
            far = networkx.single_source_shortest_path_length(side, start)
            found = near.closure(start, back=back)
            assert {step.service: step.hops for step in found} == {name: hops for name, hops in far.items() if name != start}
            assert near.reachable(start, back=back) == networkx.descendants(side, start)
            assert all(side.has_edge(*pair) for step in found for pair in pairwise(step.path))
    expected = sorted(map(tuple, networkx.all_shortest_paths(peer, "n899", "n3")))
    assert expected and near.shortest_paths("n899", "n3") == expected


def test_pages_of_a_closure_are_the_whole_of_it(filled: Engine) -> None:
    with reading(filled) as connection:
        whole = closure.needed_by(connection, "vault")
        assert (whole["next"], whole["total"]) == (None, 3)
        cursor, items = None, []
        for _ in range(3):
            page = closure.needed_by(connection, "vault", limit=1, cursor=cursor)
            assert len(page["items"]) == 1 and page["total"] == 3
            cursor, items = page["next"], [*items, *page["items"]]
        assert cursor is None and items == whole["items"]
        with pytest.raises(InvalidInput):
            closure.needs(connection, "vault", limit=0)
        with pytest.raises(InvalidInput):
            closure.needs(connection, "vault", cursor="x")


@pytest.mark.parametrize("most_kept", [0, 100_000])
def test_answers_have_the_sentences_of_every_step(filled: Engine, most_kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closure, "MOST_KEPT", most_kept)
    with reading(filled) as connection:
        near = graph.adjacency(connection)
        for back, ask in ((False, closure.needs), (True, closure.needed_by)):
            for name in near.names:
                said = [
                    [(after, before) if back else (before, after) for before, after in pairwise(step.path)]
                    for step in near.closure(name, back=back)
                ]
                told = dependencies.evidence(connection, {pair for pairs in said for pair in pairs})
                expected = [
                    {"service": step.service, "hops": step.hops, "path": list(step.path), "evidence": [told[pair] for pair in pairs]}
                    for step, pairs in zip(near.closure(name, back=back), said, strict=True)
                ]
                assert ask(connection, name)["items"] == expected == ask(connection, name)["items"]


def test_a_kept_graph_is_let_go_with_a_change(filled: Engine) -> None:
    with reading(filled) as connection:
        before = graph.adjacency(connection)
        assert graph.adjacency(connection) is before
    with writing(filled, keep=False) as connection:
        save.next_version(connection)
        assert graph.adjacency(connection) is not before  # what may be taken back is not kept
    with reading(filled) as connection:
        assert graph.adjacency(connection) is before
    with writing(filled) as connection:
        save.next_version(connection)
    with reading(filled) as connection:
        assert graph.adjacency(connection) is not before


CAUSES = (
    Said("At 08:00 a bad key was rolled out.", "08:00", Kind.TRIGGER, ("keys",), "config-change"),
    Said("At 08:05 sign-in broke because of the key.", "08:05", Kind.IMPACT, ("login",), "auth-failures", because=0),
    Said("At 08:09 the portal failed for lack of sign-in.", "08:09", Kind.IMPACT, ("portal",), "api-errors", because=1),
    Said("At 08:30 mail stood still, perhaps from the key.", "08:30", Kind.IMPACT, ("mail",), "latency", because=0,
         polarity=Polarity.HEDGED),
    Said("At 08:40 the fax line died, which the key did not do.", "08:40", Kind.IMPACT, ("fax",), "unavailable", because=0,
         polarity=Polarity.DENIED),
    Said("At 08:50 the clock was late, after the key.", "08:50", Kind.IMPACT, ("clock",), "degraded", because=0,
         relation=Relation.PRECEDES),
)


@pytest.fixture
def told(engine: Engine) -> Engine:
    reader = FakeReader()
    intake.ingest(engine, reader, Source(reader.teach("Key outage", CAUSES), Given(incident="key")))
    return engine


def _id(engine: Engine, number: int) -> str:
    with reading(engine) as connection:
        from kb.store import load

        (document,) = load.current_documents(connection)
        return load.facts(connection, document).claims[number].id


def test_why_ends_at_what_nothing_explains(told: Engine) -> None:
    with reading(told) as connection:
        answer = events.why(connection, _id(told, 2))
        first, portal = events.one(connection, _id(told, 0)), events.one(connection, _id(told, 2))
    assert answer["chain"][0] == first["id"] and answer["chain"][-1] == portal["id"] and len(answer["chain"]) == 3
    assert answer["roots"] == [first["id"]]
    assert answer["items"][0]["edge"]["evidence"][0]["quote"] == CAUSES[2].words
    assert [item["edge"]["lag_minutes"] for item in answer["items"]] == [4, 5]


def test_effects_leave_out_denials_and_mere_order(told: Engine) -> None:
    with reading(told) as connection:
        answer = events.effects(connection, _id(told, 0))
        near = events.effects(connection, _id(told, 0), depth=1)
    happenings = [(item["event"]["services"], item["hops"], item["edge"]["polarity"]) for item in answer["items"]]
    assert sorted(happenings) == [(["login"], 1, "stated"), (["mail"], 1, "hedged"), (["portal"], 2, "stated")]
    assert {item["hops"] for item in near["items"]} == {1}


def test_events_answer_by_any_member_and_show_their_claims(told: Engine) -> None:
    with reading(told) as connection:
        event = events.one(connection, _id(told, 1))
        assert [claim["quote"] for claim in event["claim_rows"]] == [CAUSES[1].words]
        assert event["causes"] and event["cause_rows"][0]["evidence"]
        with pytest.raises(NotFound):
            events.one(connection, "nobody")
