from __future__ import annotations

from dataclasses import replace

import pytest

from kb.model import Claim, ConflictRow, DocumentFacts, Finding, Kind, Polarity, Relation, TimeValue
from kb.reconcile import reconcile
from tests.kb.reconcile.handmade import SECTION, at, claim, edge, facts, local, name


def conflicts(*rows: DocumentFacts, tolerance: float = 0) -> tuple[ConflictRow, ...]:
    return reconcile(rows, (), tolerance).conflicts


def said(row: ConflictRow) -> list[tuple[str, str | None]]:
    return sorted({(value.document, value.value and value.value[8:16]) for value in row.values}, key=str)


def failing(doc: str, start: str, end: str | None = "20:50", services: str = "vm", number: int = 30) -> Claim:
    return claim(doc, number, Kind.IMPACT, "launch-failures", at(start, end), services)


def test_starts_that_differ_show_all_documents_and_the_proposal() -> None:
    rows = [
        facts(doc, [failing(doc, start)], named="vm") for doc, start in (("a", "06:48"), ("b", "06:30"), ("c", "06:48"))
    ]
    (row,) = conflicts(*rows)
    assert row.code == "start-differs" and row.field == "start" and row.proposed == "2031-03-04T06:48:00Z"
    assert said(row) == [("a", "04T06:48"), ("b", "04T06:30"), ("c", "04T06:48")]
    (event,) = reconcile(rows, ()).events
    assert row.events == (event.id,) and event.conflicts == (row.id,)


@pytest.mark.parametrize(("tolerance", "count"), [(0, 1), (17, 1), (18, 0), (60, 0)])
def test_what_differs_by_no_more_than_the_tolerance_is_no_conflict(tolerance: float, count: int) -> None:
    rows = [facts("a", [failing("a", "06:48")], named="vm"), facts("b", [failing("b", "06:30")], named="vm")]
    assert len(conflicts(*rows, tolerance=tolerance)) == count


def test_roughly_the_same_is_no_conflict() -> None:
    about = claim("b", 30, Kind.IMPACT, "launch-failures", at("06:40", "20:50", approximate=True), "vm")
    assert not conflicts(facts("a", [failing("a", "06:48")], named="vm"), facts("b", [about], named="vm"))


def test_ends_that_differ() -> None:
    rows = [
        facts("a", [failing("a", "06:48", "20:50")], named="vm"),
        facts("b", [failing("b", "06:48", "21:00")], named="vm"),
    ]
    (row,) = conflicts(*rows)
    assert row.code == "end-differs" and row.field == "end"


def test_an_overview_against_the_section_of_the_same_document() -> None:
    rows = [facts(doc, [failing(doc, "09:25", "17:36", number=5), failing(doc, "06:48")], named="vm") for doc in "ab"]
    found = {row.code: row for row in conflicts(*rows)}
    assert set(found) == {"start-differs", "end-differs"}
    assert said(found["start-differs"]) == [("a", "04T06:48"), ("a", "04T09:25"), ("b", "04T06:48"), ("b", "04T09:25")]
    assert len(found["start-differs"].events) == 2


def test_another_happening_of_the_service_is_no_conflict() -> None:
    slow = claim("a", 5, Kind.IMPACT, "packet-loss", at("09:25", "17:36"), "vm")
    later = claim("a", 7, Kind.IMPACT, "launch-failures", at("21:25", "22:36"), "vm")
    done = claim("a", 9, Kind.RECOVERY, "recovered", at("23:00"), "vm")
    assert not conflicts(facts("a", [failing("a", "06:48"), slow, later, done], named="vm"))


def cascade(
    doc: str, effect: str = "06:45", cause: str = "06:48", polarity: Polarity = Polarity.STATED
) -> DocumentFacts:
    down = claim(doc, 20, Kind.IMPACT, "api-errors", at(cause, "09:40"), "store")
    broken = failing(doc, effect)
    return facts(
        doc, [down, broken], [edge(doc, 2, "store / empty-record", "vm queue / launch-failures", polarity=polarity)]
    )


def test_an_effect_before_its_cause_with_one_minute_too() -> None:
    (row,) = conflicts(cascade("a", "06:47"), cascade("b", "06:47"))
    assert row.code == "effect-before-cause" and row.proposed is None and len(row.edges) == 2
    assert said(row) == [
        ("a", "04T06:47"),
        ("a", "04T06:48"),
        ("a", None),
        ("b", "04T06:47"),
        ("b", "04T06:48"),
        ("b", None),
    ]
    assert not conflicts(cascade("a", "06:47"), tolerance=1)


def test_each_document_is_held_to_its_own_times() -> None:
    rows = [cascade("a", "06:50"), cascade("b", "06:50"), cascade("c", "06:30")]
    found = {row.code: row for row in conflicts(*rows)}
    assert set(found) == {"start-differs", "effect-before-cause"}
    assert {document for document, _ in said(found["effect-before-cause"])} == {"c"}


def test_what_is_denied_or_only_suspected_contradicts_nothing() -> None:
    assert not conflicts(cascade("a", polarity=Polarity.DENIED)) and not conflicts(
        cascade("a", polarity=Polarity.HEDGED)
    )


