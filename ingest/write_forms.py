"""Writes `lang/<code>/forms.json` (see `ingest.forms`). usage: python -m ingest.write_forms, after rows or the code that reads
patterns have changed; until then what changed is read the long way."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import orjson

from ingest import forms
from ingest.language import SUPPORTED
from ingest.literals import wanted
from ingest.openings import openings
from ingest.patterns import Expression, parse
from ingest.selftest import expressions_of

__all__ = ["files", "form"]


def form(one: Expression) -> list[Any]:
    """What is read off a pattern: what it wants and, where that was asked, how its matches begin, as words by offset."""
    tree = parse(one.text, one.flags)
    wants = [sorted(words) for words in wanted(tree)]
    if one.known is None:
        return [wants]
    if (found := openings(tree)) is None:
        return [wants, None]
    by_offset: dict[str, list[str]] = {}
    for opening in sorted(found, key=lambda opening: (opening.offset, opening.word)):
        by_offset.setdefault(str(opening.offset), []).append(opening.word)
    return [wants, by_offset]


def files() -> Iterator[tuple[Path, bytes]]:
    """Each file as it should be: the patterns of a folder's rows, as all languages that use them read them."""
    owned: dict[str, dict[str, Expression]] = {}
    for code in SUPPORTED:
        for source, one in expressions_of(code):
            owned.setdefault(forms.owner(source), {})[forms.key(one.text, one.flags)] = one
    folder = Path(str(resources.files("ingest"))) / "lang"
    for code, found in sorted(owned.items()):
        yield folder / code / forms.NAME, _file(found.items())


def _file(named: Iterable[tuple[str, Expression]]) -> bytes:
    """A line each, in the order of their names: that is how versions are compared."""
    lines = [f'"{key}":'.encode() + orjson.dumps(form(one)) for key, one in sorted(named, key=lambda pair: pair[0])]
    return f'{{"made_by":"{forms.made_by()}","forms":{{\n'.encode() + b",\n".join(lines) + b"\n}}\n"


def main() -> None:
    """Writes all files."""
    for path, data in files():
        path.write_bytes(data)


if __name__ == "__main__":
    main()
