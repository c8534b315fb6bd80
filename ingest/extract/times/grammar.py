"""The time grammar of a language: its rows, the shared ones, and one union pattern that finds every piece.

A row is a piece (a clock, a date, a day word …) or a word that stands between, before or after pieces. Pieces are put
together in `compose`; nothing here knows how. Patterns see folded text (see `ingest.script`), so they are written in
lower case; accents may be written where the language has them.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from ingest.extract.times.beside import Beside
from ingest.extract.times.edges import prefixes
from ingest.extract.times.remembered import Remembered
from ingest.extract.times.scan import Scanner, opened
from ingest.extract.times.zone_words import zone_near
from ingest.language import Language, load, locales
from ingest.rulebook import Field, Row, document, rows
from ingest.script import fold

PIECES = ("clock", "date", "dot", "weekday", "day", "period", "duration", "hours", "num")
WORDS = ("glue", "at", "range", "range-weak", "open", "close", "approx", "approx-after", "by", "by-after", "until",
         "until-after", "since", "since-after", "ago", "later", "earlier", "ahead", "for", "not-before", "same", "zone-lead")

HELD, JOINING = ("at", "open"), ("for", "open", "zone-lead")
BEFORE = ("at", "open", "approx", "by", "until", "since", "ahead", "for", "not-before")
BEHIND = ("approx-after", "by-after", "until-after", "since-after", "same", "zone-lead", "later", "earlier", "ago", "close")

SCHEMA: Mapping[str, Field] = {
    "piece": Field(required=True, choices=PIECES + WORDS),
    "needs": Field(default="none", choices=("none", "context", "convert")),
    "value": Field(int),
    "part": Field(),
    "early": Field(bool, default=False),
    "late": Field(bool, default=False),
    "bare": Field(bool, default=False),
}
SHARED, LATIN = "und", "und-Latn"
_TABLES = ("settings", "zones", "zone_forms", "zone_words", "zone_abbreviations", "units", "numbers", "periods", "weekdays")
# whole words; words that begin or end with a mark ("~", "ca.") need no such thing
_WORD_START, _WORD_END = r"(?:(?<!\w)|(?!\w))", r"(?:(?!\w)|(?<!\w))"
_NAME = re.compile(r"\(\?P<\w+>")
_READS = re.compile(r" =[>!] ?")
_NOTHING = re.compile("")
_LATIN_AMPM = r"(?:[ap]\.\s?m(?![a-z0-9_])\.?|[ap]\s?m(?![a-z0-9_])|[ap]\s\.\s?m\s?\.)"


Gap = Remembered[re.Match[str] | None]
"""What a pattern finds in the text between two pieces."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """What `find` needs of a language. `strict` and `wide` find pieces in folded text. `trailing` and `leading` are the
    patterns of the words, by kind, that end or begin a stretch of text; `leads` and `trails` tell cheaply of most places
    that none can. `holds` finds words in what stands between two pieces; `joins` those that are all of it, as `glue`,
    `approx_glue`, `range` and `weak_range` must be. `zones` tells of what follows a time whether it may be its zone."""

    language: Language
    pieces: tuple[Row, ...]
    strict: Scanner
    wide: Scanner
    trailing: Mapping[str, re.Pattern[str]]
    leading: Mapping[str, re.Pattern[str]]
    leads: Beside
    trails: re.Pattern[str]
    introduction: re.Pattern[str]
    holds: Mapping[str, Gap]
    joins: Mapping[str, Gap]
    glue: Gap
    approx_glue: Gap
    range: Gap
    weak_range: Gap
    zones: Remembered[int]
    month_capital: bool
    last_hour: int


@lru_cache(maxsize=16)
def grammar(code: str) -> Grammar:
    """The grammar of a supported language, compiled once. Raises BadData when its rows are not trustworthy."""
    return build(load(code), times_rows(code))


def times_rows(code: str) -> tuple[Row, ...]:
    """A language's own time rows with the shared ones around them, in the order in which they are tried."""
    language = load(code)

    def finds(row: Row, text: str) -> bool:
        folded = language.folded(sample(text, code))
        start, end = (re.compile(guard_start(language)), _NOTHING) if row["piece"] in PIECES else \
            (re.compile(_WORD_START), re.compile(_WORD_END)) if language.spaced else (_NOTHING, _NOTHING)
        at = (row.pattern.match(folded, i) for i in range(len(folded)) if start.match(folded, i))
        return any(match and end.match(folded, match.end()) for match in at)

    def read(owner: str) -> tuple[Row, ...]:
        return rows(owner, "times", SCHEMA, tables=_TABLES, expand=lambda text: expand(text, language),
                    finds=finds, flags=0)

    shared = read(SHARED)
    latin = read(LATIN) if language.spaced and code != "ko" else ()
    own = read(code)
    ranked = [(2 - 3 * row["early"] + 2 * row["late"], row) for row in own]
    ranked += [(3, row) for row in latin] + [(5 - 5 * row["early"], row) for row in shared]
    return tuple(row for _, row in sorted(ranked, key=lambda pair: pair[0]))


