"""Rules written with one spelling of a character find the others."""
from __future__ import annotations

import re

import pytest

from ingest.extract.happenings import classify
from ingest.rulebook import document
from ingest.spellings import respelt, spellings, widened

OTHERS = {"时": "時", "启": "啟啓"}


@pytest.mark.parametrize(("pattern", "texts"), [
    ("重启", ["重启", "重啟", "重啓"]), ("[时点]间", ["时间", "時间", "点间"]), (r"\[时\]", ["[时]", "[時]"]),
    ("(?P<name>时)启", ["時啟"]), ("[一-时]", ["时"]),
])
def test_a_pattern_finds_all_spellings(pattern: str, texts: list[str]) -> None:
    assert all(re.fullmatch(widened(pattern, OTHERS), text) for text in texts)


def test_a_range_of_characters_and_tests_stay_as_they_are() -> None:
    assert widened("[一-时]", OTHERS) == "[一-时]"
    raw = {"row": [{"id": "启", "pattern": "启", "tests": ["启"]}], "words": {"a": "时"}}
    assert respelt(raw, "en") == raw
    assert document("zh", "happenings")["row"][0]["tests"]


def test_no_character_stands_twice_or_for_itself() -> None:
    for char, others in spellings("zh").items():
        assert char not in others and len(set(others)) == len(others)


@pytest.mark.parametrize(("simple", "other"), [
    ("监控发现数据库连接超时", "監控發現資料庫連線逾時"), ("工程师重启了网关", "工程師重啟了閘道"),
    ("磁盘空间不足", "磁碟空間不足"), ("服务恢复正常", "服務恢復正常"), ("机房停电", "機房跳電"),
])
def test_the_same_is_told_in_both_scripts(simple: str, other: str) -> None:
    first, second = classify(simple, "zh"), classify(other, "zh")
    assert first.code == second.code != "unknown"
