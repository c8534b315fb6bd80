"""The kinds of terse rows of Spanish and Portuguese time lines."""
from __future__ import annotations

import pytest

from ingest.extract.happenings import NOTHING, classify
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
])
def test_terse_rows_tell_their_kind(language: str, row: str, kind: Kind) -> None:
    assert classify(row, language).kind is kind


def test_a_heading_that_asks_names_nothing() -> None:
    assert classify("10:00 x", "en", ("Why was the disk full?",)) is NOTHING


def test_what_came_back_is_not_an_impact_for_being_called_affected() -> None:
    assert classify("recuperação das filas afetadas", "pt", lasting=True).kind is Kind.RECOVERY
