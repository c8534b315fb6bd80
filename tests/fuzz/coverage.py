"""The coverage-guided part, run in a process of its own: libFuzzer ends its process and instruments what it imports.

usage: python tests/fuzz/coverage.py readers|times SECONDS [libFuzzer options]
"""
from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))
with atheris.instrument_imports(include=["ingest"]):
    from ingest import formats, passages
    from ingest.extract.times.find import find
    from ingest.language import SUPPORTED

from kb.errors import PmkbError
from kb.model import Given, Source

FORMATS: tuple[tuple[str | None, str | None], ...] = (
    (None, "text/plain"), ("a.md", "text/markdown"), ("a.html", "text/html"), ("a.json", "application/json"),
    ("a.csv", "text/csv"), ("a.pdf", None), ("a.docx", None), ("a.zip", None),
)


def readers(data: bytes) -> None:
    """Reads bytes as the format that the first of them picks."""
    if not data:
        return
    name, media = FORMATS[data[0] % len(FORMATS)]
    given = Given(name=name)
    try:
        draft = formats.read(Source(data[1:], given, media))
    except PmkbError:
        return
    found = passages.read(draft, given)
    for passage in found.passages:
        assert 0 <= passage.start < passage.end <= len(found.text)


def times(data: bytes) -> None:
    """Times of any text in any language, each inside the text."""
    if not data:
        return
    text = data[1:].decode("utf-8", "replace")
    for found in find(text, SUPPORTED[data[0] % len(SUPPORTED)], context=bool(data[0] & 128)):
        assert 0 <= found.span[0] < found.span[1] <= len(text)


def main() -> None:
    """One target for so many seconds."""
    target, seconds = sys.argv[1], sys.argv[2]
    one = {"readers": readers, "times": times}[target]
    for first in range(9):  # rules load here and not in the first timed input
        one(bytes((first,)) + b"At 10:02 UTC on Oct 20, 2025")
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", "-seed=1", "-max_len=400", "-timeout=10", "-rss_limit_mb=2048",
                   "-verbosity=0", *sys.argv[3:]], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
