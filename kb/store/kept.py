"""What a process keeps of the store between requests: things made of its rows, for as long as its version stays."""
from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from kb.store.load import version

T = TypeVar("T")


class _Thing:
    """One thing, made by whoever asks for it first; others wait for that."""

    def __init__(self) -> None:
        self.lock, self.made, self.value = Lock(), False, None

    def get(self, make: Callable[[], Any]) -> Any:
        if not self.made:
            with self.lock:
                if not self.made:
                    self.value, self.made = make(), True
        return self.value


class _Shelf:
    """The things of one engine's store at one version."""

    def __init__(self, number: int) -> None:
        self.version = number
        self.things: dict[str, _Thing] = {}


_shelves: WeakKeyDictionary[Engine, _Shelf] = WeakKeyDictionary()
_lock = Lock()


def kept(connection: Connection, name: str, make: Callable[[], T]) -> T:
    """What `make` gives, made anew when the store has changed since. It must not ask for something kept itself.

    Inside a writing transaction it is made every time: what that transaction wrote may yet be taken back, and its version
    be given to something else.
    """
    if connection.get_execution_options().get("pmkb_write"):
        return make()
    shelf = _shelf(connection.engine, version(connection))
    thing = shelf.things.get(name) or shelf.things.setdefault(name, _Thing())
    return thing.get(make)  # type: ignore[no-any-return]


def _shelf(engine: Engine, number: int) -> _Shelf:
    with _lock:
        shelf = _shelves.get(engine)
        if shelf is None or shelf.version != number:
            shelf = _shelves[engine] = _Shelf(number)
        return shelf
