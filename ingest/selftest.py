"""Whether the rules do what their own tests say. A start trusts form only (`ingest.rulebook`): this is for the
test-suite and for whoever edits a rule file."""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from ingest.extract import happenings, lines, statements
from ingest.extract.actions import action_rows
from ingest.extract.connectives import grammar, guard_rows
from ingest.extract.dependencies import dependency_rows
from ingest.extract.naming import naming
from ingest.extract.steps import order_rows
from ingest.extract.times.grammar import times_rows
from ingest.extract.told import claim_rows
from ingest.language import SUPPORTED
from ingest.patterns import Expression
from ingest.rulebook import Row, proved
from ingest.structure import structure_rows

__all__ = ["check", "expressions_of", "rows_of"]


def rows_of(code: str) -> Iterator[Row]:
    """Every rule row that reads a language, the shared rows of times among them. Raises BadData for unsound form."""
    names = naming(code)
    tables: tuple[Iterable[Row], ...] = (
        structure_rows(code), times_rows(code), names.introducers, names.plain, names.asides,
        (rule.row for rule in happenings.rules(code)), guard_rows(code), grammar(code).rows, dependency_rows(code),
        order_rows(code), action_rows(code), claim_rows(code))
    for table in tables:
        yield from table


def expressions_of(code: str) -> Iterator[tuple[str, Expression]]:
    """Every expression that reads a language, with its file and row, after all was asked of it that a document asks."""
    for vocabulary in (statements.vocabulary, happenings.vocabulary, lines.vocabulary):
        vocabulary(code)
    for row in rows_of(code):
        yield row.source, row.expression
    for rule in happenings.rules(code):
        if rule.also is not None:
            yield rule.row.source, rule.also


def check(languages: Iterable[str] = SUPPORTED) -> None:
    """Compiles every pattern and runs every row's tests. Raises BadData, naming file and row, for the first failure."""
    for code in languages:
        proved(rows_of(code))
