"""The times of one document, from its sentences to values."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from ingest.extract.times.carry import Resolved, resolve
from ingest.extract.times.find import find, find_invalid
from ingest.extract.times.placed import Placed, place
from ingest.extract.times.statements import statements
from ingest.extract.times.values import STAGE
from ingest.extract.times.zones import gather
from ingest.types import Reading, Sentence, TimeExpression
from kb.model import Basis, Finding, Given, Passage


def read_times(
    reading: Reading, languages: Mapping[int, str], given: Given
) -> tuple[tuple[Resolved, ...], tuple[Finding, ...]]:
    """All time expressions of a document with their values, in text order, and what was odd about them."""
    odd: list[Finding] = []

    def found(sentence: Sentence, passage: Passage, language: str, wide: bool) -> Iterable[TimeExpression]:
        if wide:
            return find(sentence.reading, language, context=True)
        for wrong in find_invalid(sentence.reading, language):
            span = wrong.span[0] + sentence.start, wrong.span[1] + sentence.start
            odd.append(Finding(STAGE, "impossible-time", f"no such date or time: {wrong.text!r}", span))
        return find(sentence.reading, language, context=False)

    placed = place(reading, lambda passage: languages[passage.index], found)
    said, columns = statements(reading, placed, languages)
    evidence = gather(reading, placed, said, columns, given)
    resolved, findings = resolve(reading, placed, evidence, languages, given.date)
    return resolved, (*odd, *findings, *_unknown(resolved, placed))


def _unknown(resolved: Iterable[Resolved], placed: Iterable[Placed]) -> tuple[Finding, ...]:
    """One finding for all clock times whose zone nobody states."""
    naive = [one for one in resolved if one.placed.has_clock and one.value.zone.basis is Basis.UNKNOWN]
    if not naive:
        return ()
    return (Finding(STAGE, "zone-unknown", f"no zone is stated for {len(naive)} times; they are kept as local time",
                    naive[0].placed.span),)
