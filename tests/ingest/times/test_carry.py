"""Dates, zones and midnights that a document says once and means everywhere."""
from __future__ import annotations

from datetime import date

import pytest

from ingest import passages
from ingest.extract.times.carry import Resolved
from ingest.extract.times.document import read_times
from ingest.formats import read as read_format
from ingest.language import language_of
from kb.instants import format_instant
from kb.model import Basis, Finding, Given, Source


def resolved(text: str, given: Given | None = None) -> tuple[list[Resolved], list[Finding]]:
    source = Source(text.encode(), given or Given(name="report.md", language="en"))
    reading = passages.read(read_format(source), source.given)
    languages = {passage.index: language_of(passage, reading) for passage in reading.passages}
    times, findings = read_times(reading, languages, source.given)
    return list(times), list(findings)


def starts(text: str, given: Given | None = None) -> list[str | None]:
    """The starts of all clock times, without the trailing Z and seconds."""
    return [None if one.value.start is None else (format_instant(one.value.start) or "")[:16]
            for one in resolved(text, given)[0] if one.placed.has_clock]


def ranges(text: str, given: Given | None = None) -> list[tuple[str, str]]:
    return [((format_instant(one.value.start) or "")[:16], (format_instant(one.value.end) or "")[:16])
            for one in resolved(text, given)[0] if one.value.end is not None]


def codes(text: str, given: Given | None = None) -> list[str]:
    return [one.code for one in resolved(text, given)[1]]


# --- the day ----------------------------------------------------------------------------------------------------------

def test_rows_without_a_date_go_on_over_midnight() -> None:
    text = ("# Outage\n\nAll times UTC.\n\n- 2024-03-09 23:48 proxy fails\n- 23:55 page sent\n"
            "- 00:38 cause found\n- 02:25 repaired\n")
    assert starts(text) == ["2024-03-09T23:48", "2024-03-09T23:55", "2024-03-10T00:38", "2024-03-10T02:25"]


def test_a_line_noted_late_stays_on_its_day() -> None:
    text = ("# 2024-03-09 Outage\n\nAll times UTC.\n\n- 14:49 logs read\n- 14:43 change merged\n"
            "- 14:55 deployed\n- 15:10 healthy\n")
    assert starts(text) == [f"2024-03-09T{clock}" for clock in ("14:49", "14:43", "14:55", "15:10")]


def test_the_evening_is_followed_by_the_next_morning() -> None:
    text = ("# 2024-03-09 Outage\n\nAll times UTC.\n\n- 17:45 handed over\n- 21:10 workaround\n"
            "- 08:15 fixed\n- 09:30 closed\n")
    assert starts(text)[2:] == ["2024-03-10T08:15", "2024-03-10T09:30"]


def test_newest_first_lists_go_back_over_midnight() -> None:
    text = ("# Status, 10 March 2024 (UTC)\n\n- 01:20 resolved\n- 00:40 recovering\n- 23:50 identified\n"
            "- 23:31 investigating\n")
    assert starts(text) == ["2024-03-10T01:20", "2024-03-10T00:40", "2024-03-09T23:50", "2024-03-09T23:31"]


def test_a_date_in_the_sentence_above_a_list_outweighs_an_earlier_line() -> None:
    text = ("Everything happened on 2024-03-10 and times are in UTC.\n\n- 2024-03-09 20:55: disk fills up\n"
            "- 01:38: site down\n- 08:19: queue refilled\n")
    assert starts(text) == ["2024-03-09T20:55", "2024-03-10T01:38", "2024-03-10T08:19"]


def test_a_publication_date_above_a_list_does_not() -> None:
    text = ("Published 2024-03-20. Times are in UTC.\n\n- 2024-03-09 23:10 disk fills up\n"
            "- 23:40 site down\n- 00:19 site back\n")
    assert starts(text) == ["2024-03-09T23:10", "2024-03-09T23:40", "2024-03-10T00:19"]


def test_headings_date_what_stands_under_them() -> None:
    text = "# Log (UTC)\n\n## 2024-03-09\n\n- 23:10 slow\n- 23:40 down\n\n## 2024-03-11\n\n- 09:00 reviewed\n"
    assert starts(text) == ["2024-03-09T23:10", "2024-03-09T23:40", "2024-03-11T09:00"]


