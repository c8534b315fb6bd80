"""Which service needs which, with the sentences that say so."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, Connection, Text, column, func, literal, select

from kb.queries import shapes
from kb.queries.incidents import current_slug
from kb.store.history_tables import dependency_evidence
from kb.store.rows import Row
from kb.store.types import to_json

Pair = tuple[str, str]
"""Dependent and dependency."""
_ORDER = (
    dependency_evidence.c.dependent, dependency_evidence.c.dependency, dependency_evidence.c.incident,
    dependency_evidence.c.position,
)


def evidence(connection: Connection, pairs: Iterable[Pair]) -> dict[Pair, dict[str, Any]]:
    """Dependencies in the contract's shape with all their sentences, those of every incident together."""
    wanted = sorted(set(pairs))
    said: dict[Pair, list[dict[str, Any]]] = {pair: [] for pair in wanted}
    if wanted:
        table, (dependent, dependency) = dependency_evidence, _asked(connection, wanted)
        query = select(table).where(table.c.dependent == dependent, table.c.dependency == dependency).order_by(*_ORDER)
        for row in connection.execute(query).mappings().all():
            said[row["dependent"], row["dependency"]].append(shapes.evidence(row))
    return {pair: shapes.dependency(*pair, said[pair]) for pair in wanted}


def _asked(connection: Connection, pairs: Sequence[Pair]) -> tuple[ColumnElement[str], ColumnElement[str]]:
    """The pairs as two columns to join with: one parameter however many there are, where `IN` takes one each."""
    if connection.dialect.name == "sqlite":
        table = func.json_each(to_json(pairs)).table_valued(column("value", Text), name="asked")
        return func.json_extract(table.c.value, "$[0]", type_=Text), func.json_extract(table.c.value, "$[1]", type_=Text)
    sides = (literal([pair[side] for pair in pairs], ARRAY(Text)) for side in (0, 1))
    table = func.unnest(*sides).table_valued(column("one", Text), column("other", Text), name="asked").render_derived()
    return table.c.one, table.c.other


def every_dependency(connection: Connection) -> list[dict[str, Any]]:
    """All dependencies, those that are denied among them, ordered by their two services."""
    return _shaped(connection.execute(select(dependency_evidence).order_by(*_ORDER)).mappings())


def dependencies_of(connection: Connection, incident: str) -> list[dict[str, Any]]:
    """The dependencies that one incident's documents tell of. Raises NotFound."""
    slug = current_slug(connection, incident)
    query = select(dependency_evidence).where(dependency_evidence.c.incident == slug).order_by(*_ORDER)
    return _shaped(connection.execute(query).mappings())


def _shaped(rows: Iterable[Row]) -> list[dict[str, Any]]:
    said: dict[Pair, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        said[row["dependent"], row["dependency"]].append(shapes.evidence(row))
    return [shapes.dependency(*pair, said[pair]) for pair in said]
