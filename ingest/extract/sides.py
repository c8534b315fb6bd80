"""What stands on one side of a cause edge: the services named there, the claim it is, the happenings it tells."""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Protocol

from ingest.extract.happenings import NOTHING, Story, happening_in, story
from ingest.types import Reading
from kb.model import Claim, Kind, Mention, Service, Side, Span

LONGEST_SIDE = 300
_OPENING = 4
_PLACE, _START = attrgetter("start", "end"), attrgetter("start")
_SPOKEN = (Kind.DETECTION, Kind.DIAGNOSIS, Kind.COMMUNICATION)


class Named(Protocol):
    """The services of a document and where they are named."""

    @property
    def services(self) -> Sequence[Service]: ...

    @property
    def mentions(self) -> Sequence[Mention]: ...


def _inside(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def told(text: str, code: str) -> tuple[str, ...]:
    """The happening codes of some words, none where no rule is found."""
    found = happening_in(text, code)
    return () if found is NOTHING else found.aspects


@dataclass(frozen=True, slots=True)
class Sides:
    """Makes sides of spans of one document."""

    text: str
    story: Story
    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...]
    starts: Sequence[int]
    claim_starts: Sequence[int]
    longest_claim: int

    @classmethod
    def of(cls, reading: Reading, named: Named, claims: Iterable[Claim]) -> Sides:
        mentions = tuple(sorted(named.mentions, key=_PLACE))
        told = tuple(sorted(claims, key=lambda c: c.span[0]))
        return cls(reading.text, story(reading), mentions, told, list(map(_START, mentions)), [claim.span[0] for claim in told],
                   max((claim.span[1] - claim.span[0] for claim in told), default=0))

    def told(self, span: Span, code: str) -> tuple[str, ...]:
        """As the function, for the words of a span."""
        found = self.story.told(span, code)
        return () if found is NOTHING else found.aspects

    def named_in(self, span: Span) -> tuple[str, ...]:
        """The services named wholly inside a span, in text order."""
        return tuple(dict.fromkeys([m.service for m in self.mentions_in(span)]))

    def mentions_in(self, span: Span) -> list[Mention]:
        """The mentions wholly inside a span, in text order."""
        first, last = bisect_left(self.starts, span[0]), bisect_left(self.starts, span[1])
        return [m for m in self.mentions[first:last] if m.end <= span[1]]

    def side(self, span: Span, code: str, claim: str | None) -> Side:
        start, end = span[0], min(span[1], span[0] + LONGEST_SIDE)
        inside = start, end
        return Side(self.text[start:end], inside, self.named_in(inside), claim, self.told(inside, code))

    def near(self, span: Span) -> tuple[Claim, ...]:
        """The claims told in a span. That something was noticed, understood or announced is no link of the chain."""
        first = bisect_left(self.claim_starts, span[0] - self.longest_claim)
        last = bisect_left(self.claim_starts, span[1])
        return tuple([c for c in self.claims[first:last] if span[0] < c.span[1] and c.kind not in _SPOKEN
                      and (c.time_span is None or _inside(c.time_span, span))])

    def last(self, span: Span) -> str | None:
        """The claim nearest to the end of a span that stands outside the sentence."""
        found = self.near(span)
        return found[-1].id if found else None

    def split(self, whole: Span, cause: Span | None, effect: Span | None, main: str, code: str, ends: bool = True
              ) -> tuple[str | None, str | None]:
        """Which claims of a sentence are its cause and its effect. A claim belongs to the side that holds its time;
        one whose time stands before both ("At 9:40, …") to the side that tells its happening, else to the main one.
        Without `ends`, recoveries and mitigations are left out."""
        claims: dict[str, str] = {}
        for claim in self.near(whole):
            if ends or claim.kind not in (Kind.RECOVERY, Kind.MITIGATION):
                claims.setdefault(self._side_of(claim, cause, effect, main, code), claim.id)
        return claims.get("cause"), claims.get("effect")

    def _side_of(self, claim: Claim, cause: Span | None, effect: Span | None, main: str, code: str) -> str:
        """"cause", "effect", or "" where the claim is neither."""
        for name, span in (("cause", cause), ("effect", effect)):
            # a time that opens a clause dates the whole sentence
            if span and claim.time_span and _inside(claim.time_span, (span[0] + _OPENING, span[1])):
                return name
        if cause is None or effect is None:
            only = cause or effect
            tells = only and claim.happening in self.told(only, code)
            return ("effect" if cause is None else "cause") if tells else ""
        causes, effects = self.named_in(cause), self.named_in(effect)
        mine, theirs = set(claim.services), set(claim.causes_named)
        mine_here, theirs_here = bool(mine & set(causes)), bool(theirs & set(causes))
        if not mine_here and ((mine and theirs_here) or mine & set(effects)):
            return "effect"
        tells_cause = claim.happening in self.told(cause, code)
        tells_effect = claim.happening in self.told(effect, code)
        if tells_cause != tells_effect:
            return "cause" if tells_cause else "effect"
        return main
