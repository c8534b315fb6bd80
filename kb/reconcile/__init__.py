"""Claims of many documents become one history: incidents, events, dependencies, windows and conflicts. Pure."""
from __future__ import annotations

from kb.reconcile.history import reconcile, reconcile_incidents

__all__ = ["reconcile", "reconcile_incidents"]
