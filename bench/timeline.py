"""A page of a timeline over HTTP, 100 rows of a million events, beside Datasette with the same SQL on the same file.

Ours is served by waitress, as `pmkb serve` does. usage: python -m bench timeline
"""
from __future__ import annotations

import tempfile
from pathlib import Path
from urllib.parse import urlencode

from bench import million
from bench.rows import Row, alternating, row
from bench.serving import pace, serving

_PAGE = f"/api/v1/incidents/{million.INCIDENT}/timeline?limit=100"


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
    sql = "select * from events where incident = :incident and sort_at is not null order by sort_at, id limit 101"
    asked = f"/{path.stem}.json?" + urlencode({"sql": sql, "incident": million.INCIDENT, "_shape": "array"})
    with serving(own, "/api/v1/health", {"DATABASE_URL": f"sqlite:///{path}"}) as ours, \
            serving(peer, "/-/versions.json") as theirs:
        (own_wall, own_cpu), (peer_wall, peer_cpu) = alternating(
            rounds, [lambda: pace(ours, _PAGE, requests), lambda: pace(theirs, asked, requests)]
        )
    told = f"100 rows of {size:,} events, one client, keep-alive; ours waitress, Datasette the same SQL and file"
    return [
        row("timeline API", 1 / own_wall, 1 / peer_wall, "requests/s", told, target=">= 1.8x", less=False),
        row("timeline API, CPU", own_cpu * 1000, peer_cpu * 1000, "ms a request", told, target=">= 2x less"),
    ]
