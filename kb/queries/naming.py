"""Labels in the reader's language: what a happening is called, of services called by their names."""
from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from kb.labels import label
from kb.store.history_tables import services
from kb.store.load import batches


class Names:
    """Service names looked up once for many labels."""

    def __init__(self, connection: Connection, language: str = "en") -> None:
        self._connection = connection
        self._language = language
        self._known: dict[str, str] = {}

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
        slugs = tuple(slugs)
        if not self._known.keys() >= set(slugs):
            self.learn(slugs)
        return label(happening, [self._known[slug] for slug in slugs], self._language)

    def name(self, slug: str) -> str:
        """The name of a service."""
        self.learn((slug,))
        return self._known[slug]
