"""Small documents made by hand for the tests of causes: no reader of formats, no catalogue, no spaCy."""
from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.types import Metadata, Reading, Sentence
from kb.model import Mention, Passage, PassageKind, Service

_MARK = re.compile(r"(?P<indent> *)(?P<mark>#|-|\d+\.)? ?(?P<text>.*)")


@dataclass(frozen=True, slots=True)
class Named:
    """The services of a made-up document and where it names them."""

    services: tuple[Service, ...]
    mentions: tuple[Mention, ...]


def reading(text: str, language: str) -> Reading:
    """Lines are passages: `# ` a heading, `- ` and `1. ` items (two blanks a level), else a paragraph."""
    passages: list[Passage] = []
    sentences: list[Sentence] = []
    at, heading, above, lists = 0, None, {}, 0
    for line in text.split("\n"):
        found = _MARK.fullmatch(line)
        assert found is not None
        start, end = at + found.start("text"), at + len(line)
        at += len(line) + 1
        if not found["text"].strip():
            above = {}
            continue
        level, mark = len(found["indent"]) // 2, found["mark"]
        kind = {"#": PassageKind.HEADING, None: PassageKind.PARAGRAPH}.get(mark, PassageKind.ITEM)
        if kind is PassageKind.ITEM:
            above = {depth: one for depth, one in above.items() if depth <= level}
            lists = above[level][1] if level in above else lists + 1
            parent = above[level - 1][0] if level - 1 in above else heading
            above[level] = len(passages), lists
        else:
            parent, above = (None if kind is PassageKind.HEADING else heading), {}
        section = tuple(text[passages[i].start:passages[i].end].rstrip(":") for i in _path(passages, parent))
        passages.append(Passage(
            len(passages), kind, start, end, level, section, parent, language,
            list_id=lists if kind is PassageKind.ITEM else None,
            ordinal=int(mark[:-1]) if mark and mark[0].isdigit() else None))
        if kind is PassageKind.HEADING:
            heading = len(passages) - 1
        sentences += _sentences(text, passages[-1])
    return Reading(text, "text/plain", language, tuple(passages), tuple(sentences), Metadata(), ())


def named(text: str, *services: str, part_of: dict[str, str] | None = None) -> Named:
    """The services of a text, each under the slug of its name."""
    made = tuple(Service(name.lower(), name, part_of=(part_of or {}).get(name)) for name in services)
    mentions = (Mention(one.slug, m.start(), m.end(), m.group()) for one in made
                for m in re.finditer(re.escape(one.name), text))
    return Named(made, tuple(sorted(mentions, key=lambda one: one.start)))


def _path(passages: list[Passage], parent: int | None) -> list[int]:
    path: list[int] = []
    while parent is not None:
        path.insert(0, parent)
        parent = passages[parent].parent
    return path


def _sentences(text: str, passage: Passage) -> list[Sentence]:
    found, start = [], passage.start
    for stop in (*re.finditer(r"(?<=[.!?])\s|(?<=[。！？])", text[passage.start:passage.end]), None):
        end = passage.end if stop is None else passage.start + stop.start()
        if text[start:end].strip():
            found.append(Sentence(start, end, text[start:end], passage.index))
        start = end if stop is None else passage.start + stop.end()
    return found
