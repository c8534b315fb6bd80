"""spaCy finds what a search by characters would, in every script."""
from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.extract import matching
from ingest.extract.catalogue import load
from ingest.extract.matching import TOKEN, finder
from ingest.literals import folded

_GLUE = st.sampled_from([" ", "、", "の", "가 ", "的", ", ", " (", ") ", "-", "/", "・", ": ", "\n", "é ", "が"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(_GLUE, st.sampled_from([alias for alias in load().aliases if alias.how != "bare"])), min_size=1,
                max_size=5))
def test_finds_every_name_wherever_it_stands_as_a_word(parts: list[tuple[str, object]]) -> None:
    text = "".join(glue + alias.text for glue, alias in parts) + " ."  # type: ignore[attr-defined]
    covered = [(hit.start, hit.end) for hit in finder(load())(text)]
    for _, alias in parts:
        for match in re.finditer(re.escape(alias.text), text):  # type: ignore[attr-defined]
            if _as_word(text, match.span()):
                assert any((start <= match.start() and match.end() <= end) or (start < match.end() and match.start() < end)
                           for start, end in covered), (alias, text)


def _as_word(text: str, span: tuple[int, int]) -> bool:
    """Whether the span begins and ends where tokens of one script do."""
    borders = {place for match in TOKEN.finditer(text) for place in match.span()}
    return span[0] in borders and span[1] in borders


@pytest.mark.parametrize(("text", "slug"), [
    ("EC2-Starts schlugen fehl", "aws-ec2"),
    ("EC2インスタンスの作成", "aws-ec2"),
    ("グローバルテーブルを使う顧客", "aws-dynamodb-global-tables"),
    ("các NLB bị lỗi", "aws-nlb"),
    ("three Network Load Balancers", "aws-nlb"),
    ("Route  53 answered", "aws-route53"),
    ("dynamodb.us-east-1.amazonaws.com", "aws-dynamodb"),
    ("PostgreSQL와 연결", "postgresql"),
])
def test_finds_names_next_to_other_scripts_plurals_and_parts_of_hosts(text: str, slug: str) -> None:
    assert [hit.alias.slug for hit in finder(load())(text)] == [slug]


def test_takes_acronyms_only_as_written_and_the_longest_name() -> None:
    find = finder(load())
    assert not find("the arm of the sts of a dax")
    assert [hit.alias.slug for hit in find("IAM Identity Center")] == ["aws-iam-identity-center"]


def test_many_texts_at_once_give_what_each_gives_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["Amazon", "S3 was slow, then Route 53", "", "no name here", "Route  53 and EC2", "DynamoDB"] * 5
    alone = [finder(load())(text) for text in texts]
    assert [hit.alias.slug for hit in alone[1]] == ["aws-s3", "aws-route53"]
    lows = [folded(text) for text in texts]
    assert finder(load()).each(texts, lows) == alone  # and no name reaches from "Amazon" over to "S3"
    monkeypatch.setattr(matching, "_AT_ONCE", 3)
    assert finder(load()).each(texts, lows) == alone
