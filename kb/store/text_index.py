"""Full text in every language without knowing any: words are split by script alone.

Han, kana and Hangul have no blanks to split at (or too few), so they become single letters and pairs; everything else
becomes folded words without accents. Index and query go through the same `segment`, so a query finds what it would
itself be indexed as.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import (
    ColumnClause,
    Connection,
    Double,
    Float,
    Integer,
    Subquery,
    cast,
    delete,
    func,
    literal_column,
    select,
    text,
)

from kb.store.tables import search_rows

_PAIRED = (
    r"\u3005-\u3007\u3021-\u3029\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana, marks
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"  # Han
    r"\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"  # Hangul
)
_RUNS = re.compile(rf"([{_PAIRED}]+)|((?:(?![{_PAIRED}_])\w)+)")
_ACCENTS = re.compile(r"[\u0300-\u036f]+")
_PLAIN = str.maketrans(
    {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "n"}
)
_LONGEST_WORD = 256  # longer runs are no words; PostgreSQL refuses lexemes over 2 KB


def fold(words: str) -> str:
    """Lower case without accents, for scripts that have them; kana keep their voicing marks."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    if plain.isascii():
        return plain
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", plain))
    return unicodedata.normalize("NFC", bare).translate(_PLAIN)


def segment(words: str) -> str:
    """The terms of a text, separated by blanks, in text order. Empty when there is nothing to find."""
    return " ".join(_terms(fold(words)))


def _terms(folded: str) -> Iterator[str]:
    for match in _RUNS.finditer(folded):
        letters = match[1]
        if letters is None:
            yield match[0][:_LONGEST_WORD]
            continue
        for place, letter in enumerate(letters):
            yield letter
            if place + 1 < len(letters):
                yield letters[place : place + 2]


def phrases(query: str) -> list[list[str]]:
    """What all must be found: the terms of each blank-separated part (or of a part in double quotes), in that order."""
    parts = re.findall(r'"([^"]*)"|(\S+)', query)
    found = (segment(quoted or plain).split() for quoted, plain in parts)
    return [terms for terms in found if terms]


def index_rows(document: str, pieces: Iterable[tuple[int, str]]) -> Iterator[dict[str, Any]]:
    """The rows of `search_rows` for the passages `(position, text)` of a document. On SQLite triggers keep the FTS5 table
    beside."""
    for place, words in pieces:
        if terms := segment(words):
            yield {"document": document, "position": place, "words": terms}


def remove(connection: Connection, document: str) -> None:
    """Take a document out of the index."""
    connection.execute(delete(search_rows).where(search_rows.c.document == document))


def matching(connection: Connection, query: str) -> Subquery | None:
    """The rows of `search_rows` a query finds, as `(id, score)`, smaller scores better; None when it has no terms.

    Terms are letters and digits only, so that no query can be read as an operator of either database.
    """
    wanted = phrases(query)
    if not wanted:
        return None
    if connection.dialect.name == "postgresql":
        return _matching_postgresql(wanted)
    match = " AND ".join('"' + " ".join(terms) + '"' for terms in wanted)
    return (
        select(literal_column("rowid", Integer).label("id"), literal_column("bm25(search_index)", Float).label("score"))
        .select_from(text("search_index"))
        .where(text("search_index MATCH :words").bindparams(words=match))
        .subquery("found")
    )


def _matching_postgresql(wanted: list[list[str]]) -> Subquery:
    ordered = (" <-> ".join(f"'{term}'" for term in terms) for terms in wanted)
    simple: ColumnClause[Any] = literal_column("'simple'")
    asked = func.to_tsquery(simple, " & ".join(f"({terms})" for terms in ordered))
    vector = func.to_tsvector(simple, search_rows.c.words)
    # single precision would not compare equal to itself once it has been in a cursor
    score = cast(-func.ts_rank(vector, asked), Double).label("score")
    return select(search_rows.c.id, score).where(vector.op("@@")(asked)).subquery("found")
