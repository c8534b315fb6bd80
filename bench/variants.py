"""How much of what documents tell is still told by variants of them: other dates, clock times, zones, names of services."""
from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from tests.ingest import kept
from tests.ingest.kept import Kept, share

NOTE = (
    "Every document rewritten in its own notation, the five sources and the other post-mortems together: all dates a week "
    "back or on, all clock times 13 minutes on, its zone another, the names of its services invented ones of the same shape. "
    "Share of clock times that move exactly with it; under other names share of claims at the same times, of their services "
    "and of cause statements found again. A blank: no document of the language can be rewritten so."
)
_MOVED: dict[str, Callable[[str], Kept | None]] = {
    "a week back": lambda text: kept.kept_under_times(text, timedelta(days=-7)),
    "a week on": lambda text: kept.kept_under_times(text, timedelta(days=7)),
    "13 minutes on": lambda text: kept.kept_under_times(text, timedelta(minutes=13)),
    "another zone": kept.kept_under_zone,
}


def table(documents: list[Path]) -> list[dict[str, str]]:
    """One row a language, of what its documents keep."""
    found: dict[str, dict[str, Kept]] = {}
    for path in documents:
        text = path.read_text("utf-8")
        row = found.setdefault(kept.read(text).document.language, {})
        for name, vary in _MOVED.items():
            if (one := vary(text)) is not None:
                row[name] = row.get(name, Kept()) + one
        row["names"] = row.get("names", Kept()) + kept.kept_under_names(text)
    return [{"language": code, **_shown(row)} for code, row in sorted(found.items())]


def _shown(row: dict[str, Kept]) -> dict[str, str]:
    moved = {name: f"{share(row[name].times):.2f}" if name in row else "" for name in _MOVED}
    names = row["names"]
    return moved | {"names: times": f"{share(names.times):.2f}", "names: services": f"{share(names.services):.2f}",
                    "names: causes": f"{share(names.causes):.2f}"}
