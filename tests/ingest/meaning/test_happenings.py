"""What clauses tell, the same in every language."""
from __future__ import annotations

import time

import pytest

from ingest.extract.happenings import NOTHING, classify, codes, lasts, rules, tells
from ingest.language import SUPPORTED
from kb.model import Kind

# one happening in the words of nine languages: the code must be the same in all
_SAME = {
    "dns-restored": {
        "en": "DNS was fully restored", "pt": "o DNS foi totalmente restaurado", "es": "el DNS fue restaurado",
        "vi": "DNS đã được khôi phục", "ja": "DNS を復旧した", "ko": "DNS가 복구됐다", "zh": "DNS 已恢复",
        "fr": "le DNS a été rétabli", "de": "das DNS wurde wiederhergestellt"},
    "restart": {
        "en": "we restarted the hosts", "pt": "reiniciamos: a equipe reiniciou os hosts", "es": "se reiniciaron los hosts: reinicio",
        "vi": "kỹ sư khởi động lại máy chủ", "ja": "ホストを再起動した", "ko": "호스트를 재시작했다", "zh": "重启了主机",
        "fr": "nous avons redémarré les hôtes", "de": "die Hosts wurden neu gestartet"},
    "failover-disabled": {
        "en": "automatic failover was disabled", "pt": "o failover foi desativado", "es": "el failover fue desactivado",
        "vi": "failover bị vô hiệu hóa", "ja": "フェイルオーバーを無効化した", "ko": "페일오버를 비활성화했다",
        "zh": "禁用了故障转移", "fr": "la bascule a été désactivée", "de": "der Failover wurde deaktiviert"},
    "disk-full": {
        "en": "the disk was full", "pt": "o disco estava cheio", "es": "el disco estaba lleno", "vi": "ổ đĩa bị đầy",
        "ja": "ディスク容量が枯渇した", "ko": "디스크 용량이 부족: 디스크 부족", "zh": "磁盘空间不足", "fr": "le disque était plein",
        "de": "die Festplatte war voll"},
    "reconnect": {
        "en": "the agent tried to reconnect", "pt": "o agente tentou se reconectar", "es": "intentó reconectarse",
        "vi": "tác vụ cố gắng kết nối lại", "ja": "再接続を試みた", "ko": "재연결을 시도했다", "zh": "尝试重新连接",
        "fr": "il a tenté de se reconnecter", "de": "er versuchte, sich wieder zu verbinden"},
}


@pytest.mark.parametrize(("code", "language"), [(code, one) for code in _SAME for one in SUPPORTED])
def test_the_same_happening_has_the_same_code_in_every_language(code: str, language: str) -> None:
    found = classify(_SAME[code][language], language)
    assert found.code == code and found.kind is codes()[code].kind


@pytest.mark.parametrize("language", SUPPORTED)
def test_each_row_earns_its_place(language: str, earns_its_place) -> None:  # type: ignore[no-untyped-def]
    made = {rule.row.id: rule for rule in rules(language)}

    def holds(rows, row, text: str) -> bool:  # type: ignore[no-untyped-def]
        gone = made[row.id]
        return any(rule.code == gone.code and rule.kind is gone.kind and rule.rank >= gone.rank and rule.finds(text)
                   for rule in (made[one.id] for one in rows))

    earns_its_place([rule.row for rule in rules(language)], holds)


@pytest.mark.parametrize(("clause", "kind", "code"), [
    ("launches of new instances failed", Kind.IMPACT, "launch-failures"),
    ("the on-call was paged and alerts fired", Kind.DETECTION, "alert-fired"),
    ("we identified the root cause", Kind.DIAGNOSIS, "diagnosed"),
    ("the change was rolled back", Kind.MITIGATION, "rollback"),
    ("an incident was declared", Kind.COMMUNICATION, "incident-declared"),
    ("a new version was deployed", Kind.TRIGGER, "deploy"),
    ("throttling was relaxed", Kind.MITIGATION, "throttling-relaxed"),
])
def test_kinds_and_codes(clause: str, kind: Kind, code: str) -> None:
    found = classify(clause, "en")
    assert (found.kind, found.code) == (kind, code)


def test_a_cause_or_date_in_the_clause_does_not_name_it() -> None:
    assert classify("após a recuperação do cache, o failover foi reativado", "pt").code == "failover-enabled"
    assert classify("after the restart, errors went on", "en").kind is Kind.IMPACT


def test_what_is_told_only_in_an_aside_is_better_than_nothing() -> None:
    assert classify("because the disk was full.", "en").code == "disk-full"


def test_what_lasts_is_named_by_what_did_not_work() -> None:
    clause = "API errors until everything recovered fully"
    assert classify(clause, "en", lasting=True).kind is Kind.IMPACT
    assert classify("everything recovered", "en", lasting=True).kind is Kind.RECOVERY


def test_what_people_did_for_a_while_is_told_first_where_it_is_an_act() -> None:
    assert classify("We rerouted the traffic, reducing error rates", "en", lasting=True).kind is Kind.MITIGATION
    assert classify("Errors rose while we rerouted the traffic", "en", lasting=True).kind is Kind.IMPACT


