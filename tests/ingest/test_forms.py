"""What is written down of patterns is what would be read off them, and is believed of nothing else."""
from __future__ import annotations

from typing import Any

import pytest

from ingest import forms
from ingest.language import SUPPORTED
from ingest.literals import wanted
from ingest.openings import openings
from ingest.patterns import expression, parse
from ingest.selftest import expressions_of
from ingest.write_forms import files
from kb.errors import BadData


@pytest.mark.parametrize("code", SUPPORTED)
def test_what_is_written_is_what_would_be_read(code: str) -> None:
    """Of every sixth row: all of them are in the slow test."""
    for source, one in list(expressions_of(code))[::6]:
        if (found := forms.known(source, one.text, one.flags)) is not None:
            tree = parse(one.text, one.flags)
            assert found[0] == wanted(tree), source
            assert found[1] in (None, (openings(tree),)), source


@pytest.mark.slow
def test_the_files_are_those_of_the_rows() -> None:
    stale = [str(path) for path, data in files() if not path.is_file() or path.read_bytes() != data]
    assert not stale, "rows have changed since: python -m ingest.write_forms"


def written(monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
    """As if the file of English had this of "lamp" (wants "torch")."""
    said = {forms.key("lamp", 0): [[["torch"]], {"0": ["torch"]}], **more}
    monkeypatch.setattr(forms, "_written", lambda code: said if code == "en" else {})


def test_it_is_believed_of_the_very_pattern_only(monkeypatch: pytest.MonkeyPatch) -> None:
    written(monkeypatch)
    source = "lang/en/causes.toml: row 'x'"
    assert expression("lamp", source, flags=0).wants == (frozenset({"torch"}),)
    for other in (expression("lamps", source, flags=0), expression("lamp", source), expression("lamp", "own.toml: row 'x'", flags=0),
                  expression("lamp", "lang/de/causes.toml: row 'x'", flags=0)):
        assert other.wants == (frozenset({other.text}),)
        assert {one.word for one in other.opens or ()} == {other.text[:5]}


def test_an_edited_pattern_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    written(monkeypatch)
    with pytest.raises(BadData, match="unbounded repeat"):
        expression("lamp(?:a+)+", "lang/en/causes.toml: row 'x'", flags=0)


def test_files_of_other_code_or_none_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    source, one = next(iter(expressions_of("en")))
    forms._written.cache_clear()
    monkeypatch.setattr(forms, "made_by", lambda: "another")
    assert forms.known(source, one.text, one.flags) is None
    assert forms.known("lang/xx/causes.toml: row 'x'", one.text, one.flags) is None
    forms._written.cache_clear()
