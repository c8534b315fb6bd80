from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kb.errors import BadData
from kb.labels import LANGUAGES, happening_name, kind_name, label
from kb.labels.names import names, read
from kb.model import Kind
from kb.reconcile import codes

ROOT = Path(__file__).resolve().parents[3]
CODES = set(tomllib.loads((ROOT / "ingest/catalog/happenings.toml").read_text("utf-8"))["codes"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_happening_and_no_other_has_a_name(language: str) -> None:
    assert set(names(language).happenings) == CODES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_name_of_its_own(language: str) -> None:
    assert len({kind_name(kind.value, language) for kind in Kind}) == len(Kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_happenings_are_never_called_the_same(language: str) -> None:
    called = list(names(language).happenings.values())
    assert len(set(called)) == len(called)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_language_is_not_english_under_another_name(language: str) -> None:
    same = [code for code in CODES if happening_name(code, language) == happening_name(code, "en")]
    assert len(same) <= 4, same


def test_labels_name_services_in_each_language() -> None:
    assert label("dns-restored", ["Amazon DynamoDB"], "en") == "Amazon DynamoDB: DNS restored"
    assert label("dns-restored", ["DynamoDB", "EC2"], "ja") == "DynamoDB、EC2：DNS 復元"
    assert label("recovered", [], "pt-BR") == "recuperado"
    assert label("recovered", ["S3"], "xx") == "S3: recovered"


def test_a_code_nobody_named_is_shown_in_words() -> None:
    assert happening_name("no-such-thing", "de") == "no such thing"


@pytest.mark.parametrize("text", ["kinds = 3", "=", 'between=""\nafter_services=""\n[kinds]\n[happenings]\n'])
def test_a_broken_file_is_refused(text: str) -> None:
    with pytest.raises(BadData, match="labels of 'xx'"):
        read("xx", text)


def test_an_empty_name_is_refused() -> None:
    kinds = "\n".join(f'{kind.value} = "{kind.value}"' for kind in Kind)
    text = f'between = ", "\nafter_services = ": "\n[kinds]\n{kinds}\n[happenings]\ncrash = " "\n'
    with pytest.raises(BadData, match=r"happenings\.crash"):
        read("xx", text)


def test_reconciliation_knows_only_codes_there_are() -> None:
    assert (codes.WHOLE | codes.VAGUE | codes.RESTORED | codes.COMPLETE | set(codes.AT_ONCE)) <= CODES