def test_the_failure_of_nothing_named_is_that_of_the_outage_and_binds_no_time() -> None:
    down = claim("a", 20, Kind.IMPACT, "api-errors", at("06:48", "09:40"), "store")
    broken = failing("a", "06:45")
    history = reconcile([facts("a", [down, broken], [edge("a", 2, " / errors", "vm queue / launch-failures")])], ())
    assert [(one.cause, one.effect) for one in history.edges] == [(down.id, broken.id)] and not history.conflicts


def test_a_failing_half_a_day_later_is_another_one() -> None:
    down = claim("a", 20, Kind.IMPACT, "api-errors", at("23:30"), "store")
    crash = claim("a", 30, Kind.IMPACT, "crash", at("08:00"), "mail")
    history = reconcile([facts("a", [down, crash], [edge("a", 2, "store / errors", crash)])], ())
    assert not history.conflicts and not history.edges
    near = replace(down, time=at("10:00"))
    assert conflicts(facts("a", [near, crash], [edge("a", 2, "store / errors", crash)]))


def test_errors_that_came_back_say_nothing_of_the_first_time() -> None:
    first = claim("a", 30, Kind.IMPACT, "auth-failures", at("06:51", "16:59"), "login", section="Login")
    down = claim("a", 20, Kind.IMPACT, "connection-errors", at("12:30", "21:09"), "balancer", section="Balancer")
    again = edge("a", 31, "balancer / errors", "login / errors")
    history = reconcile([facts("a", [first, down], [again])], ())
    assert not history.conflicts
    assert [one.relation for one in history.edges] == [Relation.AMPLIFIES]


def test_normal_again_after_what_was_later_is_a_contradiction_of_the_windows() -> None:
    back = claim("a", 20, Kind.RECOVERY, "dns-restored", at("09:25"), "store")
    login = claim("a", 30, Kind.IMPACT, "auth-failures", at("06:51", "08:25"), "login", section="Login")
    after = edge("a", 31, "store / recovered", "login / recovered", Relation.PRECEDES)
    (row,) = conflicts(facts("a", [back, login], [after]))
    assert row.code == "window-contradiction" and said(row) == [("a", "04T08:25"), ("a", "04T09:25"), ("a", None)]
    late = replace(login, time=at("06:51", "10:25"))
    assert not conflicts(facts("a", [back, late], [after]))


def test_the_outage_is_over_before_its_last_service_is_back() -> None:
    whole = claim("a", 5, Kind.IMPACT, "outage-began outage-ended", at("06:48", "21:20"))
    last = claim("a", 40, Kind.RECOVERY, "recovered", at("05T11:05"), "queue")
    (row,) = conflicts(facts("a", [whole, last]))
    assert row.code == "end-differs" and said(row) == [("a", "04T21:20"), ("a", "05T11:05")]


def test_two_zones_that_disagree_in_one_sentence() -> None:
    both = TimeValue(at("07:48").start, alternatives=(at("06:48").start,))  # type: ignore[arg-type]
    row = claim("a", 9, Kind.IMPACT, "api-errors", both, "store")
    odd = Finding("times", "zone-contradiction", "two zones", (9 * SECTION, 9 * SECTION + 4))
    (found,) = conflicts(facts("a", [row], findings=[odd]))
    assert found.code == "zone-contradiction" and said(found) == [("a", "04T06:48"), ("a", "04T07:48")]
    summer = Finding("times", "zone-abbreviation", "PST in July", (9 * SECTION, 9 * SECTION + 4))
    assert not conflicts(facts("a", [row], findings=[summer]))


def test_local_times_without_a_zone_are_held_against_each_other_only() -> None:
    down = claim("a", 20, Kind.IMPACT, "api-errors", local("06:48", "09:40"), "store")
    broken = claim("a", 30, Kind.IMPACT, "launch-failures", local("06:45", "20:50"), "vm")
    why = edge("a", 2, "store / empty-record", "vm queue / launch-failures")
    (row,) = conflicts(facts("a", [down, broken], [why]))
    assert row.code == "effect-before-cause" and said(row)[0] == ("a", "04T06:45")
    known = claim("b", 30, Kind.IMPACT, "launch-failures", at("05:45", "20:50"), "vm")
    assert not conflicts(facts("b", [known]), facts("c", [down]))


def test_the_network_keeps_clocks_and_drops_the_order() -> None:
    steps = [
        claim("a", number, Kind.TRIGGER, code, time, "store")
        for number, code, time in (
            (5, "deploy", at("10:00")),
            (6, "plan-applied", TimeValue()),
            (7, "crash", at("09:00")),
        )
    ]
    order = [edge("a", 40 + n, steps[n], steps[n + 1], Relation.PRECEDES) for n in (0, 1)]
    history = reconcile([facts("a", steps, order)], ())
    (row,) = history.conflicts
    assert row.code == "window-contradiction" and len(row.edges) == 2 and len(row.events) == 3
    windows = {event.id: event.time.window for event in history.events}
    assert windows[name("a", 5)].earliest == windows[name("a", 5)].latest == at("10:00").start
    assert windows[name("a", 6)].earliest is None
