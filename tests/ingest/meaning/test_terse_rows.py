"""The kinds of terse rows of time lines."""
from __future__ import annotations

import pytest

from ingest.extract.happenings import NOTHING, classify, lasts
from kb.model import Kind


@pytest.mark.parametrize(("language", "row", "kind"), [
    ("es", "| 10:02 | Merge del cambio de rutas en main |", Kind.TRIGGER),
    ("es", "| 10:05 | La pasarela deja de responder |", Kind.IMPACT),
    ("es", "- 10:07 – Detectamos colas crecientes", Kind.DETECTION),
    ("es", "| 10:12 | Diagnóstico: el pool seguía lleno |", Kind.DIAGNOSIS),
    ("es", "| 10:14 | Se procede a apagar el nodo y matar la consulta |", Kind.MITIGATION),
    ("es", "| 10:20 | Los pagos vuelven a entrar |", Kind.RECOVERY),
    ("es", "| 10:25 | Avisamos a los comercios por correo |", Kind.COMMUNICATION),
    ("pt", "| 10:02 | Subimos a versão 7 do portal |", Kind.TRIGGER),
    ("pt", "| 10:05 | O portal deixa de responder |", Kind.IMPACT),
    ("pt", "- 10:07 – Percebemos filas crescentes", Kind.DETECTION),
    ("pt", "| 10:12 | Verificação: a réplica tinha parado |", Kind.DIAGNOSIS),
    ("pt", "| 10:14 | Aumentamos o limite de conexões |", Kind.MITIGATION),
    ("pt", "| 10:20 | Os pedidos voltaram a entrar |", Kind.RECOVERY),
    ("pt", "| 10:25 | Avisamos os lojistas por e-mail |", Kind.COMMUNICATION),
    ("ja", "| 10:02 | **トリガー**: 旧名から新名へ移行 |", Kind.TRIGGER),
    ("ja", "| 10:05 | **発生**: 台帳への送信が途中で閉じる |", Kind.IMPACT),
    ("ja", "| 10:12 | 原因は特定できていない |", Kind.STATE),
    ("ja", "| 10:20 | 回帰試験 FAIL 0 |", Kind.STATE),
    ("ko", "| 10:02 | 수정 PR 을 main 에 머지 |", Kind.TRIGGER),
    ("ko", "| 10:12 | 로컬에서 같은 메시지 재현 |", Kind.DIAGNOSIS),
    ("ko", "| 10:20 | 검증 3종 PASS |", Kind.RECOVERY),
    ("zh", "| 10:02 | 网关部署 `a1b2` 启动失败 |", Kind.IMPACT),
    ("ko", '| 10:07 | 사용자 A: "원장이 안 보인다" 신고 |', Kind.DETECTION),
    ("ja", "| 10:20 | 検証完了: 重複 0 |", Kind.RECOVERY),
    ("zh", "| 10:07 | **发现**：台账关闭 |", Kind.DETECTION),
    ("zh", "| 10:12 | 查阅 ledger 的文档 |", Kind.DIAGNOSIS),
    ("zh", "| 10:14 | 持续处理台账的延迟 |", Kind.MITIGATION),
    ("zh", "| 10:20 | 健康检查完全恢复 |", Kind.RECOVERY),
    ("vi", "* **10:02**: áp dụng thủ công 4 chính sách mới", Kind.TRIGGER),
    ("vi", "* **10:12**: **[PHÁT HIỆN NGUYÊN NHÂN GỐC]**", Kind.DIAGNOSIS),
    ("vi", "* **10:14**: mở PR 12 để sửa lỗi", Kind.MITIGATION),
    ("vi", "**Thời gian khắc phục:** 10:20", Kind.RECOVERY),
])
def test_terse_rows_tell_their_kind(language: str, row: str, kind: Kind) -> None:
    assert classify(row, language).kind is kind


def test_a_heading_that_asks_names_nothing() -> None:
    assert classify("10:00 x", "en", ("Why was the disk full?",)) is NOTHING


@pytest.mark.parametrize(("language", "heading"), [
    ("en", "Timeline of the outage"), ("ja", "障害のタイムライン"), ("ko", "장애 타임라인"), ("zh", "故障时间线"), ("vi", "Dòng thời gian Sự cố"),
])
def test_a_heading_that_promises_a_course_of_events_names_none_of_them(language: str, heading: str) -> None:
    assert classify("10:00 x", language, (heading,)) is NOTHING


def test_what_came_back_is_not_an_impact_for_being_called_affected() -> None:
    assert classify("recuperação das filas afetadas", "pt", lasting=True).kind is Kind.RECOVERY


def test_an_offset_is_no_second_clock_and_a_fraction_no_error() -> None:
    assert not lasts("2024-03-09T10:02:40.522+00:00") and lasts("2024-03-09T10:02+00:00 – 10:40")
    assert classify("| 2024-03-09T10:02:40.522+00:00 | Bộ dò phát hiện |", "vi").kind is Kind.DETECTION
