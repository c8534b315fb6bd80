"""What a clause says happened: a language-free code, the other codes it tells, and the kind of the contract.

The codes are listed once, in ingest/catalog/happenings.toml; lang/<code>/happenings.toml says which words tell which.
A row is found where its `pattern` is and, if it has one, its `also` too, in any order.
"""
from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from operator import attrgetter

from ingest.concordance import Concordance, Likely, Vocabulary, item, stands
from ingest.extract.asides import main_part
from ingest.extract.naming import LONGEST, expand, words_of
from ingest.extract.steps import promises_course
from ingest.language import SUPPORTED, Field, Row, rows
from ingest.literals import folded
from ingest.once import once
from ingest.rulebook import Expression, expression
from ingest.types import Reading
from kb.errors import BadData
from kb.model import Kind, Span

STAGE = "happenings"
UNKNOWN = "unknown"
AFFECTED = "impacted"
_KINDS = tuple(kind.value for kind in Kind)
_SCHEMA = {"code": Field(required=True), "kind": Field(choices=_KINDS), "also": Field(), "rank": Field(kind=int),
           "sole": Field(kind=bool), "weak": Field(kind=bool)}


@dataclass(frozen=True, slots=True)
class Code:
    """A happening code: the kind it has unless a row says otherwise, and its rank among the codes of a clause."""

    kind: Kind
    rank: int
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A row made ready: both patterns, the code and the kind it gives. What is `weak` names a claim that nothing else
    does; by itself it makes nothing of its sentence a service."""

    row: Row
    code: str
    kind: Kind
    rank: int
    also: Expression | None
    sole: bool
    over: tuple[str, ...] = ()
    weak: bool = False

    def finds(self, text: str) -> bool:
        """Whether both patterns stand somewhere in the text."""
        also = self.also
        return (self.row.expression.pattern.search(text) is not None
                and (also is None or also.pattern.search(text) is not None))


@dataclass(frozen=True, slots=True)
class Happening:
    """`aspects` are all codes of the clause, the main one first; `rule` is the row that gave the main one. `sole`: the
    words name the state of a whole update ("Resolved: …"), and what follows them is no second happening."""

    kind: Kind
    aspects: tuple[str, ...]
    rule: str
    sole: bool = False

    @property
    def code(self) -> str:
        return self.aspects[0]


_BRACKETS = re.compile(r"[(（][^()（）]{0,80}[)）]")
# a clock time; "27.08.2022" is none
_CLOCK = re.compile(r"(?<![\d.])\d{1,2}\s?(?:[:hH]\s?\d\d|\.\s?\d\d(?![.\d])|[hH]\b|[時时시点點]|[AaPp]\.?[Mm])")
_OFFSET = re.compile(r"(?<=[Tt]\d\d:\d\d)((?::\d\d(?:[.,]\d{1,9})?)?)[+-]\d\d:\d\d")  # of an ISO time: no second clock
_ASKS = re.compile(r"[?？]")  # a heading that asks ("Why did nobody notice?") tells of nothing
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEW = 6  # words that may be no more than a time, its zone and a label
NOTHING = Happening(Kind.STATE, (UNKNOWN,), "none")


@lru_cache(maxsize=1)
def codes() -> Mapping[str, Code]:
    """All happening codes. Raises BadData for one without a known kind or rank."""
    raw = tomllib.loads((resources.files("ingest") / "catalog" / "happenings.toml").read_text("utf-8"))
    read = {}
    for code, value in raw.get("codes", {}).items():
        if not {"kind", "rank"} <= set(value) <= {"kind", "rank", "over"} or value["kind"] not in _KINDS:
            raise BadData(f"catalog/happenings.toml: {code}: wants a known kind, a rank and perhaps 'over'")
        read[code] = Code(Kind(value["kind"]), int(value["rank"]), tuple(value.get("over", ())))
    for code, one in read.items():
        if not set(one.over) <= set(read):
            raise BadData(f"catalog/happenings.toml: {code}: is over a code that is not there")
    if set(raw) != {"codes"} or UNKNOWN not in read:
        raise BadData(f"catalog/happenings.toml: wants one table, 'codes', with {UNKNOWN!r} in it")
    return read


@lru_cache(maxsize=32)
def rules(language: str) -> tuple[Rule, ...]:
    """The happening rules of a language in file order; none for a language we do not know. Raises BadData."""
    if language not in SUPPORTED:
        return ()
    words = words_of(language, STAGE)
    source = f"lang/{language}/{STAGE}.toml"

    def expanded(text: str) -> str:
        return expand(words, source, text)

    def also_of(row: Row) -> Expression | None:
        return expression(row["also"], row.source, expanded) if row["also"] else None

    def finds(row: Row, text: str) -> bool:
        return _rule(row, also_of(row)).finds(text)

    return tuple(_rule(row, also_of(row)) for row in rows(language, STAGE, _SCHEMA, tables=("words",), expand=expanded,
                                                          finds=finds))


@lru_cache(maxsize=32)
def vocabulary(language: str) -> Vocabulary:
    """What rules want, and behind them what they want also (see `_also`)."""
    known = rules(language)
    return Vocabulary(item(one) for one in (*(rule.row.expression for rule in known), *(rule.also for rule in known if rule.also)))


@lru_cache(maxsize=32)
def _also(language: str) -> list[int]:
    """The number in the vocabulary of what each rule wants also, 0 where that is nothing."""
    known = rules(language)
    numbers = itertools.count(len(known))
    return [next(numbers) if rule.also else 0 for rule in known]


def _rule(row: Row, also: Expression | None) -> Rule:
    code = codes().get(row["code"])
    if code is None:
        raise BadData(f"{row.source}: no such happening code: {row['code']!r}")
    return Rule(row, row["code"], Kind(row["kind"]) if row["kind"] else code.kind, row["rank"] or code.rank, also,
                bool(row["sole"]), code.over, bool(row["weak"]))


def classify(text: str, language: str, section: Sequence[str] = (), lasting: bool = False) -> Happening:
    """What the clause tells. Causes and dates within it ("after the recovery of …") do not name it; where nothing
    else does, they do, and then, where hardly more than a time is told, the nearest heading, unless it only promises a
    course of events ("Timeline of the outage"). What is `lasting` (told of a stretch of time) is named by what did not
    work, where the clause says so, rather than by how it ended."""
    main = main_part(text, language)
    found = happening_in(main, language)
    if found is NOTHING and main != text:
        found = happening_in(text, language)
    if (found is NOTHING and section and len(_WORD.findall(text)) <= _FEW and not _ASKS.search(section[-1])
            and not promises_course(section[-1], language)):
        found = happening_in(section[-1], language)
        if _CLOCK.search(section[-1]) is None:  # "Mail outage resolved" over the whole story says what it is about
            found = _as_impact(found)
    if lasting and found.kind is Kind.MITIGATION and _acts_first(main, language):
        return found
    return _as_impact(found) if lasting else found


def _acts_first(text: str, language: str) -> bool:
    """Whether what people did stands before what did not work ("we moved the load away, which cut the errors")."""
    places: dict[Kind, int] = {}
    for rule in _told(text[:LONGEST], language):
        if rule.kind in (Kind.MITIGATION, Kind.IMPACT) and (match := rule.row.pattern.search(text)) is not None:
            places[rule.kind] = min(places.get(rule.kind, match.start()), match.start())
    return Kind.IMPACT in places and places.get(Kind.MITIGATION, LONGEST) < places[Kind.IMPACT]


def lasts(time: str) -> bool:
    """Whether a time as written is a stretch: two clocks or dates with something between ("5:30 ~ 14:09")."""
    return len(_CLOCK.findall(_OFFSET.sub(r"\1", _BRACKETS.sub(" ", time)))) > 1


def _as_impact(found: Happening) -> Happening:
    """The same, led by the failure that ranks highest, if there is one. Where things came back, "affected" only says
    which ("the affected sessions were restored")."""
    failing = [code for code in found.aspects if codes()[code].kind is Kind.IMPACT
               and not (code == AFFECTED and found.kind is Kind.RECOVERY)]
    if found.kind is Kind.IMPACT or not failing:
        return found
    rest = (code for code in found.aspects if code != failing[0])
    return Happening(Kind.IMPACT, (failing[0], *rest), failing[0])


@lru_cache(maxsize=8192)
def happening_in(text: str, language: str) -> Happening:
    """What the words tell, all of them taken alike. `NOTHING` where no rule is found."""
    return _best(_told(text[:LONGEST], language))


@once
def story(reading: Reading) -> Story:
    """The happenings of a document."""
    return Story(reading.text)


class Story:
    """A whole text that is asked what stretches of it tell: as `happening_in` of their words, but read once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = "\n".join([folded(line) for line in text.split("\n")])  # what is rare in one line costs in that one
        self._read: dict[str, Concordance] = {}
        self._known: dict[tuple[int, int, str], Happening] = {}

    def told(self, span: Span, language: str) -> Happening:
        """What a stretch tells. `NOTHING` where no rule is found."""
        start, end = span[0], min(span[1], span[0] + LONGEST)
        found = self._known.get((start, end, language))
        if found is None:
            found = self._known[start, end, language] = self._tell(start, end, language)
        return found

    def tells(self, span: Span, language: str) -> bool:
        """Whether a stretch tells anything by more than a weak row; costs less than `told`."""
        start, end = span[0], min(span[1], span[0] + LONGEST)
        return any(not rule.weak for rule in _found(self._text[start:end], self._likely(start, end, language), language))

    def _tell(self, start: int, end: int, language: str) -> Happening:
        likely = self._likely(start, end, language)
        if not likely:
            return NOTHING
        return _best(list(_found(self._text[start:end], likely, language)))

    def _likely(self, start: int, end: int, language: str) -> Sequence[Likely]:
        if language not in self._read:
            self._read[language] = vocabulary(language).read(self._folded)
        return self._read[language].among(start, end)


