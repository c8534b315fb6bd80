"""The rows of causes: each earns its place, each side stands where the words say."""
from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.extract.connectives import Grammar, Link, connect, grammar
from ingest.language import SUPPORTED
from kb.model import Polarity, Relation

ROWS = [(code, row.id) for code in SUPPORTED for row in grammar(code).rows]


def key(link: Link) -> tuple[object, ...]:
    return link.cause, link.effect, link.relation, link.polarity


@pytest.mark.parametrize(("code", "row_id"), ROWS)
def test_a_row_earns_its_place(code: str, row_id: str) -> None:
    whole = grammar(code)
    rest = replace(whole, rows=tuple(row for row in whole.rows if row.id != row_id))
    row = next(row for row in whole.rows if row.id == row_id)
    assert any({key(x) for x in connect(text, whole)} != {key(x) for x in connect(text, rest)} for text in row.tests)


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_language_tells_the_main_turns(code: str) -> None:
    shapes = {row["shape"] for row in grammar(code).rows}
    assert {"left", "right", "before", "label", "ends", "spared", "named"} <= shapes
    assert {Relation.CAUSES, Relation.TRIGGERS, Relation.AMPLIFIES, Relation.MITIGATES} <= {
        Relation(row["relation"]) for row in grammar(code).rows}


@pytest.mark.parametrize(("code", "text", "cause", "effect"), [
    ("en", "Jobs stalled because the scheduler lost its lock.", "the scheduler lost its lock", "Jobs stalled"),
    ("en", "At 9:40 UTC, a bad mask caused packet loss.", "a bad mask", "packet loss"),
    ("en", "Since the spare was cold, the swap took an hour.", "the spare was cold", "the swap took an hour"),
    ("en", "The worker was fine, but the queue grew due to slow disks.", "slow disks", "the queue grew"),
    ("en", "The purge ran twice, wiping the routing table.", "The purge ran twice", "wiping the routing table"),
    ("en", "The trouble started in the mesh and spread to mail and chat.", "the mesh", "mail and chat"),
    ("es", "Los pedidos se perdieron debido a un disco lleno.", "un disco lleno", "Los pedidos se perdieron"),
    ("es", "Como el espejo estaba viejo, fallaron las bajadas.", "el espejo estaba viejo", "fallaron las bajadas"),
    ("pt", "Um disco cheio causou a perda de pedidos.", "Um disco cheio", "a perda de pedidos"),
    ("pt", "Com a queda do proxy, ninguém entrou.", "a queda do proxy", "ninguém entrou"),
    ("vi", "Do ổ đĩa đầy, mọi lượt ghi đều hỏng.", "ổ đĩa đầy", "mọi lượt ghi đều hỏng"),
    ("vi", "Ổ đĩa đầy khiến việc ghi dừng lại.", "Ổ đĩa đầy", "việc ghi dừng lại"),
    ("ja", "ディスク満杯により書き込みが失敗した。", "ディスク満杯", "書き込みが失敗した"),
    ("ja", "鍵が切れていたため、全件が拒否された。", "鍵が切れていた", "全件が拒否された"),
    ("ko", "디스크 고갈로 인해 쓰기가 실패했다.", "디스크 고갈", "쓰기가 실패했다"),
    ("zh", "由于磁盘写满，任务全部失败。", "磁盘写满", "任务全部失败"),
    ("fr", "La perte de tâches a été causée par un disque plein.", "un disque plein", "La perte de tâches"),
    ("de", "Aufträge gingen verloren, weil die Platte voll war.", "die Platte voll war", "Aufträge gingen verloren"),
])
def test_the_sides_stand_where_the_words_say(code: str, text: str, cause: str, effect: str) -> None:
    links = connect(text, grammar(code))
    assert [(text[slice(*x.cause)], text[slice(*x.effect)]) for x in links if x.cause and x.effect] == [(cause, effect)]


