"""A page of a timeline over HTTP, 100 rows of a million events, beside Datasette with the same SQL on the same file.

The same page again and again, and one page after the other, each asked for once: the product keeps the last pages it
has shown, so that only the second says what a row costs. Ours is served by waitress, as `pmkb serve` does.
usage: python -m bench timeline
"""
from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

from bench import million
from bench.rows import Row, alternating, row
from bench.serving import Served, pace, serving
from kb.queries.paging import encode
from kb.store.history_tables import events

_PAGE = f"/api/v1/incidents/{million.INCIDENT}/timeline?limit=100"
_COLUMNS = ", ".join(f'"{column.name}"' for column in events.c if column.name != "shown")  # what only we have
_SQL = f"select {_COLUMNS} from events where incident = :incident and sort_at is not null {{after}}order by sort_at, id limit 101"
_Place = tuple[str, str]  # of a row: its instant as the database holds it, and its id


def run(quick: bool = False) -> list[Row]:
    """Requests a second and processor time a request; growth at a hundredth, a tenth and all of the events."""
    sizes = (2_000,) if quick else (10_000, 100_000, million.EVENTS)
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder) / f"events{size}.sqlite"
            million.write(path, size)
            found += _compared(path, size, 5 if quick else 60, 1 if quick else 5)
            path.unlink()
    return found


def _compared(path: Path, size: int, requests: int, rounds: int) -> list[Row]:
    own = ["app.py", "serve", "--port", "{port}"]
    peer = ["-m", "datasette", "serve", str(path), "-p", "{port}", "--setting", "sql_time_limit_ms", "60000"]
    places = _places(path, rounds * (requests + 1))
    with serving(own, "/api/v1/health", {"DATABASE_URL": f"sqlite:///{path}"}) as ours, \
            serving(peer, "/-/versions.json") as theirs:
        def asked(way: Callable[[_Place | None], str], server: Served, walk: bool) -> Callable[[], tuple[float, float]]:
            turn = count()

            def ask() -> tuple[float, float]:
                first = next(turn) * (requests + 1)
                shown: Sequence[_Place | None] = places[first : first + requests + 1] if walk else [None] * (requests + 1)
                return pace(server, [way(place) for place in shown])

            return ask

        found: list[Row] = []
        for what, walk in (("one page after the other", True), ("the same page again", False)):
            mine, other = alternating(rounds, [asked(_own, ours, walk), asked(_peer(path), theirs, walk)])
            found += _rows(what, size, mine, other)
    return found


def _rows(what: str, size: int, mine: tuple[float, float], other: tuple[float, float]) -> list[Row]:
    told = f"{what}, 100 rows of {size:,} events, one client, keep-alive; ours waitress, Datasette the same SQL and file"
    return [
        row("timeline API", 1 / mine[0], 1 / other[0], "requests/s", told, target=">= 1.8x", less=False),
        row("timeline API, CPU", mine[1] * 1000, other[1] * 1000, "ms a request", told, target=">= 2x less"),
    ]


def _places(path: Path, pages: int) -> list[_Place]:
    """Where pages of a hundred rows begin behind, from the start again when the events do not suffice."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT sort_at, id FROM events WHERE sort_at IS NOT NULL ORDER BY sort_at, id").fetchall()
    begins = rows[:-100:100]
    return [begins[number % len(begins)] for number in range(pages)]


def _own(place: _Place | None) -> str:
    return _PAGE if place is None else f"{_PAGE}&cursor={encode((datetime.fromisoformat(f'{place[0]}+00:00'), place[1]))}"


def _peer(path: Path) -> Callable[[_Place | None], str]:
    def address(place: _Place | None) -> str:
        sql = _SQL.format(after="" if place is None else "and (sort_at, id) > (:at, :id) ")
        given = {"sql": sql, "incident": million.INCIDENT, "_shape": "array"}
        return f"/{path.stem}.json?" + urlencode(given if place is None else {**given, "at": place[0], "id": place[1]})

    return address


def main() -> None:
    """Print ours, the peer's and the ratio of each."""
    for found in run():
        print(f"{found['area']:<20} {found['ours']:>8.2f} {found['peer']:>8.2f} {found['unit']:<13} {found['ratio']:>5.2f} x  {found['conditions']}", flush=True)


if __name__ == "__main__":
    main()
