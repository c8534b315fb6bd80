"""The documents of seeds/: what seeds.toml says of each, and the same figures as our labels of them."""
from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ingest.pipeline import extract
from kb.model import Given, Precision, Source, Stance

ROOT = Path(__file__).parents[2]
SEEDS: list[dict[str, Any]] = tomllib.loads((ROOT / "seeds/seeds.toml").read_text("utf-8"))["document"]
SHARED = ROOT.parent / "shared/seeds"
CLOCK = (Precision.MINUTE, Precision.SECOND)


def test_every_file_is_listed_once_and_the_five_languages_are_there() -> None:
    assert sorted(seed["file"] for seed in SEEDS) == sorted(file.name for file in (ROOT / "seeds").glob("*.txt"))
    assert sorted(seed["language"] for seed in SEEDS) == ["en", "es", "ja", "pt", "vi"]
    assert all(seed["facts"].startswith("https://") for seed in SEEDS)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed["language"])
def test_what_a_document_tells(seed: dict[str, Any]) -> None:
    facts = extract(Source((ROOT / "seeds" / seed["file"]).read_bytes(), Given(name=seed["file"])))
    assert facts.document.language == seed["language"]
    report = [claim for claim in facts.claims if claim.stance is Stance.REPORT]
    times = {(claim.time.start, claim.time.end, claim.time_span) for claim in report
             if claim.time.start is not None and claim.time.precision in CLOCK}
    steps = [claim for claim in report if claim.time.start is None]
    assert (len(times), len(steps)) == (seed["times"], seed["steps"])
    assert all(facts.document.text[claim.span[0]:claim.span[1]] == claim.quote for claim in facts.claims)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not here: it holds the documents ours must not repeat")
def test_no_sentence_is_taken_from_anybody() -> None:
    theirs = {line.strip(" •-") for file in SHARED.glob("*.txt") for line in file.read_text("utf-8").split("\n")}
    for seed in SEEDS:
        for line in (ROOT / "seeds" / seed["file"]).read_text("utf-8").split("\n"):
            words = line.strip(" •-")
            assert len(words) < 32 or words.endswith(":") or words not in theirs, words