def test_the_same_clock_time_is_the_same_moment_later_in_the_text() -> None:
    text = ("The API failed at 23:48 UTC on 9 March 2024 and was back at 14:20 on 10 March.\n\n## Details\n\n"
            "Right after it failed at 23:48, clients saw errors. At 00:38 the cause was known.\n")
    assert starts(text)[2:] == ["2024-03-09T23:48", "2024-03-10T00:38"]


def test_a_time_falls_into_the_window_its_section_opens_with() -> None:
    text = ("Between 23:51 on 9 March 2024 and 14:15 on 10 March 2024 (UTC) the queue was slow. Workers were restarted "
            "at 07:04 and it was drained at 14:15.\n")
    assert starts(text)[1:] == ["2024-03-10T07:04", "2024-03-10T14:15"]


def test_what_is_told_first_in_a_paragraph_is_not_later_than_what_follows() -> None:
    text = ("The region was back by 22:12 UTC on 7 September 2023.\n\n"
            "The status page failed from about 12:30 UTC. It was repaired by 23:05 UTC on 4 September.\n")
    assert starts(text)[1] == "2023-09-04T12:30"


def test_another_outage_years_ago_does_not_date_this_one() -> None:
    text = ("# Failure on 2024-06-19\n\nIt repeats the failure of 2019-07-02.\n\n| Time (UTC) | Event |\n|---|---|\n"
            "| 10:26 | rule enabled |\n| 10:27 | rule disabled |\n")
    assert starts(text) == ["2024-06-19T10:26", "2024-06-19T10:27"]


def test_the_next_day_after_midnight_is_the_day_that_began() -> None:
    text = "On 3 March 2024 at 22:40 UTC it broke. At 00:20 it was repaired. The next day at 10:00 a review was held.\n"
    assert starts(text) == ["2024-03-03T22:40", "2024-03-04T00:20", "2024-03-04T10:00"]


@pytest.mark.parametrize("given", [Given(name="20240309-cache.md", language="en"),
                                   Given(name="cache.md", language="en", date=date(2024, 3, 9))])
def test_file_name_or_caller_date_a_document_that_names_no_day(given: Given) -> None:
    assert starts("Times in UTC.\n\n- 23:30 cache lost\n- 00:10 cache back\n", given) == [
        "2024-03-09T23:30", "2024-03-10T00:10"]


def test_the_year_comes_from_anywhere() -> None:
    text = "On 31 December at 23:50 UTC it broke; on 1 January at 00:20 UTC it was back.\n\nReport of 5 January 2024.\n"
    assert starts(text) == ["2023-12-31T23:50", "2024-01-01T00:20"]


def test_without_any_date_a_clock_time_is_undated() -> None:
    times, findings = resolved("The cache was lost at 23:30 UTC.\n")
    assert times[0].value.start is None
    assert times[0].value.as_written == "23:30 UTC"
    assert "undated" in [one.code for one in findings]


@pytest.mark.parametrize("words", ["On 2024-02-30 at 10:00 UTC it broke.", "On 2024-02-03 at 25:61 UTC it broke."])
def test_impossible_times_are_findings(words: str) -> None:
    assert "impossible-time" in codes(words)


# --- ranges -----------------------------------------------------------------------------------------------------------

def test_a_range_ends_after_it_starts() -> None:
    text = "# 9 March 2024 (UTC)\n\n- 23:40-00:15: search down\n- 00:20-01:00: exports down\n"
    assert ranges(text) == [("2024-03-09T23:40", "2024-03-10T00:15"), ("2024-03-10T00:20", "2024-03-10T01:00")]


def test_a_range_dated_at_its_end_begins_the_day_before() -> None:
    assert ranges("Search was down from 23:40 until 00:15 UTC on 10 March 2024.\n") == [
        ("2024-03-09T23:40", "2024-03-10T00:15")]


def test_windows_of_a_dated_list_stay_on_its_day() -> None:
    text = ("## Timeline in UTC (Oct 20, 2024)\n\n- 2:48 AM–5:40 AM: errors\n- 2:30 AM–4:50 PM: launches fail\n"
            "- 8:30 AM–5:09 PM: resets\n- 1:45 AM–5:20 PM: containers fail\n")
    assert [start for start, _ in ranges(text)] == [
        f"2024-10-20T{clock}" for clock in ("02:48", "02:30", "08:30", "01:45")]


