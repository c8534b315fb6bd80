"""Rows of rules kept as TOML, one file a language and stage, read strictly: what cannot be trusted stops the start.

Trust is of form: keys, types, ids, patterns that parse and are linear, tests that are there. Whether rows find what
their tests say is held by `proved`, which the test-suite runs for every file (`ingest.selftest`): it is the same for
all who have the same rules. Patterns are compiled when first wanted: a document wants a few of them.

A file `lang/<code>/<stage>.toml` holds `[[row]]` tables. Every row has

    id      = "unique in the file"
    pattern = 'regular expression, named groups only'
    tests   = ["texts in which the row must be found", …]
    anti    = ["near misses in which it must not be found", …]

and whatever further keys the stage declares in its schema. Other top-level tables must be declared too (`tables`).
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from ingest.patterns import Expand, Expression, expression, parse
from ingest.spellings import respelt
from kb.errors import BadData

__all__ = ["Expression", "Field", "Row", "document", "expression", "parse", "parsed", "proved", "read_rows", "rows"]

_OWN_KEYS = ("id", "pattern", "tests", "anti")


@dataclass(frozen=True, slots=True)
class Field:
    """An extra key of a row: its type, whether it must be there, its default and, where closed, its values.

    `many` wants a list of `kind`, given back as a tuple.
    """

    kind: type = str
    required: bool = False
    default: Any = None
    choices: tuple[Any, ...] = ()
    many: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One trusted rule. `extra` has every key of the schema; `source` names file and row for messages; `proof` says
    whether the row is found in a test text."""

    id: str
    expression: Expression
    tests: tuple[str, ...]
    anti: tuple[str, ...]
    extra: Mapping[str, Any]
    source: str
    proof: Callable[[Row, str], bool] = field(repr=False, compare=False)

    @property
    def pattern(self) -> re.Pattern[str]:
        return self.expression._made or self.expression.pattern  # asked a thousand times a document

    def __getitem__(self, key: str) -> Any:
        return self.extra[key]

    def finds(self, text: str) -> bool:
        """Whether the bare pattern stands somewhere in the text."""
        return self.pattern.search(text) is not None


Finds = Callable[[Row, str], bool]


@lru_cache(maxsize=256)
def document(code: str, stage: str) -> Mapping[str, Any]:
    """The TOML of a language's stage, its patterns widened to other spellings (see `ingest.spellings`). Raises BadData when
    it is missing or not TOML. Do not change what it gives."""
    name = f"lang/{code}/{stage}.toml"
    try:
        text = (resources.files("ingest") / "lang" / code / f"{stage}.toml").read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadData(f"{name}: no such file") from error
    return respelt(parsed(text, name), code)


def parsed(text: str, name: str) -> Mapping[str, Any]:
    """TOML text as a mapping. Raises BadData with the file's name."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{name}: not TOML: {error}") from error


def rows(
    code: str, stage: str, schema: Mapping[str, Field] | None = None, *, tables: Sequence[str] = (),
    expand: Expand | None = None, finds: Finds | None = None, flags: int = re.IGNORECASE, table: str = "row",
) -> tuple[Row, ...]:
    """The rows of a language's stage, in file order.

    `schema` are the extra keys; `tables` the other top-level keys the file may have (read them from `document`);
    `expand` rewrites a pattern before it is read (macros); `finds(row, text)` says whether a row is found in a test
    text (default: the bare pattern is), for `proved`. Raises BadData, naming file and row, for what has no sound form.
    """
    return read_rows(document(code, stage), f"lang/{code}/{stage}.toml", schema, tables=tables, expand=expand,
                     finds=finds, flags=flags, table=table)


def read_rows(
    raw: Mapping[str, Any], name: str, schema: Mapping[str, Field] | None = None, *, tables: Sequence[str] = (),
    expand: Expand | None = None, finds: Finds | None = None, flags: int = re.IGNORECASE, table: str = "row",
) -> tuple[Row, ...]:
    """As `rows`, for TOML that is already a mapping; `name` is the file named in errors."""
    for key in raw:
        if key != table and key not in tables:
            raise BadData(f"{name}: unknown key {key!r}")
    entries = raw.get(table, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadData(f"{name}: {table!r} must be an array of tables, [[{table}]]")
    read: dict[str, Row] = {}
    for number, entry in enumerate(entries, 1):
        row = _row(entry, f"{name}: row {entry.get('id', f'number {number}')!r}", schema or {}, expand, flags, finds)
        if row.id in read:
            raise BadData(f"{row.source}: the id is used twice")
        read[row.id] = row
    return tuple(read.values())


def _row(entry: Mapping[str, Any], source: str, schema: Mapping[str, Field], expand: Expand | None, flags: int,
         finds: Finds | None) -> Row:
    for key in entry:
        if key not in _OWN_KEYS and key not in schema:
            raise BadData(f"{source}: unknown key {key!r}")
    for key in ("id", "pattern"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise BadData(f"{source}: {key!r} must be a text that is not empty")
    extra = {key: _value(entry, key, field, source) for key, field in schema.items()}
    return Row(entry["id"], expression(entry["pattern"], source, expand, flags), _texts(entry, "tests", source),
               _texts(entry, "anti", source), MappingProxyType(extra), source, finds or Row.finds)


def _texts(entry: Mapping[str, Any], key: str, source: str) -> tuple[str, ...]:
    texts = entry.get(key)
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
        raise BadData(f"{source}: {key!r} must be a list of one or more texts")
    return tuple(texts)


def _value(entry: Mapping[str, Any], key: str, field: Field, source: str) -> Any:
    if key not in entry:
        if field.required:
            raise BadData(f"{source}: {key!r} is missing")
        return () if field.many and field.default is None else field.default
    value = entry[key]
    if field.many and not isinstance(value, list):
        raise BadData(f"{source}: {key!r} must be a list")
    for item in value if field.many else [value]:
        # bool is an int to Python, and `choices = 1` for `true` is a mistake in data
        if not isinstance(item, field.kind) or (isinstance(item, bool) and field.kind is not bool):
            raise BadData(f"{source}: {key!r} must be {field.kind.__name__}, not {item!r}")
        if field.choices and item not in field.choices:
            raise BadData(f"{source}: {key!r} is {item!r}, not one of {', '.join(map(str, field.choices))}")
    return tuple(value) if field.many else value


def proved(rows: Iterable[Row]) -> None:
    """Runs the rows' own tests. Raises BadData for the first row that does not do what they say."""
    for row in rows:
        for text in row.tests:
            if not row.proof(row, text):
                raise BadData(f"{row.source}: is not found in its own test {text!r}")
        for text in row.anti:
            if row.proof(row, text):
                raise BadData(f"{row.source}: is found in {text!r}, where it must not be")
