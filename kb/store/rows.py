"""Between values and rows, one function a type and direction. No SQL here."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from kb.model import (
    ActionItem,
    Basis,
    Bound,
    CauseEdge,
    Claim,
    Constraint,
    Decision,
    DependencyFact,
    Finding,
    Given,
    Kind,
    Mention,
    Passage,
    PassageKind,
    Polarity,
    Precision,
    Relation,
    Service,
    Side,
    Span,
    Stance,
    TimeValue,
    Window,
    Zone,
)
from kb.store.extent import extent

if TYPE_CHECKING:
    from sqlalchemy import RowMapping

    Row = Mapping[str, Any] | RowMapping
else:  # what only shows times in the contract's shape needs no database library
    Row = Mapping


def given_json(given: Given) -> dict[str, Any]:
    """What the caller said, as JSON with every key, the date as `YYYY-MM-DD`."""
    values = asdict(given)
    values["date"] = given.date.isoformat() if given.date else None
    return values


def given_from(values: Mapping[str, Any]) -> Given:
    """The inverse of `given_json`."""
    day = values.get("date")
    return Given(**{**values, "date": date.fromisoformat(day) if day else None})


def _local(value: datetime | None) -> str | None:
    return value.isoformat() if value is not None and value.tzinfo is None else None


def _instant(value: datetime | None) -> datetime | None:
    return value if value is not None and value.tzinfo is not None else None


def _either(instant: datetime | None, local: str | None) -> datetime | None:
    return datetime.fromisoformat(local) if local is not None else instant


def moment_from(text: str) -> datetime:
    """One of `alternatives`."""
    value = datetime.fromisoformat(text)
    return value.astimezone(UTC) if value.tzinfo else value


def time_row(time: TimeValue) -> dict[str, Any]:
    """The columns of `tables.time_columns`."""
    return {
        **period_row(time.start, time.end),
        "bound": time.bound.value,
        "precision": time.precision.value,
        "approximate": time.approximate,
        "as_written": time.as_written,
        "zone_name": time.zone.name,
        "zone_offset": time.zone.offset,
        "zone_basis": time.zone.basis.value,
        "zone_as_written": time.zone.as_written,
        "alternatives": [value.isoformat() for value in time.alternatives] if time.alternatives else (),
        "earliest": time.window.earliest,
        "latest": time.window.latest,
    }


def period_row(start: datetime | None, end: datetime | None) -> dict[str, Any]:
    """The columns of a start and an end, each an instant, or local time in an unknown zone."""
    return {"start": _instant(start), "end": _instant(end), "local_start": _local(start), "local_end": _local(end)}


def period_from(row: Row) -> tuple[datetime | None, datetime | None]:
    """The inverse of `period_row`."""
    return _either(row["start"], row["local_start"]), _either(row["end"], row["local_end"])


def time_from(row: Row) -> TimeValue:
    """The inverse of `time_row`."""
    start, end = period_from(row)
    return TimeValue(
        start=start,
        end=end,
        bound=Bound(row["bound"]),
        precision=Precision(row["precision"]),
        approximate=row["approximate"],
        as_written=row["as_written"],
        zone=Zone(row["zone_name"], row["zone_offset"], Basis(row["zone_basis"]), row["zone_as_written"]),
        alternatives=tuple(moment_from(text) for text in row["alternatives"]),
        window=Window(row["earliest"], row["latest"]),
    )


def _span(span: Span | None, prefix: str = "span_") -> dict[str, int | None]:
    start, end = span if span is not None else (None, None)
    return {f"{prefix}start": start, f"{prefix}end": end}


def _span_from(row: Row, prefix: str = "span_") -> Span:
    return (row[f"{prefix}start"], row[f"{prefix}end"])


def _perhaps_span(row: Row, prefix: str = "span_") -> Span | None:
    return None if row[f"{prefix}start"] is None else _span_from(row, prefix)


def passage_row(item: Passage) -> dict[str, Any]:
    return {
        "number": item.index, "kind": item.kind.value, "span_start": item.start, "span_end": item.end,
        "level": item.level, "section": item.section, "parent": item.parent, "language": item.language,
        "stance": item.stance.value, "list_id": item.list_id, "ordinal": item.ordinal, "columns": item.columns,
        "cells": item.cells,
    }


def passage_from(row: Row) -> Passage:
    return Passage(
        index=row["number"], kind=PassageKind(row["kind"]), start=row["span_start"], end=row["span_end"],
        level=row["level"], section=tuple(row["section"]), parent=row["parent"], language=row["language"],
        stance=Stance(row["stance"]), list_id=row["list_id"], ordinal=row["ordinal"], columns=tuple(row["columns"]),
        cells=tuple((start, end) for start, end in row["cells"]),
    )


def service_row(item: Service) -> dict[str, Any]:
    return {
        "slug": item.slug, "name": item.name, "kind": item.kind, "part_of": item.part_of, "learned": item.learned,
        "aliases": {language: list(names) for language, names in item.aliases.items()},
    }


def service_from(row: Row) -> Service:
    return Service(
        slug=row["slug"], name=row["name"], kind=row["kind"], part_of=row["part_of"], learned=row["learned"],
        aliases={language: tuple(names) for language, names in row["aliases"].items()},
    )


def mention_row(item: Mention) -> dict[str, Any]:
    return {"service": item.service, "span_start": item.start, "span_end": item.end, "as_written": item.as_written}


def mention_from(row: Row) -> Mention:
    return Mention(row["service"], row["span_start"], row["span_end"], row["as_written"])


def finding_row(item: Finding) -> dict[str, Any]:
    return {"stage": item.stage, "code": item.code, "message": item.message, **_span(item.span)}


def finding_from(row: Row) -> Finding:
    return Finding(row["stage"], row["code"], row["message"], _perhaps_span(row))


def claim_row(item: Claim) -> dict[str, Any]:
    begin, until = extent(item.time)
    return {
        "id": item.id, "kind": item.kind.value, "happening": item.happening, "aspects": item.aspects,
        **time_row(item.time), "services": item.services, "quote": item.quote, **_span(item.span),
        **_span(item.time_span, "time_"), "section": item.section, "stance": item.stance.value,
        "language": item.language, "rule": item.rule, "passage": item.passage, "causes_named": item.causes_named,
        "sort_at": begin, "until_at": until,
    }


def claim_from(row: Row) -> Claim:
    return Claim(
        id=row["id"], kind=Kind(row["kind"]), happening=row["happening"], aspects=tuple(row["aspects"]),
        time=time_from(row), services=tuple(row["services"]), quote=row["quote"], span=_span_from(row),
        time_span=_perhaps_span(row, "time_"), section=tuple(row["section"]), stance=Stance(row["stance"]),
        language=row["language"], rule=row["rule"], passage=row["passage"], causes_named=tuple(row["causes_named"]),
    )


def _side(item: Side, side: str) -> dict[str, Any]:
    return {
        f"{side}_text": item.text, **_span(item.span, f"{side}_"), f"{side}_services": item.services,
        f"{side}_claim": item.claim, f"{side}_aspects": item.aspects,
    }


def _side_from(row: Row, side: str) -> Side:
    return Side(
        row[f"{side}_text"], _span_from(row, f"{side}_"), tuple(row[f"{side}_services"]), row[f"{side}_claim"],
        tuple(row[f"{side}_aspects"]),
    )


def edge_row(item: CauseEdge) -> dict[str, Any]:
    return {
        "id": item.id, "relation": item.relation.value, "polarity": item.polarity.value, "stance": item.stance.value,
        **_side(item.cause, "cause"), **_side(item.effect, "effect"), "quote": item.quote, **_span(item.span),
        "rule": item.rule,
    }


def edge_from(row: Row) -> CauseEdge:
    return CauseEdge(
        row["id"], Relation(row["relation"]), Polarity(row["polarity"]), Stance(row["stance"]),
        _side_from(row, "cause"), _side_from(row, "effect"), row["quote"], _span_from(row), row["rule"],
    )


def dependency_row(item: DependencyFact) -> dict[str, Any]:
    return {
        "dependent": item.dependent, "dependency": item.dependency, "quote": item.quote, **_span(item.span),
        "stance": item.stance.value, "polarity": item.polarity.value, "rule": item.rule,
    }


def dependency_from(row: Row) -> DependencyFact:
    return DependencyFact(
        row["dependent"], row["dependency"], row["quote"], _span_from(row), Stance(row["stance"]),
        Polarity(row["polarity"]), row["rule"],
    )


def constraint_row(item: Constraint) -> dict[str, Any]:
    return {
        "before": item.before, "after": item.after, "minimum": item.minimum, "maximum": item.maximum,
        "quote": item.quote, **_span(item.span), "rule": item.rule,
    }


def constraint_from(row: Row) -> Constraint:
    return Constraint(
        row["before"], row["after"], row["minimum"], row["maximum"], row["quote"], _span_from(row), row["rule"]
    )


def action_row(item: ActionItem) -> dict[str, Any]:
    return {
        "id": item.id, "text": item.text, "owner": item.owner, "due": item.due.isoformat() if item.due else None,
        "done": item.done, "quote": item.quote, **_span(item.span),
    }


def action_from(row: Row) -> ActionItem:
    due = date.fromisoformat(row["due"]) if row["due"] else None
    return ActionItem(row["id"], row["text"], row["owner"], due, row["done"], row["quote"], _span_from(row))


def decision_row(item: Decision) -> dict[str, Any]:
    return asdict(item)


def decision_from(row: Row) -> Decision:
    return Decision(
        row["id"], row["target"], row["field"], row["machine"], row["value"], row["who"], row["when"], row["undone"]
    )
