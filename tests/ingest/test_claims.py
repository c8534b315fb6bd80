"""What becomes a claim, what does not, and with which words."""
from __future__ import annotations

import pytest

from ingest.pipeline import extract
from kb.instants import format_instant
from kb.model import Claim, DocumentFacts, Given, Kind, Source, Stance


def facts(text: str, name: str = "report.md") -> DocumentFacts:
    return extract(Source(text.encode(), Given(name=name)))


def told(text: str) -> list[Claim]:
    return [one for one in facts(text).claims if one.stance is Stance.REPORT]


def clocks(text: str) -> list[str]:
    return [(format_instant(one.time.start) or "")[11:16] for one in told(text) if one.time.precision.value == "minute"]


HEAD = "# Outage of the payment database on 2024-03-09\n\nAll times in UTC.\n\n"


def test_each_time_of_a_sentence_is_a_claim_of_its_clause() -> None:
    found = told(HEAD + "The database failed at 10:02 and was restored at 10:40.\n")
    assert [one.kind for one in found] == [Kind.IMPACT, Kind.RECOVERY]
    assert found[0].quote == found[1].quote == "The database failed at 10:02 and was restored at 10:40."


def test_a_range_is_one_claim() -> None:
    found = [one for one in told(HEAD + "- 10:02–10:40: errors on the payment API\n") if one.time.end is not None]
    assert len(found) == 1
    assert format_instant(found[0].time.end) == "2024-03-09T10:40:00Z"


@pytest.mark.parametrize("words", [
    "The outage began at 10:02 and ended at 10:40.",
    "The outage started around 10:02 and lasted until 10:40.",
])
def test_began_and_ended_is_one_range(words: str) -> None:
    found = told(HEAD + words + "\n")
    assert [(format_instant(one.time.start), format_instant(one.time.end)) for one in found] == [
        ("2024-03-09T10:02:00Z", "2024-03-09T10:40:00Z")]


@pytest.mark.parametrize("words", [
    "We will post another status update by 11:30.",
    "Last updated 2024-03-12 09:00.",
    "The next update is planned for 12:15.",
])
def test_promises_and_publication_dates_are_no_claims(words: str) -> None:
    assert clocks(HEAD + "- 10:02 the database failed\n\n" + words + "\n") == ["10:02"]


def test_a_second_writing_of_the_same_time_is_no_second_claim() -> None:
    assert clocks(HEAD + "- 11:02 CET (10:02 UTC): the database failed\n") == ["10:02"]


def test_a_bare_heading_tells_what_stands_below() -> None:
    found = told(HEAD + "## 10:02\n\nThe database ran out of memory. Nobody saw it.\n")
    assert found[-1].quote == "10:02\n\nThe database ran out of memory."


def test_a_signature_tells_nothing() -> None:
    assert clocks(HEAD + "- 10:02 the database failed\n\nThe team\n\n2024-03-09 18:00:00\n") == ["10:02"]


def test_a_date_alone_needs_a_happening() -> None:
    text = "The cluster is described in the manual of 2024-03-08.\n\nOn 2024-03-09 the database failed.\n"
    assert [format_instant(one.time.start) for one in told(text)] == ["2024-03-09T00:00:00"]


def test_a_date_that_only_dates_a_clock_is_no_claim() -> None:
    text = "All times in UTC.\n\n| Date | Time | What |\n|---|---|---|\n| 2024-03-09 | 10:02 | the database failed |\n"
    found = told(text)
    assert [format_instant(one.time.start) for one in found] == ["2024-03-09T10:02:00Z"]
    assert "the database failed" in found[0].quote


def test_steps_told_without_a_clock_are_undated_claims_in_order() -> None:
    text = ("# Why it broke\n\nHere is the chain of events:\n\n- The planner wrote a new plan\n"
            "- The old worker overwrote the new plan\n- The cleaner deleted the plan in use\n")
    found = told(text)
    assert [one.time.start for one in found] == [None, None, None]
    assert [one.time_span for one in found] == [None, None, None]
    assert [one.quote.strip("- ")[:15] for one in found] == ["The planner wro", "The old worker ", "The cleaner del"]


def test_quotes_are_the_text_at_their_span_and_short() -> None:
    long = "The database failed at 10:02 " + "and then another thing went wrong, " * 30 + "until it stopped."
    text = HEAD + long + "\n\n- 10:40 it was restored\n"
    read = facts(text)
    for one in read.claims:
        start, end = one.span
        assert read.document.text[start:end] == one.quote
        assert len(one.quote) <= 300
        assert one.time_span is None or start <= one.time_span[0] < one.time_span[1] <= end


