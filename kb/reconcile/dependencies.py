"""Service needs service, with every sentence that says so. Only what is reported counts, denials for nothing."""
from __future__ import annotations

from collections.abc import Sequence

from kb.model import Dependency, DependencyEvidence, DocumentFacts, Polarity, Stance


def dependencies(incident: str, facts: Sequence[DocumentFacts]) -> list[Dependency]:
    """The dependencies of one incident's documents by pair. `documents` is how many say it and do not deny it."""
    said: dict[tuple[str, str], set[DependencyEvidence]] = {}
    for one in facts:
        for row in one.dependencies:
            if row.stance is Stance.REPORT and row.dependent != row.dependency:
                evidence = DependencyEvidence(one.document.id, row.quote, row.span, row.stance, row.polarity)
                said.setdefault((row.dependent, row.dependency), set()).add(evidence)
    return [Dependency(incident, dependent, dependency, tuple(sorted(rows, key=_place)),
                       len({row.document for row in rows if row.polarity is not Polarity.DENIED}))
            for (dependent, dependency), rows in sorted(said.items())]


def _place(row: DependencyEvidence) -> tuple[str, int, int, str]:
    return row.document, *row.span, row.polarity.value
