"""The compiled catalogues say what the sources say, and every string of the pages is in each."""
from __future__ import annotations

import io
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

WEB = Path(__file__).parents[3] / "kb" / "web"
LANGUAGES = ("pt", "es", "vi", "ja")


def strings() -> set[str | tuple[str, ...]]:
    """Those with a plural are pairs, as in the catalogues."""
    found = extract_from_dir(WEB, [("**.py", "python"), ("**/templates/**.html", "jinja2")])
    return {message for _, _, message, _, _ in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_is_translated(language: str) -> None:
    folder = WEB / "translations" / language / "LC_MESSAGES"
    source = read_po(io.BytesIO((folder / "messages.po").read_bytes()))
    said = {message.id: message.string for message in source if message.id}
    assert strings() - said.keys() == set()
    assert [key for key, value in said.items() if not value or not all(value)] == []
    compiled = read_mo(io.BytesIO((folder / "messages.mo").read_bytes()))
    assert {_key(message.id): _key(message.string) for message in compiled if message.id} == {
        key: _key(value) for key, value in said.items()
    }


def _key(said: str | list[str] | tuple[str, ...]) -> str | tuple[str, ...]:
    """Compiled catalogues give plurals as lists."""
    return said if isinstance(said, str) else tuple(said)