# --- the zone ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text", [
    "# 2024-03-09\n\nAll times in CET.\n\n- 10:00 down\n",
    "# 2024-03-09\n\n| Time (CET) | Event |\n|---|---|\n| 10:00 | down |\n",
    "# 2024-03-09, timeline in CET\n\n- 10:00 down\n",
    "# 2024-03-09\n\nIt went down at 10:00, as seen below.\n\nIt was back at 11:00 CET.\n",
    "# 2024-03-09\n\nIt was seen at 09:30 CET.\n\nIt went down at 10:00.\n",
])
def test_a_zone_said_anywhere_serves_all(text: str) -> None:
    one = next(one for one in resolved(text)[0] if "10:00" in one.placed.expression.text)
    assert (format_instant(one.value.start), one.value.zone.basis) == ("2024-03-09T09:00:00Z", Basis.INHERITED)


def test_a_stated_zone_wins_over_the_note() -> None:
    times, _ = resolved("# 2024-03-09\n\nAll times in CET.\n\n- 10:00 UTC down\n- 12:00 back\n")
    clocks = [one.value for one in times if one.placed.has_clock]
    assert [one.zone.basis for one in clocks] == [Basis.STATED, Basis.INHERITED]
    assert [format_instant(one.start) for one in clocks] == ["2024-03-09T10:00:00Z", "2024-03-09T11:00:00Z"]


def test_a_zone_in_brackets_speaks_for_its_brackets() -> None:
    text = "# 2024-03-09\n\n| Time (CET) | Event |\n|---|---|\n| 10:00 / 10:30 (UTC 09:00 / 09:30) | down |\n"
    assert starts(text) == ["2024-03-09T09:00", "2024-03-09T09:30", "2024-03-09T09:00", "2024-03-09T09:30"]


def test_an_unknown_zone_is_not_guessed() -> None:
    times, findings = resolved("# 2024-03-09\n\n- 10:00 down in Singapore\n")
    value = times[-1].value
    assert value.start is not None and value.start.tzinfo is None
    assert format_instant(value.start) == "2024-03-09T10:00:00"
    assert (value.zone.name, value.zone.basis) == (None, Basis.UNKNOWN)
    assert format_instant(value.window.earliest) == "2024-03-08T20:00:00Z"
    assert format_instant(value.window.latest) == "2024-03-09T22:00:00Z"
    assert "zone-unknown" in [one.code for one in findings]


def test_a_given_zone_fills_only_what_is_left_open() -> None:
    given = Given(name="a.md", language="en", zone="Asia/Tokyo")
    text = "# 2024-03-09\n\n- 10:00 down\n"
    assert starts(text, given) == ["2024-03-09T01:00"]
    assert starts(text.replace("10:00", "10:00 UTC"), given) == ["2024-03-09T10:00"]


def test_a_forced_zone_overrides_what_is_said() -> None:
    given = Given(name="a.md", language="en", zone="Asia/Tokyo", force_zone=True)
    times, _ = resolved("# 2024-03-09\n\n- 10:00 UTC down\n", given)
    assert (format_instant(times[-1].value.start), times[-1].value.zone.basis) == ("2024-03-09T01:00:00Z", Basis.GIVEN)


def test_winter_abbreviation_in_summer_is_local_time_and_said_so() -> None:
    times, findings = resolved("On 10 July 2024 at 09:00 PST the cache was lost.\n")
    value = times[0].value
    assert format_instant(value.start) == "2024-07-10T16:00:00Z"
    assert [format_instant(other) for other in value.alternatives] == ["2024-07-10T17:00:00Z"]
    assert "zone-abbreviation" in [one.code for one in findings]


def test_mountain_standard_time_holds_in_summer_for_arizona() -> None:
    times, findings = resolved("On 10 July 2024 at 09:00 MST the cache was lost.\n")
    assert format_instant(times[0].value.start) == "2024-07-10T16:00:00Z"
    assert "zone-abbreviation" not in [one.code for one in findings]


def test_two_zones_for_one_moment_are_checked() -> None:
    assert codes("On 10 July 2024 at 11:48 PM PDT (06:48 UTC) the cache was lost.\n") == []
    times, findings = resolved("On 10 July 2024 at 11:48 PM PDT (07:48 UTC) the cache was lost.\n")
    assert [one.code for one in findings] == ["zone-contradiction"]
    assert format_instant(times[0].value.start) == "2024-07-11T06:48:00Z"
    assert [format_instant(other) for other in times[0].value.alternatives] == ["2024-07-11T07:48:00Z"]


