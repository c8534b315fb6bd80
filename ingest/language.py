"""A language as the readers see it: its calendar vocabulary from CLDR (through Babel), number words, date order.

Nothing here is typed in that CLDR or num2words knows. What they do not know stands in `lang/<code>/<stage>.toml`.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.units import format_unit
from num2words import num2words

from ingest.rulebook import Field, Row, document, rows
from ingest.script import fold
from ingest.types import Reading
from kb.errors import InvalidInput
from kb.model import Passage

__all__ = ["SUPPORTED", "Field", "Language", "Row", "date_order", "document", "fold", "language_of", "load", "locales", "rows"]

SUPPORTED: tuple[str, ...] = ("en", "es", "pt", "vi", "ja", "ko", "zh", "fr", "de")
_CODES = frozenset(SUPPORTED)

# Regional data adds spellings ("Sept", "h m s" orders, traditional characters) that texts of the language use.
_REGIONS: Mapping[str, tuple[str, ...]] = {
    "en": ("en", "en_GB", "en_AU"), "es": ("es", "es_MX", "es_AR"), "pt": ("pt", "pt_PT"), "vi": ("vi",), "ja": ("ja",),
    "ko": ("ko",), "zh": ("zh", "zh_Hant"), "fr": ("fr", "fr_CA"), "de": ("de", "de_AT"),
}
_WRITTEN_WITHOUT_SPACES = frozenset({"ja", "zh", "ko"})
_KEEPS_ACCENTS = frozenset({"vi", "ja", "ko", "zh"})
_WIDTHS = ("wide", "abbreviated", "narrow")  # "short" ones are words ("We", "mi")
_USES = ("format", "stand-alone")
_UNITS: Mapping[str, float] = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800,
                               "month": 2592000, "year": 31536000}
_FIRST_EASTERN = "\u2e80"
_KANJI_DIGITS = "〇一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class Language:
    """Vocabulary with folded keys (see `fold`). Periods are CLDR day periods with their hours `[from, before)`.

    `clipped` are the month and weekday names that are only beginnings of CLDR's ("thurs"); some are also words.
    """

    code: str
    spaced: bool
    accents: bool
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    periods: Mapping[str, str]
    period_hours: Mapping[str, tuple[float, float]]
    units: Mapping[str, float]
    numbers: Mapping[str, int]
    clipped: frozenset[str]

    def folded(self, text: str) -> str:
        """The text as patterns of this language see it; same length, so offsets hold."""
        return fold(text, accents=self.accents)


def language_of(passage: Passage, reading: Reading) -> str:
    """The language whose rules read a passage: its own, the document's, else English for its figures."""
    if passage.language in _CODES:
        return passage.language
    return reading.language if reading.language in _CODES else "en"


@lru_cache(maxsize=16)
def load(code: str) -> Language:
    """The language for a code of `SUPPORTED`. Raises InvalidInput for another."""
    if code not in SUPPORTED:
        raise InvalidInput(f"unsupported language: {code!r}")
    keep = code in _KEEPS_ACCENTS
    own = locales(code)
    typed = document(code, "times")

    def folded(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            found.setdefault(fold(name, accents=keep).strip(), value)
        found.pop("", None)
        return found

    return Language(
        code=code, spaced=code not in _WRITTEN_WITHOUT_SPACES, accents=keep,
        months=folded(_calendar(own, "months", lambda key: key)),
        # CLDR counts from Monday = 0 in Babel, as Python does
        weekdays=folded((*_calendar(own, "days", lambda key: key), *typed.get("weekdays", {}).items())),
        periods=folded((*_periods(own), *typed.get("periods", {}).items())), period_hours=_hours(own[0]),
        units=folded((*typed.get("units", {}).items(), *_units(own))),
        numbers=folded((*typed.get("numbers", {}).items(), *_numbers(code))),
        clipped=frozenset(folded(_calendar(own, "days", lambda key: key, clip=True)))
        - frozenset(folded(_calendar(own, "days", lambda key: key, clip=False))),
    )


@lru_cache(maxsize=16)
def locales(code: str) -> tuple[Locale, ...]:
    """The CLDR locales whose names a language's texts use, the main one first."""
    return tuple(Locale.parse(name) for name in _REGIONS[code])


@lru_cache(maxsize=64)
def date_order(locale: str) -> str:
    """The order of day, month and year in numeric dates of a locale, such as "dmy"; en without a region is en-US."""
    try:
        pattern = Locale.parse(locale.replace("-", "_")).date_formats["short"].pattern
    except (ValueError, UnknownLocaleError):
        pattern = Locale.parse(locale.replace("-", "_").split("_")[0]).date_formats["short"].pattern
    return "".join(dict.fromkeys(letter for letter in pattern.lower() if letter in "dmy"))


def _calendar(own: Iterable[Locale], kind: str, value: Any, *, clip: bool = True) -> Iterator[tuple[str, int]]:
    for locale in own:
        names = getattr(locale, kind)
        for use in _USES:
            for width in _WIDTHS:
                for key, name in names.get(use, {}).get(width, {}).items():
                    if width != "narrow" or name[0] > _FIRST_EASTERN:
                        yield name.rstrip("."), value(key)
        if clip:
            yield from _shortened(names["format"]["wide"], value)


def _shortened(wide: Mapping[int, str], value: Any) -> Iterator[tuple[str, int]]:
    """Every unambiguous beginning of three letters or more ("sept", "thurs"), which people write and CLDR does not list."""
    names = {key: fold(name) for key, name in wide.items()}
    for key, name in names.items():
        if not name.isalpha() or not name.isascii():
            continue
        for size in range(3, len(name)):
            if sum(other.startswith(name[:size]) for other in names.values()) == 1:
                yield name[:size], value(key)


def _periods(own: Iterable[Locale]) -> Iterator[tuple[str, str]]:
    found = [(name, key) for locale in own for use in ("stand-alone", "format") for width in ("wide", "abbreviated")
             for key, name in locale.day_periods.get(use, {}).get(width, {}).items()]
    # 下午 is both pm and an afternoon: the half of the day is what clocks want
    yield from sorted(found, key=lambda pair: pair[1] not in ("am", "pm") or pair[0][0] < _FIRST_EASTERN)


def _hours(locale: Locale) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for key, spans in (locale.day_period_rules.get(None) or {}).items():
        span = spans[0]
        start = span.get("at", span.get("from", 0)) / 3600
        end = span.get("at", span.get("before", 0)) / 3600
        found[key] = (start, end if end >= start else end + 24)
    return found


def _units(own: Iterable[Locale]) -> Iterator[tuple[str, float]]:
    for locale in own:
        for unit, seconds in _UNITS.items():
            for length in ("long", "short", "narrow"):
                for amount in (1, 2):
                    shown = format_unit(amount, f"duration-{unit}", length=length, locale=locale)  # type: ignore[arg-type]
                    yield re.sub(r"[\d.]+$|^[\d\s]+", "", shown).strip().rstrip("."), seconds


def _numbers(code: str) -> Iterator[tuple[str, int]]:
    if code in ("ja", "zh"):
        for number in range(100):
            yield _kanji(number), number
        yield from (("零", 0), ("两", 2), ("兩", 2), ("廿", 20))
        return
    for number in range(61):
        word = num2words(number, lang=code)
        yield word, number
        yield word.replace("-", " "), number


def _kanji(number: int) -> str:
    tens, ones = divmod(number, 10)
    if not tens:
        return _KANJI_DIGITS[ones]
    return ("" if tens == 1 else _KANJI_DIGITS[tens]) + "十" + (_KANJI_DIGITS[ones] if ones else "")
