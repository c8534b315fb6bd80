"""The recorded replay on made-up incidents: frames, states, order, removal."""
from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import InvalidInput, NotFound
from kb.model import Bound, Event, EventEdge, Kind, Polarity, Precision, Relation, TimeValue, Window
from kb.replay.recorded import Player, Record, ReplayOptions, fold, play, report

ZERO = datetime(2031, 3, 1, 8, 0, tzinfo=UTC)


def event(name: str, minute: float | None, *services: str, kind: Kind = Kind.IMPACT, until: float | None = None,
          **time: Any) -> Event:
    start = None if minute is None else ZERO + timedelta(minutes=minute)
    end = None if until is None else ZERO + timedelta(minutes=until)
    happening = time.pop("happening", "errors")
    return Event(name, "made-up", kind, happening, (happening,), TimeValue(start, end, **time), services, (f"c-{name}",))


def edge(cause: str, effect: str, relation: Relation = Relation.CAUSES, polarity: Polarity = Polarity.STATED) -> EventEdge:
    return EventEdge(cause, effect, relation, polarity, (f"{cause}-{effect}",))


STORY = Record(
    (event("a", 0, "store", happening="unavailable", kind=Kind.TRIGGER), event("b", 5, "shop", "till"),
     event("c", 30, "store", kind=Kind.MITIGATION), event("d", 40, "store", kind=Kind.RECOVERY),
     event("e", 50, "shop", kind=Kind.RECOVERY), event("f", 10, "till")),
    (edge("a", "b"), edge("c", "d"), edge("d", "e"), edge("b", "f"), edge("f", "e", Relation.PRECEDES)),
    ("backup",), {"a": "the store is gone"}, {"shelf": "store"})


def frames(record: Record, **options: Any) -> list[Any]:
    return list(play(record, ReplayOptions(**options)))


def test_frames_tell_time_event_and_every_state() -> None:
    told = frames(STORY)
    assert [frame.event for frame in told] == ["a", "b", "f", "c", "d", "e"]
    assert told[0].json() == {
        "time": "2031-03-01T08:00:00Z", "event": "a", "phase": "begins", "label": "the store is gone", "kind": "trigger",
        "services": ["store"], "changes": {"store": "down"}, "placed": "clock",
        "state": {"backup": "unknown", "shop": "unknown", "store": "down", "till": "unknown"}}
    assert [frame.state["store"] for frame in told] == ["down", "down", "down", "recovering", "up", "up"]
    assert told[-1].state == {"backup": "unknown", "shop": "up", "store": "up", "till": "degraded"}


def test_a_range_ends_by_itself_and_until_has_no_beginning() -> None:
    record = Record((event("r", 0, "x", until=20), event("u", 30, "y", bound=Bound.UNTIL)))
    assert [(frame.event, frame.phase, frame.state["x"], frame.state["y"]) for frame in frames(record)] == [
        ("r", "begins", "degraded", "unknown"), ("r", "ends", "up", "unknown"), ("u", "ends", "up", "up")]


def test_until_includes_its_instant_and_seek_begins_with_the_state() -> None:
    ten = ZERO + timedelta(minutes=10)
    assert [frame.event for frame in frames(STORY, until=ten)] == ["a", "b", "f"]
    sought = frames(STORY, seek=ten)
    assert sought[0].event is None and sought[0].state["till"] == "degraded"
    assert [frame.event for frame in sought[1:]] == ["c", "d", "e"]


def test_seeking_back_and_forth_is_the_same_as_playing() -> None:
    player = Player(STORY, ReplayOptions())
    far = player.seek(ZERO + timedelta(hours=9)).state
    assert player.seek(ZERO - timedelta(hours=1)).state["store"] == "unknown"
    assert player.step().event == "a"  # type: ignore[union-attr]
    assert player.seek(ZERO + timedelta(hours=9)).state == far and player.step() is None


