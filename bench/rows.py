"""What every benchmark gives back: one row a figure, ours beside its peer."""
from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

Row = dict[str, Any]


def row(area: str, ours: float, peer: float | None, unit: str, conditions: str, *, target: str = "", less: bool = True) -> Row:
    """`ratio` says how many times better ours is; `less` is whether a smaller figure is the better one."""
    ratio = None if peer is None or not ours or not peer else (peer / ours if less else ours / peer)
    return {"area": area, "ours": ours, "peer": peer, "ratio": ratio, "unit": unit, "conditions": conditions, "target": target}


def alternating(rounds: int, ways: Sequence[Callable[[], Any]]) -> list[Any]:
    """Medians of what each way measures, taken in turns so that the machine's moods fall on all. Tuples go part by part."""
    seen: list[list[Any]] = [[] for _ in ways]
    for _ in range(rounds):
        for place, way in enumerate(ways):
            seen[place].append(way())
    return [_median(values) for values in seen]


def _median(values: list[Any]) -> Any:
    if isinstance(values[0], tuple):
        return tuple(statistics.median(part) for part in zip(*values, strict=True))
    return statistics.median(values)
