"""The use cases of writing. Each is ONE transaction: read, save, decisions, reconcile, save."""
from __future__ import annotations

from kb.intake.documents import (
    REPLACED,
    REREAD,
    STORED,
    UNCHANGED,
    IntakeResult,
    delete,
    held,
    ingest,
    preview,
    reread,
    store,
)
from kb.intake.exchange import Restored, restore
from kb.intake.people import decide, undo

__all__ = [
    "REPLACED", "REREAD", "STORED", "UNCHANGED", "IntakeResult", "Restored", "decide", "delete", "held", "ingest", "preview",
    "reread", "restore", "store", "undo",
]
