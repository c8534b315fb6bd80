"""Without a language the first that reads all of a text is taken, and no other is loaded."""
from __future__ import annotations

import pytest

from ingest.extract.times import read
from ingest.extract.times.read import read_time


@pytest.mark.parametrize("text", ["2025-10-20T10:30:00Z", "at 10:30 UTC on 2025-10-20", "since Monday 9 am"])
def test_english_is_enough_for_what_it_reads_whole(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    find = read.find

    def noted(words: str, code: str, **more: object) -> object:
        asked.append(code)
        return find(words, code, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(read, "find", noted)
    assert read_time(text) and set(asked) == {"en"}


@pytest.mark.parametrize(("text", "day"), [("às 14h de 20 de outubro de 2025", 20), ("lúc 14:00 ngày 21/10/2025", 21),
                                           ("el 22 de octubre de 2025 a las 14:00", 22), ("2025年10月23日14時", 23)])
def test_others_are_asked_where_english_leaves_words(text: str, day: int) -> None:
    (found,) = read_time(text)
    assert found.start is not None and (found.start.day, found.start.hour) == (day, 14)
