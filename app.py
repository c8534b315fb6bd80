"""Composition root: the one place where reading (ingest) and keeping (kb) meet. Nothing imports it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from kb.model import DocumentFacts, Source, TimeValue
from kb.settings import Settings

if TYPE_CHECKING:
    from flask import Flask


class LazyReader:
    """The `Reader` of kb.model. Imports ingest on first use: its rules cost half a second, and only what reads should pay it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def extract(self, source: Source) -> DocumentFacts:
        """All facts of one document. Raises UnreadableDocument, UnsupportedFormat, TooLarge."""
        from ingest.pipeline import extract

        return extract(source, catalogue=self._settings.catalog, max_bytes=self._settings.max_bytes)

    def expand(self, name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
        """The documents in a file: itself, or the members of an archive. Raises UnreadableDocument, TooLarge."""
        from ingest.formats.archives import Limits, expand, is_archive

        if is_archive(data):
            return expand(data, Limits(member=self._settings.max_bytes))
        return iter([(name, data)])

    def rules(self) -> str:
        """The version of the rules facts depend on."""
        from ingest.pipeline import rules_version

        return rules_version(self._settings.catalog)

    def read_time(
        self, text: str, *, language: str | None = None, reference: datetime | None = None, zone: str | None = None
    ) -> tuple[TimeValue, ...]:
        """The time expressions of a text."""
        from ingest.extract.times.read import read_time

        return read_time(text, language=language, reference=reference, zone=zone)

    def time_spans(self, text: str, language: str, locale: str, reference: str | None) -> list[dict[str, object]]:
        """The time expressions of a text as spans, for `pmkb convert --jsonl`."""
        from ingest.extract.times.read import convert_spans

        return convert_spans(text, language, locale, reference)


def create_app(environment: Mapping[str, str] | None = None) -> Flask:
    """The WSGI application. Raises InvalidInput for a setting that is none."""
    from kb.web.site import create_site

    settings = Settings.from_environment(os.environ if environment is None else environment)
    return create_site(settings, LazyReader(settings))


def cli() -> None:
    """The command `pmkb`."""
    from kb.cli.main import run

    run(LazyReader, create_app)


if __name__ == "__main__":
    cli()
