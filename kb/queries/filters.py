"""What a timeline can be narrowed to, as conditions on the rows of events or claims."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, false, or_, select

from kb.errors import InvalidInput, NotFound
from kb.model import Kind, Stance
from kb.queries.naming import renamed
from kb.store.extent import LASTING
from kb.store.history_tables import event_claims, events


@dataclass(frozen=True, slots=True)
class Filters:
    """All conditions hold together; of several values of one, any does.

    `start` and `end` are aware and half-open: a range that overlaps counts, an undated row counts when its window does.
    `during`, `overlapping`, `after` and `before` are ids of events (or of claims, which answer for their event).
    """

    start: datetime | None = None
    end: datetime | None = None
    services: Sequence[str] = ()
    kinds: Sequence[Kind] = ()
    languages: Sequence[str] = ()
    stances: Sequence[Stance] = ()
    during: str | None = None
    overlapping: str | None = None
    after: str | None = None
    before: str | None = None

    @property
    def nothing(self) -> bool:
        """Whether every event passes."""
        return not (
            self.start or self.end or self.services or self.kinds or self.languages or self.during or self.overlapping
            or self.after or self.before or self.of_claims
        )

    @property
    def of_claims(self) -> bool:
        """Whether rows are claims: only reports make events."""
        return any(stance != Stance.REPORT for stance in self.stances)


@dataclass(frozen=True, slots=True)
class Anchor:
    """What an event covers, from which other events are looked at."""

    id: str
    start: datetime
    end: datetime


def event_id(connection: Connection, name: str) -> str:
    """The id of the event that `name` is, or that the claim `name` is part of. Raises NotFound."""
    if connection.scalar(select(events.c.id).where(events.c.id == name)) is not None:
        return name
    found = connection.scalar(select(event_claims.c.event).where(event_claims.c.claim == name))
    if found is None:
        raise NotFound(f"no event {name!r}")
    return str(found)


def anchor(connection: Connection, name: str) -> Anchor:
    """Raises NotFound, and InvalidInput for an event without a time: nothing is during or after that."""
    found = event_id(connection, name)
    row = connection.execute(select(events.c.sort_at, events.c.until_at).where(events.c.id == found)).one()
    if row.sort_at is None:
        raise InvalidInput(f"event {name!r} is undated: no event can be placed against it", code="undated")
    return Anchor(found, row.sort_at, row.until_at)


def related(connection: Connection, table: Table, filters: Filters) -> list[ColumnElement[bool]]:
    """The conditions of the four relations. Ranges are half-open, so one that ends at an instant is over by then."""
    c, conditions = table.c, list[ColumnElement[bool]]()
    if filters.during is not None:
        here = anchor(connection, filters.during)
        conditions += [c.sort_at >= here.start, c.until_at <= here.end, c.id != here.id]
    if filters.overlapping is not None:
        here = anchor(connection, filters.overlapping)
        conditions += [_overlaps(table, here), c.id != here.id]
    if filters.after is not None:
        here = anchor(connection, filters.after)
        conditions += [c.sort_at >= here.end, c.sort_at > here.start, c.id != here.id]  # at one instant: neither
    if filters.before is not None:
        here = anchor(connection, filters.before)
        conditions += [c.until_at <= here.start, c.sort_at < here.start, c.id != here.id]
    return conditions


def _overlaps(table: Table, here: Anchor) -> ColumnElement[bool]:
    """Rows that go on at some moment of the anchor; open ones (`since`, `until`) reach as far as they may."""
    c = table.c
    instant = and_(c.sort_at == c.until_at, c.bound.not_in(("since", "until")))
    if here.start == here.end:
        ranged = and_(c.sort_at <= here.start, c.until_at > here.start)
        meets = c.sort_at == here.start
    else:
        ranged = and_(c.sort_at < here.end, c.until_at > here.start)
        meets = and_(c.sort_at >= here.start, c.sort_at < here.end)
    return or_(
        ranged, and_(instant, meets), and_(c.bound == "since", c.sort_at <= here.start),
        and_(c.bound == "until", c.until_at > here.start),
    )


def in_range(table: Table, filters: Filters, lasting: bool | None) -> list[ColumnElement[bool]]:
    """The conditions of `start` and `end` on dated rows: `lasting` ones, short ones, or (None) all together."""
    c, conditions = table.c, _nothing_between(filters)
    if filters.end is not None:
        conditions.append(c.sort_at < filters.end)
    if filters.start is not None:
        conditions.append(or_(c.sort_at >= filters.start, c.until_at > filters.start))
        if lasting is False:
            conditions.append(c.sort_at >= _back(filters.start))
    if lasting is not None:
        conditions.append(c.lasting == lasting)
    return conditions


def _nothing_between(filters: Filters) -> list[ColumnElement[bool]]:
    """A half-open range that ends where it begins, or before, holds no moment and so no row."""
    return [false()] if filters.start is not None and filters.end is not None and filters.end <= filters.start else []


def _back(moment: datetime) -> datetime:
    try:
        return moment - LASTING
    except OverflowError:
        return moment


def in_window(table: Table, filters: Filters) -> list[ColumnElement[bool]]:
    """The conditions of `start` and `end` on undated rows."""
    c, conditions = table.c, _nothing_between(filters)
    if filters.end is not None:
        conditions.append(or_(c.earliest.is_(None), c.earliest < filters.end))
    if filters.start is not None:
        conditions.append(or_(c.latest.is_(None), c.latest >= filters.start))
    return conditions


def any_of(column: ColumnElement[Any], values: Sequence[Any]) -> list[ColumnElement[bool]]:
    """No condition without values."""
    return [column.in_([str(value) for value in dict.fromkeys(values)])] if values else []


def real_services(connection: Connection, filters: Filters) -> list[str]:
    """The services asked for, under the slugs that people's aliases lead to."""
    if not filters.services:
        return []
    meant = renamed(connection)
    return sorted({meant.get(slug, slug) for slug in filters.services})
