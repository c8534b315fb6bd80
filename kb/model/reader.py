"""What kb needs of reading, without importing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from kb.model.facts import DocumentFacts, Source, TimeValue


class Reader(Protocol):
    """What kb needs of ingest, handed over by app.py so that kb never imports ingest."""

    def extract(self, source: Source) -> DocumentFacts: ...

    def expand(self, name: str, data: bytes) -> Iterator[tuple[str, bytes]]: ...

    def rules(self) -> str: ...

    def read_time(
        self, text: str, *, language: str | None = None, reference: datetime | None = None, zone: str | None = None
    ) -> tuple[TimeValue, ...]: ...

    def time_spans(self, text: str, language: str, locale: str, reference: str | None) -> Sequence[dict[str, object]]: ...
