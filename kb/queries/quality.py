"""Figures about the product itself: what it holds, and how well it was measured to read."""
from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from sqlalchemy import Connection, func, select

from kb.store.history_tables import events, incidents
from kb.store.tables import claims, documents


def health(connection: Connection) -> dict[str, Any]:
    """`status` is ok when the database answers."""
    counted = {"documents": documents.c.id, "claims": claims.c.id, "events": events.c.id, "incidents": incidents.c.slug}
    return {"status": "ok", "database": connection.dialect.name,
            **{name: connection.scalar(select(func.count(column))) for name, column in counted.items()}}


def figures() -> dict[str, Any]:
    """The packaged figures of the last measurement: `measured_on` (date), `data`, `tables` by name."""
    return dict(json.loads(files("kb.queries").joinpath("quality.json").read_text("utf-8")))
