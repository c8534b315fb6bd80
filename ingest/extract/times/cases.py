"""Answer JSON Lines on standard input with the time expressions of each text (`python -m ingest.extract.times.cases`)."""
from __future__ import annotations

import json
import sys
from typing import Any, TextIO

from ingest.extract.times.convert import convert_spans


def answer(row: dict[str, Any]) -> dict[str, Any]:
    """The answer to one line: its id and spans."""
    spans = convert_spans(row["text"], row["language"], row.get("locale"), row.get("reference"))
    return {"id": row["id"], "spans": spans}


def run(source: TextIO, target: TextIO) -> None:
    """Answer every line."""
    for line in source:
        if line.strip():
            print(json.dumps(answer(json.loads(line)), ensure_ascii=False), file=target)


if __name__ == "__main__":
    run(sys.stdin, sys.stdout)