@pytest.mark.parametrize(("time", "stretch"), [
    ("5:30 ~ 14:09", True), ("2:48 AM–5:40 AM ET", True), ("Entre 23h48 e 13h50", True), ("午前 2 時〜3 時", True),
    ("14.09 - 15.30 Uhr", True), ("27.08.2022 10:00", False), ("27.08. 10:00 Uhr", False), ("27.08.2022 10:00 – 11:30", True),
    ("14:09", False), ("20:07 EDT (00:07 UTC)", False), ("10 月 20 日午後 2 時 20 分", False),
])
def test_stretches_of_time(time: str, stretch: bool) -> None:
    assert lasts(time) is stretch


def test_the_code_of_a_part_gives_way_to_the_whole() -> None:
    assert "throttling" not in classify("throttling was relaxed", "en").aspects


def test_the_heading_tells_where_the_clause_does_not_and_nothing_is_unknown() -> None:
    assert classify("10:00", "en", ("Outage", "The disk was full")).code == "disk-full"
    assert classify("10:00", "en") is NOTHING
    assert classify("диск переполнен", "ru") is NOTHING


def test_a_heading_that_says_how_it_ended_does_not_end_what_stands_below() -> None:
    assert classify("the vendor came", "en", ("Mail outage resolved",)).kind is Kind.IMPACT
    assert classify("thank you all", "en", ("11:20 Outage resolved",)).kind is Kind.RECOVERY


def test_every_code_of_a_row_is_in_the_list_and_every_code_is_used() -> None:
    used = {rule.code for language in SUPPORTED for rule in rules(language)}
    assert used <= set(codes()) and set(codes()) - used <= {"unknown"}


@pytest.mark.parametrize("piece", ["error ", "API ", "(", "1:", "障害", "de la "])
def test_a_line_of_a_megabyte_costs_no_more_than_a_long_sentence(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    begin = time.perf_counter()
    for language in SUPPORTED:
        classify(text, language)
    assert time.perf_counter() - begin < 10


@pytest.mark.parametrize(("clause", "kind"), [
    ("台帳に接続しづらい状況", Kind.IMPACT), ("台帳が応答を返せなくなった", Kind.IMPACT), ("停止時間：10分", Kind.IMPACT),
    ("976,598件を対象に処理を開始", Kind.STATE), ("応答の遅延を確認", Kind.DETECTION), ("PagerDutyが当番を呼び出し", Kind.DETECTION),
    ("索引の欠落と判断", Kind.DIAGNOSIS), ("電源の故障を確認", Kind.DIAGNOSIS), ("上限を引き上げた", Kind.MITIGATION),
    ("索引の再作成を開始", Kind.MITIGATION), ("二号機への強制切替を完了", Kind.MITIGATION), ("一つ前のイメージに戻した", Kind.MITIGATION),
    ("500エラーがほぼゼロになった", Kind.RECOVERY), ("接続復旧を検知", Kind.RECOVERY), ("復旧を宣言", Kind.RECOVERY),
    ("復旧のめどが立たないことを加盟店に通知", Kind.COMMUNICATION), ("SNS で一次報告", Kind.COMMUNICATION),
    ("harbor.pem の cert が期限切れ", Kind.TRIGGER), ("マイグレーション 12 番を本番に適用", Kind.TRIGGER),
    ("二号館の基幹スイッチが停止", Kind.IMPACT), ("リリース実行 #2 失敗", Kind.IMPACT), ("DNS 解決に失敗", Kind.IMPACT),
    ("修正を push", Kind.MITIGATION), ("問題のクエリを停止", Kind.MITIGATION), ("同期が正しくできていない点を確認", Kind.DETECTION),
    ("| 発生日時 | 2024-03-09 10:40 再起動の記録より |", Kind.IMPACT), ("| 復旧日時 | 10:45 再ビルド完了 |", Kind.RECOVERY),
    ("| 10:02 | **検知** — 利用者の報告により調査開始 |", Kind.DETECTION), ("| 10:05 | **原因特定**: 板が埋まり停止 |", Kind.DIAGNOSIS),
    ("| 10:09 | **緩和策適用** — 上限を変更し復旧を待つ |", Kind.MITIGATION), ("| 10:20 | **復旧確認** — 台帳を再起動 |", Kind.RECOVERY),
])
def test_japanese_tells_what_was_done_and_what_came_of_it(clause: str, kind: Kind) -> None:
    assert classify(clause, "ja").kind is kind


@pytest.mark.parametrize(("language", "clause", "kind"), [
    ("de", "Neue Leitung installiert", Kind.MITIGATION), ("es", "Se instala la nueva placa", Kind.MITIGATION),
    ("fr", "Installation de la nouvelle carte", Kind.MITIGATION), ("pt", "Técnicos instalam a placa nova", Kind.MITIGATION),
    ("de", "Testlauf der Leitung", Kind.DIAGNOSIS), ("fr", "Essai de la ligne", Kind.DIAGNOSIS),
])
def test_the_class_of_an_act_names_what_nothing_else_does(language: str, clause: str, kind: Kind) -> None:
    assert not tells(clause, language)  # it makes nothing a service
    assert classify(clause, language).kind is kind


def test_words_that_name_a_happening_outweigh_the_class_of_an_act() -> None:
    assert classify("Installation de la nouvelle carte : le service est rétabli", "fr").kind is Kind.RECOVERY
