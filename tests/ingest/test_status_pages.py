"""Status pages, pasted as text or read from their JSON: each update is one claim of the kind its state names."""
from __future__ import annotations

import json

from ingest.pipeline import extract
from kb.model import Claim, Given, Kind, Source

PASTED = """Elevated error rates on the ledger API
Incident report of Northwind Pay

Resolved
This incident has been resolved.
Posted Apr 22, 2024 - 16:40 UTC

Monitoring
A fix has been implemented and we are monitoring the results.
Posted Apr 22, 2024 - 15:55 UTC

Identified
The issue has been identified as a full disk below the ledger database.
Posted Apr 22, 2024 - 15:20 UTC

Investigating
We are investigating elevated error rates on the ledger API.
Posted Apr 22, 2024 - 14:58 UTC
"""

STAMPED = """# Delayed webhooks

Apr 22, 2024, 16:40 UTC
Resolved - This incident has been resolved.

Apr 22, 2024, 15:55 UTC
Monitoring - A fix has been implemented and we are monitoring the results.

Apr 22, 2024, 14:58 UTC
Investigating - Webhooks are delayed for some customers.
"""

UPDATES = [("16:20:05", "investigating", "We are looking into errors."), ("17:02:00", "identified", "A slow query holds the workers."),
           ("17:30:00", "monitoring", "The query was stopped."), ("18:41:00", "resolved", "All is well again.")]


def claims(text: str, name: str = "status.txt") -> list[Claim]:
    return sorted(extract(Source(text.encode(), Given(name=name))).claims, key=lambda one: str(one.time.start))


def test_updates_pasted_with_the_time_they_were_posted_at_their_end() -> None:
    found = claims(PASTED)
    assert [(f"{one.time.start:%H:%M}", one.kind) for one in found] == [
        ("14:58", Kind.DIAGNOSIS), ("15:20", Kind.DIAGNOSIS), ("15:55", Kind.MITIGATION), ("16:40", Kind.RECOVERY)]
    assert all(line in one.quote for one, line in zip(found, ("We are", "The issue", "A fix", "This incident"), strict=True))


def test_the_state_before_a_dash_names_the_update_and_is_no_service() -> None:
    found = claims(STAMPED)
    assert [(f"{one.time.start:%H:%M}", one.kind) for one in found] == [
        ("14:58", Kind.DIAGNOSIS), ("15:55", Kind.MITIGATION), ("16:40", Kind.RECOVERY)]
    assert not any("monitoring" in one.services for one in found)


def test_paragraphs_with_times_of_their_own_tell_of_themselves() -> None:
    found = claims("Report\n\nAt 14:58 UTC on Apr 22, 2024 the ledger went down.\n\nAt 16:40 UTC it recovered.\n")
    assert [one.kind for one in found] == [Kind.IMPACT, Kind.RECOVERY]


def test_states_of_the_json_of_a_status_page() -> None:
    incident = {
        "id": "x1", "name": "Elevated errors on the ledger", "status": "resolved", "resolved_at": "2024-04-22T18:41:00Z",
        "created_at": "2024-04-22T16:20:05Z", "incident_updates": [
            {"status": state, "body": body, "display_at": f"2024-04-22T{at}Z", "affected_components": [
                {"name": "Ledger", "old_status": "major_outage", "new_status": "operational"}] if state == "resolved" else []}
            for at, state, body in UPDATES]}
    found = claims(json.dumps({"incidents": [incident]}), "status.json")
    kinds = {f"{one.time.start:%H:%M}": one.kind for one in found}
    assert kinds == {"16:20": Kind.DIAGNOSIS, "17:02": Kind.DIAGNOSIS, "17:30": Kind.MITIGATION, "18:41": Kind.RECOVERY}
    assert {one.kind for one in found if f"{one.time.start:%H:%M}" == "18:41"} == {Kind.RECOVERY}


def test_how_google_writes_that_an_incident_began_and_ended() -> None:
    incident = {"id": "g1", "external_desc": "Cloud SQL instances unreachable", "begin": "2024-04-22T16:20:00Z",
                "end": "2024-04-22T18:41:00Z", "updates": []}
    assert [one.kind for one in claims(json.dumps([incident]), "incidents.json")] == [Kind.IMPACT, Kind.RECOVERY]