def test_an_hour_that_comes_twice_keeps_both_readings() -> None:
    value = resolved("On 3 November 2024 at 01:30 ET the job ran twice.\n")[0][0].value
    assert [format_instant(value.start), *map(format_instant, value.alternatives)] == [
        "2024-11-03T05:30:00Z", "2024-11-03T06:30:00Z"]


def test_a_lag_counts_from_the_time_before() -> None:
    times, _ = resolved("At 22:15 UTC on 5 March 2024 the switch failed. Two minutes later the standby failed too.\n")
    assert times[1].lag
    assert format_instant(times[1].value.start) == "2024-03-05T22:17:00Z"


# --- nights, heads and lists -----------------------------------------------------------------------------------------

@pytest.mark.parametrize(("language", "opening", "clock"), [
    ("en", "On the night of 3-4 July 2023 the proxy failed.", "At {}"),
    ("de", "In der Nacht vom 3. auf den 4. Juli 2023 fiel der Proxy aus.", "Um {} Uhr"),
    ("es", "En la noche del 3 al 4 de julio de 2023 falló el proxy.", "A las {}"),
    ("pt", "Na noite de 3 para 4 de julho de 2023 o proxy falhou.", "Às {}"),
])
def test_a_night_of_two_dates_has_its_small_hours_on_the_second(language: str, opening: str, clock: str) -> None:
    text = f"{opening} {clock.format('23:20')} (UTC) x1 stopped. {clock.format('0:35')} x2 stopped."
    assert starts(text, Given(name="a.txt", language=language)) == ["2023-07-03T23:20", "2023-07-04T00:35"]
    early = f"{opening} {clock.format('0:35')} (UTC) x2 stopped."
    assert starts(early, Given(name="a.txt", language=language)) == ["2023-07-04T00:35"]


def test_days_with_work_by_day_are_no_night() -> None:
    text = "On 3-4 July 2023 we moved racks. At 0:35 UTC x2 stopped."
    assert starts(text) == ["2023-07-03T00:35"]


def test_the_day_of_writing_dates_no_line() -> None:
    text = ("| Began | 2024-03-09 13:05 |\n|---|---|\n| Report written | 2024-03-14 |\n\nAll times UTC.\n\n"
            "- 12:50 update\n- 13:05 errors\n- 14:20 cause found\n")
    assert starts(text) == [f"2024-03-09T{clock}" for clock in ("13:05", "12:50", "13:05", "14:20")]


def test_the_day_of_writing_is_better_than_none() -> None:
    text = "Published: 2024-03-14\n\nAll times UTC.\n\n- 12:50 update\n- 13:05 errors\n- 14:20 cause found\n"
    assert starts(text) == [f"2024-03-14T{clock}" for clock in ("12:50", "13:05", "14:20")]


def test_a_list_begins_before_the_end_that_its_head_gives() -> None:
    text = ("Began: 2024-03-09 23:05\n\nEnded: 2024-03-10 01:40\n\nAll times UTC.\n\n"
            "- 22:50 update\n- 23:05 errors\n- 00:20 cause found\n- 01:40 fine\n")
    assert starts(text)[2:] == ["2024-03-09T22:50", "2024-03-09T23:05", "2024-03-10T00:20", "2024-03-10T01:40"]


def test_lines_that_each_say_the_next_day_mean_one_day() -> None:
    text = ("# 2024-03-09\n\nAll times UTC.\n\n- 23:40 switch fails\n- next day 00:30 team on site\n"
            "- next day 02:50 part replaced\n- next day 01:00 closed\n")
    assert starts(text) == ["2024-03-09T23:40", "2024-03-10T00:30", "2024-03-10T02:50", "2024-03-11T01:00"]


