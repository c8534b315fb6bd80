"""The times of one document, from its sentences to values."""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ingest.extract.times.carry import Resolved, resolve
from ingest.extract.times.find import find, find_invalid
from ingest.extract.times.placed import Placed, place
from ingest.extract.times.statements import statements
from ingest.extract.times.values import STAGE
from ingest.extract.times.zones import gather
from ingest.types import Reading, Sentence, TimeExpression
from kb.model import Basis, Finding, Given, Passage, PassageKind

_CLOCK = re.compile(r"(?<![\w:.,/-])(?P<hour>\d\d):(?P<minute>\d\d)(?![\w:/]|[.,-]\d)")
_LAST_HOUR, _LAST_MINUTE = 24, 59


def read_times(
    reading: Reading, languages: Mapping[int, str], given: Given
) -> tuple[tuple[Resolved, ...], tuple[Finding, ...]]:
    """All time expressions of a document with their values, in text order, and what was odd about them."""
    odd: list[Finding] = []

    def found(sentence: Sentence, passage: Passage, language: str, wide: bool) -> Iterable[TimeExpression]:
        if wide:
            return find(sentence.reading, language, context=True)
        odd.extend(_impossible(sentence, passage, language))
        return find(sentence.reading, language, context=False)

    placed = place(reading, lambda passage: languages[passage.index], found)
    said, columns = statements(reading, placed, languages)
    evidence = gather(reading, placed, said, columns, given)
    resolved, findings = resolve(reading, placed, evidence, languages, given.date)
    return resolved, (*odd, *findings, *_ambiguous(placed, resolved), *_unknown(resolved, placed))


def _impossible(sentence: Sentence, passage: Passage, language: str) -> list[Finding]:
    """What looks like a date or a time of day and is none."""
    if passage.kind is PassageKind.CODE:
        return []
    spans = {wrong.span for wrong in find_invalid(sentence.reading, language)}
    spans |= {match.span() for match in _CLOCK.finditer(sentence.reading)
              if int(match["hour"]) > _LAST_HOUR or int(match["minute"]) > _LAST_MINUTE}
    return [Finding(STAGE, "impossible-time", f"no such date or time: {sentence.reading[start:end]!r}",
                    (start + sentence.start, end + sentence.start)) for start, end in sorted(spans)]


def _ambiguous(placed: Iterable[Placed], resolved: Iterable[Resolved]) -> list[Finding]:
    """Abbreviations that mean several zones where nothing in the document says which."""
    found = []
    for one, with_value in zip(placed, resolved, strict=True):
        word = next((moment.zone for moment in one.moments if moment.zone and moment.zone.ambiguous), None)
        if word is not None and with_value.value.zone.as_written != word.as_written:
            meant = ", ".join(word.ambiguous)
            found.append(Finding(STAGE, "zone-ambiguous", f"{word.as_written} may be {meant}", word.span))
    return found


def _unknown(resolved: Iterable[Resolved], placed: Iterable[Placed]) -> tuple[Finding, ...]:
    """One finding for all clock times whose zone nobody states."""
    naive = [one for one in resolved if one.placed.has_clock and one.value.zone.basis is Basis.UNKNOWN]
    if not naive:
        return ()
    return (Finding(STAGE, "zone-unknown", f"no zone is stated for {len(naive)} times; they are kept as local time",
                    naive[0].placed.span),)
