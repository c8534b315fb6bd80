"""People's corrections: made, applied to all of history, and taken back; each in one transaction."""
from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, func, insert, select, update

from kb import decisions as corrections
from kb.errors import InvalidInput, NotFound
from kb.intake.audit import audited
from kb.intake.rebuild import rebuild
from kb.model import Decision
from kb.queries.incidents import current_slug, documents_of
from kb.store import load, rows, save
from kb.store.engine import writing
from kb.store.history_tables import event_claims, incident_documents
from kb.store.tables import cause_edges, claims, decisions, document_services, documents

_TOGETHER = ("merge", "split")  # each takes back what the other did


def decide(
    engine: Engine, target: str, field: str, value: str, *, who: str, when: datetime, whole_event: bool = False
) -> tuple[Decision, ...]:
    """Correct a claim (kind, time, services, reject), a cause edge (reject), put claims or documents together or apart
    (merge, split; an incident's slug stands for its documents), say a document's incident, or what a service really is
    (alias). With `whole_event` a correction goes to every claim of the target's event, one decision each.

    `when` is aware; of two decisions the later wins, so one made in the same second as another, or by a clock that runs
    behind, is stored a moment after the last. One that was made before and still holds, told again with the same `when` or
    an earlier one, is that one. Raises InvalidInput for a value the field cannot have, NotFound for an unknown target.
    """
    value, who = corrections.checked(field, value), who.strip()
    if not who or "\x00" in who + value + target:
        raise InvalidInput("a decision needs the name of whoever makes it", code="decision-who")
    with writing(engine) as connection:
        save.next_version(connection)
        then = _behind_all(connection, when)
        targets = _members(connection, target) if whole_event and field in corrections.ON_CLAIMS else [target]
        made = [_decided(connection, one, field, value, who, when, then) for one in targets]
        rebuild(connection)
    return tuple(made)


def _behind_all(connection: Connection, when: datetime) -> datetime:
    last = connection.scalar(select(func.max(decisions.c.when)))
    return when if last is None or when > last else last + timedelta(microseconds=1)


def _members(connection: Connection, name: str) -> Sequence[str]:
    event = select(event_claims.c.event).where(event_claims.c.claim == name).scalar_subquery()
    found = connection.scalars(select(event_claims.c.claim).where(event_claims.c.event == event).order_by(event_claims.c.claim))
    return found.all() or [name]


def _decided(
    connection: Connection, target: str, field: str, value: str, who: str, asked: datetime, when: datetime
) -> Decision:
    target, value, machine = _resolved(connection, target, field, value)
    alike = _TOGETHER if field in _TOGETHER else (field,)
    last = connection.execute(
        select(decisions).where(decisions.c.target == target, decisions.c.field.in_(alike), ~decisions.c.undone)
        .order_by(decisions.c.when.desc(), decisions.c.id.desc()).limit(1)
    ).mappings().one_or_none()
    if last is not None and (last["field"], last["value"], last["who"]) == (field, value, who) and last["when"] >= asked:
        return rows.decision_from(last)
    said = "\x1f".join((target, field, value, who, when.isoformat()))
    decision = Decision(
        hashlib.blake2b(said.encode(), digest_size=16).hexdigest(), target, field, machine, value, who, when
    )
    connection.execute(insert(decisions).values(rows.decision_row(decision)))
    audited(connection, "decide", target, who=who, when=when, field=field, value=value, decision=decision.id)
    return decision


def _resolved(connection: Connection, target: str, field: str, value: str) -> tuple[str, str, str | None]:
    """Target, value and machine value as they are stored."""
    if field in corrections.ON_CLAIMS:
        return target, value, _machine(connection, target, field)
    if field == "alias":
        if connection.scalar(select(document_services.c.slug).where(document_services.c.slug == target).limit(1)) is None:
            raise NotFound(f"no service {target!r}")
        if corrections.leads_to(load.decisions(connection), value, target):
            raise InvalidInput(f"a service cannot be an alias of itself: {value!r} is one of {target!r}", code="decision-value")
        return target, value, target
    if field == "incident":
        document = _document(connection, target)
        table = incident_documents
        return document, value, connection.scalar(select(table.c.incident).where(table.c.document == document))
    if field == "merge":
        if _thing(connection, target) == (other := _thing(connection, value)):
            raise InvalidInput(f"{target!r} cannot be merged with itself", code="decision-value")
        return _thing(connection, target), other, None
    named = [_thing(connection, part.strip()) for part in value.split(",") if part.strip()]
    return _thing(connection, target), ",".join(named or [_thing(connection, target)]), None


def _machine(connection: Connection, target: str, field: str) -> str | None:
    row = connection.execute(select(claims).where(claims.c.id == target)).mappings().one_or_none()
    if row is not None:
        return corrections.machine_value(rows.claim_from(row), field)
    edge = connection.scalar(select(cause_edges.c.id).where(cause_edges.c.id == target))
    if edge is not None and field == "reject":
        return corrections.NO
    raise NotFound(f"no claim {target!r}" if edge is None else f"a cause edge has no {field} to decide")


def _document(connection: Connection, target: str) -> str:
    if connection.scalar(select(documents.c.id).where(documents.c.id == target)) is None:
        raise NotFound(f"no document {target!r}")
    return target


def _thing(connection: Connection, name: str) -> str:
    """A claim or document itself; an incident's slug as the first of its documents, for slugs change with members."""
    for table in (claims, documents):
        if connection.scalar(select(table.c.id).where(table.c.id == name)) is not None:
            return name
    return documents_of(connection, current_slug(connection, name))[0]


def undo(engine: Engine, decision: str, *, who: str | None = None, when: datetime | None = None) -> Decision:
    """Take a correction back; undoing it twice changes nothing. Raises NotFound."""
    with writing(engine) as connection:
        row = connection.execute(select(decisions).where(decisions.c.id == decision)).mappings().one_or_none()
        if row is None:
            raise NotFound(f"no decision {decision!r}")
        if not row["undone"]:
            save.next_version(connection)
            connection.execute(update(decisions).where(decisions.c.id == decision).values(undone=True))
            rebuild(connection)
            audited(connection, "undo", row["target"], who=who, when=when, decision=decision)
        undone = connection.execute(select(decisions).where(decisions.c.id == decision)).mappings().one()
        return rows.decision_from(undone)
