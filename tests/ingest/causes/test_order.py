"""Order: lists that tell steps, distances, "after X"; and lists that are none."""
from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.extract import order
from ingest.extract.order import Lag
from ingest.extract.sides import told
from ingest.extract.steps import order_rows
from ingest.language import SUPPORTED
from kb.model import Claim, Kind, Relation, Stance, TimeValue
from tests.ingest.causes.by_hand import named, reading

ROWS = [(code, row.id) for code in SUPPORTED for row in order_rows(code)]


def claims(text: str, language: str, *lines: str) -> tuple[Claim, ...]:
    read = reading(text, language)
    made = []
    for line in lines:
        start = text.index(line)
        where = next(p for p in read.passages if p.start <= start < p.end)
        made.append(Claim(f"c{len(made)}", Kind.STATE, "unknown", ("unknown",), TimeValue(), (), line,
                          (start, start + len(line)), None, where.section, Stance.REPORT, language, "t", where.index))
    return tuple(made)


@pytest.mark.parametrize(("code", "row_id"), ROWS)
def test_a_row_earns_its_place(code: str, row_id: str) -> None:
    row = next(row for row in order_rows(code) if row.id == row_id)
    others = [other for other in order_rows(code) if other.id != row_id and other["role"] == row["role"]]
    assert any(not any(other.finds(text) for other in others) for text in row.tests)


@pytest.mark.parametrize(("language", "lead", "steps"), [
    ("en", "Here is the chain of events:", ("The first writer took an old map", "The second writer took a new map")),
    ("es", "Esta es la secuencia de hechos:", ("El primero tomó un mapa viejo", "El segundo tomó uno nuevo")),
    ("ja", "経緯は次のとおり:", ("一番目が古い地図を取った", "二番目が新しい地図を取った")),
])
def test_a_promised_course_is_told_in_order(language: str, lead: str, steps: tuple[str, str]) -> None:
    text = f"{lead}\n- {steps[0]}\n- {steps[1]}"
    edges, constraints = order.find(reading(text, language), named(text), claims(text, language, *steps), "doc")
    assert [(e.relation, e.cause.claim, e.effect.claim) for e in edges] == [(Relation.PRECEDES, "c0", "c1")]
    assert [(c.before, c.after, c.minimum, c.maximum) for c in constraints] == [("c0", "c1", 0.0, None)]


def test_numbered_deeds_are_steps_and_numbered_windows_are_not() -> None:
    deeds = "What we did\n1. We stopped the writer\n2. We cleared the table\n3. We started the writer"
    windows = "There were two windows:\n1. 09:40 to 10:10: errors rose\n2. 10:00 to 11:00: calls failed"
    assert order.steps(reading(deeds, "en")) == [[1, 2, 3]]
    assert order.steps(reading(windows, "en")) == []


@pytest.mark.parametrize("text", [
    "Next steps:\n- Add an alarm\n- Add a limit", "We saw three effects:\n- Mail was late\n- Chat was slow",
])
def test_other_lists_are_no_steps(text: str) -> None:
    assert order.steps(reading(text, "en")) == []


def test_a_distance_binds_the_claim_to_the_one_before() -> None:
    text = "Mail stopped. Two hours later chat stopped too."
    told = claims(text, "en", "Mail stopped.", "Two hours later chat stopped too.")
    at = text.index("Two hours later")
    lag = Lag((at, at + len("Two hours later")), 7200.0)
    _, constraints = order.find(reading(text, "en"), named(text), told, "doc", [lag])
    assert [(c.before, c.after, c.minimum, c.maximum) for c in constraints] == [("c0", "c1", 5400.0, 9000.0)]


def test_after_binds_to_the_claim_that_tells_it() -> None:
    text = "Ledger was fully restored. After Ledger was restored, failover was enabled again."
    first, then = claims(text, "en", *text.split(". ", 1))
    first = replace(first, services=("ledger",), happening=told("Ledger was restored", "en")[0])
    _, constraints = order.find(reading(text, "en"), named(text, "Ledger"), (first, then), "doc")
    assert [(c.before, c.after, c.minimum) for c in constraints] == [("c0", "c1", 0.0)]


