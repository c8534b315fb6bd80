"""A contradiction as one of the checks found it, before equal ones of several documents are put together."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from kb.instants import format_instant
from kb.model import ConflictValue
from kb.reconcile.likeness import Told

START, END, ORDER, WINDOW, ZONE = ("start-differs", "end-differs", "effect-before-cause", "window-contradiction",
                                   "zone-contradiction")


@dataclass(frozen=True, slots=True)
class Draft:
    """`values` hold every quote; `field` is what the values are values of."""

    code: str
    field: str
    events: tuple[str, ...]
    values: tuple[ConflictValue, ...]
    proposed: str | None = None
    edges: tuple[str, ...] = ()


def values(at: datetime, rows: Iterable[Told]) -> tuple[ConflictValue, ...]:
    """One value with the sentence of each claim that gives it."""
    return tuple(ConflictValue(format_instant(at), one.document, one.claim.quote, one.claim.span) for one in rows)
