"""Documents may come in any order: what the store holds in the end is the same to the byte."""
from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from pathlib import Path

import orjson
import pytest

from ingest.pipeline import extract
from kb import intake
from kb.model import DocumentFacts, Given, Source
from kb.queries.export import export
from kb.reconcile import reconcile
from kb.store.engine import open_engine, reading

SEEDS = sorted((Path(__file__).parents[2] / "seeds").glob("*.txt"))
ALL = tuple(range(5))
ORDERS = ((4, 3, 2, 1, 0), (2, 0, 4, 1, 3), (1, 2, 3, 4, 0), (3, 4, 0, 2, 1), (0, 3, 1, 4, 2))
pytestmark = pytest.mark.slow


@lru_cache(maxsize=1)
def read() -> tuple[tuple[Source, DocumentFacts], ...]:
    """The bundled documents with what they say, extracted once."""
    sources = [Source(path.read_bytes(), Given(name=path.name)) for path in SEEDS]
    return tuple((source, extract(source)) for source in sources)


def exported(template: Path, folder: Path, order: Sequence[int], *, again: int | None = None) -> bytes:
    """The full export after storing in this order; `again` is one to delete at the end and store once more."""
    path = folder / ("".join(map(str, order)) + f"-{again}.sqlite")
    shutil.copy(template, path)
    engine = open_engine(f"sqlite:///{path}")
    for number in order:
        source, facts = read()[number]
        intake.store(engine, facts, source)
    if again is not None:
        source, facts = read()[again]
        intake.delete(engine, facts.document.id)
        intake.store(engine, facts, source)
    with reading(engine) as connection:
        data = orjson.dumps(export(connection, full=True))
    engine.dispose()
    return data


def test_any_order_of_intake_exports_the_same_bytes(template: Path, tmp_path: Path) -> None:
    first = exported(template, tmp_path, ALL)
    told = orjson.loads(first)
    assert len(told["documents"]) == 5 and len(told["incidents"]) == 1 and told["conflicts"] and told["dependencies"]
    for order in ORDERS:
        assert exported(template, tmp_path, order) == first, order


def test_a_document_that_goes_and_comes_back_leaves_no_trace(template: Path, tmp_path: Path) -> None:
    first = exported(template, tmp_path, ALL)
    assert exported(template, tmp_path, ALL, again=0) == first
    assert exported(template, tmp_path, ORDERS[1], again=3) == first


def test_every_permutation_comes_to_one_history() -> None:
    facts = [facts for _, facts in read()]
    told = reconcile(facts, ())
    assert len(told.incidents) == 1 and told.conflicts
    for mixed in permutations(facts):
        assert reconcile(mixed, ()) == told
