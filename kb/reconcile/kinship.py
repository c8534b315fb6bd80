"""Which services are the same thing, or one a part of the other. Needs no language: slugs and `part_of` alone."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.model import DocumentFacts, Service


@dataclass(frozen=True, slots=True)
class Kin:
    """The services of some documents by slug, each with the line of wholes it is part of."""

    services: Mapping[str, Service]
    lines: Mapping[str, tuple[str, ...]]

    def line(self, slug: str) -> tuple[str, ...]:
        """The service and all it is part of, nearest first. A circle of parts ends where it closes."""
        return self.lines.get(slug, (slug,))

    def root(self, slug: str) -> str:
        """The whole that a service is part of, itself where it is nobody's part."""
        return self.line(slug)[-1]

    def related(self, one: str, other: str) -> bool:
        """Whether one is the other or a part of it."""
        return one == other or one in self.line(other) or other in self.line(one)

    def meet(self, some: Iterable[str], others: Sequence[str]) -> bool:
        """Whether any of the one lot is related to any of the other."""
        return any(self.related(one, other) for one in some for other in others)

    def learned(self, slug: str) -> bool:
        """Whether the name was learned from a document, and so may mean something else in another one."""
        known = self.services.get(slug)
        return known is None or known.learned


def kin(facts: Iterable[DocumentFacts]) -> Kin:
    """All services of the documents. Where two tell one slug differently, what a catalogue says goes first."""
    rows = [service for one in facts for service in one.services]
    rows.sort(key=lambda row: (not row.learned, row.part_of is not None, row.name, row.part_of or ""))
    services = {row.slug: row for row in rows}
    return Kin(services, {slug: _line(slug, services) for slug in services})


def _line(slug: str, services: Mapping[str, Service]) -> tuple[str, ...]:
    found: list[str] = []
    step: str | None = slug
    while step is not None and step not in found:
        found.append(step)
        known = services.get(step)
        step = known.part_of if known else None
    return tuple(found)
