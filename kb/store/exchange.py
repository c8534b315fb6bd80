"""Machine facts as plain JSON and back, for a full export that an import restores."""
from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from kb.model import Document, DocumentFacts
from kb.store import load, rows, save

_INSTANTS = ("start", "end", "earliest", "latest")
_DERIVED = ("sort_at", "until_at")


def facts_json(facts: DocumentFacts) -> dict[str, Any]:
    """Everything but the document's own columns, each part as its rows."""
    return {
        "places": list(facts.document.places), "rules": facts.document.rules, "title": facts.document.title,
        **{name: [_plain(to_row(item)) for item in getattr(facts, name)] for name, _, to_row in save.PARTS},
    }


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value.isoformat() if isinstance(value, datetime) else value for key, value in row.items() if key not in _DERIVED
    }


def facts_from(document: Document, said: Mapping[str, Any]) -> DocumentFacts:
    """The inverse of `facts_json`. Raises ValueError, KeyError or TypeError for what it cannot have written."""
    makers = {name: make for name, _, make in load.PARTS}
    parts = {name: tuple(make(_row(row)) for row in said[name]) for name, make in makers.items()}
    return DocumentFacts(document, **parts)


def _row(row: Mapping[str, Any]) -> rows.Row:
    timed = "zone_basis" in row
    return {
        key: _instant(value) if timed and key in _INSTANTS and value is not None else value for key, value in row.items()
    }


def _instant(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"no offset: {text!r}")
    return moment.astimezone(UTC)
