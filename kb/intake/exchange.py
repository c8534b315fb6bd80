"""Restoring a full export, in one transaction: all of it or nothing."""
from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import IntegrityError

from kb import decisions as corrections
from kb.errors import InvalidInput
from kb.instants import parse_instant
from kb.intake.audit import audited
from kb.intake.rebuild import rebuild
from kb.model import (
    ActionItem,
    CauseEdge,
    Claim,
    Constraint,
    Decision,
    DependencyFact,
    Document,
    DocumentFacts,
    Source,
)
from kb.store import exchange, rows, save
from kb.store.engine import writing
from kb.store.tables import decisions, documents

_Read = tuple[Mapping[str, Any], DocumentFacts, Source]
_Quoted = Claim | CauseEdge | DependencyFact | Constraint | ActionItem


@dataclass(frozen=True, slots=True)
class Restored:
    """How much an import brought; what was held already is left as it is."""

    documents: int
    decisions: int
    held: int


def restore(engine: Engine, exported: Mapping[str, Any], *, who: str | None = None, when: datetime | None = None) -> Restored:
    """Bring back the documents and decisions of a full export; history is made anew from them.

    Raises InvalidInput for an export without texts, or one whose parts do not fit together; nothing is stored then.
    """
    try:
        read = [_document(row) for row in exported["documents"]]
        decided = [_decision(row) for row in exported["decisions"]]
    except (KeyError, TypeError, ValueError, AttributeError, binascii.Error) as error:
        raise InvalidInput(f"not a full export of this product: {error!r}", code="import") from error
    try:
        return _restored(engine, read, decided, who, when)
    except IntegrityError as error:
        raise InvalidInput(f"the parts of this export do not fit together: {error.orig}", code="import") from error


def _restored(
    engine: Engine, read: Sequence[_Read], decided: Sequence[Decision], who: str | None, when: datetime | None
) -> Restored:
    with writing(engine) as connection:
        version = save.next_version(connection)
        held = set(connection.scalars(select(documents.c.id)))
        new = [(row, facts, source) for row, facts, source in read if facts.document.id not in held]
        for row, facts, source in new:
            _add(connection, row, facts, source, version)
        known = set(connection.scalars(select(decisions.c.id)))
        fresh = [decision for decision in decided if decision.id not in known]
        save.insert_rows(connection, decisions, (rows.decision_row(one) for one in fresh))
        rebuild(connection)
        audited(connection, "import", "", who=who, when=when, documents=len(new), decisions=len(fresh))
    return Restored(len(new), len(fresh), len(read) - len(new))


def _add(connection: Connection, row: Mapping[str, Any], facts: DocumentFacts, source: Source, version: int) -> None:
    replaced_by = row["replaced_by"]
    save.add_document(
        connection, save.without_duplicates(facts), source, version, current=bool(row["current"]), replaced_by=replaced_by
    )


def _document(row: Mapping[str, Any]) -> _Read:
    if "facts" not in row or "data" not in row:
        raise InvalidInput("this export has no texts: make it with --full", code="import")
    data, said = base64.b64decode(row["data"], validate=True), row["facts"]
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        raise ValueError(f"the bytes of document {row['id']} are not those it was made of")
    if not row["id"] or not row["sha256"].startswith(row["id"]):
        raise ValueError(f"document {row['id']!r} has not the id of its bytes")
    given = rows.given_from(row["given"])
    document = Document(
        str(row["id"]), str(row["sha256"]), str(said["title"]), str(row["language"]), str(row["text"]),
        str(row["media_type"]), given, tuple(said["places"]), str(said["rules"]),
    )
    facts = exchange.facts_from(document, said)
    _check_quotes(facts)
    return row, facts, Source(data, given, row.get("sent_as"))


def _check_quotes(facts: DocumentFacts) -> None:
    text = facts.document.text
    parts: list[Sequence[_Quoted]] = [facts.claims, facts.edges, facts.dependencies, facts.constraints, facts.actions]
    for item in (item for part in parts for item in part):
        start, end = item.span
        if not 0 <= start <= end or text[start:end] != item.quote:
            raise ValueError(f"a quote of document {facts.document.id} is not what stands at {start}..{end}")


def _decision(row: Mapping[str, Any]) -> Decision:
    machine = row["machine"]
    return Decision(
        str(row["id"]), str(row["target"]), str(row["field"]), None if machine is None else str(machine),
        corrections.checked(str(row["field"]), str(row["value"])), str(row["who"]), parse_instant(row["when"]),
        bool(row["undone"]),
    )
