"""What routes share: settings, the reader, one engine opened on first use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import current_app, g

from kb.model import Reader
from kb.settings import Settings
from kb.store.engine import open_engine, reading
from kb.store.migrate import ensure_current

if TYPE_CHECKING:
    from kb.store.engine import Connection, Engine


class Deps:
    """One an application."""

    def __init__(self, settings: Settings, reader: Reader) -> None:
        self.settings = settings
        self.reader = reader
        self._engine: Any = None
        self._lock = Lock()
        self.replays: dict[str, Any] = {}

    @property
    def engine(self) -> Engine:
        """The database, migrated if it is new. Raises Unavailable."""
        with self._lock:
            if self._engine is None:
                ensure_current(self.settings.database_url)
                self._engine = open_engine(self.settings.database_url)
        return self._engine  # type: ignore[no-any-return]


def deps() -> Deps:
    """Those of the application that answers."""
    return current_app.extensions["pmkb"]  # type: ignore[no-any-return]


@contextmanager
def connection() -> Iterator[Connection]:
    """One consistent view of the store for a request: what asks again inside gets the same connection."""
    if (held := g.get("pmkb_view")) is not None:
        yield held
        return
    with reading(deps().engine) as found:
        g.pmkb_view = found
        try:
            yield found
        finally:
            g.pop("pmkb_view")
