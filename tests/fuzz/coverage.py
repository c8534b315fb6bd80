"""The coverage-guided part, run in a process of its own: libFuzzer ends its process and instruments what it imports.

usage: python tests/fuzz/coverage.py TARGET SECONDS
"""
from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))
with atheris.instrument_imports(include=["ingest"]):
    from ingest import formats, passages
    from ingest.extract.times.find import find
    from ingest.language import SUPPORTED

from kb.errors import PmkbError
from kb.model import Given, Source

FORMATS: dict[str, tuple[str | None, str | None]] = {
    "text": (None, "text/plain"), "markdown": ("a.md", "text/markdown"), "html": ("a.html", "text/html"),
    "json": ("a.json", "application/json"), "csv": ("a.csv", "text/csv"), "pdf": ("a.pdf", None),
    "docx": ("a.docx", None), "zip": ("a.zip", None),
}


def reader(name: str, media: str | None) -> Callable[[bytes], None]:
    """Reads bytes as one format."""
    given = Given(name=name)

    def one(data: bytes) -> None:
        try:
            draft = formats.read(Source(data, given, media))
        except PmkbError:
            return
        found = passages.read(draft, given)
        for passage in found.passages:
            assert 0 <= passage.start < passage.end <= len(found.text)

    return one


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
    one = times if target == "times" else reader(*FORMATS[target])  # type: ignore[arg-type]
    one(b"\x00At 10:02 UTC on Oct 20, 2025")  # rules load here and not in the first timed input
    os.chdir(os.environ.get("FUZZ_FOLDER", "."))  # what fails is left in a file there
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", "-seed=1", "-max_len=400", "-timeout=10", "-rss_limit_mb=2048",
                   "-verbosity=0", *sys.argv[3:]], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
