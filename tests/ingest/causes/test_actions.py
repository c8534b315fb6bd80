"""Action items: sections, tables, check lists; who, by when, done or not."""
from __future__ import annotations

from datetime import date

import pytest

from ingest.extract import actions
from ingest.extract.actions import action_rows
from ingest.language import SUPPORTED
from tests.ingest.causes.by_hand import reading

ROWS = [(code, row.id) for code in SUPPORTED for row in action_rows(code)]


@pytest.mark.parametrize(("code", "row_id"), ROWS)
def test_a_row_earns_its_place(code: str, row_id: str) -> None:
    row = next(row for row in action_rows(code) if row.id == row_id)
    others = [other for other in action_rows(code) if other.id != row_id and other["role"] == row["role"]]
    assert any(not any(other.finds(text) for other in others) for text in row.tests)


def test_a_section_of_actions_is_listed_and_its_labels_are_not() -> None:
    text = "# Action items\n- Mailer:\n  - Add a limit (done)\n  - Add an alarm. Owner: Kim\n# Impact\n- Mail was late"
    found = actions.find(reading(text, "en"), "doc")
    assert [(a.text, a.owner, a.done) for a in found] == [
        ("Add a limit (done)", None, True), ("Add an alarm. Owner: Kim", "Kim", None)]
    assert all(text[a.span[0]:a.span[1]] == a.quote for a in found)


def test_boxes_count_anywhere() -> None:
    text = "- [x] Pin the library\n- [ ] Add a gate\n- Errors rose"
    found = actions.find(reading(text, "en"), "doc")
    assert [(a.text, a.done) for a in found] == [("Pin the library", True), ("Add a gate", False)]


def test_a_due_date_is_read() -> None:
    (item,) = actions.find(reading("# Action items\n- Add a gate @kim due: 2026-03-01", "en"), "doc")
    assert (item.owner, item.due) == ("kim", date(2026, 3, 1))


@pytest.mark.parametrize(("language", "heading", "text"), [
    ("en", "Action items", "Add a gate by March 1, 2026"), ("en", "Action items", "Add a gate (due 1 Mar 2026)"),
    ("es", "Próximos pasos", "Añadir una alerta antes del 1 de marzo de 2026"),
    ("pt", "Plano de melhorias", "Criar um alerta até 1 de março de 2026"),
    ("de", "Nächste Schritte", "Alarm bis zum 1. März 2026 anlegen"),
    ("ja", "再発防止策", "2026年3月1日までに監視を追加する"),
])
def test_a_due_date_is_read_in_the_order_of_the_language(language: str, heading: str, text: str) -> None:
    (item,) = actions.find(reading(f"# {heading}\n- {text}", language), "doc")
    assert item.due == date(2026, 3, 1)


def test_a_date_that_is_no_deadline_is_not_due() -> None:
    (item,) = actions.find(reading("# Action items\n- Look into the spike seen on March 1, 2026", "en"), "doc")
    assert item.due is None


def test_a_date_that_does_not_exist_is_none() -> None:
    (item,) = actions.find(reading("# Action items\n- Add a gate due: 2026-02-31", "en"), "doc")
    assert item.due is None


@pytest.mark.parametrize(("language", "heading", "text"), [
    ("es", "Próximos pasos", "Añadir una alerta"), ("pt", "Plano de melhorias", "Criar um alerta"),
    ("ja", "再発防止策", "監視を追加する"), ("de", "Nächste Schritte", "Alarm anlegen"),
])
def test_other_languages_name_such_sections_too(language: str, heading: str, text: str) -> None:
    assert [a.text for a in actions.find(reading(f"# {heading}\n- {text}", language), "doc")] == [text]


def test_words_of_being_done_inside_a_sentence_are_no_state() -> None:
    text = "# Action items\n- Write down what can be done when the queue is full again"
    (item,) = actions.find(reading(text, "en"), "doc")
    assert item.done is None
