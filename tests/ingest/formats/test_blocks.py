"""Plain text and Markdown into passages: structure by looks, spans that are the text."""
from __future__ import annotations

import time

import pytest

from ingest.formats.blocks import scan
from kb.model import Passage, PassageKind


def words(text: str, kind: PassageKind | None = None) -> list[str]:
    return [text[one.start:one.end] for one in scan(text) if kind is None or one.kind is kind]


def named(text: str) -> dict[str, Passage]:
    return {text[one.start:one.end]: one for one in scan(text)}


def test_bullets_nest_by_indentation() -> None:
    text = "Outage of the login service\n\n• First cause\n  • Detail of it\n    1. One\n    2. Two\n• Second cause\n"
    found = named(text)
    assert found["Detail of it"].section == ("Outage of the login service", "First cause")
    assert found["Two"].parent == found["Detail of it"].index
    assert [found[one].ordinal for one in ("One", "Two")] == [1, 2]
    assert found["One"].list_id == found["Two"].list_id != found["First cause"].list_id == found["Second cause"].list_id


def test_the_items_and_rows_of_one_list_stand_under_the_same_line() -> None:
    text = "# Outage\n\nThere were two waves:\n\n1. One\n2. Two\n\nIn figures:\n\n| Wave | Errors |\n|---|---|\n| 1 | 7 |\n| 2 | 9 |\n"
    found = named(text)
    assert found["One"].parent == found["Two"].parent == found["There were two waves:"].index
    rows = [one.parent for one in scan(text) if one.kind is PassageKind.ROW]
    assert rows == [found["In figures:"].index] * len(rows) and len(rows) > 1


def test_headings_without_marks() -> None:
    text = "Report on the outage\n\nOverview\n\n- It broke at ten\n- It came back\n\nCause\n\nThe cache was full.\n"
    assert words(text, PassageKind.HEADING) == ["Report on the outage", "Overview", "Cause"]


def test_short_lines_over_long_ones_are_headings_in_dense_text() -> None:
    long = "The service answered slowly for everybody in the region, and nobody could say for how long. " * 2
    text = f"What happened\n{long.strip()}\nWhat we saw\n{long.strip()}"
    assert words(text, PassageKind.HEADING) == ["What happened", "What we saw"]


def test_flat_items_under_a_label_are_its_children() -> None:
    text = "影響\n- AWS Lambda:\n- 10:00 に遅延\n- 11:00 に復旧\n- Amazon SQS:\n- 12:00 に失敗\n"
    found = named(text)
    assert found["10:00 に遅延"].parent == found["AWS Lambda:"].index
    assert found["11:00 に復旧"].section == ("影響", "AWS Lambda")
    assert found["12:00 に失敗"].section == ("影響", "Amazon SQS")
    assert found["Amazon SQS:"].level == 0 and found["12:00 に失敗"].level == 1


def test_a_labelled_run_ends_where_its_shape_ends() -> None:
    text = "- The parts are:\n- Reader: reads\n- Writer: writes\n- Later the disk was full\n"
    found = named(text)
    assert found["Writer: writes"].section == ("The parts are",)
    assert found["Later the disk was full"].section == ()


def test_a_sentence_broken_before_a_host_is_mended() -> None:
    long = "Many things depend on it, and that night the address everybody used to reach the database " * 2
    text = f"Before\n{long.strip()}\ndb.eu-west-1.example.com began to answer with nothing.\nAfter it\n{long}"
    assert any(piece.endswith("answer with nothing.") and piece.startswith("Many") for piece in words(text))
    item = "- それまで潜んでいた欠陥が表に出て、\ndb.eu-west-1.example.com のレコードが空になった\n次の章\n- 項目\n"
    assert words(item, PassageKind.ITEM)[0].endswith("空になった")
    assert words(item, PassageKind.HEADING) == ["次の章"]


def test_a_heading_glued_to_a_sentence_is_cut_off() -> None:
    long = "Nobody had expected the scheduler to stop, and it took a while until anybody looked at it " * 2
    text = f"Intro\n{long}and why it stopped.How the Scheduler Works\nIt has two parts:\n- one\n- two\n"
    assert "How the Scheduler Works" in words(text, PassageKind.HEADING)


def test_a_host_or_a_type_name_is_not_a_glued_heading() -> None:
    long = "All of the accounts of the provider that were kept in this region could not be read for a long time " * 2
    text = f"Intro\n{long}because of Microsoft.Storage\n{long}"
    assert words(text, PassageKind.HEADING) == ["Intro"]


def test_wrapped_lines_are_one_paragraph_and_stamped_lines_are_not() -> None:
    text = ("The database failed over in the night and the\napplication did not notice until the morning,\n"
            "when the first users came.\n\n10:02 alarm fired\n10:05 engineer paged\n10:30 service restored\n")
    found = words(text, PassageKind.PARAGRAPH)
    assert found[0].count("\n") == 2
    assert found[1:] == ["10:02 alarm fired", "10:05 engineer paged", "10:30 service restored"]


