"""Zones as written: abbreviations, offsets, IANA names and the names CLDR has for zones in each language."""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from ahocorasick_rs import AhoCorasick
from babel import Locale
from babel.core import get_global

from ingest.extract.times.zone_spellings import spelt_otherwise
from ingest.language import SUPPORTED, fold, load, locales
from ingest.rulebook import document
from ingest.types import ZoneWord
from kb.instants import zone_names

_OFFSET = re.compile(r"(?:utc|gmt)\s?(?P<sign>[+-])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>[0-5]\d))?(?![\d:])")
_BARE_OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>[01]\d)(?::?(?P<minutes>[0-5]\d))?(?![\d:])")
_EASTERN = r"\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_ENDS = rf"(?:(?![^\W_]|_\w|/)|(?=[{_EASTERN}]))"  # "JSTです" needs no blank, "_CET_" is set off
_LETTERS, _AT_END = re.compile("[a-z]+"), re.compile(_ENDS)
_ABBREVIATED = 5  # letters at most
_ZERO = frozenset(("utc", "gmt"))
_IANA = re.compile(rf"[a-z]+(?:/[a-z]+(?:[_-][a-z]+)*){{1,2}}{_ENDS}")
# a dash between blanks joins two times ("06:53 UTC – 09:30"); an offset is written with a hyphen or a minus
_DASH = re.compile(r"\s[–—]\s")
# lower-case forms that are no word in any of our languages; others must stand in capitals ("est" is French for "is")
_PLAIN = frozenset({"utc", "gmt", "pst", "pdt", "edt", "cdt", "mdt", "cst", "cest", "cet", "jst", "kst", "bst"})
_HEAD = 3  # letters by which long names are looked up
NEAR = 2 + _HEAD  # letters that tell whether one may stand behind a time, two blanks among them
LIKELY, NEVER = -1, -2
_SIGNS = ("(", "[", "+", "-")  # what a zone may be written behind or begin with
_CAPITALS = "".join(char for first, last in ("AZ", "\u00c0\u024f", "\u1e00\u1eff", "\uff21\uff3a")
                    for char in map(chr, range(ord(first), ord(last) + 1)) if not char.islower())
# an abbreviation in capitals; what the letter before the capital is, is asked behind it: the engine skips to capitals
_SHORT = re.compile(rf"[{_CAPITALS}](?<![A-Za-z0-9_/.@#-].)[{_CAPITALS}]{{0,4}}(?:(?![^\W_ʼ]|_\w|/)|(?=[{_EASTERN}]))")
_WITH_SLASH = re.compile("[a-z]+/")
_BEFORE_SLASH = re.compile(r"(?<![a-z])[a-z]+(?=/)")
_STARTS = re.compile(
    r"(?<![A-Za-z0-9_/.@#-])[^\W\d_](?=[A-Za-zÀ-ỹ/]|[^\x00-\x7f])|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_CONTINENTS = frozenset({"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
                         "Indian", "Pacific", "Etc"})
_CITIES = frozenset({"America", "Asia", "Australia", "Europe"})  # elsewhere zones go by islands: "Easter time"
_LONGEST = 28
_ABROAD = "en"  # whose names of zones are left as they are in other languages
_YEAR = 2025  # a year with today's rules, to tell standard time from daylight saving


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a zone's name fixes: an IANA name, minutes east of UTC, or the candidates where it is ambiguous."""

    name: str | None = None
    offset: int | None = None
    ambiguous: tuple[str, ...] = ()


def zone_at(text: str, folded: str, start: int, code: str, *, bare: bool = False) -> ZoneWord | None:
    """The zone written at `start`. `bare` takes a mere offset (`-03:00`), as ISO 8601 has it right after a clock."""
    found = _reading(text, folded, start, code, bare)
    if found is None:
        return None
    end, meaning = found
    return ZoneWord(text[start:end], (start, end), meaning.name, meaning.offset, meaning.ambiguous)