def sample(test: str, code: str) -> str:
    """The text of a row's test `text => what it reads as` (`=!` where a document must read it so); shared rows say {october}, {monday}, {three}."""
    locale = locales(code)[0]
    words = {"{october}": locale.months["format"]["wide"][10], "{monday}": locale.days["format"]["wide"][0]}
    text = _READS.split(test)[0]
    for macro, word in words.items():
        text = text.replace(macro, word)
    return text.replace("{three}", next((word for word, n in load(code).numbers.items() if n == 3), "3"))


def build(language: Language, own: Sequence[Row]) -> Grammar:
    """A grammar from rows, in their order. Tests build it with a row missing."""
    pieces = tuple(row for row in own if row["piece"] in PIECES)
    settings = document(language.code, "times").get("settings", {})
    words = {kind: _words(own, kind) for kind in WORDS}
    start, stop = (_WORD_START, _WORD_END) if language.spaced else ("", "")
    rough = rf"(?:(?P<rough>{words['approx']})[\s,]*)?" if words["approx"] else ""
    linking = "(?:" + "|".join(body for body in (words["glue"], words["at"], words["open"]) if body) + ")"
    return Grammar(
        language=language, pieces=pieces,
        strict=Scanner([row for row in pieces if row["needs"] != "convert"], guard_start(language), language.spaced),
        wide=Scanner(pieces, guard_start(language), language.spaced),
        trailing={kind: re.compile(start + body + r"[ ,]*$") for kind, body in words.items() if body},
        leading={kind: re.compile(r"[ ,、)\]]*" + body + stop) for kind, body in words.items() if body},
        leads=Beside({kind: words[kind] for kind in BEFORE}, spaced=language.spaced),
        trails=re.compile(r"[ ,、)\]]*" + opened(set().union(*(prefixes(words[kind], 0, 4) for kind in BEHIND if words[kind])))),
        introduction=re.compile(start + "(?:" + "|".join(words[kind] for kind in BEFORE if words[kind]) + ")[ ,]*$"),
        holds={kind: Gap(re.compile(words[kind]).search) for kind in HELD if words[kind]},
        joins={kind: _whole(words[kind]) for kind in JOINING if words[kind]},
        glue=_whole(rf"[\s,、]*(?:{linking}[\s,、]*){{0,3}}[(\[]? ?"),
        approx_glue=_whole(rf"[\s,、]*(?:{linking}[\s,、]*){{0,2}}{words['approx'] or '(?!)'}[\s,]*(?:{linking}[\s,]*)?"),
        range=_whole(rf"[\s,、]*{words['range'] or '(?!)'}[\s,、]*(?:{linking}[\s,]*){{0,2}}{rough}"),
        weak_range=_whole(rf"[\s,、]*{words['range-weak'] or '(?!)'}[\s,、]*(?:{linking}[\s,]*){{0,2}}{rough}"),
        zones=Remembered(partial(zone_near, code=language.code)),
        month_capital=bool(settings.get("month_capital")), last_hour=int(settings.get("last_hour", 24)),
    )


def guard_start(language: Language) -> str:
    """What may not stand before a piece: letters, digits, money signs, the rest of a number, address or version."""
    letter = r"(?<!\w)" if language.spaced else r"(?:(?<![a-z0-9_])|(?![a-z0-9_]))"
    return letter + r"(?<![+$€£#@=\\%&_^])(?<!\d[.,:/·])"


