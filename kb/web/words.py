"""What the scripts say, in the reader's language."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext, ngettext


def words() -> dict[str, Any]:
    """Every word of the scripts; some are grouped by what they name."""
    return {
        **_values(),
        **_labels(),
        **_acts(),
        "counted": _counted(),
        "states": {
            "up": gettext("up"),
            "degraded": gettext("degraded"),
            "down": gettext("down"),
            "recovering": gettext("recovering"),
            "unknown": gettext("unknown"),
        },
        "stances": {"opinion": gettext("opinion"), "quote": gettext("quoted text"), "boilerplate": gettext("boilerplate")},
        "conflict_names": {
            "start-differs": gettext("The beginnings differ"),
            "end-differs": gettext("The ends differ"),
            "effect-before-cause": gettext("An effect comes before its cause"),
            "window-contradiction": gettext("The times cannot all hold"),
            "zone-contradiction": gettext("Two zones of one sentence do not agree"),
        },
    }


def _counted() -> dict[str, dict[str, str]]:
    """Forms for one and for more, `{n}` being the number; the scripts choose by the language's own rule."""
    return {
        "documents": {
            "one": ngettext("%(n)s document", "%(n)s documents", 1, n="{n}"),
            "other": ngettext("%(n)s document", "%(n)s documents", 2, n="{n}"),
        },
        "events": {
            "one": ngettext("%(n)s event", "%(n)s events", 1, n="{n}"),
            "other": ngettext("%(n)s event", "%(n)s events", 2, n="{n}"),
        },
        "conflicts": {
            "one": ngettext("%(n)s conflict", "%(n)s conflicts", 1, n="{n}"),
            "other": ngettext("%(n)s conflict", "%(n)s conflicts", 2, n="{n}"),
        },
        "claims": {
            "one": ngettext("%(n)s claim", "%(n)s claims", 1, n="{n}"),
            "other": ngettext("%(n)s claim", "%(n)s claims", 2, n="{n}"),
        },
        "findings": {
            "one": ngettext("%(n)s finding", "%(n)s findings", 1, n="{n}"),
            "other": ngettext("%(n)s finding", "%(n)s findings", 2, n="{n}"),
        },
        "sentences": {
            "one": ngettext("%(n)s sentence", "%(n)s sentences", 1, n="{n}"),
            "other": ngettext("%(n)s sentence", "%(n)s sentences", 2, n="{n}"),
        },
        "shown": {
            "one": ngettext("%(n)s event shown", "%(n)s events shown", 1, n="{n}"),
            "other": ngettext("%(n)s event shown", "%(n)s events shown", 2, n="{n}"),
        },
    }


def _values() -> dict[str, str]:
    return {
        "undated": gettext("undated"),
        "window": gettext("window"),
        "approximate": gettext("approximate"),
        "no_time": gettext("no time known"),
        "no_service": gettext("no service named"),
        "zone_unknown": gettext("zone unknown"),
        "part_of_day": gettext("part of day"),
        "reported": gettext("as reported"),
        "by": gettext("by"),
        "until": gettext("until"),
        "since": gettext("since"),
        "denied": gettext("denied"),
        "hedged": gettext("hedged"),
        "stated": gettext("stated in the expression"),
        "inherited": gettext("inherited from elsewhere in the document"),
        "given": gettext("given by the person who added it"),
        "unknown": gettext("unknown; nothing was guessed"),
        "trigger": gettext("trigger"),
        "impact": gettext("impact"),
        "detection": gettext("detection"),
        "diagnosis": gettext("diagnosis"),
        "mitigation": gettext("mitigation"),
        "recovery": gettext("recovery"),
        "communication": gettext("communication"),
        "state": gettext("state"),
    }


def _labels() -> dict[str, str]:
    return {
        "conflicts": gettext("conflicts"),
        "zone": gettext("zone"),
        "as_written": gettext("as written"),
        "resolved": gettext("how it was known"),
        "other_readings": gettext("other readings"),
        "source": gettext("source"),
        "document": gettext("document"),
        "incident": gettext("incident"),
        "event": gettext("event"),
        "claims": gettext("claims"),
        "causes": gettext("causes"),
        "effects": gettext("effects"),
        "findings": gettext("findings"),
        "kind": gettext("kind"),
        "services": gettext("services"),
        "time": gettext("time"),
        "start": gettext("start"),
        "end": gettext("end"),
        "what": gettext("what"),
        "language": gettext("language"),
        "owner": gettext("owner"),
        "due": gettext("due"),
        "state_of": gettext("state of work"),
        "done": gettext("done"),
        "open": gettext("open"),
        "field": gettext("field"),
        "machine": gettext("the machine read"),
        "corrected": gettext("corrected to"),
        "who": gettext("who"),
        "when": gettext("when"),
        "older": gettext("older version"),
        "graph": gettext("Dependency graph"),
        "needs": gettext("{one} needs {other}"),
        "baseline": gettext("as it happened"),
        "what_if": gettext("what if"),
        "difference": gettext("difference"),
        "error_minutes": gettext("Error minutes by service"),
        "minutes_short": gettext("min"),
        "assumptions": gettext("Assumptions"),
        "model_says": gettext("A model's answer, not a fact. It hangs on these assumptions:"),
        "not_carried": gettext("Not carried:"),
    }


def _acts() -> dict[str, str]:
    return {
        "none": gettext("none"),
        "nothing": gettext("Nothing matches."),
        "no_findings": gettext("no findings"),
        "loading": gettext("loading …"),
        "failed": gettext("That did not work:"),
        "play": gettext("Play"),
        "pause": gettext("Pause"),
        "close": gettext("Close"),
        "cancel": gettext("Cancel"),
        "saved": gettext("Saved."),
        "undone": gettext("Undone."),
        "undo": gettext("Undo"),
        "deleted": gettext("Deleted."),
        "delete_document": gettext("Delete"),
        "really_delete": gettext("Delete “{title}” and all that only it says?"),
        "correct": gettext("Correct this event"),
        "your_name": gettext("Your name"),
        "apply": gettext("Apply"),
        "reject": gettext("Reject"),
        "reject_event": gettext("It did not happen"),
        "merge": gettext("the same as"),
        "split": gettext("Tell apart"),
        "one_claim": gettext("one claim"),
        "would_join": gettext("It would join the incident"),
        "new_incident": gettext("It would begin an incident of its own."),
        "already": gettext("This document is already held; nothing changed."),
    }
