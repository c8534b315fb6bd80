"""Which language a text is in: ours beside langdetect on the full text, the same texts, alternating."""
from __future__ import annotations

from functools import partial

from bench.ingest import LANGUAGES, SEEDS, timed
from bench.rows import Row, alternating, row
from ingest.detect import language, warm


def run(quick: bool = False) -> list[Row]:
    """Milliseconds a document; growth at 1x, 10x and 100x the text for ours. Needs ../shared/seeds."""
    import langdetect

    langdetect.DetectorFactory.seed = 0
    warm()
    langdetect.detect("Warm up, please.")
    found = []
    for code, number in LANGUAGES.items():
        text = next(SEEDS.glob(f"{number}*.txt")).read_text("utf-8")
        same = language(text) == langdetect.detect(text) == code
        ways = [partial(timed, partial(language, text)), partial(timed, partial(langdetect.detect, text))]
        ours, peer = alternating(1 if quick else 5, ways)
        grown = " / ".join(f"{timed(partial(language, text * times)) * 1000:.1f}" for times in (1, 10, 100))
        found.append(row(f"language detection, {code}", ours * 1000, peer * 1000, "ms CPU",
                         f"{len(text):,} characters; same answer: {same}; ours at 1x/10x/100x: {grown}", target=">= 4x"))
    return found