def _words(own: Sequence[Row], kind: str) -> str:
    parts = [_NAME.sub("(?:", row.expression.text) for row in own if row["piece"] == kind]
    return "(?:" + "|".join(sorted(parts, key=len, reverse=True)) + ")" if parts else ""


def _whole(pattern: str) -> Gap:
    return Remembered(re.compile(pattern).fullmatch)


def expand(pattern: str, language: Language) -> str:
    """Put the language's vocabulary in for {macros} and fold accents as the text is folded."""
    text = pattern if language.accents else _fold_letters(pattern)
    return re.sub(r"\{([a-z_]+)\}", lambda match: _macros(language)[match[1]], text)


def _fold_letters(pattern: str) -> str:
    # `fold` also lowers, which would turn \W into \w; rows are lower case, so only letters beyond ASCII change
    return "".join(char if char.isascii() else fold(char) for char in pattern)


@lru_cache(maxsize=16)
def _macros_cached(code: str) -> Mapping[str, str]:
    language = load(code)
    settings = document(code, "times").get("settings", {})
    numbers = {word: value for word, value in language.numbers.items() if value <= 60}
    periods = [word for word, key in language.periods.items() if (key not in ("am", "pm") or not word.isascii())
               and key != "midnight" and (key != "noon" or settings.get("noon_is_a_period"))]
    noons = [word for word, key in language.periods.items() if key in ("noon", "midnight")]
    of, ordinal, the = (_fold_letters(settings.get(key, "")) for key in ("of", "ordinal", "the"))
    names = [word for word, key in language.periods.items() if key in ("am", "pm") and word.isascii()
             and len(word) == 2 and word not in ("am", "pm")]
    units = [word for word in language.units if len(word) > 1 or not word.isascii()]
    return {
        "end": r"(?!\w)" if language.spaced else r"(?![a-z0-9_])",
        "month": trie(language.months) + r"(?:\.(?=,?\s?(?:\d|[-~)]|[a-z]{1,2}\s)))?",
        "weekday": _weekdays(language),
        "number": trie(numbers), "period": trie(word for word in periods if len(word) > 1 or not language.spaced),
        "ampm_words": trie(word for word, key in language.periods.items() if key in ("am", "pm") and not word.isascii())
        or "(?!)",
        "ampm": "(?:" + "|".join([_LATIN_AMPM + (r"(?!\s\w)" if settings.get("am_is_a_word") else ""), *(rf"{name}\b" for name in names)]) + ")",
        "unit": trie(units),
        "noon": trie(word for word in noons if language.periods[word] == "noon") or "(?!)",
        "midnight": trie(word for word in noons if language.periods[word] == "midnight") or "(?!)",
        "of": rf"(?:\s?(?:{of})(?!\w))?" if of else "", "ord": rf"(?:{ordinal})?" if ordinal else "", "ordinal": ordinal or "(?!)",
        "the": rf"(?:\s(?:{the}))?" if the else "",
        "h": r"(?:2[0-4]|[01]?\d)", "m": r"[0-5]?\d", "mm": r"\d\d", "dd": r"(?:3[01]|[12]\d|0?[1-9])",
        "y": r"(?:\d{4}|'?\d\d)", "yyyy": r"(?:19|20)\d\d",
    }


def _weekdays(language: Language) -> str:
    whole = [word for word in language.weekdays
             if word not in language.clipped and (len(word) > 2 or not word.isascii())]
    clipped = [word for word in language.clipped if len(word) > 3]
    short = rf"|{trie(clipped)}(?=[.,]|\s\d)" if clipped else ""
    return rf"(?:{trie(whole)}{short})(?:\.(?=,?\s))?"


def _macros(language: Language) -> Mapping[str, str]:
    return _macros_cached(language.code)


def trie(words: Iterable[str]) -> str:
    """A pattern for any of the words, longest first, its common beginnings shared: fast and without backtracking."""
    root: dict[str, Any] = {}
    for word in words:
        node = root
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    return _trie(root)


def _trie(node: Mapping[str, Any]) -> str:
    branches = []
    for char, below in sorted(node.items()):
        if char == "":
            continue
        branches.append((r"\s" if char == " " else re.escape(char)) + _trie(below))
    if not branches:
        return ""
    body = branches[0] if len(branches) == 1 and "" not in node else f"(?:{'|'.join(branches)})"
    return body + ("?" if "" in node else "")
