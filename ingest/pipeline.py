"""The whole route from one document's bytes to its facts."""
from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources
from pathlib import Path

from ingest import passages
from ingest.extract import actions, causes, dependencies, order, services
from ingest.extract.catalogue import load
from ingest.extract.claims import claims
from ingest.extract.order import Lag
from ingest.extract.places import places
from ingest.extract.tell import Teller
from ingest.extract.times.document import read_times
from ingest.formats import read as read_format
from ingest.formats.decode import LIMIT
from ingest.language import language_of
from ingest.types import Draft, Reading
from kb.model import Document, DocumentFacts, PassageKind, Source

__all__ = ["extract", "rules_version"]

VERSION = "1"
_ID_LENGTH = 32
_TITLE = 160


def extract(source: Source, *, catalogue: Path | None = None, max_bytes: int = LIMIT) -> DocumentFacts:
    """Everything one document says. `catalogue` is the user's own list of services, `max_bytes` the most that is read.

    Raises UnreadableDocument, UnsupportedFormat or TooLarge for what is no document, BadData for a catalogue nobody can
    trust; whatever else is odd is a finding.
    """
    draft = read_format(source, limit=max_bytes)
    reading = passages.read(draft, source.given)
    languages = {passage.index: language_of(passage, reading) for passage in reading.passages}
    document = _document(source, draft, reading, rules_version(catalogue))
    times, odd = read_times(reading, languages, source.given)
    named = services.find(reading, load(catalogue))
    promised = actions.find(reading, document.id)
    told = claims(document.id, reading, times, order.steps(reading), Teller(reading, named, languages), languages,
                  [item.span for item in promised])
    edges = causes.find(reading, named, told, document.id)
    needs = dependencies.find(reading, named, edges)
    lags = [Lag(one.placed.span, one.placed.expression.seconds or 0.0) for one in times if one.lag]
    courses, constraints = order.find(reading, named, told, document.id, lags)
    return DocumentFacts(
        document=document, passages=reading.passages, services=named.services, mentions=named.mentions, claims=told,
        edges=(*edges, *courses), dependencies=needs, constraints=constraints, actions=promised,
        findings=(*reading.findings, *odd),
    )


def _document(source: Source, draft: Draft, reading: Reading, rules: str) -> Document:
    digest = hashlib.sha256(source.data).hexdigest()
    return Document(
        id=digest[:_ID_LENGTH], sha256=digest, title=_title(source, reading), language=reading.language,
        text=draft.text, media_type=draft.media_type, given=source.given, places=places(draft.text),
        rules=rules,
    )


def _title(source: Source, reading: Reading) -> str:
    """What the caller calls it, else its first line where that is short, else what it calls itself."""
    if source.given.title:
        return source.given.title
    first = next(iter(reading.passages), None)
    line = reading.text[first.start:first.end].strip("# \n") if first else ""
    opens = 0 < len(line) <= _TITLE and "\n" not in line and not line.endswith((".", "。", ":", "："))
    if opens and first is not None and first.kind in (PassageKind.PARAGRAPH, PassageKind.HEADING):
        return reading.metadata.title or line if first.kind is PassageKind.HEADING else line
    return reading.metadata.title or line.split("\n")[0][:_TITLE] or source.given.name or "untitled"


@lru_cache(maxsize=8)
def rules_version(catalogue: Path | None = None) -> str:
    """A name for the rules in force: it changes when any rule file or the code's own version does."""
    digest = hashlib.sha256(VERSION.encode())
    root = resources.files("ingest")
    for folder in (root / "catalog", *sorted((root / "lang").iterdir(), key=lambda one: one.name)):
        if folder.is_dir():
            for file in sorted(folder.iterdir(), key=lambda one: one.name):
                if file.name.endswith(".toml"):
                    digest.update(file.name.encode() + file.read_bytes())
    if catalogue is not None:
        load(catalogue)
        digest.update(catalogue.read_bytes())
    return digest.hexdigest()[:12]
