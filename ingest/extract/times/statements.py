"""Zones named apart from any clock: notes on all times, headings, table heads."""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ahocorasick_rs import AhoCorasick

from ingest.extract.times.placed import Placed, trusted
from ingest.extract.times.sheet import Sheet
from ingest.extract.times.zone_words import zone_at, zone_starts
from ingest.extract.times.zones import Statement
from ingest.extract.told import rows_of, sieve_of
from ingest.language import load, locales
from ingest.literals import folded
from ingest.types import Reading, Sentence, ZoneWord
from kb.model import Passage, PassageKind, Span

_SURE = 5
_PLACE = re.compile(r"[(（]([^\W\d_][^\d()（）]{2,24})[)）]")


def statements(sheet: Sheet, placed: Sequence[Placed]) -> tuple[tuple[Statement, ...], Mapping[int, Sequence[ZoneWord]]]:
    """The zones a document names on their own, and those in the head of the table each row belongs to."""
    taken: dict[int, list[Span]] = {}
    for one in placed:
        taken.setdefault(one.sentence, []).append(one.span)
    noting = {number for code in sheet.joined for number in _noting(sheet, code)}
    found: list[Statement] = []
    for number in sorted(noting.union(sheet.zones)):
        passage = sheet.reading.passages[sheet.reading.sentences[number].passage]
        if passage.kind is not PassageKind.CODE and trusted(passage):
            found += _stated(sheet, number, passage, sheet.languages[passage.index], taken.get(number, []))
    return tuple(found), _columns(sheet.reading, sheet.languages)


def _noting(sheet: Sheet, code: str) -> Iterable[int]:
    """The sentences in which a note on all times may stand: they have a word that such notes cannot do without."""
    text = sheet.joined[code]
    words = _note_words(code)
    seen = folded(text)
    if words is None or len(seen) != len(text):
        return sheet.sentences(code)
    return {number for number, _ in sheet.spread(code, (hit[1] for hit in words.find_matches_as_indexes(seen)))}


@lru_cache(maxsize=16)
def _note_words(code: str) -> AhoCorasick | None:
    """The most telling words of the rows; None where one has no such word."""
    wants = [row.expression.wants for row in rows_of(code, "zone-place")]
    return AhoCorasick(sorted({word for one in wants for word in one[0]})) if all(wants) else None


def _stated(sheet: Sheet, number: int, passage: Passage, code: str, taken: Sequence[Span]) -> list[Statement]:
    sentence = sheet.reading.sentences[number]
    free = [word for word in _zones(sheet, number, code)
            if not any(start < word.span[1] and word.span[0] < end for start, end in taken)]
    if not free:
        return [Statement(word, number, passage.index, True) for word in _of_note(sentence, code)]
    note = any(row.finds(sentence.reading) for row in rows_of(code, "zone-note"))
    beside = bool(taken) or passage.kind is PassageKind.HEADING
    return [Statement(word, number, passage.index, note) for word in free
            if note or beside or len(word.as_written) >= _SURE]


def _zones(sheet: Sheet, number: int, code: str) -> list[ZoneWord]:
    """The zones of a sentence."""
    starts = sheet.zones.get(number)
    if not starts:
        return []
    sentence = sheet.reading.sentences[number]
    return _words(sentence.reading, sheet.folded(number), starts, code, sentence.start)


def _of_note(sentence: Sentence, code: str) -> list[ZoneWord]:
    """The zone of a place that a note says all times are in: "As horas são de Lisboa", "Time zone: Bogotá"."""
    for row in sieve_of(code, "zone-place").among(sentence.reading):
        if (found := row.pattern.search(sentence.reading)) is not None:
            return _of_place(found["place"], code, sentence.start + found.start("place"))
    return []


def _of_place(place: str, code: str, start: int) -> list[ZoneWord]:
    """The zone a place opens with, in the way its language names a place's time."""
    region = locales(code)[0].zone_formats["region"]
    return zone_words(region % place.strip(), code, start - region.index("%s"))[:1]


def _columns(reading: Reading, languages: Mapping[int, str]) -> Mapping[int, Sequence[ZoneWord]]:
    heads: dict[tuple[tuple[str, ...], str], Sequence[ZoneWord]] = {}
    found: dict[int, Sequence[ZoneWord]] = {}
    for passage in reading.passages:
        if passage.columns:
            key = passage.columns, languages[passage.index]
            if key not in heads:
                heads[key] = [word for head in passage.columns for word in _of_head(head, key[1])]
            found[passage.index] = heads[key]
    return found


def _of_head(head: str, code: str) -> list[ZoneWord]:
    """The zones a column's head names, be it by a mere place in brackets: "Heure (Paris)"."""
    if found := zone_words(head, code, 0):
        return found
    place = _PLACE.search(head)
    return [] if place is None else zone_words(locales(code)[0].zone_formats["region"] % place[1], code, 0)


def zone_words(text: str, code: str, offset: int) -> list[ZoneWord]:
    """All zones named in a text, in order; spans are moved by `offset`."""
    plain = load(code).folded(text)
    return _words(text, plain, zone_starts(text, plain, code), code, offset)


def _words(text: str, plain: str, starts: Iterable[int], code: str, offset: int) -> list[ZoneWord]:
    found: list[ZoneWord] = []
    end = 0
    for start in starts:
        if text[max(start - 1, 0):start] in ("'", "’"):
            continue  # "C'EST" is shouted French
        if start >= end and (word := zone_at(text, plain, start, code)) is not None:
            end = word.span[1]
            found.append(ZoneWord(word.as_written, (word.span[0] + offset, end + offset), word.name, word.offset,
                                  word.ambiguous))
    return found
