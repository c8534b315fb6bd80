"""How long a command takes to start: `pmkb --help` beside `python -c 'import flask'`, and first uses that load rules."""
from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from bench.rows import Row, alternating, row

ROOT = Path(__file__).parents[1]


def _used(words: list[str], environment: dict[str, str]) -> float:
    """Processor seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env={**os.environ, **environment}, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _taken(app: str, document: Path, told: str, environment: dict[str, str]) -> float:
    """As `_used`, of taking in a document that is new each time: one that is known already is not read again."""
    words = document.read_text("utf-8") if document.exists() else ""
    document.write_text(f"{words}{told}\n", "utf-8")
    return _used([app, "ingest", str(document)], environment)


def run(quick: bool = False) -> list[Row]:
    """Milliseconds of processor time."""
    app = str(ROOT / "app.py")
    with tempfile.TemporaryDirectory() as folder:
        # bytecode is there from the first run on, as where a package was installed
        environment = {"DATABASE_URL": f"sqlite:///{folder}/start.sqlite", "PYTHONDONTWRITEBYTECODE": "",
                       "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        _used([app, "db", "upgrade"], environment)
        commands = (["-c", "import flask"], [app, "--help"], [app, "convert", "10:30 PST on Oct 20 2025"])
        small = partial(_taken, app, Path(folder) / "small.txt",
                        "On 2026-01-02 at 10:00 UTC the billing service failed because of a full disk.", environment)
        naming = partial(_taken, app, Path(folder) / "naming.txt",
                         "On 2026-01-02 at 11:00 UTC the billing service failed because Amazon DynamoDB was down.", environment)
        ways = [*(partial(_used, command, environment) for command in commands), small, naming]
        for way in ways:
            way()
        flask, shown, converted, taken, named = alternating(1 if quick else 5, ways)
    return [
        row("command start, pmkb --help", shown * 1000, flask * 1000, "ms CPU", "peer: python -c 'import flask'", target=">= 0.5x"),
        row("command start, pmkb convert", converted * 1000, flask * 1000, "ms CPU", "one language's rules; peer as above"),
        row("command start, pmkb ingest", taken * 1000, flask * 1000, "ms CPU", "one small document, one language's rules; peer as above"),
        row("command start, pmkb ingest with spaCy", named * 1000, flask * 1000, "ms CPU",
            "one small document that names a service of the catalogue, spaCy and rules; peer as above"),
    ]