def test_opinion_keeps_its_stance() -> None:
    text = HEAD + "- 10:02 the database failed\n\n## Comments\n\n- I saw it fail at 09:58 already, honestly.\n"
    stances = {one.stance for one in facts(text).claims if format_instant(one.time.start) == "2024-03-09T09:58:00Z"}
    assert stances <= {Stance.OPINION}


def test_ids_hang_on_words_not_on_rules() -> None:
    first, again = facts(HEAD + "- 10:02 the database failed\n"), facts(HEAD + "- 10:02 the database failed\n")
    assert [one.id for one in first.claims] == [one.id for one in again.claims]
    assert len({one.id for one in first.claims}) == len(first.claims)
    other = facts(HEAD + "- 10:02 the database failed!\n")
    assert not {one.id for one in other.claims} & {one.id for one in first.claims}


def test_document_identity_is_its_bytes() -> None:
    one = facts(HEAD).document
    assert one.id == one.sha256[:32]
    assert one.title == "Outage of the payment database on 2024-03-09"
    assert one.rules == facts("Something else.\n").document.rules


def test_places_are_regions_named_in_the_text() -> None:
    text = "The region us-east-1 failed; eu-west-1 and us-east-1a stood, us-east-1 did not. Hosts in eqiad were slow.\n"
    assert facts(text).document.places[0] == "us-east-1"
    assert set(facts(text).document.places) == {"us-east-1", "eu-west-1", "eqiad"}


def test_two_happenings_at_one_clock_time_are_two_claims() -> None:
    found = told(HEAD + "- 10:40 automatic failover was disabled; all nodes recovered\n")
    assert [one.kind for one in found] == [Kind.MITIGATION, Kind.RECOVERY]
    assert found[0].time == found[1].time
    assert found[0].id != found[1].id


def test_a_distance_in_time_is_an_undated_claim() -> None:
    found = told(HEAD + "The database failed at 10:02. Two minutes later the standby failed too.\n")
    assert [one.time.start is None for one in found] == [False, True]
    assert found[1].time.as_written == "Two minutes later"


def test_nothing_in_an_action_item_is_a_claim() -> None:
    text = HEAD + "- 10:02 the database failed\n\n## Action items\n\n- [ ] Add an alert, due 2024-04-01 12:00\n"
    assert clocks(text) == ["10:02"]
    assert facts(text).actions


def test_looking_back_to_another_story_is_no_claim() -> None:
    text = ("# Outage of the payment database on 2024-03-09\n\nIn Nov 2019 the database failed in the same way.\n\n"
            "- 10:02 UTC the database failed, much like the previous day\n")
    assert [format_instant(one.time.start) for one in told(text)] == ["2024-03-09T10:02:00Z"]


@pytest.mark.parametrize("words", [
    "The backup job runs every day at 03:00.",
    "Support hours are Mondays to Fridays from 08:00 to 16:00.",
    "A maintenance window is scheduled for 2024-03-12 22:00.",
])
def test_habits_and_plans_are_no_claims(words: str) -> None:
    assert clocks(HEAD + "- 10:02 the database failed\n\n" + words + "\n") == ["10:02"]


def test_what_is_made_daily_and_what_was_planned_may_still_happen() -> None:
    assert clocks(HEAD + "That day at 03:00 the nightly backup locked the database.\n") == ["03:00"]


def test_a_due_date_in_a_cell_is_none_where_its_label_stands_in_the_cell_before() -> None:
    rows = "| Field | Value |\n|---|---|\n| Started | 2024-03-09 10:02 |\n| Last updated | 2024-03-11 09:30 |\n"
    assert clocks(HEAD + rows) == ["10:02"]


def test_a_label_that_names_a_happening_tells_of_the_time_behind_it() -> None:
    found = told(HEAD + "**Detected:** 10:02\n\n**Resolved:** 10:40\n\n**Ticket:** 10:41\n")
    assert [one.kind for one in found] == [Kind.DETECTION, Kind.RECOVERY]


