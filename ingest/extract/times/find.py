"""Find the time expressions of a text: one union pattern finds pieces, which are put together to expressions."""
from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from ingest.extract.times.cluster import Text
from ingest.extract.times.compose import compose
from ingest.extract.times.grammar import Grammar, grammar
from ingest.extract.times.pieces import INVALID, Invalid, Piece, read_piece
from ingest.extract.times.scan import Form, Found
from ingest.language import date_order
from ingest.runs import without_runs
from ingest.types import TimeExpression

_COLUMN = 3  # fewer figures are no column


def find(
    text: str, language: str, *, reference: date | None = None, context: bool = False, locale: str | None = None
) -> list[TimeExpression]:
    """Time expressions in text order. `context` also takes bare forms ("8/5", "at 7") that a document would not mean.

    `locale` decides the order of numeric dates (default: the language's own); `reference` is the day that "today" and
    "last Friday" are seen from, needed only for words that count weeks.
    """
    return read(text, grammar(language), context=context, locale=locale)[0]


def find_invalid(text: str, language: str, *, locale: str | None = None) -> list[Invalid]:
    """Spans that look like times and are none ("25:61", "30/02/2025"), for the caller to report."""
    return read(text, grammar(language), context=False, locale=locale)[1]


def read(
    text: str, own: Grammar, *, context: bool, locale: str | None = None, lined: bool = False
) -> tuple[list[TimeExpression], list[Invalid]]:
    """As `find` and `find_invalid`, with a grammar already in hand. `lined`: the text is a line of a list whose other
    lines open with clock times, so that figures with a dot at its head are one too ("19.45 - …")."""
    scanner = own.wide if context else own.strict
    folded = own.language.folded(without_runs(text))
    found = [one for _, one in scanner.matches(folded, scanner.places(folded))]
    return read_matches(Text(text, folded, own, context, lined=lined), found, locale=locale)


def read_matches(
    text: Text, matches: Sequence[Found], *, locale: str | None = None
) -> tuple[list[TimeExpression], list[Invalid]]:
    """As `read`, with the rows found in the text in hand."""
    own, context = text.grammar, text.wide
    if not context and all(form.bare for form, _, _ in matches):
        return [], []  # numbers alone are no time to a document
    text.order = date_order(locale or own.language.code)
    pieces: list[Piece] = []
    invalid: list[Invalid] = []
    capitals = own.month_capital and not context
    for form, match, begin in matches:
        if capitals and form.months and not _capital(match, form, text.raw, begin):
            continue
        found = read_piece(match, form, own, text.order, begin)
        if isinstance(found, Piece):
            pieces.append(found)
        elif form.sure:
            start, end = found.span
            pieces.append(Piece(INVALID, start, end, "", "none", {}))
            invalid.append(Invalid(found.span, text.raw[start:end]))
    return (compose(_thinned(pieces), text), invalid) if pieces else ([], [])


def _thinned(pieces: list[Piece]) -> list[Piece]:
    """Without the bare numbers that have only bare numbers around them: columns of figures, which mean no time."""
    if len(pieces) < _COLUMN:
        return pieces
    if [piece.kind for piece in pieces].count("num") < _COLUMN:
        return pieces
    figures = [piece.kind == "num" and "alone" not in piece.parts for piece in pieces]
    return [piece for i, piece in enumerate(pieces) if not (i >= 2 and all(figures[i - 2:i + 3]))]


def _capital(match: re.Match[str], form: Form, text: str, begin: int) -> bool:
    """Whether month names are written large, where the language writes them so: "may 5" is not a day in English."""
    return not any(match[place] and text[match.start(place) - begin].islower() for place in form.months)
