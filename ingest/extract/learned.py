"""Names a document introduces: services nobody listed. A candidate says where it stands and what sort it is.

Four sources: the rows of the language ("the `ledger` service", "our proxy, CHP"), hosts and endpoints, identifiers
that are written like names of components (`order-worker`, KubeSpawner), and long names with their acronym.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.extract.lexicon import calendar_words
from ingest.extract.lines import Line
from ingest.extract.naming import Naming
from ingest.extract.times.zone_words import abbreviations
from kb.model import Span

_FILES = ("py|pyc|md|ya?ml|json|txt|go|rs|js|ts|tsx|jsx|sh|log|"
          "html?|php|css|exe|conf|cfg|ini|toml|xml|csv|sql|png|jpg|svg|gz|zip|rb|java|kt|lock|tf|patch|diff|pdf|so|bak|env")
_DOMAIN = (r"(?:com|org|net|io|gov|edu|uk|de|fr|jp|cn|kr|br|pt|es|vn|"
           r"eu|us|ru|in|au|ca|ch|nl|it|se|no|fi|dev|app|cloud|ai|co|me|info|tv|rs|sh|local|internal|lan|corp|arpa|test)")
HOST = re.compile(
    rf"(?<![\w.@/-])(?:\*\.?)?(?:[A-Za-z0-9][A-Za-z0-9-]{{0,62}}\.){{1,8}}"
    rf"{_DOMAIN}(?![\w-]|\.\w|/\w)", re.ASCII | re.IGNORECASE)
_IN_DOMAIN = re.compile(rf"\.{_DOMAIN}(?![\w-]|\.\w|/\w)", re.ASCII | re.IGNORECASE)
ADDRESS = re.compile(r"(?<![\w.])(?!127\.|0\.0\.0\.0|255\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w.])", re.ASCII)
_DOT_DIGIT = re.compile(r"\.[0-9]")
# `/(?<!x.)` is `(?<!x)/`, and lets the regex engine skip ahead to the next sign a name can begin with; so below
ENDPOINT = re.compile(
    r"/(?<![\w./:~<*\\].)(?!(?:etc|var|usr|home|opt|tmp|bin|sbin|root|mnt|srv|dev|proc|sys|lib|run|data)(?:/|\b))"
    r"[A-Za-z_.][\w.-]{0,40}(?:/[\w.\[\]{}:-]{1,60}){0,6}(?![\w/])")
MACHINE = re.compile(
    r"(?<![\w./@#-])(?!(?:us|eu|ap|sa|ca|me|af|il|mx|cn|asia|europe)-|"
    r"(?:utf|sha|md|rfc|iso|cve|http|port|ipv|base|amd|covid|gpt|es|python|java)-?\d)(?:[a-z]{2,14}\d{3,5}|[a-z]{2,12}\d?(?:-[a-z0-9]{1,12}){0,5}-(?=[a-z0-9]*\d)[a-z0-9]{2,12}"
    r"(?:-[a-z0-9]{1,12}){0,4}|[a-z]{2,10}\d-[a-z]{1,3}-[a-z]{3,10})(?![\w/-]|\.\w)",
    re.ASCII)
# a machine by a number that is too short to tell one by itself: "relay-4", "db1". Not what people count so
NUMBERED = re.compile(
    r"(?<![\w./@#:-])(?!(?:us|eu|ap|sa|ca|me|af|il|mx|cn|asia|europe|utf|sha|md|rfc|iso|cve|http|port|ipv|base|amd|covid|gpt|es|python|"
    r"java|jdk|node|php|gmt|utc|sev|step|phase|level|stage|tier|part|day|week|month|year|issue|ticket|version|option|case|layer|"
    r"line|page|task|type|class|group|prio|priority|pr|top|round|try|run|test|fig|figure|table|chapter|section|inc|pm|adr|kb|"
    r"build|release|sprint|rc|alpha|beta|draft|pre|post|gen|bug|fix|attempt|item|point|question|appendix|grade|rank|factor|"
    r"rule|law|article|note|ubuntu|debian|centos|rhel|kernel|linux|commit|patch|epoch|trial|plan|action|zone|region)-)"
    r"(?:[a-z]{2,14}(?:-[a-z]{2,14}){0,2}-\d{1,3}|"
    r"(?:db|web|app|host|srv|server|proxy|cache|mail|ns|vm|lb|gw|worker|master|slave|replica|redis|kafka|mysql|nginx|kvm|esxi|"
    r"nas|switch|router|broker|shard|zk|etcd)\d{1,2}(?<!web[23]))(?![\w%-]|\.\w|/\w)", re.ASCII)
# of every name that is told by its shape alone there is one: a mark, or a digit or capital behind a letter or hyphen
_CUE = re.compile(r"[0-9A-Z./`-](?:(?<=[./`-])|(?<=[a-z-].))(?!\Z)")
_INNER = re.compile(r"[0-9A-Z](?<=[a-z-].)")
_INNER_DIGIT = re.compile(r"[0-9](?<=[a-z-].)")
_NUMBERED = re.compile(r"[0-9](?<=[a-z][a-z].)[0-9]{2}")  # a machine without a hyphen
CAMEL = re.compile(r"[A-Z](?<![\w./@#`\[-].)[a-z]{2,14}(?:[A-Z][a-z]{1,14}){1,3}\d{0,2}(?![\w(]|\.\w)", re.ASCII)
_ROLE = ("service|svc|api|worker|server|proxy|db|database|controller|operator|gateway|manager|agent|cluster|node|pod|"
         "hub|"
         "daemon|scheduler|exporter|queue|cache|store|broker|client|cli|job|bot|sv|web|app|backend|frontend|blue|green|"
         "primary|replica|ingress|creator|builder|runner|syncer|cleaner|culler|reaper|indexer|loader|router|resolver|"
         "dispatcher|monitor|collector|consumer|producer|processor|engine|mirror|registry|edge|core|auth|search|feed")
COMPONENT = re.compile(rf"(?<![\w./@#-])(?:[a-z][a-z0-9]{{1,15}}-){{1,3}}(?:{_ROLE})(?![\w/-]|\.\w)", re.ASCII)
_ENDS_IN_ROLE = re.compile(rf"-(?:{_ROLE})(?![\w/-]|\.\w)", re.ASCII)
KEBAB = re.compile(r"[a-z](?<![\w./@#-].)[a-z0-9]{1,15}(?:-[a-z][a-z0-9]{1,15}){1,3}(?![\w/-]|\.\w)", re.ASCII)
TICKED = re.compile(r"`([^`\n]{2,80})`")
_IDENTIFIER = re.compile(r"[A-Za-z_*][\w.*-]{1,60}\Z", re.ASCII)
_FILE = re.compile(rf"[\w./-]+\.(?:{_FILES})\Z", re.IGNORECASE)
NOT_A_THING = re.compile(
    r"\AErr[A-Z]|(?:Error|Exception|Failed|Failure|BackOff|Backoff|Timeout|NotFound|Full|Set|Map|Script|Hold|Tube|Type|Killed|Ready|Expired|Refused|Denied|"
    r"Overflow|Unavailable|Exceeded|Started|Loop|Lost|Unknown|Pending|Creating|Running|Terminating|"
    r"Blocked|Down|High|Low|Missing|Absent|Failing|Crashing|Looping|Throttled|Throttling|Degraded|Lagging|Stalled)\Z")
_OF_CODE = re.compile(r"(?:is|has|get|set|on|to|handle|fetch|create|update)[A-Z]|\$")
LONG = re.compile(
    r"(?P<long>[A-Z][A-Za-z0-9-]*(?: (?:of|and|for|the|[A-Z][A-Za-z0-9-]*)){1,5}) ?"
    r"[(（](?P<short>[A-Z][A-Za-z0-9]{1,8})s?[)）]")
# a state, a constant, a setting or a commit in backquotes is no thing that fails
_VALUE = re.compile(
    r"(?:[A-Z0-9]+(?:_[A-Z0-9]+)+|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}|(?i:(?:[a-z0-9]+[_-])*(?:true|false|null|none|ok|"
    r"running|pending|failed|failing|success|succeeded|completed|done|active|inactive|healthy|unhealthy|enabled|"
    r"disabled|details|status|state|errors?|err|limits?|keys?|device|timeout|size|count|level|version|hit|miss|ms|sec|bytes|total|ratio|rate|ids?|name|type|path|url|flag|args?)))\Z", re.ASCII)
# what describes a thing ("read-only", "short-lived") is written like a name and is none
_DESCRIBES = re.compile(r"\A(?:in|on|off|non|cross|multi|self|hot|cold|fail|long|short|best|per|baked)-|-(?:only|lived|loop|closed|open|based|free|less|wide|time|safe|aware|level|side|scale|effort|"
                        r"demand|line|first|last|fast|forward|args?|hit|step|word|off|down|out|running|term|end|to)\Z")
# the line of a Nagios or Icinga alert
MONITORED = re.compile(
    r"\b(?:PROBLEM|RECOVERY|ACKNOWLEDGEMENT) - (?P<what>[\w.-][\w ./-]{1,40}?) on (?P<host>[\w.-]{2,40}) is "
    r"(?:CRITICAL|WARNING|UNKNOWN|DOWN|OK|UP)\b")
_ONE_OF_LIST = re.compile(r"(?!(?:etc|and|or)\b)[^\W\d_][\w.-]{1,30}")
SCRIPTS_OF_OWN = frozenset({"ja", "zh", "ko"})
# what everybody abbreviates is not a service because "the OOM node" or "the DNS servers" puts it before one
_ABBREVIATION = re.compile(
    r"(?:OOM|CPU|RAM|GPU|DNS|API|APIs|HTTP|HTTPS|TCP|UDP|TLS|SSL|URL|URI|IP|IPv4|IPv6|TTL|SSH|VM|VMs|OS|DB|"
    r"SQL|SLA|SLO|SRE|UTC|GMT|AZ|AZs|PR|QA|HA|LB|CI|CD|CDN|VPN|VPS|NAT|LAN|WAN|SAN|NAS|SSD|HDD|UPS|NIC|ID|"
    r"UI|UX|JSON|XML|YAML|CSV|PDF|US|EU|UK|AS|ISP|PC|IT|DC|DR|MTU|ARP|NTP|DHCP|RPC|REST|CRUD|TODO|FAQ|PM|"
    r"AM)\Z")
_BETWEEN = re.compile(r"[\W_]+")
_ZONES = frozenset({"ET", "CT", "MT", "PT", "GMT", "UTC", "EU", "UK"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name that may be a service. `sure` ones are introduced as such; others need a sentence in which they fail,
    recover or are acted on."""

    start: int
    end: int
    name: str
    kind: str
    sure: bool
    often: bool = False  # counts only when the document names it more than once