@pytest.mark.parametrize(("language", "heading", "text"), [
    ("en", "# Billing", "After Ledger recovered, the service was back to normal."),
    ("pt", "# Billing", "Após a recuperação do Ledger, o serviço foi normalizado."),
    ("vi", "# Billing", "Trở lại bình thường sau khi Ledger được khôi phục."),
])
def test_a_return_after_another_is_an_order_of_its_own(language: str, heading: str, text: str) -> None:
    whole = f"{heading}\n{text}"
    edges, _ = order.find(reading(whole, language), named(whole, "Billing", "Ledger"), (), "doc")
    assert [(e.relation, e.cause.services, e.effect.services, e.rule) for e in edges] == [
        (Relation.PRECEDES, ("ledger",), ("billing",), "after-recovery")]


@pytest.mark.parametrize("text", [
    "# Billing\nAfter Ledger recovered, errors rose again.", "# Billing\nAfter Ledger failed, we restored it.",
    "# Billing\nAfter lunch, the service was back to normal.", "After Ledger recovered, it was back to normal.",
])
def test_other_things_after_a_recovery_are_no_return(text: str) -> None:
    assert order.find(reading(text, "en"), named(text, "Billing", "Ledger"), (), "doc")[0] == ()


@pytest.mark.parametrize("heading", ["Action items", "Lessons learned"])
def test_lists_of_promises_and_lessons_are_no_course(heading: str) -> None:
    assert order.steps(reading(f"# {heading}\n1. We added an alarm\n2. We moved the limit", "en")) == []


@pytest.mark.parametrize(("language", "text"), [
    ("en", "First Ledger failed, then Mailer timed out."), ("en", "Ledger first timed out and then Mailer failed."),
    ("es", "Primero falló Ledger y luego falló Mailer."), ("pt", "Primeiro o Ledger falhou e depois o Mailer falhou."),
    ("fr", "Ledger est d'abord tombé en panne, puis Mailer s'est arrêté."),
    ("de", "Zuerst fiel Ledger aus, dann fiel Mailer aus."), ("vi", "Đầu tiên Ledger bị lỗi, sau đó Mailer ngừng hoạt động."),
    ("ja", "まずLedgerで障害が発生し、次にMailerで障害が発生した。"), ("ko", "먼저 Ledger에 장애가 발생했고 이어서 Mailer에 장애가 발생했다."),
    ("zh", "首先Ledger发生故障，随后Mailer发生故障。"),
])
def test_first_and_then_in_one_sentence_are_an_order(language: str, text: str) -> None:
    edges, _ = order.find(reading(text, language), named(text, "Ledger", "Mailer"), (), "doc")
    assert [(e.relation, e.cause.services, e.effect.services, e.rule) for e in edges] == [
        (Relation.PRECEDES, ("ledger",), ("mailer",), "first-then")]


@pytest.mark.parametrize(("language", "text"), [
    ("en", "If Ledger fails first, then Mailer stops."), ("en", "The first Ledger failed. Then Mailer stopped."),
    ("en", "First we thought of it, then Mailer stopped."), ("pt", "Se primeiro o Ledger falhar, depois o Mailer para."),
    ("ja", "まずLedgerが停止した場合、次にMailerが停止する。"), ("zh", "如果首先Ledger发生故障，随后Mailer发生故障。"),
])
def test_what_would_come_first_or_tells_nothing_is_no_order(language: str, text: str) -> None:
    assert order.find(reading(text, language), named(text, "Ledger", "Mailer"), (), "doc") == ((), ())


def test_first_and_then_bind_the_claims_that_tell_them() -> None:
    text = "Ledger failed. Mailer failed. First Ledger failed, then Mailer failed."
    first, then = claims(text, "en", "Ledger failed.", "Mailer failed.")
    failing = told("Ledger failed", "en")[0]
    first = replace(first, services=("ledger",), happening=failing)
    then = replace(then, services=("mailer",), happening=failing)
    _, constraints = order.find(reading(text, "en"), named(text, "Ledger", "Mailer"), (first, then), "doc")
    assert [(c.before, c.after, c.minimum, c.maximum) for c in constraints] == [("c0", "c1", 0.0, None)]
