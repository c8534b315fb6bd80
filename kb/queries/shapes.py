"""The contract's JSON, each shape in one place: what the API, the command line and the export all show."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.instants import format_exact, format_instant
from kb.model import (
    ActionItem,
    CauseEdge,
    Claim,
    Decision,
    DependencyFact,
    Finding,
    Passage,
    Side,
    Span,
    TimelineRow,
    TimeValue,
    Zone,
)
from kb.store.rows import Row, period_from

Json = dict[str, Any]


def span(value: Span | None) -> list[int] | None:
    return None if value is None else [value[0], value[1]]


def zone(value: Zone) -> Json:
    return {"name": value.name, "offset": value.offset, "basis": value.basis.value, "as_written": value.as_written}


def time_value(value: TimeValue) -> Json:
    """A time everywhere it leaves the product: RFC 3339 UTC, or local without offset where no zone is known."""
    return {
        "start": format_instant(value.start),
        "end": format_instant(value.end),
        "bound": value.bound.value,
        "precision": value.precision.value,
        "approximate": value.approximate,
        "as_written": value.as_written,
        "zone": zone(value.zone),
        "alternatives": [format_instant(moment) for moment in value.alternatives],
        "window": {"earliest": format_instant(value.window.earliest), "latest": format_instant(value.window.latest)},
    }


def finding(value: Finding) -> Json:
    return {"code": value.code, "message": value.message, "span": span(value.span), "stage": value.stage}


def document(row: Row, findings: Sequence[Finding], incident: str | None) -> Json:
    """`row` is one of `documents`; text and bytes are not shown here."""
    return {
        "id": row["id"], "title": row["title"], "language": row["language"], "sha256": row["sha256"],
        "source_url": row["source_url"], "chars": row["chars"], "given": row["given"], "current": row["current"],
        "findings": [finding(one) for one in findings], "media_type": row["media_type"], "places": row["places"],
        "replaced_by": row["replaced_by"], "rules": row["rules"], "incident": incident,
    }


def passage(value: Passage) -> Json:
    return {
        "index": value.index, "kind": value.kind.value, "span": [value.start, value.end], "level": value.level,
        "section": list(value.section), "parent": value.parent, "language": value.language, "stance": value.stance.value,
    }


def claim(value: Claim, document: str, event: str | None, label: str) -> Json:
    return {
        "id": value.id, "document": document, "kind": value.kind.value, "happening": value.happening, "label": label,
        "time": time_value(value.time), "services": list(value.services), "quote": value.quote, "span": span(value.span),
        "time_span": span(value.time_span), "section": list(value.section), "stance": value.stance.value,
        "language": value.language, "event": event, "rule": value.rule,
    }


def _side(value: Side) -> Json:
    return {"text": value.text, "span": span(value.span), "services": list(value.services), "claim": value.claim}


def cause_edge(value: CauseEdge, document: str) -> Json:
    return {
        "id": value.id, "document": document, "relation": value.relation.value, "polarity": value.polarity.value,
        "stance": value.stance.value, "cause": _side(value.cause), "effect": _side(value.effect), "quote": value.quote,
        "span": span(value.span), "rule": value.rule,
    }


def evidence(row: Row) -> Json:
    """A sentence for a dependency; `row` is one of `dependency_evidence`."""
    return {
        "document": row["document"], "quote": row["quote"], "span": [row["span_start"], row["span_end"]],
        "stance": row["stance"], "polarity": row["polarity"],
    }


def dependency(dependent: str, needed: str, said: Sequence[Json]) -> Json:
    """`documents` counts those that say so; denials are shown and count for nothing."""
    counted = {one["document"] for one in said if one["polarity"] != "denied" and one["stance"] == "report"}
    return {"dependent": dependent, "dependency": needed, "evidence": list(said), "documents": len(counted)}


def dependency_fact(value: DependencyFact, document: str) -> Json:
    return {
        "dependent": value.dependent, "dependency": value.dependency, "document": document, "quote": value.quote,
        "span": span(value.span), "stance": value.stance.value, "polarity": value.polarity.value, "rule": value.rule,
    }


def service(row: Row) -> Json:
    """`row` is one of `services`."""
    return {
        "slug": row["slug"], "name": row["name"], "kind": row["kind"], "part_of": row["part_of"],
        "incident": row["incident"] or None, "aliases": row["aliases"],
    }


def incident(row: Row, documents: Sequence[str]) -> Json:
    """`row` is one of `incidents`; `events` is their number."""
    start, end = period_from(row)
    return {
        "slug": row["slug"], "title": row["title"], "documents": list(documents), "start": format_instant(start),
        "end": format_instant(end), "events": row["events"],
    }


def event(row: TimelineRow) -> Json:
    """An event as the export has it."""
    return {
        "id": row.id, "incident": row.incident, "kind": row.kind.value, "time": time_value(row.time),
        "services": list(row.services), "label": row.label, "claims": list(row.claims), "conflicts": list(row.conflicts),
        "causes": list(row.causes), "effects": list(row.effects),
    }


def timeline_row(row: TimelineRow) -> Json:
    """An event with what a timeline shows beside: happening, documents, languages and the proposed claim's sentence. Its
    label, which hangs on the reader's language, comes last."""
    shown = event(row)
    label = shown.pop("label")
    return {
        **shown, "happening": row.happening, "documents": list(row.documents), "languages": list(row.languages),
        "quote": row.quote, "label": label,
    }


def conflict(row: Row, values: Sequence[Json]) -> Json:
    """`row` is one of `conflicts`."""
    return {
        "id": row["id"], "incident": row["incident"], "code": row["code"], "events": list(row["events"]),
        "edges": list(row["edges"]), "field": row["field"], "values": list(values), "proposed": row["proposed"],
    }


def conflict_value(value: str | None, document: str, quote: str, place: Span) -> Json:
    return {"value": value, "document": document, "quote": quote, "span": span(place)}


def action(value: ActionItem, document: str, incident: str | None) -> Json:
    return {
        "id": value.id, "document": document, "incident": incident, "text": value.text, "owner": value.owner,
        "due": value.due.isoformat() if value.due else None, "done": value.done, "quote": value.quote,
        "span": span(value.span),
    }


def decision(value: Decision) -> Json:
    return {
        "id": value.id, "target": value.target, "field": value.field, "machine": value.machine, "value": value.value,
        "who": value.who, "when": format_exact(value.when), "undone": value.undone,
    }
