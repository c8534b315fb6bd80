"""History made anew from what all current documents say, inside the caller's transaction.

Which documents are about one outage is asked of all of them; what an outage's documents add up to depends on them
alone, so an incident whose documents, corrections and rules are those it was made of is left as it is.
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from sqlalchemy import Connection, select

from kb import decisions as corrections
from kb.intake.memory import current_facts
from kb.model import Decision, DocumentFacts
from kb.reconcile import reconcile_incidents
from kb.reconcile.incidents import Group, group
from kb.store import load, save_history, save_services
from kb.store.history_tables import incidents


def rebuild(connection: Connection) -> None:
    """Load, correct, reconcile, store. Nothing is read from text again: facts come from rows."""
    decided = load.decisions(connection)
    said, revisions = current_facts(connection)
    facts = corrections.apply(said, decided)
    by_id = {one.document.id: one for one in facts}
    groups = group(facts, decided)
    keys = _keys(groups, {one.document.id: one for one in said}, revisions, decided)
    held = {row.slug: row.digest for row in connection.execute(select(incidents.c.slug, incidents.c.digest))}
    fresh = [one for one in groups if held.get(one.slug) != keys[one.slug]]
    kept = {one.slug for one in groups} - {one.slug for one in fresh}
    made_of = ((one.slug, [by_id[document] for document in one.documents]) for one in fresh)
    history = corrections.settle(reconcile_incidents(made_of, decided), decided)
    told = {
        claim.id: (document, claim) for one in fresh for document in one.documents for claim in by_id[document].claims
    }
    save_history.replace_history(connection, history, told, digests=keys, within=set(held) - kept)
    home = {document: one.slug for one in groups for document in one.documents}
    save_services.replace_services(connection, save_services.gathered(facts, home))


def _keys(
    groups: Iterable[Group], by_id: Mapping[str, DocumentFacts], revisions: Mapping[str, int], decided: Sequence[Decision]
) -> dict[str, str]:
    """By slug, a digest of all an incident is made of."""
    by_target: dict[str, list[Decision]] = {}
    for decision in decided:
        by_target.setdefault(decision.target, []).append(decision)
    everywhere = [decision for decision in decided if decision.field == "alias"]
    return {
        one.slug: _digest((
            one.slug, one.title, [(document, revisions[document]) for document in one.documents], everywhere,
            [about for document in one.documents for name in _ids(by_id[document]) for about in by_target.get(name, ())],
            _rules(),
        ))
        for one in groups
    }


def _ids(facts: DocumentFacts) -> Iterable[str]:
    """Whatever of a document a decision can be about."""
    yield facts.document.id
    yield from (claim.id for claim in facts.claims)
    yield from (edge.id for edge in facts.edges)


def _digest(parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@lru_cache(maxsize=1)
def _rules() -> str:
    """Changes with the code that reconciles: history made by an older version is made anew."""
    root = files("kb.reconcile")
    found = [root, *(child for child in root.iterdir() if child.is_dir() and child.name != "__pycache__")]
    sources = [files("kb").joinpath("temporal.py"), *(child for one in found for child in one.iterdir())]
    texts = sorted(one.read_bytes() for one in sources if one.name.endswith(".py"))
    return hashlib.blake2b(b"\0".join(texts), digest_size=16).hexdigest()