@pytest.mark.parametrize(("text", "code"), [
    ("■発生日時\n2024年3月9日 10:02 ～ 10:40\n\n■影響\n台帳を利用できませんでした。\n", "ja"),
    ("障害のご報告\n\n発生日時　2024年3月9日 10:02 ～ 10:40\n詳細　台帳を利用できませんでした。\n", "ja"),
    ("障害のご報告\n\n【発生日時】　２０２４年３月９日（土）１０：０２～１０：４０\n【影響】　台帳を利用できませんでした。\n", "ja"),
    ("장애 보고\n\n■ 발생 일시\n2024년 3월 9일 10:02 ~ 10:40\n\n■ 영향\n결제 서비스 오류\n", "ko"),
    ("故障报告\n\n■ 故障时间\n2024年3月9日 10:02 ~ 10:40\n\n■ 影响\n支付服务无法访问\n", "zh"),
    ("Outage report\n\nIncident time\n\n2024-03-09 10:02 - 10:40\n\nImpact\n\nThe ledger was down.\n", "en"),
])
def test_a_form_gives_a_time_under_or_behind_its_label(text: str, code: str) -> None:
    found = [one for one in extract(Source(text.encode(), Given(name="report.txt", language=code))).claims
             if one.time.end is not None]
    assert [(format_instant(one.time.start), format_instant(one.time.end)) for one in found] == [
        ("2024-03-09T10:02:00", "2024-03-09T10:40:00")]
    label = text.split("2024")[0].split("２０２４")[0].split("\n")[-3:]
    assert any(part.strip("■【】 \u3000") in found[0].quote for part in label if part.strip())


def test_a_form_names_the_end_of_an_outage_after_its_beginning() -> None:
    text = "障害のご報告\n発生日時\n2024年3月9日 7時07分（24時間表記）\n復旧日時\n2024年3月9日 7時37分（24時間表記）\n影響範囲\n台帳\n"
    assert [(format_instant(one.time.start), one.kind) for one in told(text)] == [
        ("2024-03-09T07:07:00", Kind.IMPACT), ("2024-03-09T07:37:00", Kind.RECOVERY)]


@pytest.mark.parametrize("line", ["2024年3月12日 9時30分掲載", "（2024年3月12日 9:30更新）", "掲載日：2024年3月12日 9:30",
                                  "本来は9:30に送られるべき明細でした。"])
def test_when_a_notice_was_put_up_is_no_claim(line: str) -> None:
    assert clocks(f"# 2024年3月9日の障害（JST）\n\n- 10:02 台帳が停止\n\n{line}\n") == ["01:02"]


def test_the_date_line_over_a_title_is_no_claim() -> None:
    text = "2024年3月10日 5:14 PM\n\n台帳にアクセスできない件について\n\n3月9日 10:02 に台帳が停止しました。\n"
    assert clocks(text) == ["10:02"]


def test_a_newer_bulletin_ends_the_promises_of_an_older_one() -> None:
    text = ("第二報（3/12）\n\n【今後の対策】\n機器を二重にする計画です。\n\n第一報（3/9）\n\n"
            "2024年3月9日 10:02に台帳が停止し、10:40に復旧しました。\n")
    assert clocks(text) == ["10:02", "10:40"]


def test_headings_in_brackets_are_no_readers_names() -> None:
    text = ("台帳の障害について\n\n[障害の概要]\n2024年3月9日 10:02に台帳が停止しました。\n\n"
            "[障害の原因]\nディスクの故障です。\n\n[対策]\nディスクを替えます。\n")
    assert clocks(text) == ["10:02"]


UPDATES = """Login outage in Gravelines

Resolved
All nodes are back online. Thank you for your patience.
9 Mar 2024 - 10:40 UTC

Identified
The cause was identified: a faulty line card.
9 Mar 2024 - 10:20 UTC
"""


def test_a_bare_time_that_closes_an_update_is_told_by_the_update() -> None:
    found = told(UPDATES)
    assert [(one.kind, (format_instant(one.time.start) or "")[11:16]) for one in found] == [
        (Kind.RECOVERY, "10:40"), (Kind.DIAGNOSIS, "10:20")]
    assert found[0].quote == "All nodes are back online. Thank you for your patience.\n9 Mar 2024 - 10:40 UTC"


@pytest.mark.parametrize("head", ["Monitoring – 9 Mar 2024, 10:20 UTC", "Update 10:20"])
def test_a_time_behind_a_word_stands_over_what_it_tells(head: str) -> None:
    found = told(f"Outage on 2024-03-09, all times in UTC.\n\n{head}\nA fix was deployed on all of the nodes.\n")
    assert [one.kind for one in found if one.time.precision.value == "minute"] == [Kind.MITIGATION]


@pytest.mark.parametrize("words", [
    "« À 10:20 on nous disait encore que tout allait bien », regrette un usager.",
    "„Um 10:20 Uhr hieß es noch, alles laufe“, so ein Kunde.",
    'A reader wrote: "At 10:20 they still told us that all was well."',
])
def test_what_somebody_is_quoted_as_saying_is_a_quote(words: str) -> None:
    found = [one for one in facts(HEAD + words + "\n").claims if one.time.precision.value == "minute"]
    assert [one.stance for one in found] == [Stance.QUOTE]