@pytest.mark.parametrize(("language", "text", "zone"), [
    ("en", "Times are US Eastern. On 9 March 2024 at 10:00 it failed.", "America/New_York"),
    ("en", "On 9 March 2024 at 10:00 Berlin time it failed.", "Europe/Berlin"),
    ("fr", "Le 9 mars 2024, de 9h12 à 9h40 (heure de Paris), panne.", "Europe/Paris"),
    ("de", "Am 9. März 2024 um 10:00 Uhr Wiener Zeit fiel er aus.", "Europe/Vienna"),
    ("es", "El 9 de marzo de 2024 a las 10:00 (hora peninsular) falló.", "Europe/Madrid"),
    ("pt", "No dia 9 de março de 2024 às 10h00 (hora de Lisboa) falhou.", "Europe/Lisbon"),
    ("zh", "2024年3月9日 10:00 台账出错（均为太平洋标准时间）。", "America/Los_Angeles"),
    ("zh", "2024年3月9日 10:00 台帳出錯（以下均為美國東部時間）。", "America/New_York"),
    ("ja", "2024年3月9日10時（北米山岳部標準時）に台帳が停止した。", "America/Denver"),
    ("ko", "2024년 3월 9일 10:00(미국 태평양시간) 원장 오류가 발생했다.", "America/Los_Angeles"),
    ("ko", "한국시간 2024년 3월 9일 10:00 원장 오류가 발생했다.", "Asia/Seoul"),
    ("vi", "Lúc 10:00 ngày 09/03/2024 (giờ tiêu chuẩn Thái Bình Dương), sổ cái lỗi.", "America/Los_Angeles"),
])
def test_a_place_names_its_zone(language: str, text: str, zone: str) -> None:
    found = resolved(text, Given(name="a.txt", language=language))[0]
    assert {one.value.zone.name for one in found if one.placed.has_clock} == {zone}


def test_a_place_in_a_column_head_names_the_zone() -> None:
    text = "# 9 mars 2024\n\n| Heure (Paris) | Fait |\n|---|---|\n| 10:00 | panne |\n| 11:00 | retour |\n"
    found = resolved(text, Given(name="a.md", language="fr"))[0]
    assert {one.value.zone.name for one in found if one.placed.has_clock} == {"Europe/Paris"}
    other = "# 9 mars 2024\n\n| Heure (environ) | Fait |\n|---|---|\n| 10:00 | panne |\n| 11:00 | retour |\n"
    found = resolved(other, Given(name="a.md", language="fr"))[0]
    assert {one.value.zone.name for one in found if one.placed.has_clock} == {None}


@pytest.mark.parametrize("text", ["Alle Zeiten in Berliner Zeit", "am 9. März 2024 um 10:00 Uhr Berliner Zeit"])
def test_a_zone_may_be_the_last_word_of_all(text: str) -> None:
    assert "zone-unknown" not in codes(text, Given(name="a.txt", language="de"))


def test_a_byline_does_not_date_the_table_below_it() -> None:
    text = ("# Outage of 9 March 2024\n\nPosted by Kim on March 21, 2024\n\nAll times UTC.\n\n"
            "| Time | Event |\n|---|---|\n| 16:20 | errors |\n| 17:02 | found |\n")
    assert starts(text) == ["2024-03-09T16:20", "2024-03-09T17:02"]


def test_languages_read_for_their_figures_put_the_day_first() -> None:
    text = "# Storing\n\nOp 12-03-2024 om 14:05 UTC was de website onbereikbaar en niemand kon nog inloggen.\n"
    assert starts(text, Given(name="a.txt", language="nl")) == ["2024-03-12T14:05"]
    english = "The website went down on 12-03-2024 at 14:05 UTC and nobody could log in any more.\n"
    assert starts(english) == ["2024-12-03T14:05"]


@pytest.mark.parametrize(("words", "day"), [
    ("Last Friday at 10:00 UTC the queue stalled.", "2024-03-08"),
    ("Next Tuesday at 10:00 UTC the queue stalled.", "2024-03-19"),
    ("On Friday at 10:00 UTC the queue stalled.", "2024-03-15"),
    ("On Tuesday at 10:00 UTC the queue stalled.", "2024-03-12"),
])
def test_a_weekday_of_a_week_that_is_named_stands_in_it(words: str, day: str) -> None:
    assert starts(f"# Report of 13 March 2024\n\n{words}\n")[-1] == f"{day}T10:00"


def test_a_list_under_prose_begins_where_the_story_does() -> None:
    text = ("The cache failed on 2025-06-14 at 02:00 UTC and was back at 08:31.\n\n"
            "- 02:04 first node gone\n- 03:12 alert\n- 08:15 rollback\n- 08:31 recovered\n")
    assert starts(text)[2:] == ["2025-06-14T02:04", "2025-06-14T03:12", "2025-06-14T08:15", "2025-06-14T08:31"]


