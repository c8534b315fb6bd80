"""Who did what, in the transaction that did it."""
from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert

from kb.store.tables import audit


def audited(
    connection: Connection, action: str, target: str, *, who: str | None, when: datetime | None, **detail: Any
) -> None:
    """Add a row to the audit list. `when` is an aware instant from the entry point, None where nobody looked."""
    connection.execute(insert(audit).values(action=action, target=target, who=who, when=when, detail=detail))
