"""How a language names services: lang/<code>/services.toml as compiled rows."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ingest.alternatives import factored
from ingest.language import SUPPORTED, Field, Row, document, rows
from ingest.rulebook import parse
from ingest.sieve import Sieve, sieved
from kb.errors import BadData

STAGE = "services"
LONGEST = 2000  # signs of a "sentence" that rules read: a longer one is no prose, and must cost no more
_TABLES = ("words", "row", "plain", "aside")
_MACRO = re.compile(r"\{([a-z_]+)\}")
_CAPTURES = re.compile(r"(?<!\\)\(\?P<names?>")
_MACROS = ("head", "noun", "mod", "adj", "proper", "kata", "generic", "determiner")
_CASED = ("proper", "kata", "acronym")
# what runs as a thing of its own and goes by its letters in every language
_ACRONYM = ("(?<![A-Za-z0-9])(?:API|SLB|CLB|ALB|NLB|ELB|CDN|WAF|VPN|LDAP|SSO|SMTP|IMAP|FTP|NFS|NTP|DHCP|UPS|ERP|CRM|DNS)"
            "(?![A-Za-z0-9])")
# pattern -> what it says; all of one language, matched as `Naming` tells
_PATTERNS = ("stop", "plural", "part_of_code", "role", "before", "joins", "of", "turn", "conj", "whole_before", "whole_after", "affected",
             "including", "people")
_SCHEMAS = {"aside": {"own": Field(kind=bool, default=False)}, "row": {"often": Field(kind=bool, default=False)}}


@dataclass(frozen=True, slots=True)
class Naming:
    """The rows of one language. `introducers` capture `name` or a list of `names` (`often`: only what
    the document names more than once, and where it tells a happening); `plain` finds plain nouns; `asides`
    find the parts of a sentence that give a cause, a date or a condition (`own`: a time in it makes it a clause of its
    own). `words` are patterns: `head` a whole role noun ("service"), `stop` a word no name begins with, `plural` a noun in the
    plural (`one` is what stays of it in the singular), `part_of_code` what follows a
    name in backquotes that is code or a state ("`Unknown` state"), `role` and
    `before` a role noun that belongs to the name before or after it ("EC2 APIs", "API de EC2"), `joins` and `of` what
    stands between an owner and its noun ("DynamoDB's DNS", "DNS of DynamoDB"), `turn` where a sentence turns ("but"),
    `conj` what joins clauses, `whole_before` and `whole_after` what makes a vendor's name mean all its services,
    `affected`, `including` and `people` what `listed` asks."""

    introducers: tuple[Row, ...] = ()
    plain: tuple[Row, ...] = ()
    asides: tuple[Row, ...] = ()
    words: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    aside_sieve: Sieve[Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "aside_sieve", sieved(self.asides))

    def asides_in(self, text: str) -> Sequence[Row]:
        """The rows of asides whose pattern may be found in the text; names are found by `lines`."""
        return self.aside_sieve.among(text)

    def __getitem__(self, word: str) -> re.Pattern[str]:
        return self.words.get(word, NEVER)


NEVER = re.compile(r"(?!)")
NOTHING = Naming()


def expand(words: Mapping[str, str], source: str, pattern: str) -> str:
    """`{head}` and the like replaced by the file's own words. Raises BadData for one that is not there."""
    def word(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise BadData(f"{source}: no such word: {match[0]}")
        return f"(?{'' if match[1] in _CASED else 'i'}:{words[match[1]]})"

    return _MACRO.sub(word, pattern)


def words_of(code: str, stage: str, allowed: tuple[str, ...] = ()) -> dict[str, str]:
    """The `[words]` of a file: texts by name, each a pattern that compiles. Raises BadData."""
    source = f"lang/{code}/{stage}.toml: words"
    words = document(code, stage).get("words", {})
    if not isinstance(words, dict):
        raise BadData(f"{source}: must be a table")
    for name, text in words.items():
        if not isinstance(text, str) or not text or (allowed and name not in allowed):
            raise BadData(f"{source}: {name!r} is unknown or empty")
        try:
            parse(text, 0)
        except re.error as error:
            raise BadData(f"{source}: {name}: {error}") from error
    return dict(words)


@lru_cache(maxsize=32)
def naming(code: str) -> Naming:
    """The naming rows of a language, or nothing for one we do not know. Raises BadData when the file is not sound."""
    if code not in SUPPORTED:
        return NOTHING
    words = {"acronym": _ACRONYM, **words_of(code, STAGE, (*_MACROS, *_PATTERNS))}
    source = f"lang/{code}/{STAGE}.toml"

    def table(name: str, flags: int) -> tuple[Row, ...]:
        return rows(code, STAGE, _SCHEMAS.get(name), tables=_TABLES, flags=flags, table=name,
                    expand=lambda text: expand(words, source, text))

    introducers = table("row", 0)
    for row in introducers:
        if not _CAPTURES.search(row.expression.text):
            raise BadData(f"{row.source}: the pattern captures no 'name' or 'names'")
    patterns = {key: re.compile(factored(words[key]), re.IGNORECASE) for key in _PATTERNS if key in words}
    patterns["head"] = re.compile(factored(rf"(?:{words['head']})\Z"), re.IGNORECASE)
    return Naming(introducers, table("plain", re.IGNORECASE), table("aside", re.IGNORECASE), patterns)
