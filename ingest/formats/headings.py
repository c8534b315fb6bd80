"""Headings nobody marked: short lines that stand over something. And bold lines that serve as headings."""
from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.formats.lines import Line, terminal, wider, width
from ingest.formats.markup import plain

_BOLD = re.compile(r"(?:\*\*|__)([^*_\n]{1,120})(?:\*\*|__)\s?[:：]?$")
_BRACKETED = re.compile(r"[\[<(][^\]>)]{1,60}[\])>]$")
_CORNERED = re.compile(r"(?:[■◆▼◎□☆★]\s?\S|【[^】\n]{1,60}】).{0,60}$|第\s?[\d一二三四五六七八九十]{1,3}[報报보][:：\s（(].{0,40}$")
_TITLED = re.compile(
    r"\[[^\[\]\n]{0,20}(?:概要|概況|原因|影響|範囲|対応|対策|経緯|経過|時系列|状況|内容|防止策|影响|处理|经过|措施|개요|원인|영향|조치|경과)\]$")
_KEYED = re.compile(r"(?:[■◆▼◎□☆★]\s?[^:：\n]{1,30}[:：]|【[^】\n]{1,30}】(?:\s?[:：]|\s))\s{0,8}\S")
_NUMBERED = re.compile(r"\d{1,2}(?:[.-]\d{1,2}){1,3}\.?\s+\S")
_LOOKS_WRITTEN = re.compile(r"[\w「『\"“'‘«(¿¡]")
_ONLY_NUMBERS = re.compile(
    r"[\d\s:：./年月日時时点點分秒号號頃ごろ約约午前後后翌同上下から至まで左右火水木金土曜년월일시분초경오전후부터까지(（)）,+\-－–—~〜～TZ]+"
    r"(?:[A-Z]{2,5}(?:頃|ごろ)?)?$")
_INNER = ",、，;；。"
_WIDEST, _MOST_WORDS, _WIDEST_LABEL, _WIDEST_TITLE = 80, 14, 40, 160


def bold(line: Line) -> bool:
    """A whole line in bold is a heading in all but name. A bold sentence with its full stop is not."""
    found = _BOLD.match(line.text) if line.text[:2] in ("**", "__") else None
    return found is not None and not terminal(found[1])


def shouted(text: str) -> bool:
    """An all-capitals line of some length."""
    if not text.isupper() or not text.isascii() or len(text) > _WIDEST or terminal(text):
        return False
    return sum(map(str.isalpha, text)) >= 6


def cornered(text: str) -> bool:
    """■ 概要, ◆原因, 【影響】, [対策], 第2報: heading marks of East Asian plain text. One with its value is a line of a form."""
    if _TITLED.match(text):
        return True
    return _CORNERED.match(text) is not None and not terminal(text) and not _KEYED.match(text)


def numbered(text: str) -> bool:
    """`1.2 Impact`: a decimal section number before a short title."""
    return _NUMBERED.match(text) is not None and short(text)


def short(text: str) -> bool:
    """Short, not ended as a sentence, beginning as a title does."""
    asks = text.endswith(("?", "？"))
    if wider(text, _WIDEST) or (terminal(text) and not asks) or text[-1:] in _INNER:
        return False
    if len(text.split()) > _MOST_WORDS or _ONLY_NUMBERS.match(text) or _BRACKETED.match(text):
        return False
    first = plain(text)[:1]
    return bool(_LOOKS_WRITTEN.match(first)) and not first.islower()


def title(lines: Sequence[Line], at: int, *, dense: bool) -> bool:
    """Whether the first line of a text is its title: titles are longer than other headings."""
    text = lines[at].text
    after = _next(lines, at)
    if after is None or terminal(text) or text[-1:] in _INNER or text.endswith((":", "：")) or _BRACKETED.match(text):
        return False
    apart = lines[at + 1].blank or (dense and width(lines[after].text) > width(text))
    return apart and not wider(text, _WIDEST_TITLE) and not plain(text)[:1].islower() and not _ONLY_NUMBERS.match(text)


def unmarked(lines: Sequence[Line], at: int, *, dense: bool, is_block: Sequence[bool]) -> bool:
    """Whether the single line at `at` is a heading by its look and by what stands around it.

    `is_block[i]` says that line i opens a list item, a table, a quote or code.
    """
    text = lines[at].text
    if not short(text):
        return False
    after = _next(lines, at)
    if after is None:
        return False
    apart = lines[at + 1].blank
    if text.endswith((":", "：")):
        return len(text.split()) <= 4 and not wider(text, _WIDEST_LABEL) and (at == 0 or lines[at - 1].blank)
    if is_block[after]:
        return True
    if text.endswith(("?", "？")):
        return apart and not wider(text, _WIDEST_LABEL)
    if not apart:
        return dense and width(lines[after].text) > width(text)
    return (at == 0 or lines[at - 1].blank or is_block[at - 1] or dense) and after - at <= 4


def _next(lines: Sequence[Line], at: int) -> int | None:
    return next((i for i in range(at + 1, min(at + 6, len(lines))) if not lines[i].blank), None)
