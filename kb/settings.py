"""One `Settings`, read from the environment at the entry points and handed down as a value."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from platformdirs import user_data_path

from kb.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the product. `DATABASE_URL` is read unprefixed, all others as `PMKB_…`.

    `max_bytes` bounds one document, `catalog` is the user's own service catalogue (TOML), `host` and `port` are where
    `pmkb serve` listens, `threads` how many requests it answers at once.
    """

    database_url: str
    catalog: Path | None = None
    max_bytes: int = 10 * 1024 * 1024
    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 4

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Raises InvalidInput for a number that is none, or is out of range."""
        catalog = environment.get("PMKB_CATALOG")
        return cls(
            database_url=environment.get("DATABASE_URL") or default_database_url(),
            catalog=Path(catalog) if catalog else None,
            max_bytes=_number(environment, "PMKB_MAX_BYTES", 10 * 1024 * 1024, 1, 2**31),
            host=environment.get("PMKB_HOST", "127.0.0.1"),
            port=_number(environment, "PMKB_PORT", 8000, 0, 65535),
            threads=_number(environment, "PMKB_THREADS", 4, 1, 256),
        )

    def items(self) -> list[tuple[str, str]]:
        """(environment name, value) pairs, a password in the database URL masked."""
        shown = []
        for item in fields(self):
            name = "DATABASE_URL" if item.name == "database_url" else f"PMKB_{item.name.upper()}"
            value = getattr(self, item.name)
            shown.append((name, masked(value) if item.name == "database_url" else "" if value is None else str(value)))
        return shown


def default_database_url() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{user_data_path('pmkb', appauthor=False) / 'pmkb.sqlite'}"


def masked(url: str) -> str:
    """The URL without its password."""
    head, separator, tail = url.partition("://")
    login, at, host = tail.rpartition("@")
    return f"{head}{separator}{login.split(':', 1)[0]}:***@{host}" if at and ":" in login else url


def _number(environment: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = environment.get(name)
    if text is None or not text.strip():
        return default
    try:
        value = int(text)
    except ValueError as error:
        raise InvalidInput(f"{name} must be a whole number, not {text!r}") from error
    if not low <= value <= high:
        raise InvalidInput(f"{name} must be from {low} to {high}, not {value}")
    return value
