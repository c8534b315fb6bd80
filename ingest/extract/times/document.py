"""The times of one document, from its sentences to values."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ingest.extract.times.carry import Resolved, resolve
from ingest.extract.times.cluster import Text
from ingest.extract.times.find import read, read_matches
from ingest.extract.times.grammar import grammar
from ingest.extract.times.placed import Placed, moved, place
from ingest.extract.times.sheet import Sheet
from ingest.extract.times.statements import statements
from ingest.extract.times.values import STAGE
from ingest.extract.times.zones import gather
from ingest.extract.told import untold
from ingest.language import SUPPORTED
from ingest.types import Reading, Sentence, TimeExpression
from kb.model import Basis, Finding, Given, Passage, PassageKind, Span

_STRETCH = 4_000
_LONGEST = 40_000  # signs of one sentence that are read: what goes on longer is a dump on one line
_ABROAD = "en_GB"  # languages read for their figures only put the day first, as all but a few countries do
_MOST = 60  # times that one sentence can tell of; more are a table of figures


def read_times(
    reading: Reading, languages: Mapping[int, str], given: Given
) -> tuple[tuple[Resolved, ...], tuple[Finding, ...]]:
    """All time expressions of a document with their values, in text order, and what was odd about them."""
    sheet = Sheet(reading, languages)
    odd: list[Finding] = []

    def found(number: int) -> list[TimeExpression]:
        expressions, wrong = _read(sheet, number)
        odd.extend(_odd(sheet, number, expressions, wrong))
        return expressions[:_MOST]

    def widely(number: int, text: str) -> list[TimeExpression]:
        return _read_widely(sheet, number, text)[:_MOST]

    endless = [number for number, one in enumerate(reading.sentences) if len(one.reading) > _LONGEST]
    placed = place(reading, sorted({*sheet.matches, *sheet.impossible, *endless}), found, widely)
    said, columns = statements(sheet, placed)
    evidence = gather(reading, placed, said, columns, given)
    resolved, findings = resolve(reading, placed, evidence, languages, given.date, _silent(reading, placed, languages))
    return resolved, (*odd, *findings, *_ambiguous(placed, resolved), *_unknown(resolved, placed))


def _silent(reading: Reading, placed: Sequence[Placed], languages: Mapping[int, str]) -> frozenset[int]:
    """The numbers of the times that tell nothing of the story: publication, due dates, what is planned."""
    by_sentence: dict[int, list[int]] = {}
    for number, one in enumerate(placed):
        by_sentence.setdefault(one.sentence, []).append(number)
    found: set[int] = set()
    for index, numbers in by_sentence.items():
        code = languages[reading.sentences[index].passage]
        mute = untold(reading, index, [placed[number].span for number in numbers], code)
        if mute:
            found.update(number for number in numbers if placed[number].span[0] in mute)
    return frozenset(found)


def _locale(sheet: Sheet, passage: Passage) -> str | None:
    foreign = passage.language not in SUPPORTED and sheet.reading.language not in SUPPORTED
    return _ABROAD if foreign else None


def _read(sheet: Sheet, number: int) -> tuple[list[TimeExpression], list[Span]]:
    """The expressions of a sentence and what only looks like one, which has its span in the sentence."""
    sentence = sheet.reading.sentences[number]
    passage = sheet.reading.passages[sentence.passage]
    own, locale = grammar(sheet.language(number)), _locale(sheet, passage)
    if len(sentence.reading) > _STRETCH:
        return _in_stretches(sentence, sentence.reading, sheet.language(number), locale, wide=False)
    text = Text(sentence.reading, sheet.folded(number), own, wide=False, offset=sentence.start)
    expressions, wrong = read_matches(text, sheet.matches.get(number, ()), locale=locale)
    return expressions, [one.span for one in wrong]


def _read_widely(sheet: Sheet, number: int, text: str) -> list[TimeExpression]:
    """The expressions of a sentence that must begin with a time; `text` is how it reads, with what closes it."""
    sentence = sheet.reading.sentences[number]
    locale = _locale(sheet, sheet.reading.passages[sentence.passage])
    if len(text) > _STRETCH:
        return _in_stretches(sentence, text, sheet.language(number), locale, wide=True)[0]
    own = grammar(sheet.language(number))
    folded = own.language.folded(text)
    matches = [one for _, one in own.wide.matches(folded, own.wide.places(folded))]
    return read_matches(Text(text, folded, own, wide=True, lined=True, offset=sentence.start), matches, locale=locale)[0]


def _in_stretches(
    sentence: Sentence, text: str, language: str, locale: str | None, *, wide: bool
) -> tuple[list[TimeExpression], list[Span]]:
    """As `_read`, for endless sentences (a dump on one line): so that none takes longer than its length says."""
    own = grammar(language)
    found: list[TimeExpression] = []
    odd: list[Span] = []
    start = 0
    while start < min(len(text), _LONGEST) and len(found) <= _MOST:
        blank = text.rfind(" ", start, start + _STRETCH)
        end = len(text) if start + _STRETCH >= len(text) else blank + 1 if blank > start else start + _STRETCH
        expressions, wrong = read(text[start:end], own, context=wide, locale=locale)
        found += [moved(one, start + sentence.start) for one in expressions]
        odd += [(one.span[0] + start, one.span[1] + start) for one in wrong]
        start = end
    return found, odd


def _odd(sheet: Sheet, number: int, expressions: Sequence[TimeExpression], wrong: Sequence[Span]) -> list[Finding]:
    """What looks like a date or a time of day and is none, and sentences with more times than a sentence can tell."""
    found: list[Finding] = []
    sentence = sheet.reading.sentences[number]
    if len(expressions) > _MOST:
        message = f"more than {_MOST} times in one sentence; the first {_MOST} are read"
        found.append(Finding(STAGE, "times-cut", message, (sentence.start, sentence.end)))
    elif len(sentence.reading) > _LONGEST:
        message = f"a sentence of more than {_LONGEST} characters; times are read in its beginning only"
        found.append(Finding(STAGE, "times-cut", message, (sentence.start, sentence.end)))
    spans = {*wrong, *sheet.impossible.get(number, ())}
    if not spans or sheet.reading.passages[sentence.passage].kind is PassageKind.CODE:
        return found
    for start, end in sorted(spans)[:_MOST]:
        message = f"no such date or time: {sentence.reading[start:end]!r}"
        found.append(Finding(STAGE, "impossible-time", message, (start + sentence.start, end + sentence.start)))
    return found


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
    """One finding for all times and dates whose zone nobody states."""
    naive = [one for one in resolved if one.value.start is not None and one.value.zone.basis is Basis.UNKNOWN]
    if not naive:
        return ()
    return (Finding(STAGE, "zone-unknown", f"no zone is stated for {len(naive)} times; they are kept as local time",
                    naive[0].placed.span),)
