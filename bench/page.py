"""Time until an incident of 2,000 events can be used in Chromium, beside a vis-timeline page of the same events.

Each page is opened in turn in one headless browser; the clock runs from navigation until the page says it is ready and
that has been painted. The peer (npm, in a temporary folder) gets all events as one JSON file, ours asks its own API.
Needs Chromium with its driver; without npm there is no peer. usage: python -m bench.page [--quick]
"""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench import million
from bench.rows import Row, alternating, row
from bench.serving import Served, get, serving

EVENTS = 2_000
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
          "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1500,950")
_PEER = "vis-timeline@8"
# Notes when the page has said that it is ready and has painted that: two frames later.
_WATCH = """new MutationObserver((_, watch) => { if (!document.body?.dataset.ready) return; watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.usable = performance.now(); })); })
  .observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-ready"]});"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>peer</title>
<link rel="stylesheet" href="vis-timeline-graph2d.min.css"><script src="vis-timeline-graph2d.min.js"></script></head>
<body><div id="place"></div><script>
fetch("events.json").then((answer) => answer.json()).then((events) => {
  const groups = [...new Set(events.map((event) => event.services[0]))].sort().map((id) => ({id, content: id}));
  const items = events.map((event) => ({id: event.id, group: event.services[0], content: event.label, start: event.time.start,
    end: event.time.end ?? undefined, title: event.label, type: event.time.end ? "range" : "point"}));
  const timeline = new vis.Timeline(document.getElementById("place"), new vis.DataSet(items), new vis.DataSet(groups), {height: "700px", stack: true, verticalScroll: true});
  timeline.on("changed", () => { document.body.dataset.ready = "true"; });
});</script></body></html>"""


def run(quick: bool = False) -> list[Row]:
    """One row: milliseconds until usable, ours and the peer's, medians of alternating visits."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "events.sqlite"
        million.write(database, EVENTS)
        with serving(["app.py", "serve", "--port", "{port}"], "/api/v1/health", {"DATABASE_URL": f"sqlite:///{database}"}) as ours, \
                _browser() as driver:
            own = f"http://127.0.0.1:{ours.port}/incidents/{million.INCIDENT}"
            rounds = 3 if quick else 9
            place = Path(folder) / "peer"
            if not _installed(place, _events(ours)):
                return [_row(alternating(rounds, [lambda: _visit(driver, own)])[0], None)]
            with serving(["-m", "http.server", "{port}", "--bind", "127.0.0.1", "--directory", str(place)], "/") as theirs:
                peer = f"http://127.0.0.1:{theirs.port}/index.html"
                return [_row(*alternating(rounds, [lambda: _visit(driver, own), lambda: _visit(driver, peer)]))]


def _row(ours: float, peer: float | None) -> Row:
    told = f"{EVENTS:,} events, 200 services, headless Chromium at 1500x950, cold page and warm cache; {_PEER}, same events"
    return row("incident page until usable", ours, peer, "ms", told, target="no slower")


def _events(ours: Served) -> list[dict[str, Any]]:
    """The very events our page gets, all pages of them."""
    connection = HTTPConnection("127.0.0.1", ours.port, timeout=60)
    found: list[dict[str, Any]] = []
    path = base = f"/api/v1/incidents/{million.INCIDENT}/timeline?limit=200"
    while True:
        answer = json.loads(get(connection, path))
        found += answer["items"]
        if not answer["next"]:
            connection.close()
            return found
        path = f"{base}&cursor={answer['next']}"


def _installed(place: Path, events: list[dict[str, Any]]) -> bool:
    """The peer's page in a folder; false where npm cannot bring it."""
    npm = shutil.which("npm")
    if npm is None:
        return False
    packages = place.with_name("npm")
    packages.mkdir()
    done = subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(packages), _PEER],
                          capture_output=True, check=False, timeout=300)
    if done.returncode:
        return False
    place.mkdir()
    built = packages / "node_modules" / "vis-timeline"
    shutil.copy(built / "standalone/umd/vis-timeline-graph2d.min.js", place)
    shutil.copy(built / "styles/vis-timeline-graph2d.min.css", place)
    (place / "events.json").write_text(json.dumps(events), "utf-8")
    (place / "index.html").write_text(_PAGE, "utf-8")
    return True


@contextmanager
def _browser() -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in _FLAGS:
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
    try:
        yield driver
    finally:
        driver.quit()


def _visit(driver: Any, address: str) -> float:
    driver.get("about:blank")
    driver.get(address)
    return float(driver.execute_async_script(
        "const done = arguments[0]; const look = () => window.usable ? done(window.usable) : setTimeout(look, 20); look();"
    ))


def main() -> None:
    """Print ours, the peer's and the ratio."""
    for found in run("--quick" in sys.argv[1:]):
        peer, ratio = found["peer"], found["ratio"]
        print(f"{found['area']}: ours {found['ours']:.0f} {found['unit']}, peer {peer and round(peer)} {found['unit']}, "
              f"ratio {ratio and round(ratio, 2)} ({found['conditions']})")


if __name__ == "__main__":
    main()
