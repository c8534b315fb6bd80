"""Slugs and titles of incidents: functions of the members, the same in whatever order they came."""
from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from kb.reconcile.extent import instant
from kb.reconcile.kinship import Kin
from kb.reconcile.profile import Profile

_LONGEST, _TITLE = 80, 40


def plain(text: str | None) -> str:
    """Lower-case ASCII words joined by hyphens, at most 80 characters; empty where no letter or digit is left."""
    folded = unicodedata.normalize("NFKD", text or "").encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:_LONGEST].strip("-")


def slug_of(members: Sequence[Profile]) -> str:
    """`2025-10-20-aws-dynamodb-us-east-1`: the UTC date it began, the service most spoken of, the place."""
    date = _date(members)
    parts = [date, main_service(members) or _words(_longest(members).title, date), _place(members)]
    return plain("-".join(part for part in parts if part)) or f"incident-{members[0].document[:8]}"


def title_of(members: Sequence[Profile], kin: Kin) -> str:
    """The title of the only document (or of the fullest, where all speak one language), else one made of the facts."""
    if len({one.language for one in members}) == 1 and (title := _longest(members).title):
        return title
    service = main_service(members)
    name = kin.services[service].name if service in kin.services else service
    facts = [part for part in (name, _place(members), _date(members)) if part]
    return ", ".join(facts) or _longest(members).title or members[0].document[:8]


def _words(title: str, date: str) -> str:
    """The first words of a title, without the date the slug has already."""
    return re.sub(r"-{2,}", "-", plain(title).replace(date, ""))[:_TITLE].strip("-")


def _longest(members: Sequence[Profile]) -> Profile:
    return max(members, key=lambda one: (one.claims, one.document))


def _date(members: Sequence[Profile]) -> str:
    """The middle one of the days the documents begin on, clock times before bare dates."""
    dated = [(one.fine, one.began) for one in members if one.began is not None]
    begins = sorted(low for fine, low in dated if fine) or sorted(low for _, low in dated)
    when = instant(begins[(len(begins) - 1) // 2]) if begins else None
    return when.date().isoformat() if when else "undated"


def main_service(members: Sequence[Profile]) -> str:
    """The whole most spoken of, "" when nobody names any."""
    shares: Counter[str] = Counter()
    for one in members:
        for slug, share in sorted(one.services.items()):
            shares[slug] += share  # type: ignore[assignment]
    return min(shares, key=lambda slug: (-round(shares[slug], 9), slug), default="")


def _place(members: Sequence[Profile]) -> str:
    counts = Counter(place for one in members for place in one.places)
    return min(counts, key=lambda place: (-counts[place], place), default="")
