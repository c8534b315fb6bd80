"""History made anew from what all current documents say, inside the caller's transaction."""
from __future__ import annotations

from sqlalchemy import Connection

from kb import decisions as corrections
from kb.model import History
from kb.reconcile import reconcile
from kb.store import load, save_history, save_services


def rebuild(connection: Connection) -> History:
    """Load, correct, reconcile, store. Nothing is read from text again: facts come from rows."""
    decided = load.decisions(connection)
    facts = corrections.apply(load.facts_of(connection, load.current_documents(connection)), decided)
    history = corrections.settle(reconcile(facts, decided), decided)
    told = {claim.id: (one.document.id, claim) for one in facts for claim in one.claims}
    save_history.replace_history(connection, history, told)
    home = {document: incident.slug for incident in history.incidents for document in incident.documents}
    save_services.replace_services(connection, save_services.gathered(facts, home))
    return history
