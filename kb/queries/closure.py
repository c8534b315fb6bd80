"""What a service needs, or what needs it, with hops, path and sentences: thousands of services as JSON text.

The path of a service is that of the one before with a name behind it, and so are its sentences: the text of each is made
of the text before.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from json.encoder import encode_basestring as quoted
from typing import Any

import orjson
from sqlalchemy import Connection

from kb.queries.dependencies import evidence
from kb.queries.graph import Adjacency, Search, adjacency
from kb.queries.paging import bounded, decode, encode
from kb.queries.services import resolved
from kb.store.kept import kept

MOST_KEPT = 100_000
"""Dependencies whose sentences are kept as text between requests, at most."""


@dataclass(frozen=True, slots=True)
class ClosurePage:
    """A closure, or a page of it, as the API answers it, and the cursor of the page after."""

    body: bytes
    next: str | None


def needs(connection: Connection, name: str, **asked: Any) -> dict[str, Any]:
    """What a service needs, directly or over others, as `closure` answers it."""
    return orjson.loads(closure(connection, name, back=False, **asked).body)  # type: ignore[no-any-return]


def needed_by(connection: Connection, name: str, **asked: Any) -> dict[str, Any]:
    """What needs a service: its blast radius, in the form of `needs`."""
    return orjson.loads(closure(connection, name, back=True, **asked).body)  # type: ignore[no-any-return]


def closure(
    connection: Connection, name: str, *, back: bool, depth: int | None = None, limit: int | None = None,
    cursor: str | None = None,
) -> ClosurePage:
    """Services within `depth` hops, nearest first, then by slug, each with hops, path and evidence; all without `limit`.

    `total` counts what is on other pages too. Raises NotFound, InvalidInput for a bad limit or cursor.
    """
    most = None if limit is None else bounded(limit) + 1
    hops, last = decode(cursor, int, str) or (0, "")
    slug = resolved(connection, name)
    near = adjacency(connection)
    found = near.search(slug, back=back, depth=depth)
    steps = [] if found is None else list(islice(near.behind(found, (hops, last)), most))
    shown = steps[:limit]
    following = encode((shown[-1][0], near.names[shown[-1][1]])) if len(shown) < len(steps) else None
    text = (
        f'{{"service":{quoted(slug)},"direction":"{"needed-by" if back else "needs"}",'
        f'"items":[{"" if found is None else _items(connection, near, found, shown, back)}],'
        f'"next":{"null" if following is None else quoted(following)},"total":{0 if found is None else found.total}}}'
    )
    return ClosurePage(text.encode(), following)


def _items(connection: Connection, near: Adjacency, found: Search, shown: Sequence[tuple[int, int]], back: bool) -> str:
    start, many, came_from = found.levels[0][0], len(near.names), found.came_from
    way = _on_the_way(found, shown)
    said = _sentences(connection, near, [number * many + came_from[number] for number in way], back)
    names, paths, sentences = {start: quoted(near.names[start])}, {start: quoted(near.names[start])}, {start: ""}
    for number in way:
        before = came_from[number]
        name = names[number] = quoted(near.names[number])
        paths[number] = f"{paths[before]},{name}"
        told = said[number * many + before]
        sentences[number] = f"{sentences[before]},{told}" if before != start else told
    return ",".join([
        f'{{"service":{names[number]},"hops":{hops},"path":[{paths[number]}],"evidence":[{sentences[number]}]}}'
        for hops, number in shown
    ])


def _on_the_way(found: Search, shown: Sequence[tuple[int, int]]) -> list[int]:
    """All that paths to what is shown lead over, each behind the one before it, without the start."""
    came_from, known, way = found.came_from, set(found.levels[0]), list[int]()
    for _, number in shown:
        trail = list[int]()
        while number not in known:
            known.add(number)
            trail.append(number)
            number = came_from[number]
        way += reversed(trail)
    return way


def _sentences(connection: Connection, near: Adjacency, steps: Iterable[int], back: bool) -> dict[int, str]:
    """Dependencies with their sentences as JSON text. A step is the number of where it leads, times how many there are,
    and where from."""
    known: dict[int, str] = kept(connection, f"sentences {back}", dict)
    if not (missing := [step for step in steps if step not in known]):
        return known
    ends = [[near.names[number] for number in divmod(step, len(near.names))] for step in missing]
    pairs = [(there, here) if back else (here, there) for there, here in ends]
    said = evidence(connection, pairs)
    made = {step: orjson.dumps(said[pair]).decode() for step, pair in zip(missing, pairs, strict=True)}
    if len(known) + len(made) > MOST_KEPT:
        return {**known, **made}
    known.update(made)
    return known
