"""Reading rows of a TOML file strictly: every key is asked for by name, and what is left over is an error."""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from math import isfinite
from typing import Any, TypeVar

from kb.errors import InvalidInput
from kb.instants import format_instant, parse_instant

T = TypeVar("T")
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?Z", re.ASCII)
_MISSING: Any = object()


class Row:
    """One table of a file, with the words that name it in errors."""

    def __init__(self, where: str, data: Mapping[str, Any]) -> None:
        self.where, self.data, self._asked = where, data, set[str]()

    def _take(self, key: str, default: Any) -> Any:
        self._asked.add(key)
        value = self.data.get(key, default)
        if value is _MISSING:
            raise InvalidInput(f"{self.where}: {key!r} is missing")
        return value

    def text(self, key: str, default: Any = _MISSING) -> Any:
        """A string that is not empty."""
        value = self._take(key, default)
        if value is not default and (not isinstance(value, str) or not value.strip()):
            raise InvalidInput(f"{self.where}: {key!r} must be words, not {value!r}")
        return value

    def number(self, key: str, default: Any = _MISSING, *, least: float = -1e15, most: float = 1e15) -> float:
        """A finite number within bounds."""
        value = self._take(key, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not isfinite(value)
            or not least <= value <= most
        ):
            raise InvalidInput(f"{self.where}: {key!r} must be a number from {least:g} to {most:g}, not {value!r}")
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false; false where absent."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            raise InvalidInput(f"{self.where}: {key!r} must be true or false, not {value!r}")
        return value

    def table(self, key: str, default: Any = _MISSING) -> Any:
        """An inner table."""
        value = self._take(key, default)
        if value is not default and not isinstance(value, dict):
            raise InvalidInput(f"{self.where}: {key!r} must be a table, not {value!r}")
        return value

    def strings(self, key: str) -> list[str]:
        """A list of strings; empty where absent."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InvalidInput(f"{self.where}: {key!r} must be a list of words")
        return value

    def after(self, key: str, default: Any = _MISSING) -> tuple[tuple[str, ...], ...]:
        """Milestones, all of which must have happened; an inner list is satisfied by its earliest."""
        value = self._take(key, default)
        return value if value is default and default is not _MISSING else self.after_of(key, value)

    def after_of(self, key: str, value: Any) -> tuple[tuple[str, ...], ...]:
        """As `after`, of a value already taken."""
        groups = [value] if isinstance(value, str) else value
        if not isinstance(groups, list) or not groups:
            raise InvalidInput(f"{self.where}: {key!r} must name milestones, not {value!r}")
        read = [[group] if isinstance(group, str) else group for group in groups]
        if not all(
            isinstance(group, list) and group and all(isinstance(name, str) for name in group) for group in read
        ):
            raise InvalidInput(f"{self.where}: {key!r} must be milestones or lists of milestones, not {value!r}")
        return tuple(tuple(group) for group in read)

    def rows(self, key: str, most: int) -> Iterator[Row]:
        """The rows of an array of tables; none where absent."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise InvalidInput(f"{self.where}: {key!r} must be rows ([[{key}]])")
        if len(value) > most:
            raise InvalidInput(f"{self.where}: {len(value)} rows of {key!r}, more than {most}")
        for number, item in enumerate(value, 1):
            name = item.get("id") or item.get("name") or item.get("slug") or item.get("service") or number
            yield Row(f"{key} {name!r}", item)

    def skip(self, *keys: str) -> None:
        """Keys that are allowed and not read here."""
        self._asked.update(keys)

    def done(self, value: T) -> T:
        """The value, once no key is left that nobody asked for."""
        if left := sorted(self.data.keys() - self._asked):
            raise InvalidInput(f"{self.where}: unknown key {left[0]!r}; known: {', '.join(sorted(self._asked))}")
        return value


def minutes_after(start: str, text: str, where: str, *, early: bool = False) -> float:
    """Minutes from `start` to an RFC 3339 instant or the next `HH:MMZ`. Raises InvalidInput when negative."""
    origin = parse_instant(start)
    if match := _CLOCK.fullmatch(text.strip()):
        hours, minutes, seconds = int(match[1]), int(match[2]), int(match[3] or 0)
        moment = origin.replace(hour=hours, minute=minutes, second=seconds)
        moment += timedelta(days=1) if moment < origin else timedelta()
    else:
        moment = parse_instant(text)
    value = (moment - origin).total_seconds() / 60
    if value < 0 and not early:
        raise InvalidInput(f"{where}: {text} is before the scenario starts ({start}): negative time")
    return value


def instant(start: str, minutes: float | None) -> str | None:
    """RFC 3339 UTC of minutes after `start`, to the second."""
    if minutes is None:
        return None
    return format_instant(parse_instant(start) + timedelta(seconds=round(minutes * 60)))
