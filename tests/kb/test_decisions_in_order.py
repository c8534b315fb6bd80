"""Of two corrections the later one holds, however soon it follows."""
from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from kb import intake
from kb.errors import InvalidInput
from kb.instants import parse_instant
from kb.model import Source
from kb.queries import events
from kb.queries.export import export
from kb.store.engine import reading
from tests.kb.building import FakeReader, Said

WHEN = datetime(2031, 5, 3, 8, tzinfo=UTC)
KINDS = ("state", "mitigation", "recovery", "detection", "diagnosis", "trigger")


@pytest.fixture
def claims(engine: Engine) -> Sequence[str]:
    """Two claims of one document."""
    reader = FakeReader()
    said = (Said("At 10:00 the queue failed.", "10:00", services=("queue",), happening="unavailable"),
            Said("At 10:40 the queue was restarted.", "10:40", services=("queue",), happening="restart"))
    result = intake.ingest(engine, reader, Source(reader.teach("Queue outage", said)))
    assert result.facts is not None
    return [claim.id for claim in result.facts.claims]


def kind_of(engine: Engine, claim: str) -> str:
    with reading(engine) as connection:
        return str(events.one(connection, claim)["kind"])


@pytest.mark.parametrize("later", [timedelta(), timedelta(minutes=-5)], ids=["the same second", "a clock set back"])
def test_the_later_decision_holds(engine: Engine, claims: Sequence[str], later: timedelta) -> None:
    for kind in KINDS:
        intake.decide(engine, claims[0], "kind", kind, who="Ana", when=WHEN)
        assert kind_of(engine, claims[0]) == kind
    intake.decide(engine, claims[0], "kind", "communication", who="Ana", when=WHEN + later)
    assert kind_of(engine, claims[0]) == "communication"


def test_what_was_undone_can_be_decided_again_at_once(engine: Engine, claims: Sequence[str]) -> None:
    (first,) = intake.decide(engine, claims[0], "kind", "state", who="Ana", when=WHEN)
    intake.undo(engine, first.id)
    assert kind_of(engine, claims[0]) == "impact"
    (again,) = intake.decide(engine, claims[0], "kind", "state", who="Ana", when=WHEN)
    assert again.id != first.id and kind_of(engine, claims[0]) == "state"


def test_what_holds_already_is_not_decided_again(engine: Engine, claims: Sequence[str]) -> None:
    """A caller who does not know whether it was stored may ask again."""
    (first,) = intake.decide(engine, claims[0], "kind", "state", who="Ana", when=WHEN)
    (other,) = intake.decide(engine, claims[1], "kind", "state", who="Ana", when=WHEN)
    assert intake.decide(engine, claims[0], "kind", "state", who="Ana", when=WHEN) == (first,)
    assert intake.decide(engine, claims[1], "kind", "state", who="Ana", when=WHEN) == (other,)
    (later,) = intake.decide(engine, claims[1], "kind", "state", who="Ana", when=WHEN + timedelta(minutes=1))
    assert later.id != other.id


def test_the_order_is_in_the_export(engine: Engine, claims: Sequence[str]) -> None:
    for kind in KINDS:
        intake.decide(engine, claims[0], "kind", kind, who="Ana", when=WHEN)
    with reading(engine) as connection:
        rows = export(connection)["decisions"]
    assert [row["value"] for row in sorted(rows, key=lambda row: parse_instant(row["when"]))] == list(KINDS)


def test_nothing_is_merged_with_itself(engine: Engine, claims: Sequence[str]) -> None:
    with pytest.raises(InvalidInput):
        intake.decide(engine, claims[0], "merge", claims[0], who="Ana", when=WHEN)
    assert intake.decide(engine, claims[0], "merge", claims[1], who="Ana", when=WHEN)
