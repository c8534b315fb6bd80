"""Cause edges of whole documents: sides outside the sentence, claims on the right side, silent sections."""
from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ingest.extract import causes
from kb.model import CauseEdge, Claim, Kind, Relation, Stance, TimeValue
from tests.ingest.causes.by_hand import Named, named, reading


def edges(
    text: str, language: str = "en", names: Named | None = None, claims: tuple[Claim, ...] = ()
) -> list[CauseEdge]:
    return list(causes.find(reading(text, language), names or named(text), claims, "doc"))


def claim(text: str, quote: str, time: str, services: tuple[str, ...] = (), happening: str = "unknown") -> Claim:
    start, at = text.index(quote), text.index(time)
    return Claim("c-" + time, Kind.IMPACT, happening, (happening,), TimeValue(datetime(2026, 1, 1, tzinfo=UTC)),
                 services, quote, (start, start + len(quote)), (at, at + len(time)), (), Stance.REPORT, "en", "t", 0)


@pytest.mark.parametrize(("language", "text", "cause", "effect"), [
    ("en", "- A purge emptied the table\n- As a result, half the calls failed",
     "A purge emptied the table", "half the calls failed"),
    ("pt", "- A limpeza esvaziou a tabela\n- Como consequência, metade das chamadas falhou",
     "A limpeza esvaziou a tabela", "metade das chamadas falhou"),
    ("vi", "- Việc dọn đã làm rỗng bảng\n- Điều này dẫn đến một nửa cuộc gọi hỏng",
     "Việc dọn đã làm rỗng bảng", "một nửa cuộc gọi hỏng"),
    ("ja", "- 掃除が表を空にした\n- これにより、半分の呼び出しが失敗した",
     "掃除が表を空にした", "半分の呼び出しが失敗した"),
    ("zh", "- 清理任务清空了表\n- 这导致一半的调用失败", "清理任务清空了表", "一半的调用失败"),
])
def test_the_cause_may_stand_in_the_item_before(language: str, text: str, cause: str, effect: str) -> None:
    found = [(e.cause.text, e.effect.text) for e in edges(text, language)]
    assert (cause, effect) in found


def test_nothing_before_gives_no_edge() -> None:
    assert edges("# Mail outage\n- As a result, half the calls failed") == []


def test_a_label_takes_its_effect_from_the_heading() -> None:
    found = edges("# Mail outage\n- Root cause: a stale lock")
    assert [(e.cause.text, e.effect.text) for e in found] == [("a stale lock", "Mail outage")]


def test_items_under_a_root_cause_heading_are_causes_of_the_title() -> None:
    found = edges("# Mail outage\n# Root cause\n- No limit on the queue.\n- Old firmware in two racks.")
    assert {(e.cause.text, e.effect.text, e.rule) for e in found} == {
        ("No limit on the queue", "Mail outage", "cause-list"),
        ("Old firmware in two racks", "Mail outage", "cause-list"),
    }


def test_a_told_story_under_such_a_heading_is_no_list_of_causes() -> None:
    assert edges("# Mail outage\n# Root cause\n- 09:40 the queue grew.\n- 09:50 the mailer stopped.") == []


def test_promised_work_gives_no_edges() -> None:
    assert edges("# Action items\n- Add a limit because the queue grew too long.") == []


def test_a_quote_is_text_at_its_span_and_never_over_300() -> None:
    text = "The " + "very " * 90 + "long queue caused a stall in the " + "far " * 60 + "mailer."
    (edge,) = edges(text)
    assert text[edge.span[0]:edge.span[1]] == edge.quote and len(edge.quote) <= 300 and "caused" in edge.quote


def test_services_and_claims_go_to_the_side_they_stand_on() -> None:
    text = "At 09:40 Mailer stopped because Locker had failed at 09:31."
    names = named(text, "Mailer", "Locker")
    told = (claim(text, text, "09:40", ("mailer",)), claim(text, text, "09:31", ("locker",)))
    (edge,) = edges(text, names=names, claims=told)
    assert (edge.cause.services, edge.cause.claim) == (("locker",), "c-09:31")
    assert (edge.effect.services, edge.effect.claim) == (("mailer",), "c-09:40")


def test_a_time_before_both_sides_belongs_to_whom_the_claim_is_about() -> None:
    text = "At 09:40, a Locker stall caused errors in Mailer."
    told = (claim(text, text, "09:40", ("mailer",)),)
    (edge,) = edges(text, names=named(text, "Mailer", "Locker"), claims=told)
    assert (edge.cause.claim, edge.effect.claim) == (None, "c-09:40")


def test_the_relation_says_how() -> None:
    text = "A burst triggered the failover. Retries amplified the load. A lock prevented the standby from starting."
    assert [e.relation for e in edges(text)] == [Relation.TRIGGERS, Relation.AMPLIFIES, Relation.BLOCKS]


def test_ids_do_not_hang_on_the_rest_of_the_document() -> None:
    one = edges("A typo caused a loop. Nobody saw it.")[0]
    other = edges("A typo caused a loop. Somebody saw it because the alarm rang.")[0]
    assert one.id == other.id