@pytest.mark.parametrize(("code", "text", "polarity"), [
    ("en", "The stall may have been caused by a bad fan.", Polarity.HEDGED),
    ("en", "The stall was not caused by the fan.", Polarity.DENIED),
    ("en", "The alarm was unrelated to the rollout.", Polarity.DENIED),
    ("pt", "A parada foi possivelmente causada por um ventilador.", Polarity.HEDGED),
    ("es", "La parada no fue causada por el ventilador.", Polarity.DENIED),
    ("ja", "停電により停止した可能性が高い。", Polarity.HEDGED),
    ("de", "Der Stillstand wurde vermutlich durch einen Lüfter verursacht.", Polarity.HEDGED),
    ("zh", "可能由于风扇损坏，机器停机。", Polarity.HEDGED),
])
def test_doubt_and_denial_are_kept(code: str, text: str, polarity: Polarity) -> None:
    assert {link.polarity for link in connect(text, grammar(code))} == {polarity}


@pytest.mark.parametrize(("code", "text"), [
    ("en", "The proxy and the queue were restarted after lunch."),
    ("en", "A short timeout would cause retries."),
    ("en", "We delayed the release."),
    ("en", "We apologize for the trouble this caused."),
    ("es", "El proxy y la cola se reiniciaron después de comer."),
    ("pt", "O proxy e a fila foram reiniciados após o almoço."),
    ("vi", "Proxy và hàng đợi được khởi động lại sau bữa trưa."),
    ("ja", "プロキシとキューは昼食後に再起動された。"),
    ("ko", "프록시와 큐는 점심 후에 재시작됐다."),
    ("zh", "午饭后代理和队列都已重启。"),
    ("fr", "Le proxy et la file ont redémarré après midi."),
    ("de", "Proxy und Warteschlange starteten nach dem Essen neu."),
])
def test_two_things_or_an_order_are_no_cause(code: str, text: str) -> None:
    assert connect(text, grammar(code)) == []


def test_of_two_marks_that_overlap_the_longer_counts() -> None:
    text = "This was due to a loop in the mesh."
    assert [link.rule for link in connect(text, grammar("en"))] == ["this-was-due"]


def test_a_grammar_without_rows_finds_nothing() -> None:
    assert connect("A caused B.", Grammar((), grammar("en").guards)) == []


@pytest.mark.parametrize(("code", "text", "shape"), [
    ("en", "From there the trouble spread to mail.", "before"), ("en", "This left mail without a disk.", "before"),
    ("pt", "Daí o problema se alastrou para o correio.", "before"), ("vi", "Từ đó lỗi lan sang thư.", "before"),
    ("de", "Dies ließ die Post stehen bleiben.", "before"), ("zh", "这拖慢了邮件同步。", "before"),
])
def test_a_word_that_points_back_is_the_sentence_before(code: str, text: str, shape: str) -> None:
    assert [(link.shape, link.cause) for link in connect(text, grammar(code))] == [(shape, None)]


def test_a_word_that_points_back_inside_a_sentence_is_the_clause_before() -> None:
    text = "The lock was lost, and this caused a stall of the mailer."
    (link,) = connect(text, grammar("en"))
    assert link.cause and text[slice(*link.cause)] == "The lock was lost"


@pytest.mark.parametrize("text", ["has temporarily fixed the problem", "2026-08-07 12:05 increased the memory limit",
                                  "Pipeline triggered for rollback", "All calls were accounted for by noon"])
def test_sides_that_say_nothing_make_no_edge(text: str) -> None:
    assert connect(text, grammar("en")) == []


def test_auxiliaries_and_conjunctions_are_no_part_of_a_side() -> None:
    text = "A spike knocked out the cache and left the pages unreachable."
    assert [text[slice(*x.cause)] for x in connect(text, grammar("en")) if x.cause] == [
        "A spike", "A spike knocked out the cache"]


def test_a_list_that_goes_on_with_and_stays_whole() -> None:
    text = "The loss of names caused stalls of boots, checks of doors, and several other services (Mail, Chat)."
    (link,) = connect(text, grammar("en"))
    assert link.effect and text[slice(*link.effect)].endswith("(Mail, Chat)")