def zone_starts(text: str, folded: str, code: str) -> list[int]:
    """The only places, in order, where `zone_at` can find a zone that is a word of its own: none in most sentences."""
    places = {hit[1] for hit in _spelt(code).find_matches_as_indexes(folded, overlapping=True)}
    known = _abbreviated(code)
    places.update(found.start() for found in _SHORT.finditer(text) if folded[found.start():found.end()] in known)
    if "/" in folded:  # of an IANA name any letter of the first part may be the first of a word ("éAsia/…")
        places.update(place for found in _BEFORE_SLASH.finditer(folded) for place in range(*found.span()))
    return sorted(place for place in places if _STARTS.match(text, place))


@lru_cache(maxsize=16)
def _spelt(code: str) -> AhoCorasick:
    """Finds the names that `zone_at` takes in lower case."""
    return AhoCorasick([*_PLAIN, *(name for name in _names(code)[0] if len(name) >= _HEAD)])


def zone_before(text: str, folded: str, end: int, floor: int, code: str) -> ZoneWord | None:
    """The zone whose long name ends at `end`, blanks and an opening mark apart ("北京时间 10:30")."""
    floor = max(floor, end - _LONGEST)
    name = folded[floor:end].rstrip(" :([")
    if name[-_HEAD:] not in _tails(code):
        return None
    heads = _names(code)[1]
    for start in range(floor, end - 2):
        found = _named(folded, start, code) if folded[start:start + _HEAD] in heads else None
        if found is not None and not folded[found[0]:end].strip(" :(["):
            stop, meaning = found
            return ZoneWord(text[start:stop], (start, stop), meaning.name, meaning.offset, meaning.ambiguous)
    return None


def zone_near(folded: str, code: str) -> int:
    """What the first letters of a text (`NEAR`) tell of a zone right behind a time: it is likely, it is not there, or where
    a letter stands that begins one if it is `unusual`."""
    if folded[:2] == ", " and folded[2:] in _heads(code):
        return LIKELY
    at = len(folded) - len(folded[:2].lstrip(" ") + folded[2:])
    head = folded[at:at + _HEAD]
    if head[:1] in _SIGNS or head in _heads(code):
        return LIKELY
    return at if "a" <= head[:1] <= "z" else NEVER


def unusual(text: str, folded: str, start: int) -> bool:
    """Whether a word is not like any other: it begins with a capital, or a slash ends it."""
    return not text[start].islower() or _WITH_SLASH.match(folded, start) is not None


@lru_cache(maxsize=1024)
def zone_of_place(place: str, code: str) -> Meaning | None:
    """The zone of a city or a one-zone country by its name in a language; None for other words."""
    return _names(code)[0].get(fold(locales(code)[0].zone_formats["region"] % place, accents=load(code).accents))


def _reading(text: str, folded: str, start: int, code: str, bare: bool) -> tuple[int, Meaning] | None:
    """Where what is written at a place ends as a zone, and what it means: the first that means something of an offset,
    an IANA name, a long name and an abbreviation."""
    head = folded[start:start + _HEAD]
    if not bare and head not in _heads(code) and not ("a" <= head[:1] <= "z" and unusual(text, folded, start)):
        return None
    if head in _ZERO and (found := _OFFSET.match(folded, start)) and not _DASH.search(text, start, found.end()) \
            and (meaning := _offset(found)):
        return found.end(), meaning
    if bare and (found := _BARE_OFFSET.match(folded, start)) and (meaning := _offset(found)):
        return found.end(), meaning
    word = _LETTERS.match(folded, start)
    if word is None:
        return _named(folded, start, code)
    end = word.end()
    if folded[end:end + 1] == "/" and (found := _IANA.match(folded, start)) and (name := _iana().get(found[0])):
        return found.end(), Meaning(name)
    if (long := _named(folded, start, code)) is not None:
        return long
    if end - start > _ABBREVIATED or not (word[0] in _PLAIN or text[start:end].isupper()) or not _AT_END.match(folded, end):
        return None
    meant = _abbreviated(code).get(word[0])
    return None if meant is None else (end, meant)


