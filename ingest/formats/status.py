"""JSON of public status pages: Statuspage incidents with their updates, Google Cloud's incidents.json.

Times become RFC 3339 UTC in the final text, one row an update, oldest first; ids, impact and components are kept.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from ingest.formats.decode import STAGE, decode
from ingest.formats.registry import Probe, register
from ingest.formats.rowtext import RowText
from ingest.formats.text import completed
from ingest.types import Draft, Metadata
from kb.errors import InvalidInput, UnreadableDocument, UnsupportedFormat
from kb.instants import format_instant, parse_instant
from kb.model import Finding, Source

_LOOKS = re.compile(r"\A\ufeff?\s{0,1000}(?:\{\s{0,200}[\"}]|\[\s{0,200}[\[{\"\]])")
_TAG = re.compile(r"<[^<>]{1,300}>")
_LABELS = re.compile(r"\A(?:\s{0,20}(?:\*\*[^*\n]{1,80}\*\*:?|#{1,6} [^\n]{1,80})[ \t]{0,20}\n)+\s{0,20}")
_COLUMNS = ("time", "status", "message", "affected")
_GAPS = ("", " ", ": ", " — ")
_DEPTH = 60

Record = Mapping[str, Any]


def _claims(seen: Probe) -> bool:
    named = seen.suffix == ".json" or seen.media_type in ("application/json", "text/json")
    return _LOOKS.match(seen.head) is not None and (named or '":' in seen.head or '" :' in seen.head)


@register("status-json", _claims, media_types=("application/json", "text/json"), suffixes=(".json",))
def status(source: Source) -> Draft:
    """Incidents of a status page. Raises UnsupportedFormat for JSON of another shape, UnreadableDocument for none."""
    raw, findings = decode(source.data)
    if raw.count("[") + raw.count("{") > 100_000 or _too_deep(raw):
        raise UnreadableDocument("the JSON is nested too deeply to be a status page")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise UnreadableDocument(f"the JSON cannot be read: {error}") from error
    incidents = list(_incidents(data))
    if not incidents:
        raise UnsupportedFormat("this JSON has no incidents of a status page in it")
    out, odd = RowText(), list(findings)
    for incident in incidents:
        _write(out, incident, odd)
    text = out.text.rstrip("\n")
    if not out.passages:
        raise UnreadableDocument("the incidents of this status page have no text")
    title = str(incidents[0].get("name") or incidents[0].get("external_desc") or "") if len(incidents) == 1 else None
    known = Metadata(title=" ".join(title.split())[:200] if title else None)
    return Draft(text, "application/json", out.passages, completed(known, text, out.passages, source), tuple(odd))


def _too_deep(raw: str) -> bool:
    depth = 0
    for found in re.finditer(r"[\[{\]}]", raw):
        depth += 1 if found[0] in "[{" else -1
        if depth > _DEPTH:
            return True
    return False


def _incidents(data: Any) -> Iterator[Record]:
    if isinstance(data, list):
        for one in data:
            if isinstance(one, dict) and _is_incident(one):
                yield one
    elif isinstance(data, dict):
        if _is_incident(data):
            yield data
        elif isinstance(data.get("incident"), dict):
            yield from _incidents([data["incident"]])
        else:
            for key in ("incidents", "scheduled_maintenances", "data"):
                yield from _incidents(data.get(key) if isinstance(data.get(key), list) else [])


def _is_incident(one: Record) -> bool:
    statuspage = isinstance(one.get("incident_updates"), list) and "name" in one
    google = isinstance(one.get("updates"), list) and ("external_desc" in one or "begin" in one)
    return statuspage or google


def _write(out: RowText, incident: Record, odd: list[Finding]) -> None:
    name = _text(incident.get("name") or incident.get("external_desc") or incident.get("id"))
    out.heading(name.split("\n")[0][:300] or "Incident")
    facts = [("id", incident.get("id")), ("impact", incident.get("impact") or incident.get("status_impact")),
             ("severity", incident.get("severity")), ("status", incident.get("status")),
             ("affected", _names(incident.get("components") or incident.get("affected_products"))
              or incident.get("service_name")), ("address", incident.get("shortlink") or incident.get("uri"))]
    out.note("; ".join(f"{key}: {_text(value)}" for key, value in facts if value and isinstance(value, str | int)))
    rows = [(incident.get("started_at") or incident.get("begin"), "started", name.split("\n")[0], "")]
    updates = incident.get("incident_updates") or incident.get("updates") or []
    rows += [(one.get("display_at") or one.get("when") or one.get("created_at") or one.get("created"),
              _text(one.get("status")).replace("_", " "), _text(one.get("body") or one.get("text")),
              _changes(one.get("affected_components"))) for one in updates if isinstance(one, dict)]
    rows.append((incident.get("resolved_at") or incident.get("end"), "ended", name.split("\n")[0], ""))
    dated = sorted(((*_instant(when, odd), state, message, affected) for when, state, message, affected in rows
                    if isinstance(when, str) and when), key=lambda row: (row[0] is None, row[0] or row[1]))
    for _, written, state, message, affected in dated:
        first, _, rest = _LABELS.sub("", message).partition("\n")
        out.row(_COLUMNS, (written, state, first, affected), _GAPS)
        out.body(rest)


def _instant(when: str, odd: list[Finding]) -> tuple[str | None, str]:
    try:
        value: datetime = parse_instant(when)
    except InvalidInput:
        message = f"{when[:80]!r} is not an instant with its offset; kept as written"
        odd.append(Finding(STAGE, "time-unreadable", message))
        return None, when[:80]
    written = format_instant(value) or when
    return written, written


def _text(value: object) -> str:
    words = str(value) if isinstance(value, str | int | float) else ""
    if "<" in words:
        words = _TAG.sub(" ", re.sub(r"<(?:br|/p|/li)[^<>]{0,20}>", "\n", words))
    return words.strip()


def _names(value: object) -> str:
    if not isinstance(value, list):
        return ""
    return ", ".join(_text(one.get("name") or one.get("title")) for one in value if isinstance(one, dict))


def _changes(value: object) -> str:
    if not isinstance(value, list):
        return ""
    changes = [tuple(_text(one.get(key)) for key in ("name", "old_status", "new_status"))
               for one in value if isinstance(one, dict)]
    return "; ".join(f"{name}: {old} → {new}" for name, old, new in changes if old != new).replace("_", " ")
