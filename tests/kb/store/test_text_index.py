"""Words are found in every script, by the same splitting of index and query."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine

from kb import intake
from kb.errors import InvalidInput
from kb.model import Source
from kb.queries.search import search
from kb.store.engine import reading
from kb.store.text_index import fold, phrases, segment
from tests.kb.building import FakeReader, Said

TEXTS = {
    "ja": "深夜にデータベースの障害発生を検知し、ＤＮＳの設定を戻した。",
    "vi": "Lúc nửa đêm, cơ sở dữ liệu bị gián đoạn vì cấu hình sai ở Đà Nẵng.",
    "ko": "자정에 데이터베이스 장애가 발생했다.",
    "zh": "午夜数据库发生故障。",
    "de": "Um Mitternacht fiel die Straßenbahn-Datenbank aus.",
    "en": "At midnight orders.example-db.internal began to fail; see pg_stat_activity.",
    "pt": "À meia-noite a replicação parou; a região são-paulo-1 não respondia.",
}


@pytest.fixture
def filled(engine: Engine) -> Engine:
    reader = FakeReader()
    for language, words in TEXTS.items():
        intake.ingest(engine, reader, Source(reader.teach(f"About {language}", [Said(words)], language)))
    return engine


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("障害", {"ja"}), ("検知", {"ja"}), ("障", {"zh", "ja"}), ("障害発生", {"ja"}), ("dns", {"ja"}),
        ("発生障害", set()), ("ベース", {"ja"}), ("へース", set()),
        ("gian doan", {"vi"}), ("gián đoạn", {"vi"}), ("da nang", {"vi"}), ("DU LIEU", {"vi"}), ("cau hinh sai", {"vi"}),
        ("장애", {"ko"}), ("데이터", {"ko"}), ("故障", {"zh"}), ("strassenbahn", {"de"}), ("STRASSENBAHN datenbank", {"de"}),
        ("example-db", {"en"}), ("db example", {"en"}), ("db-example", set()), ("pg_stat_activity", {"en"}),
        ("regiao", {"pt"}), ("sao-paulo", {"pt"}), ("meia noite", {"pt"}), ('"noite meia"', set()),
        ("replicação parou nothere", set()), ("midnight", {"en"}), ("NEAR(midnight", set()),
        ("%", set()), ('"', set()), ("* OR midnight", set()), ("", set()), ("!!! ???", set()),
    ],
)
def test_words_are_found_mid_sentence(filled: Engine, query: str, found: set[str]) -> None:
    with reading(filled) as connection:
        hits = search(connection, query).items
    assert {hit["language"] for hit in hits} == found
    for hit in hits:
        assert hit["text"] == TEXTS[hit["language"]]


def test_deleted_documents_are_not_found(filled: Engine) -> None:
    with reading(filled) as connection:
        (hit,) = search(connection, "障害").items
    intake.delete(filled, hit["document"])
    with reading(filled) as connection:
        assert search(connection, "障害").items == ()
        assert len(search(connection, "gian doan").items) == 1


def test_pages_of_hits_are_whole_and_disjoint(engine: Engine) -> None:
    reader = FakeReader()
    said = [Said(f"Shard {number} lagged{' badly' * (number % 3)}.") for number in range(7)]
    intake.ingest(engine, reader, Source(reader.teach("Lag", said)))
    with reading(engine) as connection:
        whole = search(connection, "lagged").items
        pieces, cursor = [], None
        while True:
            page = search(connection, "lagged", limit=2, cursor=cursor)
            pieces += page.items
            cursor = page.next
            if cursor is None:
                break
    assert tuple(pieces) == whole and len(whole) == 7


@pytest.mark.parametrize("cursor", ["x", "bm90anNvbg", "WzFd", "W251bGwsbnVsbF0", "WyJhIiwiYiJd", "ééé"])
def test_bad_cursors_are_refused(engine: Engine, cursor: str) -> None:
    with reading(engine) as connection, pytest.raises(InvalidInput):
        search(connection, "lagged", cursor=cursor)


@given(st.text(max_size=40))
def test_every_text_is_found_by_itself(words: str) -> None:
    terms = segment(words).split()
    assert [term for phrase in phrases(f'"{words.replace(chr(34), " ")}"') for term in phrase] == terms
    assert all(character.isalnum() or not character.isascii() for term in terms for character in term)


@given(st.text(st.characters(codec="utf-8"), max_size=20), st.text(max_size=8), st.text(max_size=8))
def test_a_part_between_blanks_is_a_run_of_terms(words: str, before: str, after: str) -> None:
    inner, whole = segment(words).split(), segment(f"{before} {words} {after}").split()
    assert any(whole[place : place + len(inner)] == inner for place in range(len(whole) + 1))


def test_folding_keeps_voicing_marks() -> None:
    assert fold("がｶﾞ") == "がガ"
    assert fold("Đường ĐẶC Łódź ﬁ Ａ") == "duong dac lodz fi a"
