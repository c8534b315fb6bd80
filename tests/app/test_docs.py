"""Generated pages say what the product says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
_spec = importlib.util.spec_from_file_location("pmkb_docs_generate", DOCS / "generate.py")
assert _spec and _spec.loader
generate = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(generate)


@pytest.mark.parametrize("page", sorted(generate.PAGES))
def test_generated_pages_are_current(page: str) -> None:
    assert (DOCS / page).read_text("utf-8") == generate.PAGES[page]().rstrip() + "\n", "run `make docs`"
