"""Notes that name a place for the zone of all times, and days and ranges that Spanish and Portuguese writers leave short."""
from __future__ import annotations

import pytest

from kb.model import Basis, Given
from tests.ingest.times.test_carry import ranges, resolved, starts


@pytest.mark.parametrize(("language", "note", "zone"), [
    ("pt", "As horas são de Portugal continental.", "Europe/Lisbon"), ("pt", "Fuso horário: Lisboa", "Europe/Lisbon"),
    ("pt", "Horários de Brasília.", "America/Sao_Paulo"), ("es", "Las horas corresponden a España.", "Europe/Madrid"),
    ("es", "Todas las horas son de la Ciudad de México.", "America/Mexico_City"),
    ("es", "Zona horaria: Bogotá", "America/Bogota"), ("es", "(hora Lima)", "America/Lima"),
    ("en", "All times are those of Lisbon.", "Europe/Lisbon"), ("fr", "Les heures sont celles de Lisbonne.", "Europe/Lisbon"),
    ("de", "Alle Zeiten gelten für Lissabon.", "Europe/Lisbon"), ("ja", "時刻はすべて東京のものです。", "Asia/Tokyo"),
    ("es", "Todas las horas en CLT.", "America/Santiago"), ("es", "Horario de Chile.", "America/Santiago"),
])
def test_a_place_may_be_all_that_a_note_on_the_times_says(language: str, note: str, zone: str) -> None:
    times, _ = resolved(f"# 2024-03-09\n\n{note}\n\n- 10:00 down\n", Given(name="x.md", language=language))
    assert times[-1].value.zone.name == zone and times[-1].value.zone.basis is Basis.INHERITED


def test_hours_spent_in_a_place_are_no_note_on_the_times() -> None:
    times, _ = resolved("# 2024-03-09\n\nTardamos dos horas en Madrid.\n\n- 10:00 down\n",
                        Given(name="x.md", language="es"))
    assert times[-1].value.zone.name is None


def test_a_day_named_before_the_first_dated_clock_is_kept() -> None:
    text = ("Data: 6 de fevereiro de 2025, 09:40\n\nTodas as horas em UTC.\n\n"
            "Na quarta-feira, dia 5 de fevereiro, o portal caiu às 16h10. A rede voltou às 17h00.\n")
    assert starts(text, Given(name="x.md", language="pt"))[1:] == ["2025-02-05T16:10", "2025-02-05T17:00"]


def test_a_bracketed_offset_between_clock_and_date_keeps_them_together() -> None:
    text = "das 14:00 às 15:30 (UTC-3) de 9 de junho de 2023 o site caiu.\n"
    assert ranges(text, Given(name="x.md", language="pt")) == [("2023-06-09T17:00", "2023-06-09T18:30")]


@pytest.mark.parametrize(("written", "end"), [("17:30-36", "17:36"), ("10:03-07", "10:07"), ("9:00-17", "17:00"),
                                              ("10:05-12", "12:00")])
def test_a_range_may_end_within_its_hour(written: str, end: str) -> None:
    assert ranges(f"# 2024-03-09\n\nAll times UTC.\n\n- {written} the portal was down\n")[0][1][11:] == end