def _offset(found: re.Match[str]) -> Meaning | None:
    minutes = int(found["hours"]) * 60 + int(found["minutes"] or 0)
    if minutes > 14 * 60:
        return None
    return Meaning(None, -minutes if found["sign"] == "-" else minutes)


def _named(folded: str, start: int, code: str) -> tuple[int, Meaning] | None:
    names, lengths = _names(code)
    for length in lengths.get(folded[start:start + _HEAD], ()):
        end = start + length
        meaning = names.get(folded[start:end]) if end <= len(folded) else None
        if meaning is not None and not (folded[end - 1].isascii() and folded[end:end + 1].isalnum()):
            return end, meaning
    return None


@lru_cache(maxsize=1)
def _iana() -> Mapping[str, str]:
    """Every IANA name; "US/Pacific" and its like stand for the zone of a city."""
    aliases = get_global("zone_aliases")
    return {name.lower(): name if name.split("/")[0] in _CONTINENTS else aliases.get(name, name)
            for name in zone_names()}


@lru_cache(maxsize=1)
def golden_zones() -> Mapping[str, str]:
    """The zone that stands for each CLDR metazone, such as America_Pacific -> America/Los_Angeles."""
    metazones = get_global("meta_zones")
    names = {metazone: texts.get("long", {}).get("standard") for metazone, texts in Locale.parse("en").meta_zones.items()}
    found: dict[str, str] = dict(document("und", "times")["zones"]["golden"])
    mapped = get_global("windows_zone_mapping")
    # "Pacific Standard Time" is Los Angeles; "Pacific Standard Time (Mexico)" comes first in the list and is not it
    for _, zone in sorted(mapped.items(), key=lambda item: names.get(metazones.get(item[1])) != item[0]):
        if (metazone := metazones.get(zone)) and zone in zone_names():
            found.setdefault(metazone, zone)
    for zone, metazone in sorted(metazones.items()):
        if zone in zone_names():
            found.setdefault(metazone, zone)
    return found


@lru_cache(maxsize=1024)
def offsets(zone: str) -> tuple[int, int]:
    """Standard and daylight offset of a zone, in minutes east of UTC (the same where it keeps one time)."""
    info = ZoneInfo(zone)
    months = [datetime(_YEAR, month, 15, 12) for month in range(1, 13)]
    seen = sorted({round((info.utcoffset(month) or timedelta()).total_seconds() / 60) for month in months})
    return seen[0], seen[-1]


@lru_cache(maxsize=1)
def abbreviations() -> Mapping[str, Meaning]:
    """Zone abbreviations, lower case. CLDR knows the American ones, tzdata the rest; ours are only the unclear ones."""
    found: dict[str, Meaning] = {"utc": Meaning("UTC", 0), "gmt": Meaning("UTC", 0), "z": Meaning("UTC", 0)}
    for metazone, names in Locale.parse("en").meta_zones.items():
        if "short" in names and metazone in golden_zones():
            for use, name in names["short"].items():
                found.setdefault(name.lower(), _meaning(golden_zones()[metazone], use))
    for zone in golden_zones().values():
        for month in (1, 7):
            moment = datetime(_YEAR, month, 15, 12, tzinfo=ZoneInfo(zone))
            name = (moment.tzname() or "").lower()
            if name.isalpha() and len(name) >= 3:
                minutes = round((moment.utcoffset() or timedelta()).total_seconds() / 60)
                found.setdefault(name, Meaning(zone, minutes))
    for name, zones in document("und", "times")["zones"]["ambiguous"].items():
        found[name.lower()] = Meaning(None, None, tuple(zones))
    return found


def _meaning(zone: str, use: str) -> Meaning:
    standard, daylight = offsets(zone)
    return Meaning(zone, {"standard": standard, "daylight": daylight}.get(use))


