"""Reading many documents at once: here, in local processes, or on a Dask cluster. Storing stays in this process.

Extraction is pure, so where it runs does not matter; one writer keeps the order of commits the order of the input,
and a run that was stopped is resumed by running it again: what is already held is not read a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kb.errors import InvalidInput, PmkbError, Unavailable
from kb.model import DocumentFacts, Reader, Source

SUFFIXES = frozenset(
    [
        ".txt",
        ".text",
        ".md",
        ".markdown",
        ".html",
        ".htm",
        ".xhtml",
        ".pdf",
        ".docx",
        ".json",
        ".csv",
        ".tsv",
        ".log",
        ".rst",
        ".eml",
    ]
)
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


@dataclass(frozen=True, slots=True)
class Refused:
    """A document that could not be read, and why."""

    name: str
    reason: str


Extracted = tuple[str, Source, DocumentFacts | Refused]


def files_below(path: Path) -> Iterator[Path]:
    """The files of a folder that look like documents, in name order; hidden ones and symbolic links out of it are not."""
    root = path.resolve()
    for found in sorted(path.rglob("*")):
        inside = found.relative_to(path)
        if any(part.startswith((".", "__")) for part in inside.parts) or not found.is_file():
            continue
        if found.is_symlink() and not found.resolve().is_relative_to(root):
            continue
        if found.suffix.lower() in SUFFIXES or found.name.lower().endswith(ARCHIVES):
            yield found


def read_one(reader: Reader, name: str, source: Source) -> Extracted:
    """The facts of one document, or why there are none. Never raises for a bad document."""
    try:
        return name, source, reader.extract(source)
    except PmkbError as error:
        return name, source, Refused(name, error.message)
    except Exception as error:  # one document must not stop the rest
        return name, source, Refused(name, f"the reader failed: {type(error).__name__}: {error}")


def here(reader: Reader, sources: Iterable[tuple[str, Source]]) -> Iterator[Extracted]:
    """In this process, one after the other."""
    return (read_one(reader, name, source) for name, source in sources)


def processes(reader: Reader, sources: Iterable[tuple[str, Source]], workers: int) -> Iterator[Extracted]:
    """In `workers` local processes, answers in the order of the input, a bounded number of documents under way."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from _windowed(lambda pair: pool.submit(read_one, reader, *pair), sources, workers * 4)


def cluster(reader: Reader, sources: Iterable[tuple[str, Source]], address: str) -> Iterator[Extracted]:
    """On the Dask cluster at `address` (`local` starts one here); raises Unavailable without it."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Unavailable("--scheduler needs the extra `cluster`: pip install 'pmkb[cluster]'") from error
    try:
        client = Client(n_workers=2, processes=True) if address == "local" else Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise Unavailable(f"no Dask scheduler at {address}: {error}") from error
    with client:
        yield from _windowed(lambda pair: client.submit(read_one, reader, *pair, pure=False), sources, 32)


def _windowed(
    submit: Callable[[tuple[str, Source]], object], sources: Iterable[tuple[str, Source]], size: int
) -> Iterator[Extracted]:
    rest = iter(sources)
    waiting = [submit(pair) for pair in islice(rest, size)]
    while waiting:
        done = waiting.pop(0)
        waiting.extend(submit(pair) for pair in islice(rest, 1))
        yield done.result()  # type: ignore[attr-defined]


def extracted(reader: Reader, sources: Iterable[tuple[str, Source]], *, workers: int, scheduler: str | None) -> Iterator[Extracted]:
    """The documents' facts by whichever way the caller asked for. Raises InvalidInput for both ways at once."""
    if scheduler is not None:
        if workers > 1:
            raise InvalidInput("--workers and --scheduler exclude each other")
        return cluster(reader, sources, scheduler)
    return processes(reader, sources, workers) if workers > 1 else here(reader, sources)
