"""What is saved comes back the same: every field of every type, on both databases."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, func, insert, select
from sqlalchemy.exc import StatementError

from kb.model import Document, DocumentFacts, Given, Source, TimeValue
from kb.store import load, save, tables
from kb.store.engine import reading, writing
from tests.kb.building import DAY, FakeReader, Said

# NUL is refused before it comes here, and PostgreSQL could not keep it; surrogates are no text.
WORDS = st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",)), max_size=6)
UTC_TIMES = st.datetimes(datetime(1, 2, 1), datetime(9999, 11, 30), timezones=st.just(UTC))
LOCAL_TIMES = st.datetimes(datetime(1, 2, 1), datetime(9999, 11, 30))
PLAIN: dict[object, st.SearchStrategy[Any]] = {
    str: WORDS, int: st.integers(0, 10**6), float: st.floats(allow_nan=False), bool: st.booleans(), date: st.dates(),
    datetime: UTC_TIMES, type(None): st.none(),
}


def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a model type, made from its annotations: a field added later is tried without a word here."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_dataclass(kind):
        return st.builds(kind, **{name: field(kind, name, hint) for name, hint in get_type_hints(kind).items()})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Mapping:
        return st.dictionaries(anything(inner[0]), anything(inner[1]), max_size=2)
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(anything(inner[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(anything, inner))
    return st.one_of(*map(anything, inner))


def field(kind: type, name: str, hint: Any) -> st.SearchStrategy[Any]:
    if name == "id" and kind is Document:
        return st.just("d0")
    if name == "id":
        return st.uuids().map(lambda value: value.hex)
    if kind is TimeValue and name in ("start", "end", "alternatives"):
        some = UTC_TIMES | LOCAL_TIMES
        return st.lists(some, max_size=2).map(tuple) if name == "alternatives" else st.none() | some
    return anything(hint)


FACTS = anything(DocumentFacts)


@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
@given(FACTS)
def test_facts_come_back_as_they_were(engine: Engine, facts: DocumentFacts) -> None:
    with writing(engine) as connection:
        save.add_document(connection, facts, Source(b"\x00bytes"))
        try:
            assert load.facts(connection, "d0") == facts
            again = replace(facts, document=replace(facts.document, title="again"), claims=facts.claims[:1])
            save.replace_facts(connection, again)
            assert load.facts(connection, "d0") == again
        finally:
            save.remove_document(connection, "d0")


def test_bytes_and_givens_come_back(engine: Engine) -> None:
    reader = FakeReader()
    data = reader.teach("Queue outage", [Said("The queue stood still.", "10:00")])
    source = Source(data, Given(name="a.md", zone="America/Lima", date=date(2031, 5, 2), force_zone=True), "text/markdown")
    with writing(engine) as connection:
        facts = reader.extract(source)
        save.add_document(connection, facts, source)
        assert load.source(connection, facts.document.id) == source


def test_removing_a_document_leaves_no_row(engine: Engine) -> None:
    reader = FakeReader()
    source = Source(reader.teach("Queue outage", [Said("The queue stood still.", "10:00", services=("queue",))]))
    with writing(engine) as connection:
        facts = reader.extract(source)
        save.add_document(connection, facts, source)
        save.remove_document(connection, facts.document.id)
    with reading(engine) as connection:
        for table in tables.metadata.sorted_tables:
            assert connection.scalar(select(func.count()).select_from(table)) == 0, table.name


def test_naive_datetimes_are_refused(engine: Engine) -> None:
    values = {"id": "x", "target": "t", "field": "kind", "value": "impact", "who": "me", "undone": False}
    with writing(engine) as connection, pytest.raises(StatementError, match="naive"):
        connection.execute(insert(tables.decisions).values(**values, when=datetime(2031, 5, 2)))


@pytest.mark.parametrize("micros", [0, 1, 500_000])
def test_instants_sort_and_come_back_in_utc(engine: Engine, micros: int) -> None:
    east = timezone(timedelta(hours=9))
    late = DAY.replace(microsecond=micros).astimezone(east)
    values = {"target": "t", "field": "kind", "value": "impact", "who": "me", "undone": False}
    table = tables.decisions
    with writing(engine) as connection:
        connection.execute(insert(table), [
            {**values, "id": "b", "when": late}, {**values, "id": "a", "when": DAY - timedelta(microseconds=1)},
            {**values, "id": "c", "when": DAY + timedelta(seconds=1)},
        ])
        rows = connection.execute(select(table.c.id, table.c.when).order_by(table.c.when)).all()
    assert [row.id for row in rows] == ["a", "b", "c"]
    assert rows[1].when == late and rows[1].when.tzinfo is UTC


def test_duplicate_ids_become_a_finding() -> None:
    reader = FakeReader()
    facts = reader.extract(Source(reader.teach("Queue outage", [Said("It stood still."), Said("It ran again.")])))
    doubled = replace(facts, claims=(*facts.claims, facts.claims[0]))
    kept = save.without_duplicates(doubled)
    assert kept.claims == facts.claims
    assert [finding.code for finding in kept.findings] == ["duplicate-id"]
    assert save.without_duplicates(facts) is facts
