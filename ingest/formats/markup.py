"""The words of a piece of Markdown without its marks, for section paths, column names and titles."""
from __future__ import annotations

import re

_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\](?:\([^()\s]{0,2000}\)|\[[^\[\]\n]{0,100}\])")
_AUTO = re.compile(r"<(https?://[^<>\s]{1,2000})>")
_MARK = re.compile(r"\*{1,3}|`{1,3}|(?<!\w)_{1,2}(?=\S)|(?<=\S)_{1,2}(?!\w)|~~")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ANY_MARK = re.compile(r"[\[<*`_~\\]")  # one of these opens each of them
_LONGEST = 200


def plain(text: str) -> str:
    """Words only, blanks collapsed, a closing colon dropped, at most 200 characters."""
    words = text[:2000]
    if _ANY_MARK.search(words):
        words = _AUTO.sub(r"\1", _LINK.sub(r"\1", words))
        words = _ESCAPED.sub(r"\1", _MARK.sub("", words))
    return " ".join(words.split()).rstrip(":： ")[:_LONGEST]
