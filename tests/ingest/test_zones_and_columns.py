"""Times of tables with two zones, of status pages, and of texts that speak of several zones or years."""
from __future__ import annotations

import pytest

from ingest import passages
from ingest.extract.times.document import read_times
from ingest.formats import read as read_format
from ingest.language import language_of
from ingest.pipeline import extract
from kb.instants import format_instant
from kb.model import Claim, Given, Kind, Source, Stance


def starts(text: str, given: Given | None = None) -> list[str | None]:
    """The starts of all clock times, without the trailing Z and seconds."""
    source = Source(text.encode(), given or Given(name="report.md", language="en"))
    reading = passages.read(read_format(source), source.given)
    languages = {passage.index: language_of(passage, reading) for passage in reading.passages}
    return [None if one.value.start is None else (format_instant(one.value.start) or "")[:16]
            for one in read_times(reading, languages, source.given)[0] if one.placed.has_clock]


def told(text: str) -> list[Claim]:
    claims = extract(Source(text.encode(), Given(name="report.md"))).claims
    return [one for one in claims if one.stance is Stance.REPORT]


def clocks(text: str) -> list[str]:
    return [(format_instant(one.time.start) or "")[11:16] for one in told(text) if one.time.precision.value == "minute"]


def test_a_second_column_with_the_same_times_in_another_zone_makes_no_second_claims() -> None:
    text = ("# Outage of 2026-04-18\n\n| Time (JST) | UTC | What |\n|---|---|---|\n"
            "| 2026-04-18 16:00 | 2026-04-18 07:00 | the key expired |\n| 19:25 | ~10:25 | calls failed |\n")
    assert clocks(text) == ["07:00", "10:25"]


def test_a_line_of_a_range_alone_is_no_heading() -> None:
    text = "台帳の障害\n\n発生期間\n\n2024年7月17日0時5分頃 〜 1時15分頃\n\n対象のお客様\n\n台帳をご利用の方\n"
    found = [one for one in told(text) if one.time.end is not None]
    assert [one.kind for one in found] == [Kind.IMPACT] and found[0].quote.startswith("発生期間")


def test_a_paragraph_goes_on_in_the_zone_it_spoke_of_last() -> None:
    text = ("# Course of events (all times in JST)\n\n"
            "In 2025, at 10:00 PDT on 20 October the queue stopped. It came back at 12:00 and was drained by 13:00.\n\n"
            "The report followed on 21 October 2025 at 9:00.\n")
    assert starts(text) == ["2025-10-20T17:00", "2025-10-20T19:00", "2025-10-20T20:00", "2025-10-21T00:00"]


@pytest.mark.parametrize(("zone", "utc"), [("米東部時間", "07:11"), ("太平洋標準時", "10:11"), ("協定世界時", "03:11")])
def test_zones_as_japanese_news_names_them(zone: str, utc: str) -> None:
    text = f"# 障害\n\n{zone}2025年10月20日3時11分に台帳が停止した。\n"
    assert starts(text, Given(name="report.md", language="ja")) == [f"2025-10-20T{utc}"]


def test_a_month_said_before_does_not_move_a_date_to_another_year() -> None:
    text = "The pump failed on 8 September 2021, the seventh fault since February 2021.\n\nOn 8 September at 09:20 UTC it stalled.\n"
    assert starts(text) == ["2021-09-08T09:20"]


def test_each_column_of_a_table_is_in_the_zone_of_its_head() -> None:
    text = ("# Outage of 2026-04-18\n\n| Time (JST) | UTC | What |\n|---|---|---|\n"
            "| 2026-04-18 16:00 | 07:00 | the key expired |\n| 19:25 | 10:25 | calls failed |\n")
    assert starts(text) == ["2026-04-18T07:00"] * 2 + ["2026-04-18T10:25"] * 2


def test_a_status_pages_english_dates_are_read_in_any_language() -> None:
    text = "# 台帳の障害について\n\n台帳にアクセスできない事象は解消しました。\n\nPosted Jul 17, 2024 - 18:08 JST\n"
    assert starts(text, Given(name="report.md")) == ["2024-07-17T09:08"]


def test_a_label_that_ends_in_a_figure_is_no_clock() -> None:
    text = "2022年9月1日の障害（UTC）\n\n- 門番 版4：12時30分に停止\n"
    assert "2022-09-01T04:12" not in starts(text, Given(name="report.md", language="ja"))
