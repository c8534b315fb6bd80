from __future__ import annotations

from typing import Any

import pytest

from ingest.rulebook import Field, parsed, proved, read_rows
from kb.errors import BadData

GOOD = {"id": "a", "pattern": r"(?P<n>\d+) apples", "tests": ["12 apples"], "anti": ["12 pears"]}


def read(*entries: dict[str, Any], schema: dict[str, Field] | None = None, **raw: Any):
    return read_rows({"row": list(entries), **raw}, "lang/xx/fruit.toml", schema)


def test_a_good_row_is_read_with_its_extras():
    schema = {"code": Field(required=True), "weight": Field(int, default=1), "tags": Field(many=True)}
    (row,) = read(GOOD | {"code": "apple", "tags": ["x"]}, schema=schema)
    assert (row.id, row["code"], row["weight"], row["tags"]) == ("a", "apple", 1, ("x",))
    assert row.pattern.search("12 APPLES")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"pattern": r"(\d+) apples"}, "positional group"),
        ({"pattern": r"(?:\d+ apples)?"}, 'matches ""'),
        ({"pattern": r"(?:\d+"}, "does not compile"),
        ({"pattern": r"(?:(?:\d+)+ )*apples"}, "unbounded repeat"),
        ({"tests": []}, "'tests' must be"),
        ({"anti": []}, "'anti' must be"),
        ({"pattern": r"(?<=\d+) apples"}, "look-behind"),
        ({"id": ""}, "'id' must be"),
        ({"pattern": 3}, "'pattern' must be"),
    ],
)
def test_a_bad_row_is_refused_with_file_and_row(change: dict[str, Any], words: str):
    with pytest.raises(BadData, match=r"lang/xx/fruit\.toml: row") as error:
        read(GOOD | change)
    assert words in error.value.message


@pytest.mark.parametrize(
    ("change", "words"),
    [({"tests": ["three apples"]}, "not found in its own test"), ({"anti": ["some 12 apples"]}, "must not be")],
)
def test_a_row_that_does_not_do_what_it_says_fails_its_proof(change: dict[str, Any], words: str):
    proved(read(GOOD))
    with pytest.raises(BadData, match=r"lang/xx/fruit.toml: row") as error:
        proved(read(GOOD | change))
    assert words in error.value.message


def test_ids_are_unique_and_keys_known():
    with pytest.raises(BadData, match="used twice"):
        read(GOOD, GOOD)
    with pytest.raises(BadData, match="unknown key 'fruit'"):
        read(GOOD, fruit=1)
    with pytest.raises(BadData, match="not TOML"):
        parsed("row = [", "lang/xx/fruit.toml")


@pytest.mark.parametrize(
    ("extra", "words"),
    [({}, "'code' is missing"), ({"code": 1}, "must be str"), ({"code": "b"}, "not one of"),
     ({"code": "a", "n": True}, "must be int")],
)
def test_extra_keys_are_held_to_the_schema(extra: dict[str, Any], words: str):
    schema = {"code": Field(required=True, choices=("a",)), "n": Field(int)}
    with pytest.raises(BadData) as error:
        read(GOOD | extra, schema=schema)
    assert words in error.value.message


def test_a_row_that_another_makes_needless_is_named(earns_its_place):
    twin = GOOD | {"id": "b", "pattern": r"\d+ app", "anti": ["12 ap"]}

    def holds(rows, row, text):
        return any(one.finds(text) for one in rows)

    earns_its_place(read(GOOD), holds)
    with pytest.raises(AssertionError, match="'a'"):
        earns_its_place(read(GOOD, twin), holds)
