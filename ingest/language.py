"""A language as the readers see it."""
from __future__ import annotations

from ingest.rulebook import Field, Row, document, rows

__all__ = ["SUPPORTED", "Field", "Row", "document", "rows"]

SUPPORTED: tuple[str, ...] = ("en", "es", "pt", "vi", "ja", "ko", "zh", "fr", "de")
