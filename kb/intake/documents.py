"""Taking documents in: new ones, other readings of held ones, new versions, dry runs, removal.

Reading is pure and costs most, so it happens before the transaction begins; everything that looks at the store or
changes it happens inside, one writer at a time. A process killed at any moment leaves the old state or the new one.
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, select

from kb.errors import NotFound, UnreadableDocument
from kb.intake.audit import audited
from kb.intake.difference import Difference, Snapshot, difference, snapshot
from kb.intake.rebuild import rebuild
from kb.intake.versions import before_removal, predecessor, take_place
from kb.model import DocumentFacts, Finding, Reader, Source
from kb.store import load, rows, save
from kb.store.engine import reading, writing
from kb.store.history_tables import incident_documents
from kb.store.tables import documents

STORED, UNCHANGED, REREAD, REPLACED = "stored", "unchanged", "reread", "replaced"


@dataclass(frozen=True, slots=True)
class IntakeResult:
    """What became of one document: `stored`, `unchanged`, `reread` in place or stored and `replaced` an older version.

    `counts` are rows by part; `incident` is the slug of the incident it belongs to, None when it is not current;
    `difference` is there for `reread` and `replaced`; `facts` is what it says.
    """

    document: str
    status: str
    counts: dict[str, int]
    findings: tuple[Finding, ...]
    incident: str | None
    difference: Difference | None = None
    replaced: str | None = None
    facts: DocumentFacts | None = field(default=None, repr=False, compare=False)


def ingest(
    engine: Engine, reader: Reader, source: Source, *, who: str | None = None, when: datetime | None = None
) -> IntakeResult:
    """Read a document and store what it says. Raises what the reader refuses, and InvalidInput or Conflict for a bad
    `replaces`; nothing is stored then."""
    source = cleaned(source)
    if (unchanged := held(engine, reader, source)) is not None:
        return unchanged
    return store(engine, reader.extract(source), source, who=who, when=when)


def held(engine: Engine, reader: Reader, source: Source) -> IntakeResult | None:
    """The answer for a document held with the same bytes, givens and rules; None when it has to be read."""
    with reading(engine) as connection:
        row = _held(connection, cleaned(source))
        return _unchanged(connection, row) if row is not None and _same(row, source, reader.rules()) else None


def store(
    engine: Engine, facts: DocumentFacts, source: Source, *, who: str | None = None, when: datetime | None = None
) -> IntakeResult:
    """Store facts that were extracted elsewhere (by a worker) from `source`; otherwise as `ingest`."""
    source = cleaned(source)
    with writing(engine) as connection:
        return _store(connection, _fit(facts, source), source, who, when)


def preview(engine: Engine, reader: Reader, source: Source) -> IntakeResult:
    """What `ingest` would answer; the store stays as it is."""
    source = cleaned(source)
    facts = _fit(reader.extract(source), source)
    with writing(engine, keep=False) as connection:
        return _store(connection, facts, source, None, None)


def delete(engine: Engine, document: str, *, who: str | None = None, when: datetime | None = None) -> None:
    """Remove a document and its part in history; what it had replaced is current again. Raises NotFound."""
    with writing(engine) as connection:
        row = connection.execute(select(documents.c.sha256).where(documents.c.id == document)).one_or_none()
        if row is None:
            raise NotFound(f"no document {document!r}")
        save.next_version(connection)
        before_removal(connection, document)
        save.remove_document(connection, document)
        rebuild(connection)
        audited(connection, "delete", document, who=who, when=when, sha256=row.sha256)


def reread(
    engine: Engine, reader: Reader, chosen: Iterable[str] = (), *, who: str | None = None, when: datetime | None = None
) -> list[IntakeResult]:
    """Read held documents again with today's rules, all of them unless some are chosen; one transaction each.

    Raises NotFound for an unknown id before anything is read.
    """
    with reading(engine) as connection:
        known = list(connection.scalars(select(documents.c.id).order_by(documents.c.id)))
        wanted = list(dict.fromkeys(chosen)) or known
        if missing := sorted(set(wanted) - set(known)):
            raise NotFound(f"no document {missing[0]!r}")
    return [_reread(engine, reader, document, who, when) for document in wanted]


def _reread(engine: Engine, reader: Reader, document: str, who: str | None, when: datetime | None) -> IntakeResult:
    with reading(engine) as connection:
        source = load.source(connection, document)
    return store(engine, reader.extract(source), source, who=who, when=when)


def cleaned(source: Source) -> Source:
    """The source with givens any database can keep: no lone surrogates (odd file names), no NUL."""
    given = rows.given_json(source.given)
    plain = {name: _plain(value) if isinstance(value, str) else value for name, value in given.items()}
    return source if plain == given else replace(source, given=rows.given_from(plain))


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")


def _fit(facts: DocumentFacts, source: Source) -> DocumentFacts:
    """Facts that rows can hold. Raises UnreadableDocument for text with NUL characters."""
    if "\x00" in facts.document.text:
        raise UnreadableDocument("the text has NUL characters")
    document = replace(facts.document, given=source.given, title=_plain(facts.document.title))
    return save.without_duplicates(replace(facts, document=document))


def _held(connection: Connection, source: Source) -> Any:
    columns = (documents.c.id, documents.c.given, documents.c.rules, documents.c.current)
    sha256 = hashlib.sha256(source.data).hexdigest()
    return connection.execute(select(*columns).where(documents.c.sha256 == sha256)).one_or_none()


def _same(row: Any, source: Source, rules: str) -> bool:
    return bool(row.given == rows.given_json(cleaned(source).given) and row.rules == rules)


def _unchanged(connection: Connection, row: Any) -> IntakeResult:
    return _result(connection, load.facts(connection, row.id), UNCHANGED)


def _store(
    connection: Connection, facts: DocumentFacts, source: Source, who: str | None, when: datetime | None
) -> IntakeResult:
    row = _held(connection, source)
    if row is not None and _same(row, source, facts.document.rules):
        return _unchanged(connection, row)
    old = predecessor(connection, facts.document)
    if row is not None and not row.current and facts.document.given.replaces is None:
        old = None  # an older version that is only read again does not become the current one
    before = _snapshot(connection, old or (row.id if row is not None else None))
    version = save.next_version(connection)
    if row is None:
        save.add_document(connection, facts, source, version)
    else:
        save.replace_facts(connection, facts, version)
    if old is not None:
        take_place(connection, old, facts.document.id)
    rebuild(connection)
    status = REPLACED if old is not None else STORED if row is None else REREAD
    audited(connection, status, facts.document.id, who=who, when=when, replaced=old)
    changes = difference(before, snapshot(connection, facts.document.id)) if before is not None else None
    return replace(_result(connection, facts, status), difference=changes, replaced=old)


def _snapshot(connection: Connection, document: str | None) -> Snapshot | None:
    return None if document is None else snapshot(connection, document)


def _result(connection: Connection, facts: DocumentFacts, status: str) -> IntakeResult:
    return IntakeResult(
        facts.document.id, status, counts(facts), facts.findings, incident_of(connection, facts.document.id), facts=facts
    )


def counts(facts: DocumentFacts) -> dict[str, int]:
    """How much of each a document says."""
    parts = ("passages", "claims", "edges", "dependencies", "services", "actions", "findings")
    return {name: len(getattr(facts, name)) for name in parts}


def incident_of(connection: Connection, document: str) -> str | None:
    """The slug of the incident a document belongs to."""
    table = incident_documents
    return connection.scalar(select(table.c.incident).where(table.c.document == document))
