"""Generated variants: a document whose times all move by one step, in its own notation, tells the same story moved."""
from __future__ import annotations

from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path

import pytest

import ingest.passages as passages
from ingest.extract.times.carry import Resolved
from ingest.extract.times.document import read_times
from ingest.formats import read as read_format
from ingest.pipeline import extract, language_of
from ingest.types import Moment
from kb.model import Claim, Given, Source, Stance
from tests.ingest.variants import Unwritable, Written, moved

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "seeds"
OWN = ROOT / "seeds"
FILES = [*sorted(SHARED.glob("*.txt")), *sorted(OWN.glob("*.txt")), *sorted(OWN.glob("*.md"))]

# A day apart, a month apart, minutes apart; small enough that no clock leaves the day a heading puts it on.
STEPS = [timedelta(days=1), timedelta(days=-45), timedelta(minutes=3), timedelta(days=9, minutes=-35)]
# Over midnight, where every date stands beside its clock or is carried.
FAR_STEPS = [timedelta(hours=hours, minutes=minutes) for hours, minutes in
             ((-20, 0), (-9, 0), (-5, 13), (-1, -30), (1, 15), (4, 20), (7, 0), (9, 30), (13, 7), (19, 0))]


@cache
def source(path: Path) -> str:
    return path.read_text("utf-8")


def read(text: str) -> list[Claim]:
    facts = extract(Source(text.encode(), Given(name="variant.txt")))
    return [one for one in facts.claims if one.stance is Stance.REPORT and one.time.start is not None]


def reported(text: str) -> tuple[list[Resolved], str]:
    """The times of the report itself, and its language."""
    source = Source(text.encode(), Given(name="variant.txt"))
    reading = passages.read(read_format(source), source.given)
    languages = {one.index: language_of(one, reading) for one in reading.passages}
    resolved, _ = read_times(reading, languages, source.given)
    told = [one for one in resolved if reading.passages[one.placed.passage].stance is Stance.REPORT]
    return told, reading.language


@cache
def times_of(path: Path) -> tuple[tuple[Written, ...], str]:
    told, language = reported(source(path))
    return tuple(written for one in told for written in _written(one)), language


def _written(one: Resolved) -> list[Written]:
    expression, value = one.placed.expression, one.value
    pairs: list[tuple[Moment | None, datetime | None]] = [(expression.first, value.start), (expression.last, value.end)]
    found = []
    for moment, instant in pairs:
        if moment is None or instant is None or not (moment.has_clock or moment.day is not None):
            continue
        hours, minutes = (int(part) for part in (value.zone.offset or "+00:00").split(":"))
        zone = timezone(timedelta(hours=hours, minutes=minutes if hours >= 0 else -minutes))
        local = instant.astimezone(zone).replace(tzinfo=None) if instant.tzinfo else instant
        found.append(Written(*moment.span, local, moment.has_clock))
    return found


def figures(claims: list[Claim]) -> list[tuple[datetime | None, datetime | None, str]]:
    fine = [one for one in claims if one.time.precision.value in ("minute", "second", "hour")]
    return [(one.time.start, one.time.end, one.happening) for one in fine]


def instants(text: str) -> list[tuple[datetime | None, datetime | None]]:
    return [(one.value.start, one.value.end) for one in reported(text)[0] if one.placed.has_clock and not one.lag]


def variant_of(path: Path, step: timedelta) -> str:
    times, code = times_of(path)
    if not any(one.clock for one in times):
        pytest.skip("a document without clock times")
    text = source(path)
    try:
        variant = moved(text, times, step, code)
    except Unwritable as error:
        pytest.fail(f"the oracle cannot write this: {error}")
    assert variant != text
    return variant


@pytest.mark.skipif(not FILES, reason="no source documents here")
@pytest.mark.parametrize("step", STEPS, ids=str)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:12])
def test_every_claim_moves_with_its_document(path: Path, step: timedelta) -> None:
    wanted = [(start and start + step, end and end + step, what) for start, end, what in figures(read(source(path)))]
    assert figures(read(variant_of(path, step))) == wanted


@pytest.mark.skipif(not FILES, reason="no source documents here")
@pytest.mark.parametrize("step", FAR_STEPS, ids=str)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:12])
def test_every_time_moves_over_midnight(path: Path, step: timedelta) -> None:
    _, code = times_of(path)
    if code == "en":
        pytest.skip("its list has one date, in the title: a clock moved out of that day cannot be written")
    wanted = [(start and start + step, end and end + step) for start, end in instants(source(path))]
    assert instants(variant_of(path, step)) == wanted




@pytest.mark.skipif(not FILES, reason="no source documents here")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem[:12])
def test_another_zone_moves_every_claim_by_its_offset(path: Path) -> None:
    text = source(path)
    if "PDT" not in text:
        pytest.skip("no zone in it")
    english = "ET" in text
    swapped = text
    for old, new in (("PDT", "JST"),) if not english else (("Eastern", "Mountain"), (" ET", " MT")):
        swapped = swapped.replace(old, new)
    by = timedelta(hours=-16) if not english else timedelta(hours=2)
    before, after = figures(read(text)), figures(read(swapped))
    assert after == [(start and start + by, end and end + by, what) for start, end, what in before]


def test_the_oracle_writes_each_spelling() -> None:
    old, new = datetime(2025, 10, 19, 23, 48), datetime(2025, 10, 20, 4, 8)
    step = new - old

    def put(words: str, code: str) -> str:
        return moved(words, [Written(0, len(words), old)], step, code)

    assert put("23h48 de 19 de outubro de 2025", "pt") == "4h08 de 20 de outubro de 2025"
    assert put("11:48 tối ngày 19/10/2025", "vi") == "4:08 sáng ngày 20/10/2025"
    assert put("2025 年 10 月 19 日午後 11 時 48 分", "ja") == "2025 年 10 月 20 日午前 4 時 08 分"
    assert put("11:48 PM on Oct 19, 2025", "en") == "4:08 AM on Oct 20, 2025"
