"""Time expressions that somebody asks about, as time values: `pmkb convert`, `/convert`, decisions on times."""
from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from ingest.detect import asian
from ingest.extract.times.convert import convert_spans
from ingest.extract.times.find import find
from ingest.extract.times.grammar import grammar
from ingest.extract.times.resolve import Resolved, day_seen, local_time, resolve
from ingest.extract.times.windows import extent, window
from ingest.language import SUPPORTED
from ingest.types import Moment, TimeExpression
from kb.instants import zone_named
from kb.model import Basis, Bound, Precision, TimeValue, Zone

__all__ = ["convert_spans", "read_time"]

_IN_LETTERS = tuple(code for code in SUPPORTED if code not in ("ja", "zh", "ko"))
_LONGEST_LEAD = 30  # "no later than about "


def read_time(
    text: str, *, language: str | None = None, reference: datetime | None = None, zone: str | None = None
) -> tuple[TimeValue, ...]:
    """The instants, dates and intervals of a text, bare forms included; lengths alone are no times.

    `reference` is the moment the text is read from ("yesterday", a clock time without a date), aware, or local in
    `zone`; `zone` is taken where the text states none. Without a language the one that reads most of the text counts.
    Raises InvalidInput for an unknown zone.
    """
    if zone is not None:
        zone_named(zone)
    given = Zone(zone, None, Basis.GIVEN, None) if zone else None
    local = _local(reference, zone)
    day = local.date() if local else None
    code = language if language in SUPPORTED else _best(text, language)
    values = (_value(found, code, day, local, given) for found in find(text, code, reference=day, context=True))
    return tuple(value for value in values if value is not None)


def _local(reference: datetime | None, zone: str | None) -> datetime | None:
    """The reference as wall-clock time of the zone; in UTC where it is aware and no zone is given."""
    if reference is None or reference.tzinfo is None:
        return reference
    return reference.astimezone(zone_named(zone) if zone else UTC).replace(tzinfo=None)


def _best(text: str, language: str | None) -> str:
    plain = (language or "").replace("_", "-").split("-")[0].lower()
    if plain in SUPPORTED:
        return plain
    best, most = SUPPORTED[0], 0
    letters = len(text.strip())
    # a language costs its rules on first use: none is asked once one has read everything, nor for a script not there
    for code in SUPPORTED if asian(text) else _IN_LETTERS:
        found = find(text, code, context=True)
        covered = sum(one.span[1] - one.span[0] for one in found)
        if covered > most:
            best, most = code, covered
        if covered >= letters or (found and covered + _introduced(text, found[0].span[0], code) >= letters):
            break
    return best


def _introduced(text: str, end: int, code: str) -> int:
    """The length of what stands before the first time, where it is a word of the language that introduces one ("at")."""
    if end > _LONGEST_LEAD:
        return 0
    own = grammar(code)
    before = own.language.folded(text[:end])
    found = own.introduction.search(before)
    return end if found is not None and not before[:found.start()].strip() else 0


def _value(
    found: TimeExpression, code: str, day: date | None, local: datetime | None, zone: Zone | None
) -> TimeValue | None:
    if found.kind == "duration":
        return None
    if found.kind == "lag":
        return _lagged(found, local, zone)
    if found.first is None:
        return None
    first = resolve(found.first, day=day, zone=zone)
    if first is None:
        return TimeValue(bound=found.bound, as_written=found.text, approximate=_rough(found))
    last = _end(found, first, day, zone)
    low, _ = extent(first.local, found.first, first.precision, code)
    _, high = extent((last or first).local, found.last or found.first, (last or first).precision, code)
    return TimeValue(
        start=first.value, end=last.value if last else None, bound=found.bound, precision=first.precision,
        approximate=_rough(found), as_written=found.text, zone=first.zone, alternatives=first.alternatives,
        window=window(_moved(first, low), _moved(last or first, high), found.bound),
    )


def _end(found: TimeExpression, first: Resolved, day: date | None, zone: Zone | None) -> Resolved | None:
    last = found.last
    if last is None or found.first is None:
        return None
    if _floats(last):
        # relative to the beginning: its own day, or the next where the clock runs backwards
        return resolve(last, day=day_seen(found.first, day), zone=zone)
    if last.shift is not None and not last.has_date and _floats(found.first):
        return resolve(last, day=first.local.date(), zone=zone)
    return resolve(last, day=day, zone=zone)


def _floats(moment: Moment) -> bool:
    return not moment.has_date and moment.weekday is None and moment.shift is None


def _moved(at: Resolved, local: datetime) -> datetime:
    """A local time near a resolved one, as an instant of the same zone."""
    return at.value + (local - at.local)


def _lagged(found: TimeExpression, local: datetime | None, zone: Zone | None) -> TimeValue:
    if local is None or found.seconds is None:
        return TimeValue(as_written=found.text, approximate=True)
    then = local + timedelta(seconds=found.seconds)
    moment = Moment(found.span, then.year, then.month, then.day, hour=then.hour, minute=then.minute)
    settled = resolve(moment, zone=zone)
    if settled is None or local_time(moment, None) is None:
        return TimeValue(as_written=found.text, approximate=True)
    return TimeValue(settled.value, as_written=found.text, precision=Precision.MINUTE, zone=settled.zone,
                     window=window(settled.value, settled.value, Bound.AT))


def _rough(found: TimeExpression) -> bool:
    return any(moment.approximate for moment in (found.first, found.last) if moment is not None)
