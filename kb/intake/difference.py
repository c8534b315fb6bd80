"""What another reading, or another version, of a document changed in claims, conflicts and answers."""
from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from kb.model import Claim, DocumentFacts
from kb.queries import conflicts, incidents, metrics, shapes
from kb.store import load
from kb.store.history_tables import incident_documents


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document, its incident and what is answered about that."""

    facts: DocumentFacts
    incident: Mapping[str, Any] | None
    conflicts: Sequence[Mapping[str, Any]]
    metrics: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """`claims` has `added`, `removed` and `changed` (with `fields` of before and after); `conflicts` has `added` and
    `removed`; `answers` has before and after of every answer that is not the same."""

    claims: Mapping[str, Sequence[Mapping[str, Any]]]
    conflicts: Mapping[str, Sequence[Mapping[str, Any]]]
    answers: Mapping[str, Mapping[str, Any]]

    def __bool__(self) -> bool:
        return bool(self.answers) or any((*self.claims.values(), *self.conflicts.values()))

    def as_json(self) -> dict[str, Any]:
        return {"claims": dict(self.claims), "conflicts": dict(self.conflicts), "answers": dict(self.answers)}


def snapshot(connection: Connection, document: str) -> Snapshot:
    """The state of a document and its incident now."""
    table = incident_documents
    slug = connection.scalar(select(table.c.incident).where(table.c.document == document))
    facts = load.facts(connection, document)
    if slug is None:
        return Snapshot(facts, None, (), {})
    figures = metrics.metrics(connection, slug)["metrics"]
    return Snapshot(facts, incidents.one(connection, slug), conflicts.every(connection, slug), figures)


def difference(before: Snapshot, after: Snapshot) -> Difference:
    """What is not the same. Claims of one document go by id; those of another version by their sentence and time as
    written, for their ids differ."""
    same = before.facts.document.id == after.facts.document.id
    key = _by_id if same else _by_words
    old, new = _keyed(before.facts.claims, key), _keyed(after.facts.claims, key)
    claims = {
        "added": [_told(new[name]) for name in new if name not in old],
        "removed": [_told(old[name]) for name in old if name not in new],
        "changed": [row for name in new if name in old and (row := _changed(old[name], new[name]))["fields"]],
    }
    return Difference(claims, _conflicts(before.conflicts, after.conflicts), _answers(before, after))


def _by_id(claim: Claim) -> Hashable:
    return claim.id


def _by_words(claim: Claim) -> Hashable:
    return " ".join(claim.quote.split()).casefold(), claim.time.as_written, claim.happening


def _keyed(claims: Iterable[Claim], key: Callable[[Claim], Hashable]) -> dict[Hashable, Claim]:
    found: dict[Hashable, Claim] = {}
    for claim in claims:
        name, again = key(claim), 0
        while (name, again) in found:
            again += 1
        found[name, again] = claim
    return found


def _told(claim: Claim) -> dict[str, Any]:
    return {"id": claim.id, **_fields(claim), "quote": claim.quote}


def _fields(claim: Claim) -> dict[str, Any]:
    return {
        "kind": claim.kind.value, "happening": claim.happening, "time": shapes.time_value(claim.time),
        "services": list(claim.services), "stance": claim.stance.value,
    }


def _changed(old: Claim, new: Claim) -> dict[str, Any]:
    before, after = _fields(old), _fields(new)
    fields = {name: {"before": before[name], "after": after[name]} for name in before if before[name] != after[name]}
    return {"id": new.id, "quote": new.quote, "fields": fields}


def _conflicts(
    before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]
) -> dict[str, Sequence[Mapping[str, Any]]]:
    old, new = ({_contradiction(row): row for row in rows} for rows in (before, after))
    return {
        "added": [row for key, row in new.items() if key not in old],
        "removed": [row for key, row in old.items() if key not in new],
    }


def _contradiction(row: Mapping[str, Any]) -> Hashable:
    """Ids of claims change with the document, what is contradicted does not."""
    return row["code"], row["field"], tuple(sorted({(one["value"] or "", one["quote"]) for one in row["values"]}))


def _answers(before: Snapshot, after: Snapshot) -> dict[str, dict[str, Any]]:
    old, new = _answered(before), _answered(after)
    names = [*dict.fromkeys((*old, *new))]
    return {name: {"before": old.get(name), "after": new.get(name)} for name in names if old.get(name) != new.get(name)}


def _answered(one: Snapshot) -> dict[str, Any]:
    incident = one.incident or {}
    answers = {f"incident_{name}": incident[name] for name in ("slug", "start", "end", "events") if name in incident}
    answers["language"] = one.facts.document.language
    return answers | {name: figure["minutes"] for name, figure in one.metrics.items()}
