"""The rows of structure.toml: trusted, earning their place, never one language's words for another's."""
from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ingest.language import SUPPORTED
from ingest.rulebook import Row
from ingest.structure import HEADING_ROLES, heading_role, structure_rows

NEEDED = {*HEADING_ROLES, "comment-line", "own-ideas", "chrome", "first-person", "actions-line"}


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_row_earns_its_place(code: str, earns_its_place: Callable[..., None]) -> None:
    def holds(rows: Sequence[Row], row: Row, text: str) -> bool:
        return any(other["role"] == row["role"] and other.finds(text) for other in rows)
    earns_its_place(structure_rows(code), holds)


@pytest.mark.parametrize("code", SUPPORTED)
def test_every_language_has_every_role(code: str) -> None:
    have = {row["role"] for row in structure_rows(code)}
    assert have >= NEEDED
    assert code in ("ja", "ko", "zh") or have >= {"function-word", "abbreviation"}


@pytest.mark.parametrize(("heading", "code", "role"), [
    ("## 3. Action items", "en", "actions"), ("**Lessons learned:**", "de", "lessons"),
    ("【再発防止策】", "ja", "actions"), ("2件のコメント", "ja", "comments"), ("Timeline (UTC)", "en", ""),
    ("Impacto", "pt", ""), ("Root cause", "en", ""),
    ("댓글 3개", "ko", "comments"), ("经验教训", "zh", "lessons"), ("À retenir", "fr", "advice"), ("", "en", ""),
    ("What went wrong", "en", ""), ("Nguyên nhân", "vi", ""), ("Folgemaßnahmen", "de", "actions"),
    ("Próximos pasos", "es", "actions"), ("x" * 500, "en", ""),
])
def test_roles_of_headings(heading: str, code: str, role: str) -> None:
    assert heading_role(heading, code) == role
