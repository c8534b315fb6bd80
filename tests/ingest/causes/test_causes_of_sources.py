"""The five sources: every dependency that is asked for comes out, none that is forbidden; steps are in order."""
from __future__ import annotations

import itertools
import json
from functools import cache
from pathlib import Path

import pytest

from ingest.pipeline import extract
from kb.model import DocumentFacts, Given, Polarity, Relation, Source, Stance

SHARED = Path(__file__).resolve().parents[4] / "shared"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SHARED.is_dir(), reason="the five sources are not here")]


@cache
def gold() -> dict[str, object]:
    return json.loads((SHARED / "gold" / "seeds.json").read_text("utf-8"))


@cache
def facts(key: str) -> DocumentFacts:
    path = SHARED / "seeds" / gold()["documents"][key]["file"]
    return extract(Source(path.read_bytes(), Given(name=path.name)))


@cache
def needs() -> frozenset[tuple[str, str]]:
    return frozenset((one.dependent, one.dependency) for key in gold()["documents"] for one in facts(key).dependencies
                     if one.stance is Stance.REPORT and one.polarity is not Polarity.DENIED)


def test_the_dependencies_asked_for_come_out() -> None:
    wanted = {(one["dependent"], one["dependency"]) for one in gold()["dependencies"]}
    assert len(wanted & needs()) >= 0.9 * len(wanted)


def test_no_forbidden_dependency_comes_out() -> None:
    assert not needs() & {tuple(pair) for pair in gold()["dependencies_forbidden"]}


def test_a_denied_dependency_is_kept_as_denied() -> None:
    denied = [one for one in facts("001").dependencies if one.polarity is Polarity.DENIED]
    assert ("aws-dynamodb-dns-enactor", "aws-dynamodb") in {(one.dependent, one.dependency) for one in denied}


def test_eight_steps_are_seven_edges_of_order() -> None:
    edges = [one for one in facts("001").edges if one.relation is Relation.PRECEDES and one.rule == "steps"]
    assert len(edges) == len(gold()["order"]["steps"]) - 1
    assert all(first.effect.claim == then.cause.claim for first, then in itertools.pairwise(edges))


@pytest.mark.parametrize("key", ["000", "002", "004"])
def test_three_impact_windows_are_no_order(key: str) -> None:
    assert not [one for one in facts(key).edges if one.rule == "steps"]