def test_tables_by_bars_keep_columns_and_empty_cells() -> None:
    text = "| Time (UTC) | Event | Who |\n|---|---|---|\n| 10:02 | `a | b` failed | |\n"
    head, row = scan(text)
    assert head.columns == () and row.columns == ("Time (UTC)", "Event", "Who")
    assert [text[start:end] for start, end in row.cells] == ["10:02", "`a | b` failed", ""]


def test_tables_by_tabs() -> None:
    text = "Time\tEvent\n10:02\tfailed\n10:30\tback\n"
    rows = scan(text)
    assert [row.kind for row in rows] == [PassageKind.ROW] * 3
    assert rows[1].columns == ("Time", "Event")


def test_markdown_marks() -> None:
    text = ("---\ntitle: X\n---\n\n# Top #\n\n## Inner\n\n**Update 2**\n\ntext\n\n```sh\nls\n```\n\n> said\n> more\n\n"
            "[ref]: https://example.com\n<!-- hidden -->\n\nSetext\n---\n\nend.\n")
    from ingest.formats import read
    from kb.model import Source
    draft = read(Source(text.encode()))
    found = [(one.kind.value, one.level, draft.text[one.start:one.end]) for one in draft.passages]
    assert found == [
        ("heading", 1, "Top"), ("heading", 2, "Inner"), ("heading", 3, "**Update 2**"), ("paragraph", 0, "text"),
        ("code", 0, "ls"), ("quote", 0, "said\n> more"), ("heading", 2, "Setext"), ("paragraph", 0, "end.")]
    assert draft.metadata.title == "X"


def test_numbers_that_open_no_list() -> None:
    assert words("23. Oktober war ein ruhiger Tag. Dann kam der Ausfall.\n", PassageKind.ITEM) == []
    assert words("a) first thing\nb) second thing\n", PassageKind.ITEM) == ["first thing", "second thing"]
    assert words("1. erster Schritt\n2. zweiter Schritt\n", PassageKind.ITEM) == ["erster Schritt", "zweiter Schritt"]


def test_numbered_headings_over_prose_are_headings() -> None:
    text = "1. Summary\n\nIt broke for an hour in the night.\n\n2. Timeline\n\nIt broke at ten and came back.\n"
    assert words(text, PassageKind.HEADING) == ["Summary", "Timeline"]


def test_ten_thousand_nested_bullets_take_under_two_seconds() -> None:
    text = "\n".join(" " * depth + "- item" for depth in range(10_000))
    began = time.process_time()
    found = scan(text)
    assert time.process_time() - began < 2
    assert len(found) == 10_000 and found[-1].level == 9_999 and len(found[-1].section) <= 12


def test_a_megabyte_of_one_character_takes_seconds_at_most() -> None:
    for char in ("1", ":", "[", "(", "|", "*", "#", ">", "`", ".", "<!--", "。", "- "):
        began = time.process_time()
        scan(char * (1_000_000 // len(char)))
        assert time.process_time() - began < 2, char


@pytest.mark.parametrize("lines", [
    ["１４時２０分頃　監視が決済の遅れを検知、原因は分からないままだった", "１５時０５分　　台帳を再起動した", "翌６日０時１０分　再送が完了"],
    ["■発生日時： 2018年2月23日（金） 15：13", "■復旧日時： 2018年2月23日（金） 20：21", "■対象： 台帳をご利用の方、および会計をご利用の方"],
    ["上午10点02分 账本服务停止响应，值班人员开始排查网络", "10点40分 服务恢复", "次日0点10分 补发完成"],
])
def test_lines_that_open_with_a_clock_or_a_mark_stand_alone(lines: list[str]) -> None:
    assert words("\n".join(lines)) == lines


def test_a_marked_line_ends_the_sentence_above_it() -> None:
    text = "このたびの台帳の障害について、次のとおりお知らせします。\n【障害内容】\n台帳の停止\n"
    assert words(text, PassageKind.HEADING) == ["【障害内容】"]


def test_lines_that_open_with_an_hour_are_lines_of_their_own() -> None:
    text = ("14h05 – the first errors on the portal of the library and its catalogue\n"
            "14 h 30 – the disks are found\n15h – mailboxes are moved\nvers 16h : done\n")
    assert words(text, PassageKind.PARAGRAPH) == text.strip().split("\n")


def test_a_line_that_ends_in_a_particle_goes_on_in_the_next() -> None:
    text = ("更新した部品の不具合により、通常とは異なる読み込み処理が\n大量に発生したことで、台帳への要求が増えました。\n"
            "夜間に点検しました。\n■原因\n管理画面が開けないことが\n■対応\n再起動\n")
    assert words(text)[0] == "更新した部品の不具合により、通常とは異なる読み込み処理が\n大量に発生したことで、台帳への要求が増えました。"
    assert words(text, PassageKind.HEADING) == ["■原因", "■対応"]
