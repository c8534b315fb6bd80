"""What reconciliation must know of codes: which tell the whole outage, which say little, which act at once."""
from __future__ import annotations

from kb.model import Kind

HARM = frozenset({Kind.TRIGGER, Kind.IMPACT})
FIX = frozenset({Kind.MITIGATION, Kind.RECOVERY})
SEEN = frozenset({Kind.DETECTION, Kind.DIAGNOSIS})

WHOLE = frozenset({"outage-began", "outage-ended"})
"""Said of the outage as a whole, not of one service."""

VAGUE = frozenset({"errors", "impacted", "degraded", "unavailable", "latency", "throttling", "started", "continuing",
                   "unknown", "recovering", "mitigation", "timeouts"}) | WHOLE
"""Said of many happenings: two claims are not the same happening for sharing one of these."""

RESTORED = frozenset({"dns-restored", "connections-normal", "leases-restored", "launches-resumed", "propagation-normal",
                      "backlog-cleared", "health-checks-restored", "recovered", "recovering", "outage-ended"})
"""Something works again."""

COMPLETE = frozenset({"recovered", "outage-ended"})
"""All of it works again: an end of an outage."""

AT_ONCE = ("record-deleted", "empty-record", "certificate-expired", "power-loss", "crash")
"""States that break whoever leans on them at that moment, the plainest first."""
