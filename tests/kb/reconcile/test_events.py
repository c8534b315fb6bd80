from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.model import Decision, DocumentFacts, Event, Kind, Precision, Stance
from kb.reconcile import reconcile
from tests.kb.reconcile.handmade import at, by, claim, facts, name, on_day

WHEN = datetime(2031, 5, 1, tzinfo=UTC)


def events(*rows: DocumentFacts, decisions: tuple[Decision, ...] = ()) -> tuple[Event, ...]:
    return reconcile(rows, decisions).events


def test_five_documents_tell_one_happening() -> None:
    rows = [
        facts(doc, [claim(doc, 9, Kind.RECOVERY, codes, at("09:25"), "store")])
        for doc, codes in zip(
            "abcde",
            ["dns-restored", "dns-restored recovered", "recovered dns-restored", "dns-restored", "dns-restored"],
            strict=True,
        )
    ]
    (event,) = events(*rows)
    assert len(event.claims) == 5 and event.id == min(event.claims) and event.happening == "dns-restored"


def test_different_happenings_at_one_minute_stay_apart() -> None:
    def both(doc: str) -> DocumentFacts:
        return facts(
            doc,
            [
                claim(doc, 9, Kind.RECOVERY, "dns-restored", at("09:25"), "store"),
                claim(doc, 12, Kind.STATE, "reconnect recovered", at("09:25"), "vm-leases"),
                claim(doc, 13, Kind.RECOVERY, "leases-restored", at("09:25"), "store"),
            ],
        )

    found = events(both("a"), both("b"), both("c"))
    assert sorted((event.happening, len(event.claims)) for event in found) == [
        ("dns-restored", 3),
        ("leases-restored", 3),
        ("reconnect", 3),
    ]


def test_a_window_told_with_another_start_is_the_same_happening() -> None:
    rows = [
        facts(doc, [claim(doc, 9, Kind.IMPACT, "launch-failures api-errors", at(start, "20:50"), "vm")], named="vm")
        for doc, start in (("a", "06:48"), ("b", "06:30"), ("c", "06:48"))
    ]
    (event,) = events(*rows)
    assert event.time.start == at("06:48").start and len(event.claims) == 3


def test_two_waves_of_one_failing_are_two_events() -> None:
    waves = [
        claim("a", 9, Kind.IMPACT, "api-errors", at("06:00", "07:00"), "store"),
        claim("a", 12, Kind.IMPACT, "api-errors", at("14:00", "15:00"), "store"),
    ]
    assert len(events(facts("a", waves))) == 2


def test_the_same_window_told_twice_in_one_document_is_one_event() -> None:
    twice = [
        claim("a", 9, Kind.IMPACT, "connection-errors", at("05:30", "14:09"), "balancer"),
        claim("a", 30, Kind.IMPACT, "impacted", at("05:30", "14:09"), "balancer"),
    ]
    assert len(events(facts("a", twice))) == 1


def test_by_and_about_agree_with_the_clock() -> None:
    rows = [
        facts("a", [claim("a", 9, Kind.RECOVERY, "recovered", at("20:50"), "vm")], named="vm"),
        facts("b", [claim("b", 9, Kind.RECOVERY, "recovered", by("20:50"), "vm")], named="vm"),
        facts("c", [claim("c", 9, Kind.RECOVERY, "recovered", at("20:45", approximate=True), "vm")], named="vm"),
    ]
    (event,) = events(*rows)
    assert event.time == at("20:50", window=event.time.window) and not event.conflicts


def test_more_documents_then_more_precise_decides() -> None:
    def row(doc: str, hour: str, **more: object) -> DocumentFacts:
        return facts(doc, [claim(doc, 9, Kind.MITIGATION, "restart", at(hour, **more), "vm")], named="vm")

    (event,) = events(row("a", "11:14"), row("b", "11:20"), row("c", "11:20"))
    assert event.time.start == at("11:20").start
    (event,) = events(row("a", "11:00", precision=Precision.HOUR), row("b", "11:14"))
    assert event.time.start == at("11:14").start


def test_opinions_build_nothing_and_services_go_by_majority() -> None:
    rows = [
        facts(
            doc,
            [
                claim(doc, 9, Kind.IMPACT, "api-errors", at("06:48", "09:40"), services),
                claim(doc, 20, Kind.IMPACT, "crash", at("03:00"), "mail", Stance.OPINION),
            ],
        )
        for doc, services in (("a", "store"), ("b", "store"), ("c", "store queue"))
    ]
    (event,) = events(*rows)
    assert event.services == ("store",)


def test_a_day_is_not_an_instant() -> None:
    rows = [
        facts("a", [claim("a", 9, Kind.IMPACT, "outage-began", at("00:00"), "store")]),
        facts("b", [claim("b", 9, Kind.IMPACT, "outage-began", on_day("2031-03-04"), "queue")], named="store"),
    ]
    assert len(events(*rows)) == 2


def test_people_merge_and_split_events() -> None:
    def decide(target: str, field: str, value: str) -> Decision:
        return Decision("d1", target, field, None, value, "Ana", WHEN)

    rows = [
        facts(
            doc,
            [
                claim(doc, 9, Kind.RECOVERY, "recovered", at("20:50"), "vm"),
                claim(doc, 11, Kind.COMMUNICATION, "announced", at("21:00"), "vm"),
            ],
            named="vm",
        )
        for doc in "ab"
    ]
    assert len(events(*rows)) == 2
    assert len(events(*rows, decisions=(decide(name("a", 9), "merge", name("b", 11)),))) == 1
    assert len(events(*rows, decisions=(decide(name("a", 9), "split", name("b", 9)),))) == 3


CODES = ["api-errors", "launch-failures latency", "dns-restored", "recovered", "outage-began"]


@st.composite
def documents(draw: st.DrawFn) -> list[DocumentFacts]:
    rows = []
    for doc in "abcd"[: draw(st.integers(2, 4))]:
        claims = []
        for number in range(draw(st.integers(1, 5))):
            hour, long = draw(st.integers(5, 8)), draw(st.integers(0, 2))
            kind = draw(st.sampled_from([Kind.IMPACT, Kind.RECOVERY, Kind.TRIGGER]))
            time = at(f"{hour:02d}:00", f"{hour + long:02d}:30" if long else None)
            claims.append(
                claim(
                    doc,
                    number * 4,
                    kind,
                    draw(st.sampled_from(CODES)),
                    time,
                    draw(st.sampled_from(["", "store", "vm", "store-dns"])),
                )
            )
        rows.append(facts(doc, claims))
    return rows


@given(documents(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_any_order_gives_the_same_history(rows: list[DocumentFacts], rng: object) -> None:
    mixed = list(rows)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    history = reconcile(rows, ())
    assert reconcile(mixed, ()) == history
    told = sorted(one.id for row in rows for one in row.claims)
    assert sorted(one for event in history.events for one in event.claims) == told


@given(documents())
@settings(max_examples=25, deadline=None)
def test_deleting_a_document_undoes_exactly_its_part(rows: list[DocumentFacts]) -> None:
    gone = rows[0]
    left = [DocumentFacts(**{key: getattr(row, key) for key in DocumentFacts.__dataclass_fields__}) for row in rows[1:]]
    history = reconcile(left, ())
    assert not {one.id for one in gone.claims} & {one for event in history.events for one in event.claims}
    assert history == reconcile([row for row in rows if row is not gone], ())
