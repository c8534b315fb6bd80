"""A tree of HTML (or of trafilatura's, which has other names for the same things) as Markdown, structure kept."""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADS = {f"h{level}": level for level in range(1, 7)}
_LISTS = {"ul", "ol", "list", "menu"}
_ITEMS = {"li", "item"}
_DROPPED = {"script", "style", "noscript", "template", "nav", "footer", "aside", "form", "button", "svg", "iframe",
            "head_meta", "select", "option", "graphic"}
_BLOCKS = {"p", "div", "section", "article", "main", "header", "td", "th", "dd", "dt", "dl", "figcaption", "figure",
           "details", "summary", "body", "html", "comments", "lb_block", "ab"}
_FRAMED = {"table", "pre", "quote", "blockquote", "hr"}
_BLANKS = re.compile(r"[ \t\r\n\f\v\u00a0]+")
_BLANK_LINES = re.compile(r"\n{3,}")


def markdown(root: _Element) -> str:
    """The text of a tree. lxml bounds the depth of what it parses, so recursion here is bounded too."""
    return _BLANK_LINES.sub("\n\n", "\n".join(_block(root))).strip("\n")


def _name(node: _Element) -> str:
    return node.tag.rsplit("}", 1)[-1].lower() if isinstance(node.tag, str) else ""


def _level(node: _Element, name: str) -> int:
    if name == "head" and node.get("rend", "").lower() in _HEADS:
        return _HEADS[node.get("rend", "").lower()]
    return _HEADS.get(name, 0)


def _is_block(node: _Element) -> bool:
    name = _name(node)
    return (name in _BLOCKS or name in _LISTS or name in _DROPPED or name in _FRAMED or _level(node, name) > 0
            or (name == "code" and "\n" in "".join(node.itertext())))


def _block(node: _Element) -> Iterator[str]:
    """The lines of an element's content: runs of inline text as paragraphs, block elements by kind."""
    run: list[str] = [node.text or ""]
    for child in node:
        if _is_block(child):
            yield from _paragraph(run)
            run = []
            yield from _one(child)
        else:
            run.append(_inline(child))
        run.append(child.tail or "")
    yield from _paragraph(run)


def _paragraph(run: list[str]) -> Iterator[str]:
    words = _clean("".join(run))
    if words:
        yield from ("", words, "")


def _one(node: _Element) -> Iterator[str]:
    name = _name(node)
    if level := _level(node, name):
        words = _clean(_words(node))
        yield from ("", f"{'#' * level} {words}", "") if words else ()
    elif name in _LISTS:
        yield from ("", *_list(node, 0), "")
    elif name == "table":
        yield from ("", *_table(node), "")
    elif name in {"pre", "code"} or (name == "quote" and "\n" in (node.text or "").strip()):  # its pre
        yield from ("", "```", "".join(node.itertext()).strip("\n").replace("```", "'''"), "```", "")
    elif name in {"quote", "blockquote"}:
        yield from ("", *(f"> {line}".rstrip() for line in "\n".join(_block(node)).strip("\n").split("\n")), "")
    elif name == "hr":
        yield from ("", "---", "")
    elif name not in _DROPPED:
        yield from _block(node)


def _list(node: _Element, depth: int) -> Iterator[str]:
    ordered, number = _name(node) == "ol" or node.get("rend") == "ol", 0
    for item in node:
        if _name(item) in _LISTS:  # a list straight inside a list, as many editors write it
            yield from _list(item, depth + 1)
        if _name(item) not in _ITEMS:
            continue
        number += 1
        words = _clean((item.text or "") + "".join(
            ("" if _name(child) in _LISTS or _name(child) == "table" else _inline(child)) + (child.tail or "")
            for child in item))
        if words:
            yield f"{'   ' * depth}{f'{number}.' if ordered else '-'} {words}"
        for child in item:
            if _name(child) in _LISTS:
                yield from _list(child, depth + 1)
            elif _name(child) == "table":
                yield from ("", *_table(child), "")


def _table(node: _Element) -> Iterator[str]:
    rows = [row for row in node.iter() if _name(row) in {"tr", "row"}]
    headed = False
    for number, row in enumerate(rows):
        cells = [cell for cell in row if _name(cell) in {"td", "th", "cell"}]
        if not cells:
            continue
        yield "| " + " | ".join(_clean(_words(cell)).replace("|", "\\|") for cell in cells) + " |"
        heads = sum(_name(cell) == "th" or cell.get("role") == "head" for cell in cells)
        if number == 0 and heads * 2 > len(cells) and not headed:
            headed = True
            yield "|" + "---|" * len(cells)


def _inline(node: _Element) -> str:
    name = _name(node)
    if name in _DROPPED or not name:
        return ""
    if name in {"br", "lb"}:
        return " "
    if name == "code":
        words = "".join(node.itertext())
        return f"`{words}`" if words and "`" not in words else words
    return (" " if _is_block(node) else "") + _words(node) + (" " if _is_block(node) else "")


def _words(node: _Element) -> str:
    return (node.text or "") + "".join(_inline(child) + (child.tail or "") for child in node)


def _clean(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()
