"""What a document says of order without saying when: steps, "after", "two minutes later"."""
from __future__ import annotations

from ingest.extract.steps import steps

__all__ = ["steps"]