def test_an_effect_before_its_cause_is_reported_never_moved() -> None:
    record = Record((event("late", 10, "x"), event("early", 3, "y"), event("near", 7, "z")),
                    (edge("late", "early"), edge("late", "near")))
    assert [frame.event for frame in frames(record)] == ["early", "near", "late"]
    told = report(record, ReplayOptions())
    assert [(row["effect"], row["minutes"], row["within_tolerance"]) for row in told["effect_before_cause"]] == [
        ("early", 7, False), ("near", 3, True)]
    assert told["fitness"] == pytest.approx(2 / 3, abs=1e-3)
    assert "before its cause" in told["not_reproduced"][0]["reason"]
    assert len(report(record, ReplayOptions(tolerance_minutes=0))["not_reproduced"]) == 2
    assert report(record, ReplayOptions(tolerance_minutes=7))["fitness"] == 1


def test_coarse_times_denied_causes_and_cures_are_not_out_of_order() -> None:
    record = Record(
        (event("cause", 30, "x"), event("hour", 0, "y", precision=Precision.HOUR), event("denied", 0, "y"),
         event("cure", 60, "x", kind=Kind.MITIGATION)),
        (edge("cause", "hour"), edge("cause", "denied", polarity=Polarity.DENIED), edge("cure", "cause", Relation.MITIGATES)))
    assert report(record, ReplayOptions())["effect_before_cause"] == []


def test_what_amplifies_a_failure_needs_it_to_go_on() -> None:
    record = Record((event("wide", 0, "x", until=60), event("open", 0, "y"), event("brief", 0, "z", until=5),
                     event("more", 30, "w")),
                    tuple(edge("more", name, Relation.AMPLIFIES) for name in ("wide", "open", "brief")))
    assert [row["effect"] for row in report(record, ReplayOptions())["effect_before_cause"]] == ["brief"]


def test_at_one_instant_what_ends_comes_first() -> None:
    record = Record((event("r", 0, "x", until=20), event("s", 20, "x", kind=Kind.RECOVERY), event("t", 20, "x", until=20)))
    told = [(frame.event, frame.phase, frame.state["x"]) for frame in frames(record)]
    assert told[1] == ("r", "ends", "up") and told[-1][2] == "up"


def test_undated_events_are_shown_at_their_earliest_or_not_at_all() -> None:
    window = Window(ZERO + timedelta(minutes=2), ZERO + timedelta(minutes=9))
    local = TimeValue(ZERO.replace(tzinfo=None))
    record = Record((event("known", 5, "x"), event("bound", None, "y", window=window), event("open", None, "z"),
                     replace(event("local", 0, "w"), time=local)))
    told = frames(record)
    assert [(frame.event, frame.placed) for frame in told] == [("bound", "window"), ("known", "clock")]
    assert told[0].changes == {}
    reasons = {row["event"]: row["reason"] for row in report(record, ReplayOptions())["not_reproduced"]}
    assert set(reasons) == {"open", "local"} and "zone" in reasons["local"] and "undated" in reasons["open"]


def test_without_a_node_what_only_it_explains_is_not_reached() -> None:
    record = replace(STORY, edges=(*STORY.edges, edge("x", "f")), events=(*STORY.events, event("x", 1, "rain")))
    lost = report(record, ReplayOptions(without="a"))["without"]
    assert [row["event"] for row in lost["removed"]] == ["a"]
    assert [row["event"] for row in lost["not_reached"]] == ["b"]
    why = {row["event"]: (row["why"], row["by"]) for row in lost["stays"]}
    assert why["f"] == ("another explanation", ["x"]) and why["c"] == ("no explanation recorded", [])
    assert [frame.event for frame in frames(record, without="a")] == ["x", "f", "c", "d", "e"]
    assert report(record, ReplayOptions(without="c-a"))["without"]["removed"] == lost["removed"]


def test_without_a_service_its_parts_go_and_shared_events_stay() -> None:
    record = replace(STORY, events=(*STORY.events, event("p", 1, "shelf")))
    lost = report(record, ReplayOptions(without="store"))["without"]
    assert {row["event"] for row in lost["removed"]} == {"a", "c", "d", "p"}
    assert {row["event"] for row in lost["not_reached"]} == {"b", "f", "e"}
    assert {row["event"] for row in report(record, ReplayOptions(without="till"))["without"]["removed"]} == {"f"}


