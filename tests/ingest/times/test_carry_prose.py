"""Dates of paragraphs that go back, of lines with odd clocks, and of other outages named on the way."""
from __future__ import annotations

from kb.model import Given
from tests.ingest.times.test_carry import starts


def test_the_date_in_a_row_says_more_than_the_same_clock_on_another_day() -> None:
    text = ("# Login trouble 2024-03-03\n\nAll times UTC.\n\n| Date | Time | Event |\n|---|---|---|\n"
            "| Mar 3 | 21:54 | logins fail |\n| Mar 4 | 17:00 | disk ordered |\n| Mar 4 | 21:54 | logins work |\n")
    assert starts(text) == ["2024-03-03T21:54", "2024-03-04T17:00", "2024-03-04T21:54"]


def test_a_new_paragraph_may_go_back_to_the_same_hours() -> None:
    text = ("# Outage of 2024-03-03\n\nAt 02:44 UTC the ledger slowed down. At 22:23 UTC it was back.\n\n"
            "The harvester needs the ledger. By 07:01 UTC its errors rose, and by 14:18 UTC it worked again.\n")
    assert starts(text) == [f"2024-03-03T{clock}" for clock in ("02:44", "22:23", "07:01", "14:18")]


def test_a_new_paragraph_goes_on_over_midnight_where_that_was_not_told_yet() -> None:
    text = "# Outage of 2024-03-03\n\nAt 22:50 UTC the ledger slowed down.\n\nAt 01:20 UTC it was back.\n"
    assert starts(text) == ["2024-03-03T22:50", "2024-03-04T01:20"]


def test_clocks_with_a_dot_at_the_head_of_lines_among_clocks_are_clocks() -> None:
    text = ("# Outage of 2024-03-03\n\nAll times UTC.\n\n- 19:50 routers report failures\n- 19.51 Latency rises\n"
            "- 20.08 Most errors are gone\n- 20:13 cause found\n- 20:16 page sent\n")
    assert starts(text) == [f"2024-03-03T{clock}" for clock in ("19:50", "19:51", "20:08", "20:13", "20:16")]


def test_the_date_of_another_outage_does_not_date_the_list_below_it() -> None:
    text = ("At 19:47 UTC load rose.\n\nErrors spread by the same mechanism as in the outage of February 4.\n\n"
            "- 19:50 routers fail\n- 20:13 cause found\n- 21:04 over\n")
    given = Given(name="20240126-load.md", language="en")
    assert starts(text, given) == [f"2024-01-26T{clock}" for clock in ("19:47", "19:50", "20:13", "21:04")]


def test_a_zone_note_may_be_set_in_italics() -> None:
    text = "# Outage of 2024-03-03\n\n_all times are in CET_\n\n- 10:10 routers fail\n"
    assert starts(text) == ["2024-03-03T09:10"]


def test_a_new_paragraph_near_what_was_told_last_stays_on_its_day() -> None:
    text = ("On 2024-03-02 from 05:00 to 06:00 the cache failed.\n\nOn 2024-03-09 from 07:00 to 08:00 the queue was slow.\n\n"
            "On 2024-03-04, between 16:30 and 18:00, mail was late.\n\nA second wave lasted from 18:20 to 21:10.")
    assert starts(text)[-1] == "2024-03-04T18:20"


def test_a_day_told_with_a_clock_apart_from_it_is_of_the_story() -> None:
    text = ("On 2024-03-04, mainly between 22:20 and 22:40, the replicas lagged.\n\n- 22:10 - 22:12: a first wave\n"
            "- 22:20: a second one\n- Mar 5, 23:15: the fix is out\n")
    assert starts(text)[1:] == ["2024-03-04T22:10", "2024-03-04T22:20", "2024-03-05T23:15"]


def test_a_date_of_years_ago_in_a_later_line_does_not_date_what_the_name_of_the_file_does() -> None:
    text = "- 15:36 error while reading totals of February 5, 2013\n- 15:40 the disk is back\n"
    assert starts(text, Given(name="20180628-totals.txt", language="en"))[-1] == "2018-06-28T15:40"
    assert starts("- 15:36 errors\n- 15:40 over\n\nThis was on June 20, 2018.", Given(name="20180628-totals.txt"))[0] == "2018-06-20T15:36"


def test_paragraphs_that_open_with_their_clocks_run_on_over_midnight() -> None:
    text = ("# Two outages\n\nAll times UTC.\n\n## 3 March 2024\n\n09:30: routers fail.\n\n## 5 March 2024\n\n"
            "23:46: alerts fire.\n\n00:30: the call begins.\n\n09:35: over.\n")
    assert starts(text) == ["2024-03-03T09:30", "2024-03-05T23:46", "2024-03-06T00:30", "2024-03-06T09:35"]


def test_a_heading_with_a_date_outweighs_hours_told_before() -> None:
    text = ("# Two outages\n\nAll times UTC.\n\n## 3 March 2024\n\nAt 08:10 routers failed.\n\n## 4 March 2024\n\n"
            "At 07:20 the ledger slowed down.\n\n## 5 March 2024\n\nBy 07:05 it was worse again.\n")
    assert starts(text) == ["2024-03-03T08:10", "2024-03-04T07:20", "2024-03-05T07:05"]


def test_a_range_over_midnight_begins_where_the_story_does() -> None:
    text = ("# Outage of 2024-03-03\n\nOn 3 March 2024 at 23:48 UTC the ledger slowed down. It was over at 14:20 the next "
            "day.\n\nThere were three waves:\n\n1. First wave (23:48 - 02:40): errors\n2. Second wave (05:30 - 14:09): "
            "lag\n3. Third wave (02:25 - 10:36): no launches\n")
    assert starts(text)[2:] == ["2024-03-03T23:48", "2024-03-04T05:30", "2024-03-04T02:25"]


def test_a_weekday_named_earlier_in_the_sentence_dates_its_clock() -> None:
    text = ("---\ndate: 2024-03-06\n---\n\n# Slow ledger\n\nOn Monday the on-call engineer saw at 03:49 UTC that the ledger "
            "was slow. At 05:10 UTC it was well again.\n")
    assert starts(text) == ["2024-03-04T03:49", "2024-03-04T05:10"]
