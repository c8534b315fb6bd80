"""Words of a language that stand beside names or look like them and are none. All are CLDR's."""
from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from babel import Locale, UnknownLocaleError

from kb.instants import zone_names

__all__ = ["calendar_words", "joiners", "places"]


@lru_cache(maxsize=32)
def calendar_words(language: str) -> frozenset[str]:
    """Month and weekday names of the language, folded: they look like names and are none."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return frozenset()
    words: set[str] = set()
    for table in (locale.months, locale.days):
        for form in ("wide", "abbreviated"):
            words.update(str(word).casefold().rstrip(".") for word in table["format"][form].values())
    return frozenset(words)


@lru_cache(maxsize=32)
def joiners(language: str) -> frozenset[str]:
    """What stands between two things of one sort: "," "/" and the language's own "and" (CLDR)."""
    found = {",", "/", "、", "&", "+"}
    try:
        patterns = Locale.parse(language).list_patterns
    except (UnknownLocaleError, ValueError):
        return frozenset(found)
    for style in ("standard", "or"):
        for pattern in patterns.get(style, {}).values():
            found.add(pattern.replace("{0}", "").replace("{1}", "").strip())
    return frozenset(found - {""})


@lru_cache(maxsize=32)
def places(language: str) -> frozenset[str]:
    """Countries, languages and cities (CLDR): names, but of no service."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        locale = Locale.parse("en")
    english = Locale.parse("en")
    words: set[str] = set()
    for one in (locale, english):
        named: Iterable[str] = (*one.territories.values(), *one.languages.values(),
                                *(zone.get("city", "") for zone in one.time_zones.values()),
                                *(zone.rpartition("/")[2] for zone in zone_names()))
        words.update(part.casefold() for name in named for part in str(name).split() if len(part) > 2)
    return frozenset(words)