@lru_cache(maxsize=16)
def _names(code: str) -> tuple[Mapping[str, Meaning], Mapping[str, tuple[int, ...]]]:
    """Long names, and for each three letters that open one, how long such names are, the longest first."""
    accents = load(code).accents
    found: dict[str, Meaning] = {}
    own = document(code, "times").get("zones", {})
    forms = document(code, "times").get("zone_forms", {})
    for name, zone in own.items():
        found[fold(name, accents=accents)] = Meaning(zone)
    for locale in locales(code):
        for name, meaning in (*_metazone_names(locale, "long"), *_region_names(locale, forms)):
            found.setdefault(fold(name, accents=accents), meaning)
    for name, meaning in _metazone_names(locales(_ABROAD)[0], "long"):  # "3:11 Uhr Eastern Time"
        found.setdefault(fold(name, accents=accents), meaning)
    for name, meaning in list(found.items()):
        for other in spelt_otherwise(name, code):
            found.setdefault(other, meaning)
    heads: dict[str, set[int]] = {}
    for name in found:
        if len(name) >= _HEAD:
            heads.setdefault(name[:_HEAD], set()).add(len(name))
    return found, {head: tuple(sorted(sizes, reverse=True)) for head, sizes in heads.items()}


@lru_cache(maxsize=16)
def _heads(code: str) -> frozenset[str]:
    """The letters that names begin with which need not stand in capitals."""
    return frozenset((*_names(code)[1], *(name[:_HEAD] for name in _PLAIN)))


@lru_cache(maxsize=16)
def _tails(code: str) -> frozenset[str]:
    """The letters that long names end with."""
    return frozenset(name[-_HEAD:] for name in _names(code)[0])


@lru_cache(maxsize=16)
def _short_names(code: str) -> Mapping[str, Meaning]:
    """The abbreviations that CLDR has in a language ("BRT"), lower case, and the language's own; in a text they stand
    in capitals."""
    own = document(code, "times").get("zone_abbreviations", {})
    found = {name.lower(): Meaning(zone) for name, zone in own.items()}
    for locale in locales(code):
        for name, meaning in _metazone_names(locale, "short"):
            found.setdefault(name.lower(), meaning)
    return found


@lru_cache(maxsize=1)
def _foreign_names() -> Mapping[str, Meaning]:
    """The abbreviations of all our languages, for a text in another ("MEZ" in English); without those that two of them
    mean differently and without two letters, which a text in another language has as a word."""
    read = [_short_names(code) for code in SUPPORTED]
    return {name: meaning for names in read for name, meaning in names.items()
            if len(name) > 2 and all(other.get(name, meaning) == meaning for other in read)}


@lru_cache(maxsize=16)
def _abbreviated(code: str) -> Mapping[str, Meaning]:
    """All abbreviations that a text in a language may have, lower case: its own before those of others."""
    return {**_foreign_names(), **_short_names(code), **abbreviations()}


def _metazone_names(locale: Locale, length: str) -> Iterator[tuple[str, Meaning]]:
    for metazone, names in locale.meta_zones.items():
        zone = golden_zones().get(metazone)
        uses = names.get(length, {})
        # where one abbreviation serves for both, it is the standard time taken literally
        for use in sorted(uses, key=lambda one: one == "generic"):
            if zone and "∅" not in uses[use]:
                yield uses[use], _meaning(zone, use)


def _region_names(locale: Locale, forms: Mapping[str, str]) -> Iterator[tuple[str, Meaning]]:
    """"Giờ Việt Nam", "日本時間": a place's time in the locale's pattern and in the language's other `forms` (by their
    id), with its cities and one-zone countries. Cities that CLDR has no own name for go by their IANA name."""
    patterns = (locale.zone_formats["region"], *forms.values())
    for zone in get_global("meta_zones"):
        area, _, place = zone.partition("/")
        city = locale.time_zones.get(zone, {}).get("city") or (place if area in _CITIES else "")
        if city and "/" not in city and zone in zone_names():
            for pattern in patterns:
                yield pattern % city.replace("_", " "), Meaning(zone)
    primary = document("und", "times")["zones"]["primary"]
    for territory, zones in get_global("territory_zones").items():
        metazones = {get_global("meta_zones").get(zone) for zone in zones}
        name, zone = locale.territories.get(territory), primary.get(territory, zones[0])
        if name and (territory in primary or len(metazones) == 1) and zone in zone_names():
            for pattern in patterns:
                yield pattern % name, Meaning(zone)
