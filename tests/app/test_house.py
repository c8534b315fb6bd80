"""The house: sizes, and what the README promises is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = [path for folder in ("kb", "ingest") for path in (ROOT / folder).rglob("*.py")] + [ROOT / "app.py"]


def test_no_module_is_several_things() -> None:
    long = {str(path.relative_to(ROOT)): lines for path in CODE if (lines := len(path.read_text("utf-8").splitlines())) > 400}
    assert long == {}
    assert len((ROOT / "app.py").read_text("utf-8").splitlines()) <= 80


def test_no_module_is_named_for_nothing() -> None:
    assert [path for path in CODE if path.stem in ("utils", "util", "helpers", "common", "base", "core", "misc")] == []


def test_the_readme_links_to_what_exists() -> None:
    for page in (ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (ROOT / target).exists(), f"{page.name}: {target}"