def candidates(line: Line) -> Iterator[Candidate]:
    """The candidates of one sentence, offsets into it."""
    text = line.text
    # most sentences lack what a shape cannot do without, and that is told much faster than the shape
    if not line.introduced and _CUE.search(text) is None:
        return
    inner = _INNER.search(text) is not None
    if line.introduced:
        yield from _introduced(line)
    if "." in text:
        yield from _addressed(text)
    for match in ENDPOINT.finditer(text) if "/" in text else ():
        yield Candidate(match.start(), match.end(), match[0], "endpoint", match[0].count("/") < 6)
    if inner and _INNER_DIGIT.search(text):
        for shape in (MACHINE, NUMBERED) if "-" in text or _NUMBERED.search(text) else (NUMBERED,):
            for match in shape.finditer(text):
                yield Candidate(match.start(), match.end(), match[0], "host", True)
    if "`" in text:
        yield from _ticked(line)
    if inner or "-" in text:
        yield from _identifiers(text, inner, line.language)
    for match in MONITORED.finditer(text) if " - " in text else ():
        for group in ("what", "host"):
            yield Candidate(match.start(group), match.end(group), match[group], "service", True)


def _introduced(line: Line) -> Iterator[Candidate]:
    for number, match in line.introduced:
        often = line.words.introducers[number]["often"]
        for start, end in _names_in(match):
            name = line.text[start:end]
            if NOT_A_THING.search(name) and (often or _INNER.search(name)):  # "the NotReady node", yet "the Full service"
                continue
            if _nameable(name, line.words, line.language) and not (_VALUE.match(name) or _DESCRIBES.search(name)):
                yield Candidate(start, end, name, "service", not often, often=often)


