"""lang/<code>/services.toml: each row of every language earns its place."""
from __future__ import annotations

import pytest

from ingest.extract import naming as naming_module
from ingest.extract.naming import expand, naming
from ingest.language import SUPPORTED
from kb.errors import BadData


@pytest.mark.parametrize("language", SUPPORTED)
@pytest.mark.parametrize("table", ["introducers", "plain", "asides"])
def test_each_row_earns_its_place(language: str, table: str, earns_its_place) -> None:  # type: ignore[no-untyped-def]
    rows = getattr(naming(language), table)

    def holds(rest, row, text: str) -> bool:  # type: ignore[no-untyped-def]
        wanted = row.pattern.search(text)
        span = wanted.span("name") if "name" in row.pattern.groupindex else wanted.span()
        return any(_covers(one, text, span) for one in rest)

    def _covers(one, text: str, span: tuple[int, int]) -> bool:  # type: ignore[no-untyped-def]
        group = "name" if "name" in one.pattern.groupindex else 0
        return any(match.span(group)[0] <= span[0] and span[1] <= match.span(group)[1]
                   for match in one.pattern.finditer(text))

    earns_its_place(rows, holds)


@pytest.mark.parametrize("language", SUPPORTED)
def test_every_language_names_services_and_tells_causes_apart(language: str) -> None:
    found = naming(language)
    assert len(found.introducers) >= 2 and found.plain and len(found.asides) >= 3
    assert found["head"] is not naming_module.NEVER and found["turn"] is not naming_module.NEVER


def test_unknown_words_and_languages() -> None:
    with pytest.raises(BadData, match="no such word"):
        expand({"a": "x"}, "here", "{b}")
    assert naming("ru") is naming_module.NOTHING
    assert not naming("ru")["head"].search("service")
