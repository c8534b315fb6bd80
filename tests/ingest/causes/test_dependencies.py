"""Dependencies: the direction, the labels they hang on, what is denied and what must not come out."""
from __future__ import annotations

import pytest

from ingest.extract import causes, dependencies
from ingest.extract.dependencies import dependency_rows
from ingest.language import SUPPORTED
from kb.model import DependencyFact, Polarity
from tests.ingest.causes.by_hand import Named, named, reading

ROWS = [(code, row.id) for code in SUPPORTED for row in dependency_rows(code)]


def facts(text: str, names: Named, language: str = "en") -> tuple[DependencyFact, ...]:
    read = reading(text, language)
    return dependencies.find(read, names, causes.find(read, names, (), "doc"))


def pairs(text: str, *names: str, language: str = "en", part_of: dict[str, str] | None = None) -> set[tuple[str, str]]:
    return {(f.dependent, f.dependency) for f in facts(text, named(text, *names, part_of=part_of), language)
            if f.polarity is not Polarity.DENIED}


@pytest.mark.parametrize(("code", "row_id"), ROWS)
def test_a_row_earns_its_place(code: str, row_id: str) -> None:
    row = next(row for row in dependency_rows(code) if row.id == row_id)
    others = [other for other in dependency_rows(code) if other.id != row_id]
    assert any(not any(other["role"] == row["role"] and other["polarity"] == row["polarity"] and other.finds(text)
                       for other in others) for text in row.tests)


@pytest.mark.parametrize(("language", "text"), [
    ("en", "Billing depends on Ledger."), ("en", "Ledger is used by Billing."),
    ("en", "Billing forwards all orders to Ledger."),
    ("es", "Billing depende de Ledger."), ("pt", "O Billing usa o Ledger."), ("vi", "Billing phụ thuộc vào Ledger."),
    ("ja", "Billing は Ledger に依存している。"),
    ("ko", "Billing은 Ledger에 의존한다."), ("zh", "Billing 依赖 Ledger。"),
    ("fr", "Billing dépend de Ledger."), ("de", "Billing ist abhängig von Ledger."),
    ("en", "After Ledger recovered, Billing came back."), ("en", "Billing failed because Ledger was down."),
    ("es", "La caída de Ledger causó errores en Billing."),
])
def test_need_has_a_direction(language: str, text: str) -> None:
    assert pairs(text, "Billing", "Ledger", language=language) == {("billing", "ledger")}


def test_a_list_on_either_side_counts_in_full() -> None:
    text = "Mail, Chat and Search depend on Ledger and Locker."
    assert pairs(text, "Mail", "Chat", "Search", "Ledger", "Locker") == {
        (a, b) for a in ("mail", "chat", "search") for b in ("ledger", "locker")}


def test_a_label_is_the_dependent_of_what_stands_under_it() -> None:
    text = "# Others\n- Mail and Chat:\n  - Errors rose.\n  - After Ledger recovered, service was normal"
    assert pairs(text, "Mail", "Chat", "Ledger") == {("mail", "ledger"), ("chat", "ledger")}


def test_what_a_labelled_service_handles_does_not_need_the_cause() -> None:
    text = "- Mail:\n  - The Ledger failure delayed the handling of Spool events"
    assert pairs(text, "Mail", "Ledger", "Spool") == {("mail", "ledger")}


def test_listed_components_are_needed_by_their_whole_and_not_the_reverse() -> None:
    text = ("# How Atlas works\n- The system is split into two parts:\n"
            "  - Drafter: makes maps\n  - Mapper: writes them to Nameserver")
    found = pairs(text, "Atlas", "Drafter", "Mapper", "Nameserver", part_of={"Drafter": "atlas", "Mapper": "atlas"})
    assert found == {("atlas", "drafter"), ("atlas", "mapper"), ("mapper", "nameserver")}


def test_the_denied_is_kept_as_denied() -> None:
    text = "Mapper does not depend on Ledger."
    (fact,) = facts(text, named(text, "Mapper", "Ledger"))
    assert (fact.dependent, fact.dependency, fact.polarity) == ("mapper", "ledger", Polarity.DENIED)


@pytest.mark.parametrize("text", [
    "Billing and Ledger failed.", "Billing was restarted before Ledger.",
    "Billing was not affected by the Ledger failure.",
    "After Ledger recovered, the team went home.",
])
def test_naming_two_services_is_no_need(text: str) -> None:
    assert pairs(text, "Billing", "Ledger") == set()


def test_a_part_never_needs_its_whole() -> None:
    assert pairs("Mapper uses Atlas.", "Mapper", "Atlas", part_of={"Mapper": "atlas"}) == set()


def test_what_is_built_on_top_is_not_needed() -> None:
    text = "Ledger failed, and then Billing and the services built on top (Mail, Chat) had errors."
    assert not {pair for pair in pairs(text, "Ledger", "Billing", "Mail", "Chat") if pair[1] in ("mail", "chat")}


@pytest.mark.parametrize(("language", "text"), [
    ("en", "Ledger, on which Billing rests, failed."), ("en", "Ledger failed, and services that depend on it (Billing)."),
    ("pt", "O Ledger, do qual o Billing depende, caiu."), ("es", "Ledger, del que depende Billing, cayó."),
    ("fr", "Ledger, dont dépend Billing, est tombé."), ("de", "Ledger, von dem Billing abhängt, fiel aus."),
    ("ja", "Ledger に依存するサービス（Billing）も止まった。"), ("zh", "Ledger 中断，依赖它的服务（Billing）也中断。"),
])
def test_the_one_rested_on_is_needed(language: str, text: str) -> None:
    assert pairs(text, "Billing", "Ledger", language=language) == {("billing", "ledger")}


def test_of_one_that_could_not_reach_another_only_the_first_is_struck() -> None:
    text = "Billing could not reach Ledger because Gateway was down."
    assert pairs(text, "Billing", "Ledger", "Gateway") == {("billing", "ledger"), ("billing", "gateway")}