def closes(text: str, language: str) -> bool:
    """Whether the words name the state of a whole update ("Resolved: …"); few languages have rules for that."""
    return _knows_states(language) and happening_in(text, language).sole


@lru_cache(maxsize=32)
def _knows_states(language: str) -> bool:
    return any(rule.sole for rule in rules(language))


def tells(text: str, language: str) -> bool:
    """Whether the words tell anything by more than a weak row; costs less than `happening_in`."""
    text = text[:LONGEST]
    return any(not rule.weak for rule in _found(text, _likely(text, language), language))


def _told(text: str, language: str) -> list[Rule]:
    return list(_found(text, _likely(text, language), language))


def _likely(text: str, language: str) -> Sequence[Likely]:
    return vocabulary(language).read(folded(text)).among(0, len(text))


def _found(text: str, likely: Sequence[Likely], language: str) -> Iterator[Rule]:
    known, also = rules(language), _also(language)
    places_of = dict(likely)
    for number, places in likely:
        if number >= len(known):
            break
        rule, other = known[number], also[number]
        if ((not other or other in places_of) and stands(rule.row.expression.pattern, text, places)
                and (rule.also is None or stands(rule.also.pattern, text, places_of[other]))):
            yield rule


_TROUBLE = (Kind.IMPACT, Kind.RECOVERY)
_RANK = attrgetter("rank")
_OF_PEOPLE = (Kind.COMMUNICATION, Kind.DETECTION, Kind.DIAGNOSIS)


def trouble(text: str, language: str) -> tuple[Span, ...]:
    """Where a sentence tells that something failed or worked again; nowhere where it tells of people who saw or said."""
    text = text[:LONGEST]
    found = _told(text, language)
    if not found or _best(found).kind in _OF_PEOPLE:
        return ()
    return tuple(match.span() for rule in found if rule.kind in _TROUBLE and not rule.weak for match in rule.row.pattern.finditer(text))


def _best(found: list[Rule]) -> Happening:
    if not found:
        return NOTHING
    if len(found) > 1:
        covered = {code for rule in found for code in rule.over}
        kept = [rule for rule in found if rule.code not in covered] if covered else found
        found = sorted(kept, key=_RANK, reverse=True)
    first = found[0]
    return Happening(first.kind, tuple(dict.fromkeys([rule.code for rule in found])), first.row.id, first.sole)
