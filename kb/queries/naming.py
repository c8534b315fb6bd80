"""Names: labels in the reader's language, of services called by their names; slugs that people gave other services."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, select

from kb import decisions as corrections
from kb.labels import label
from kb.store import load
from kb.store.history_tables import services
from kb.store.kept import kept
from kb.store.load import batches


class Names:
    """Service names looked up once for many labels."""

    def __init__(self, connection: Connection, language: str = "en") -> None:
        self._connection = connection
        self._language = language
        self._known: dict[str, str] = kept(connection, "names", dict)

    def learn(self, slugs: Iterable[str]) -> None:
        """Look up the names of slugs not asked for yet, all in one go."""
        missing = sorted(set(slugs) - self._known.keys())
        for some in batches(missing):
            query = select(services.c.slug, services.c.name).where(services.c.slug.in_(some))
            self._known.update((row.slug, row.name) for row in self._connection.execute(query.order_by(services.c.incident.desc())))
        for slug in missing:
            self._known.setdefault(slug, slug)

    def label(self, happening: str, slugs: Iterable[str]) -> str:
        """The label of a happening of these services."""
        slugs, known = tuple(slugs), self._known
        try:
            return label(happening, [known[slug] for slug in slugs], self._language)
        except KeyError:
            self.learn(slugs)
        return label(happening, [known[slug] for slug in slugs], self._language)

    def name(self, slug: str) -> str:
        """The name of a service."""
        self.learn((slug,))
        return self._known[slug]


def renamed(connection: Connection) -> Mapping[str, str]:
    """The slugs that people's aliases replace, each with the one it means."""
    return kept(connection, "renamed", lambda: corrections.aliases(load.decisions(connection)))