def test_a_time_in_brackets_behind_another_does_not_carry_the_day_on() -> None:
    text = ("The queue stopped on 2025-10-20 at 00:11 UTC and the all-clear (15:53 the same day) took its time.\n\n"
            "At 02:24 the index came back.\n")
    assert starts(text)[-1] == "2025-10-20T02:24"


@pytest.mark.parametrize("note", ["時刻はすべてJSTです。", "すべての時刻はAsia/Tokyoで書く。"])
def test_a_zone_needs_no_blank_behind_it_where_words_need_none(note: str) -> None:
    text = f"{note}\n\n2025年6月14日 11:04に台帳が停止した。\n"
    assert starts(text, Given(name="report.md", language="ja")) == ["2025-06-14T02:04"]


def test_a_mere_date_that_goes_back_does_not_carry_the_story_back() -> None:
    text = ("On 9 March 2024 errors rose at 10:02 UTC.\n\nThe same had been seen on 4 March.\n\nAt 10:16 half of all"
            " requests failed.\n")
    assert starts(text) == ["2024-03-09T10:02", "2024-03-09T10:16"]


def test_a_new_section_may_go_back() -> None:
    text = ("## Second outage\n\nOn 9 March 2024 errors rose at 10:02 UTC.\n\n## First outage\n\nIt began on 4 March."
            " At 10:16 half of all requests failed.\n")
    assert starts(text) == ["2024-03-09T10:02", "2024-03-04T10:16"]


def test_hours_alone_are_times_in_a_table_of_times() -> None:
    rows = "| Time | What |\n|---|---|\n| 9h10 | it broke |\n| 11h | it was mended |\n| 11h20 | all was well |\n"
    given = Given(name="report.md", language="fr")
    assert starts("Panne du 2024-03-09, heures en UTC.\n\n" + rows, given) == [
        "2024-03-09T09:10", "2024-03-09T11:00", "2024-03-09T11:20"]


@pytest.mark.parametrize(("language", "text"), [
    ("en", "On Monday, October 21, 2025 at 10:00 UTC the queue failed."),
    ("es", "El lunes 21 de octubre de 2025 a las 10:00 UTC falló la cola."),
    ("pt", "Na segunda-feira, 21 de outubro de 2025, às 10h00 UTC, a fila falhou."),
    ("fr", "Le lundi 21 octobre 2025 à 10h00 UTC, la file est tombée en panne."),
    ("de", "Am Montag, dem 21. Oktober 2025, um 10:00 Uhr UTC fiel die Queue aus."),
    ("vi", "Lúc 10:00 UTC thứ Hai, ngày 21/10/2025, hàng đợi gặp lỗi."),
    ("ja", "2025年10月21日（月）10:00 UTC にキューが停止した。"),
    ("ko", "2025년 10월 21일(월) 10:00 UTC에 큐가 중단되었다."),
    ("zh", "2025年10月21日（星期一）10:00 UTC，队列发生故障。"),
])
def test_a_weekday_that_is_not_its_date_s_is_found_and_changes_nothing(language: str, text: str) -> None:
    given = Given(name="a.txt", language=language)
    assert "weekday-contradiction" in codes(text, given) and starts(text, given) == ["2025-10-21T10:00"]
    right = text.replace("21", "20")
    assert "weekday-contradiction" not in codes(right, given) and starts(right, given) == ["2025-10-20T10:00"]


def test_a_wrong_weekday_moves_no_date_to_another_year() -> None:
    text = "# Outage of 20 October 2025\n\nOn Monday, October 21 at 10:00 UTC the queue failed.\n"
    assert starts(text) == ["2025-10-21T10:00"] and "weekday-contradiction" in codes(text)


def test_a_shouted_word_after_an_apostrophe_is_no_zone() -> None:
    text = "Panne du 9 mars 2024\n\n**C'EST PROBABLEMENT LE CACHE**\n\nIl est tombé à 10h02.\n"
    assert starts(text, Given(name="report.md", language="fr")) == ["2024-03-09T10:02"]
    assert "zone-unknown" in codes(text, Given(name="report.md", language="fr"))