def _names_in(match: re.Match[str]) -> Iterator[Span]:
    """The spans of the name, or of each name of a list, without backquotes."""
    groups = match.groupdict()
    if groups.get("name"):
        start, end = match.span("name")
        yield (start + match["name"].startswith("`"), end - match["name"].endswith("`"))
    if groups.get("names"):
        for one in _ONE_OF_LIST.finditer(match["names"]):
            yield (match.start("names") + one.start(), match.start("names") + one.end())


def _addressed(text: str) -> Iterator[Candidate]:
    for match in HOST.finditer(text) if _IN_DOMAIN.search(text) else ():
        if not _FILE.match(match[0]):
            yield Candidate(match.start(), match.end(), match[0], "endpoint", True)
    for match in ADDRESS.finditer(text) if _DOT_DIGIT.search(text) else ():
        yield Candidate(match.start(), match.end(), match[0], "host", False)


def _ticked(line: Line) -> Iterator[Candidate]:
    for match in TICKED.finditer(line.text):
        code = (NOT_A_THING.search(match[1]) or _OF_CODE.match(match[1]) or _VALUE.match(match[1])
                or line.words["part_of_code"].match(line.text, match.end()))
        if not code and _IDENTIFIER.match(match[1]) and _nameable(match[1], line.words, line.language):
            # `order-worker` says by its last word that it is a thing that runs
            yield Candidate(match.start(1), match.end(1), match[1], "component", COMPONENT.fullmatch(match[1]) is not None)


