"""Documents in a few lines, read as far as meaning needs it."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest import passages
from ingest.extract.attribution import about
from ingest.extract.services import ServiceMap, find
from ingest.formats import read
from ingest.types import Reading
from kb.model import Given, Source, Span

Told = tuple[tuple[str, ...], tuple[str, ...]]


@pytest.fixture
def reading() -> Callable[..., Reading]:
    """`reading(text, language)`: the text as a document of that language."""
    def read_text(text: str, language: str = "en") -> Reading:
        given = Given(language=language)
        return passages.read(read(Source(text.encode(), given)), given)

    return read_text


@pytest.fixture
def services(reading: Callable[..., Reading]) -> Callable[..., ServiceMap]:
    """`services(text, language)`: the services of such a document."""
    return lambda text, language="en": find(reading(text, language))


@pytest.fixture
def whom(reading: Callable[..., Reading]) -> Callable[..., Told]:
    """`whom(text, words, language, times, this)`: what a claim told in `words` of the text is about, and what those
    words name only as cause. `times` and `this` are written times, found in the words."""
    def ask(text: str, words: str, language: str = "en", times: tuple[str, ...] = (), this: str | None = None) -> Told:
        document = reading(text, language)
        start = document.text.index(words)
        span = (start, start + len(words))

        def at(time: str) -> Span:
            place = document.text.index(time, start)
            return (place, place + len(time))

        passage = next(one for one in document.passages if one.start <= start < one.end)
        return about(span, passage, document, find(document), [at(time) for time in times], at(this) if this else None)

    return ask
