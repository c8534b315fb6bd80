"""Generated variants: a document whose times all move by one step, in its own notation, tells the same story moved."""
from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from ingest.pipeline import extract
from kb.model import Claim, Given, Source, Stance
from tests.ingest import kept
from tests.ingest.kept import Kept, share
from tests.ingest.variants import Unwritable, Written, moved

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "seeds"
OWN = ROOT / "seeds"
CORPUS = ROOT.parent / "shared" / "corpus"
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


@cache
def times_of(path: Path) -> tuple[tuple[Written, ...], str]:
    return kept.times_of(source(path))


def figures(claims: list[Claim]) -> list[tuple[datetime | None, datetime | None, str]]:
    fine = [one for one in claims if one.time.precision.value in ("minute", "second", "hour")]
    return [(one.time.start, one.time.end, one.happening) for one in fine]


def instants(text: str) -> list[tuple[datetime | None, datetime | None]]:
    return [(one.value.start, one.value.end) for one in kept.reported(text)[0] if one.placed.has_clock and not one.lag]


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


@pytest.mark.skipif(not FILES, reason="no source documents here")
def test_services_with_names_nobody_listed_are_found_and_told_of_as_before() -> None:
    total = sum((kept.kept_under_names(source(path)) for path in FILES), Kept())
    assert share(total.times) == 1.0, total.lost
    assert share(total.kinds) == 1.0
    assert share(total.causes) >= 0.99, total.lost
    assert share(total.services) >= 0.90, total.lost
    assert total.extra <= 0.15 * total.services[1]


CHANGES: dict[str, tuple[Callable[[str], Kept | None], float, int]] = {  # the floor, and documents it must cover
    "a week back": (lambda text: kept.kept_under_times(text, timedelta(days=-7)), 0.97, 15),
    "a week on": (lambda text: kept.kept_under_times(text, timedelta(days=7)), 0.97, 15),
    "13 minutes on": (lambda text: kept.kept_under_times(text, timedelta(minutes=13)), 0.97, 15),
    "another zone": (kept.kept_under_zone, 0.95, 5),
}


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="no labelled documents here")
@pytest.mark.parametrize("change", CHANGES)
def test_times_of_post_mortems_in_the_wild_move_with_them(change: str) -> None:
    vary, floor, least = CHANGES[change]
    found = [one for path in sorted(CORPUS.rglob("*.txt")) if (one := vary(source(path))) is not None]
    total = sum(found, Kept())
    assert len(found) >= least
    assert share(total.times) >= floor, total.lost


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="no labelled documents here")
def test_post_mortems_in_the_wild_tell_the_same_under_other_names() -> None:
    total = sum((kept.kept_under_names(source(path)) for path in sorted(CORPUS.rglob("*.txt"))), Kept())
    assert share(total.times) >= 0.99, total.lost
    assert share(total.kinds) >= 0.98
    assert share(total.causes) >= 0.97, total.lost
    assert share(total.services) >= 0.86, total.lost
    assert total.extra <= 0.15 * total.services[1]


def test_an_invented_name_has_the_shape_of_the_old_one() -> None:
    text = ("The Amazon DynamoDB API failed. The DropletWorkflow Manager (DWFM) of EC2 could not connect, and DWFM was "
            "restarted. The `order-worker` service lost db7.example-corp.net.\n")
    new = kept.with_other_names(text)[0]
    assert set(new.names) >= {"DWFM", "DropletWorkflow Manager"}
    long, short = new.names["DropletWorkflow Manager"], new.names["DWFM"]
    assert long.endswith(" Manager") and "Droplet" not in long and short.isupper() and len(short) == 4
    assert new.names["order-worker"].endswith("-worker") and new.names["order-worker"] != "order-worker"
    assert text.count("DWFM") == new.text.count(short) == 2
    assert new.text[new.at(text.index("could")):].startswith("could not connect")
