"""Flat lists that mean a tree: an item that ends with a colon stands over the items that follow it."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.formats.markup import plain
from kb.model import Passage, PassageKind

_LABELLED = re.compile(r"[^\n:：]{1,60}?(?:[^\d\n:：]:\s|[0-9AaPpMm]:\s|：)|[^\n]{0,40}\d{1,2}[:時h][^\n]{0,40}?:\s")


def nest(passages: Sequence[Passage], text: str) -> list[Passage]:
    """The passages with parents, levels and section paths of flat lists set right. Lists nested by indentation stay."""
    lists: dict[int, list[Passage]] = {}
    for passage in passages:
        if passage.kind is PassageKind.ITEM and passage.list_id is not None:
            lists.setdefault(passage.list_id, []).append(passage)
    nested = {passage.parent for passage in passages if passage.kind is PassageKind.ITEM}
    result, fresh = list(passages), max(lists, default=0)
    for items in lists.values():
        if len(items) < 2 or any(item.index in nested for item in items):
            continue
        for label, children in _families(items, text):
            fresh += 1
            _adopt(result, label, children, text, fresh)
    return result


def _families(items: Sequence[Passage], text: str) -> list[tuple[Passage, list[Passage]]]:
    labels = [at for at, item in enumerate(items) if text[item.end - 1] in ":："]
    found = []
    for at, following in zip(labels, [*labels[1:], len(items)], strict=False):
        children = list(items[at + 1:following])
        if children:
            found.append((items[at], children[:_alike(children, text)]))
    return found


def _alike(children: Sequence[Passage], text: str) -> int:
    """How many of the items belong: where two or more begin `Name: …`, the first that does not is a new thought."""
    shaped = [_LABELLED.match(text, child.start, min(child.end, child.start + 120)) is not None for child in children]
    run = shaped.index(False) if False in shaped else len(shaped)
    return run if run >= 2 else len(children)


def _adopt(result: list[Passage], label: Passage, children: Sequence[Passage], text: str, list_id: int) -> None:
    name = plain(text[label.start:label.end])
    for child in children:
        # written out: `replace` takes three times as long
        result[child.index] = Passage(
            child.index, child.kind, child.start, child.end, child.level + 1, (*child.section, name), label.index,
            child.language, child.stance, list_id, child.ordinal, child.columns, child.cells)
    _follow(result, {child.index for child in children}, name)


def _follow(result: list[Passage], parents: set[int], name: str) -> None:
    """Paragraphs that belong to a moved item move with it."""
    for at in range(min(parents) + 1, len(result)):
        passage = result[at]
        if passage.kind is PassageKind.HEADING:
            return
        if passage.parent in parents and passage.kind is not PassageKind.ITEM and passage.section:
            result[at] = replace(passage, section=(*passage.section[:-1], name, passage.section[-1]))
