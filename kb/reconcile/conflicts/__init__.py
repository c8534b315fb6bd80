"""Claims that cannot all hold, with every quote. One module a way of contradicting."""
from __future__ import annotations

from kb.reconcile.conflicts.collect import conflicts

__all__ = ["conflicts"]