def test_a_quoted_name_or_message_beside_a_time_is_no_speech() -> None:
    found = told(HEAD + 'At 10:20 the alert "disk almost full" fired; at 10:30 the service "ledger" stopped.\n')
    assert [one.stance for one in found] == [Stance.REPORT, Stance.REPORT]


def test_what_is_deployed_after_the_alert_is_meant_to_mend() -> None:
    found = told(HEAD + "- 10:02 Version 4 was deployed\n- 10:09 Alerts fired for the payment API\n"
                 "- 10:40 Version 5 was deployed\n")
    assert [one.kind for one in found] == [Kind.TRIGGER, Kind.DETECTION, Kind.MITIGATION]


def test_lessons_tell_no_new_happenings() -> None:
    text = HEAD + "- 10:02 errors on the payment API\n\n## Lessons learned\n\n- Mitigation took until 10:40\n"
    assert clocks(text) == ["10:02"]


@pytest.mark.parametrize("items", [
    "1. How was the fault detected?\n2. Why was it deployed?\n",
    "1. **No canary:** the change was deployed at once\n2. **No alert:** nobody was paged\n",
])
def test_questions_and_labelled_points_are_no_steps(items: str) -> None:
    assert not facts("# Review of the deploy\n\nWhat was asked and found\n\n" + items).claims


@pytest.mark.parametrize(("line", "kind"), [
    ("Fault occurs", Kind.IMPACT), ("Team aware", Kind.DETECTION), ("Launch success reaches 0%", Kind.IMPACT),
    ("A customer informed us that uploads fail", Kind.DETECTION), ("The bot fails to notify the channel", Kind.IMPACT),
    ("The index stopped writing segments", Kind.IMPACT),
    ("Incident declared resolved", Kind.RECOVERY), ("The customer confirmed the issue resolved", Kind.RECOVERY),
    ("Raised a ticket with the vendor", Kind.COMMUNICATION), ("The failed node was evicted", Kind.MITIGATION),
    ("The portal is usable again", Kind.RECOVERY), ("We deployed changes to the edge", Kind.TRIGGER),
    ("Kim joins the investigation", Kind.DIAGNOSIS), ("Kim joins the incident call", Kind.COMMUNICATION),
])
def test_lines_of_timelines_have_the_kind_of_what_they_tell(line: str, kind: Kind) -> None:
    assert [one.kind for one in told(f"{HEAD}- 10:02 {line}\n")][:1] == [kind]


def test_an_item_that_is_only_a_label_says_what_the_items_under_it_are() -> None:
    found = told(HEAD + "- Impact\n  - `/api/ledger`\n    - rack seven 10:02\n- Mitigation\n  - rack eight 10:40\n")
    assert [one.kind for one in found] == [Kind.IMPACT, Kind.MITIGATION]


def test_two_times_of_a_row_share_what_the_row_tells() -> None:
    found = told(HEAD + "| Time | Event |\n|---|---|\n| 10:02 (user) / 10:05 (job) | errors on the ledger |\n")
    assert [one.kind for one in found] == [Kind.IMPACT, Kind.IMPACT]


def test_what_is_started_right_after_an_action_is_a_part_of_it() -> None:
    rows = "- 09:50 batch job started\n- 10:02 errors on the ledger\n- 10:10 ledger restarted\n- 10:12 workers started\n"
    assert [one.kind for one in told(HEAD + rows)] == [Kind.STATE, Kind.IMPACT, Kind.MITIGATION, Kind.MITIGATION]


def test_a_line_that_turns_tells_both() -> None:
    found = told(HEAD + "- 10:02 Kim swaps the cable of web4, but alerts keep firing\n")
    assert {one.kind for one in found} == {Kind.MITIGATION, Kind.DETECTION}


def test_a_clause_that_is_only_once_is_about_what_stands_in_it() -> None:
    found = told(HEAD + "Once Redis was restored at 10:40, the load on Kafka rose.\n")
    assert [(one.kind, one.services) for one in found] == [(Kind.RECOVERY, ("redis",))]


def test_a_length_in_hours_and_minutes_is_no_claim() -> None:
    assert clocks(HEAD + "At 10:02 the ledger failed. It had been down for 2:30 before anybody saw.\n") == ["10:02"]


def test_a_clause_that_leaves_out_its_verb_goes_on_with_the_one_before() -> None:
    found = told(HEAD + "Payments failed. Most shards were back online by 10:02 and those of Asia by 10:40.\n")
    assert [one.kind for one in found] == [Kind.RECOVERY, Kind.RECOVERY]
