"""Facts this process has loaded before: a run that takes in many documents must not read all rows anew for each.

A document's revision is the store's version when it was written. Versions only grow, and what the running transaction
wrote itself is never remembered (it may yet be rolled back, and its number given to something else), so a remembered
revision always means the same facts, whoever wrote them.
"""
from __future__ import annotations

from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, select

from kb.model import DocumentFacts
from kb.store import load
from kb.store.tables import documents

MOST = 2_000
"""Documents remembered at most; a larger store is read from rows."""

_remembered: WeakKeyDictionary[Engine, dict[str, tuple[int, DocumentFacts]]] = WeakKeyDictionary()


def current_facts(connection: Connection) -> tuple[list[DocumentFacts], dict[str, int]]:
    """What all current documents say, by document id, and the revision of each."""
    query = select(documents.c.id, documents.c.revision).where(documents.c.current).order_by(documents.c.id)
    revisions = {row.id: row.revision for row in connection.execute(query)}
    known = _remembered.setdefault(connection.engine, {})
    missing = [one for one, revision in revisions.items() if one not in known or known[one][0] != revision]
    loaded = {facts.document.id: facts for facts in load.facts_of(connection, missing)}
    said = [loaded.get(one) or known[one][1] for one in revisions]
    _remember(connection, known, revisions, loaded)
    return said, revisions


def _remember(
    connection: Connection, known: dict[str, tuple[int, DocumentFacts]], revisions: dict[str, int],
    loaded: dict[str, DocumentFacts],
) -> None:
    if len(revisions) > MOST:
        known.clear()
        return
    version = load.version(connection)
    for gone in known.keys() - revisions.keys():
        del known[gone]
    known.update((one, (revisions[one], facts)) for one, facts in loaded.items() if revisions[one] < version)
