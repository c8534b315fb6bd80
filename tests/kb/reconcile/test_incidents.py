from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations

from kb.model import Decision, DocumentFacts, Kind, Precision, Service
from kb.reconcile.incidents import group
from tests.kb.reconcile.handmade import CATALOGUE, at, claim, facts, on_day

WHEN = datetime(2031, 5, 1, tzinfo=UTC)


def decide(target: str, field: str, value: str, number: int = 1) -> Decision:
    return Decision(f"d{number}", target, field, None, value, "Ana", WHEN)


def told(
    name: str, clock: str = "06:48", until: str = "09:40", services: str = "store", **more: object
) -> DocumentFacts:
    row = claim(name, 9, Kind.IMPACT, "api-errors", at(clock, until), services)
    return facts(name, [row], named=services, **more)  # type: ignore[arg-type]


def members(rows: Sequence[DocumentFacts], decisions: Sequence[Decision] = ()) -> set[frozenset[str]]:
    found = {frozenset(one.documents) for one in group(rows, decisions)}
    for mixed in permutations(rows):
        assert {frozenset(one.documents) for one in group(mixed, decisions)} == found
    return found


def test_one_outage_in_two_languages_is_one_incident() -> None:
    (one,) = group([told("a", language="pt"), told("b", "06:30", language="ja")])
    assert one.documents == ("a", "b") and one.slug == "2031-03-04-store-north-1"
    assert one.title == "Store, north-1, 2031-03-04"


def test_another_day_service_or_place_is_another_incident() -> None:
    other_day = facts("d", [claim("d", 9, Kind.IMPACT, "api-errors", at("06:48", day="2031-03-09"), "store")])
    rows = [told("a"), told("b", services="mail"), told("c", places="south-2"), other_day]
    assert members(rows) == {frozenset("a"), frozenset("b"), frozenset("c"), frozenset("d")}


def test_a_part_of_a_service_is_about_that_service() -> None:
    assert members([told("a"), told("b", services="store-dns")]) == {frozenset("ab")}


def test_a_document_that_knows_only_the_day_and_no_zone_joins() -> None:
    rough = facts("b", [claim("b", 1, Kind.IMPACT, "outage-began", on_day("2031-03-04"))], named="store-dns")
    assert members([told("a"), rough]) == {frozenset("ab")}
    late = facts("c", [claim("c", 1, Kind.IMPACT, "outage-began", on_day("2031-03-06"))], named="store-dns")
    assert members([told("a"), late]) == {frozenset("a"), frozenset("c")}


def test_a_passing_mention_of_an_older_outage_pulls_neither_way() -> None:
    old = told("old", services="queue")
    old = facts(
        "old", [claim("old", 9, Kind.IMPACT, "api-errors", at("06:48", day="2029-06-13"), "queue")], named="queue"
    )
    mention = claim("b", 3, Kind.IMPACT, "outage-began", on_day("2029-01-01", Precision.YEAR), "queue")
    here = facts(
        "b", [claim("b", 9, Kind.IMPACT, "api-errors", at("06:50"), "store"), mention], named="store store queue"
    )
    assert members([told("a"), here, old]) == {frozenset("ab"), frozenset(["old"])}


def test_naming_an_outage_of_the_same_hours_in_passing_joins_nothing() -> None:
    busy = " ".join(["mail"] * 9)
    row = claim("m", 9, Kind.IMPACT, "api-errors", at("06:48", "09:40"), "mail")
    assert members([told("a"), facts("m", [row], named=f"{busy} store")]) == {frozenset("a"), frozenset("m")}


def test_who_was_hit_by_the_outage_of_another_joins_it() -> None:
    row = claim("m", 9, Kind.IMPACT, "api-errors", at("06:48", "09:40"), "mail")
    assert members([told("a"), facts("m", [row], named="mail store store mail store")]) == {frozenset("am")}


def test_a_document_with_only_a_day_joins_one_of_two_outages_and_bridges_none() -> None:
    rough = facts("c", [claim("c", 1, Kind.IMPACT, "outage-began", on_day("2031-03-04"))], named="store")
    found = members([told("a", "02:00", "03:00"), told("b", "20:00", "21:00"), rough])
    assert sorted(map(len, found)) == [1, 2]


def test_names_two_documents_happen_to_share_join_nothing() -> None:
    own = (*CATALOGUE, Service("proxy", "the proxy", learned=True))
    assert len(members([told(name, services="proxy", places="") for name in "ab"])) == 2
    rows = [
        told(
            name,
            services="proxy",
            places="",
        )
        for name in "ab"
    ]
    assert (
        len(members([facts(one.document.id, one.claims, named="proxy", places="", services=own) for one in rows])) == 2
    )


def test_what_the_caller_says_goes_first_and_draws_nobody_along() -> None:
    rows = [told("a"), told("b"), told("c", incident="My Incident")]
    assert members(rows) == {frozenset("ab"), frozenset("c")}
    assert "my-incident" in {one.slug for one in group(rows)}
    named = [told("a"), told("b", services="mail", incident="2031-03-04-store-north-1")]
    (one,) = group(named)
    assert one.documents == ("a", "b") and one.slug == "2031-03-04-store-north-1"


def test_a_document_told_to_stay_where_it_is_keeps_its_company() -> None:
    rows = [told("a", "06:48"), told("b", "06:30"), told("c", "06:00")]
    (before,) = group(rows)
    (after,) = group(rows, [decide("b", "incident", before.slug)])
    assert after.documents == before.documents and after.slug == before.slug


def test_people_move_merge_and_split() -> None:
    rows = [told("a"), told("b"), told("m", services="mail")]
    assert members(rows, [decide("b", "incident", "elsewhere")]) == {frozenset("a"), frozenset("b"), frozenset("m")}
    assert members(rows, [decide("m", "merge", "a")]) == {frozenset("abm")}
    assert members(rows, [decide("a", "split", "b")]) == {frozenset("a"), frozenset("b"), frozenset("m")}
    undone = Decision("d1", "m", "merge", None, "a", "Ana", WHEN, undone=True)
    assert members(rows, [undone]) == {frozenset("ab"), frozenset("m")}


def test_two_incidents_never_share_a_slug() -> None:
    rows = [told("aaaaaaaa1", "01:00", "02:00"), told("bbbbbbbb2", "20:00", "21:00")]
    assert {one.slug for one in group(rows)} == {
        "2031-03-04-store-north-1-aaaaaaaa",
        "2031-03-04-store-north-1-bbbbbbbb",
    }


def test_a_document_without_times_or_services_still_has_an_incident() -> None:
    (one,) = group([facts("a", [], named="", places="", title="Прочее")])
    assert one.slug == "undated" and one.documents == ("a",) and one.title == "Прочее"
    assert group([]) == ()