def test_circles_of_causes_do_not_hold_each_other_up() -> None:
    record = Record(tuple(event(name, at, name) for at, name in enumerate("rabxy")),
                    (edge("r", "a"), edge("a", "b"), edge("b", "a"), edge("x", "y"), edge("y", "x")))
    lost = report(record, ReplayOptions(without="r"))["without"]
    assert [row["event"] for row in lost["not_reached"]] == ["a", "b"]


def test_bad_options() -> None:
    for wrong in ({"tolerance_minutes": -1}, {"tolerance_minutes": float("nan")}, {"until": datetime(2031, 3, 1)}):
        with pytest.raises(InvalidInput):
            ReplayOptions(**wrong)  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        frames(STORY, without="nobody")


def test_nothing_recorded_is_nothing_to_play() -> None:
    assert frames(Record(())) == [] and report(Record(()), ReplayOptions())["fitness"] is None


kinds = st.sampled_from(list(Kind))
codes = st.sampled_from(["errors", "unavailable", "recovering", "crash"])


@st.composite
def records(draw: st.DrawFn) -> Record:
    count = draw(st.integers(0, 8))
    made = []
    for number in range(count):
        start = draw(st.none() | st.integers(0, 60))
        until = None if start is None else draw(st.none() | st.integers(start + 1, 90))
        services = draw(st.lists(st.sampled_from("pqr"), unique=True, max_size=2))
        made.append(event(f"e{number}", start, *services, kind=draw(kinds), until=until, happening=draw(codes)))
    ends = st.integers(0, max(count - 1, 0)).map(lambda number: f"e{number}")
    edges = draw(st.lists(st.builds(edge, ends, ends, st.sampled_from(list(Relation)), st.sampled_from(list(Polarity))),
                          max_size=8)) if count else []
    return Record(tuple(made), tuple(edges), ("p", "q", "r"))


@given(records(), st.integers(-5, 100))
@settings(max_examples=150, deadline=None)
def test_state_at_a_time_is_the_fold_of_the_frames_up_to_it(record: Record, minute: int) -> None:
    at = ZERO + timedelta(minutes=minute)
    told = [frame for frame in frames(record) if frame.time <= at]
    assert Player(record, ReplayOptions()).seek(at).state == fold(told, record.every_service())
    assert all(frame.state == fold(told[:place], record.every_service()) for place, frame in enumerate(told, 1))


@given(records(), st.integers(0, 30))
@settings(max_examples=150, deadline=None)
def test_no_reproduced_effect_comes_before_its_cause_beyond_tolerance(record: Record, tolerance: int) -> None:
    options = ReplayOptions(tolerance_minutes=tolerance)
    bad = {row["event"] for row in report(record, options)["not_reproduced"]}
    begins = {frame.event: frame.time for frame in frames(record) if frame.phase == "begins"}
    by_id = {one.id: one for one in record.events}
    for one in record.edges:
        soft = one.relation in (Relation.MITIGATES, Relation.BLOCKS) and \
            by_id[one.effect].kind not in (Kind.RECOVERY, Kind.MITIGATION)
        soft |= one.relation is Relation.AMPLIFIES
        if one.cause in begins and one.effect in begins and one.effect not in bad and one.polarity != Polarity.DENIED \
                and not soft:
            assert (begins[one.cause] - begins[one.effect]).total_seconds() / 60 <= tolerance
    assert [frame.time for frame in frames(record)] == sorted(frame.time for frame in frames(record))


@given(records())
@settings(max_examples=80, deadline=None)
def test_the_order_of_events_and_edges_does_not_matter(record: Record) -> None:
    turned = replace(record, events=record.events[::-1], edges=record.edges[::-1])
    assert [one.json() for one in frames(record)] == [one.json() for one in frames(turned)]
    assert report(record, ReplayOptions())["fitness"] == report(turned, ReplayOptions())["fitness"]


def test_states_read_as_the_knowledge_base_reads_them() -> None:
    state = pytest.importorskip("kb.queries.state")
    for minute in range(0, 60, 3):
        at = ZERO + timedelta(minutes=minute)
        ours = Player(STORY, ReplayOptions()).seek(at).state
        assert {row["service"]: row["state"] for row in state.states(STORY.events, at)} == {
            service: ours[service] for service in ("shop", "store", "till")}
