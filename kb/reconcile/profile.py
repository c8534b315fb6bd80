"""What a document is about, as far as grouping needs it: when, where, which services. Needs no language."""
from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from kb.model import Claim, DocumentFacts, Kind, Precision, Span, Stance
from kb.reconcile.extent import DAY, FINE, Range, extent
from kb.reconcile.kinship import Kin

_GAP = 1.5 * DAY
"""Dates farther apart than this are different stories: a passing mention does not stretch a document."""
_FIRST_NAMED = 0.3
_Row = tuple[tuple[float, float], float, bool]
_WEIGHT = {Precision.DAY: 0.5, Precision.PART_OF_DAY: 0.7}


@dataclass(frozen=True, slots=True)
class Profile:
    """`when` is the stretch most of its dated claims lie in; `fine` says whether clock times drew it; `began` is its
    first second as written, a local time without a zone read as UTC.

    `services` are wholes (no parts) with the share of the document's mentions each has.
    """

    document: str
    when: Range
    fine: bool
    began: float | None
    places: frozenset[str]
    services: Mapping[str, float]
    failing: frozenset[str]
    claims: int
    language: str
    title: str


def profile(facts: DocumentFacts, kin: Kin) -> Profile:
    """The profile of one document, from what it reports alone."""
    told = [claim for claim in facts.claims if claim.stance is Stance.REPORT]
    when, fine = _core(told)
    starts = [start for claim in told if (start := extent(claim.time).start.low) is not None
              and when.low is not None and start >= when.low and (not fine or claim.time.precision in FINE)]
    document = facts.document
    failing = frozenset(kin.root(slug) for claim in told for slug in claim.services)
    return Profile(document.id, when, fine, min(starts, default=when.low),
                   frozenset(place.casefold() for place in document.places), _shares(facts, told, kin), failing,
                   len(told), document.language, document.given.title or document.title)


def _core(claims: Sequence[Claim]) -> tuple[Range, bool]:
    """The heaviest run of dated claims without a long gap, and whether it has clock times."""
    dated = [claim for claim in claims if extent(claim.time).dated]
    own = [claim for claim in dated if claim.kind is not Kind.COMMUNICATION] or dated
    near = [claim for claim in own if claim.time.precision not in (Precision.MONTH, Precision.YEAR)]
    months = [claim for claim in own if claim.time.precision is Precision.MONTH]
    rows = sorted((_hull(claim), _WEIGHT.get(claim.time.precision, 1.0), claim.time.precision in FINE)
                  for claim in near or months or own)
    runs: list[list[_Row]] = []
    last = 0.0
    for row in rows:
        if runs and row[0][0] - last <= _GAP:
            runs[-1].append(row)
            last = max(last, row[0][1])
        else:
            runs.append([row])
            last = row[0][1]
    if not runs:
        return Range(), False
    best = max(runs, key=lambda run: (sum(weight for _, weight, _ in run), -run[0][0][0]))
    clocks = [row for row in best if row[2]]
    hulls = [hull for hull, _, _ in clocks or best]
    return Range(min(low for low, _ in hulls), max(high for _, high in hulls)), bool(clocks)


def _hull(claim: Claim) -> tuple[float, float]:
    hull = extent(claim.time).hull
    return hull.low or 0.0, hull.high or 0.0


def _shares(facts: DocumentFacts, told: Sequence[Claim], kin: Kin) -> dict[str, float]:
    """Shares of the mentions in what is reported, with something extra for the service named first."""
    spans = _joined((row.start, row.end) for row in facts.passages if row.stance is Stance.REPORT)
    named = sorted((mention.start, kin.root(mention.service)) for mention in facts.mentions
                   if not spans or _inside(mention.start, spans))
    counts = Counter(slug for _, slug in named) or Counter(kin.root(slug) for one in told for slug in one.services)
    total = sum(counts.values()) or 1
    shares = {slug: count / total for slug, count in counts.items()}
    if named:
        shares[named[0][1]] += _FIRST_NAMED
    return shares


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Stretches that overlap or touch as one, in order: what covers a place is then found by halving."""
    joined = list[Span]()
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _inside(place: int, joined: Sequence[Span]) -> bool:
    here = bisect_right(joined, place, key=itemgetter(0)) - 1
    return here >= 0 and place < joined[here][1]