def _identifiers(text: str, inner: bool, language: str) -> Iterator[Candidate]:
    """Words written like names of components. `inner`: there is a digit or a capital within one."""
    joined = "-" in text
    for match in COMPONENT.finditer(text) if joined and _ENDS_IN_ROLE.search(text) else ():
        yield Candidate(match.start(), match.end(), match[0], "component", False)
    shapes = (*((CAMEL,) if inner else ()), *((KEBAB,) if joined and language in SCRIPTS_OF_OWN else ()))
    for pattern in shapes:
        for match in pattern.finditer(text):
            if not (NOT_A_THING.search(match[0]) or _DESCRIBES.search(match[0])):
                yield Candidate(match.start(), match.end(), match[0], "component", False, often=True)


def _nameable(name: str, naming: Naming, language: str) -> bool:
    first = name.split(" ")[0].casefold()
    if len(name) < 2 or _ABBREVIATION.match(name) or naming["stop"].fullmatch(first):
        return False
    return first not in calendar_words(language) and not name.isdigit()


def everyday(word: str) -> bool:
    """Whether an abbreviation is one that everybody uses, of a thing in general or of a zone: the name of no service."""
    return _ABBREVIATION.match(word) is not None or word.casefold() in abbreviations() or word in _ZONES


def acronym_of(short: str, long: str) -> bool:
    """Whether the letters of `short` stand in order in `long`, the first one at the beginning of a word."""
    letters = [letter for letter in short.casefold() if letter.isalnum()]
    words = long.casefold().split()
    return bool(letters) and any(_in_order(letters, " ".join(words[place:])) for place in range(len(words)))


def _in_order(letters: list[str], words: str) -> bool:
    rest = iter(words)
    return words[:1] == letters[0] and all(letter in rest for letter in letters)


def slug_of(name: str) -> str:
    """Lower case, words joined by hyphens; letters of any script are kept as they are."""
    low = name.casefold()
    if low.isalnum():
        return low
    return _BETWEEN.sub("-", low).strip("-") or "x" + "".join(f"{ord(sign):x}" for sign in name)
