"""From a draft to a reading: the language of the document and of each passage, who speaks, and the sentences."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ingest import detect, sentences
from ingest.language import SUPPORTED, load
from ingest.runs import without_runs
from ingest.stance import stances
from ingest.structure import any_function_word, function_word, role
from ingest.types import Draft, Reading, Sentence
from kb.model import Finding, Given, Passage, PassageKind, Stance

__all__ = ["read", "role"]

STAGE = "passages"
_READ_ANYWAY = "numeric times, hosts and known services are read, words are not"
_BREAK = re.compile(r"\n(?:[ \t]*>)*")
_FOREIGN_LETTERS, _UNKNOWN_LETTERS = 30, 120
_SURE = 0.95
_MONTH_FIRST = re.compile(r"\b(?P<month>[A-Z][a-z]{2,8})\.? \d{1,2}(?:,|\b)")
_ASKED = 12  # passages that are asked for their language where the whole text is unclear
_ASIAN = ("ja", "ko", "zh")


def read(draft: Draft, given: Given) -> Reading:
    """The reading of a draft. What the caller said of the language wins over what the text looks like."""
    code, findings = _document_language(draft, given)
    passages = stances(draft.text, draft.passages, code)
    if given.language is None:
        asian = detect.asian(draft.text)
        passages = [_in(_own_language(draft.text[one.start:one.end], code, asian), one) for one in passages]
    else:
        passages = [_in(code, one) for one in passages]
    found = tuple(sentence for passage in passages for sentence in _sentences(draft.text, passage))
    return Reading(draft.text, draft.media_type, code, tuple(passages), found, draft.metadata,
                   (*draft.findings, *findings))


def _in(code: str, passage: Passage) -> Passage:
    if passage.language == code:
        return passage
    one = passage  # written out: it is done for every passage, and `replace` takes three times as long
    return Passage(one.index, one.kind, one.start, one.end, one.level, one.section, one.parent, code, one.stance,
                   one.list_id, one.ordinal, one.columns, one.cells)


def _document_language(draft: Draft, given: Given) -> tuple[str, tuple[Finding, ...]]:
    if given.language:
        code = given.language.strip().lower().replace("_", "-").split("-")[0]
    else:
        code = detect.language(_prose(draft.text, draft.passages) or draft.text)
        if code == detect.UNCLEAR:
            code = _by_passages(draft.text, draft.passages)
        if code == detect.UNCLEAR and draft.metadata.language:
            code = draft.metadata.language
    if code == detect.UNCLEAR:
        return code, (Finding(STAGE, "language-unclear", f"the language could not be told; {_READ_ANYWAY}"),)
    if code not in SUPPORTED:
        message = f"the text is in {code!r}, which has no rules here; {_READ_ANYWAY}"
        return code, (Finding(STAGE, "language-unsupported", message),)
    return code, ()


def _by_passages(text: str, passages: Sequence[Passage]) -> str:
    """The language of most of the text where several stand side by side; passages say it more surely than their mix."""
    longest = sorted(passages, key=lambda one: (one.start - one.end, one.index))[:_ASKED]
    tally: Counter[str] = Counter()
    for one in longest:
        if one.kind is not PassageKind.CODE and one.end - one.start >= _UNKNOWN_LETTERS // 2:
            tally[detect.language(text[one.start:one.end])] += one.end - one.start
    best, size = max(tally.items(), key=lambda pair: (pair[1], pair[0]), default=(detect.UNCLEAR, 0))
    return best if size * 2 > tally.total() else detect.UNCLEAR


def _prose(text: str, passages: Iterable[Passage]) -> str:
    kinds = (PassageKind.CODE,)
    return "\n".join(text[one.start:one.end] for one in passages
                     if one.kind not in kinds and one.stance is not Stance.BOILERPLATE)


def _own_language(text: str, code: str, asian: bool) -> str:
    """The language of a passage: the document's unless script, or length and certainty, speak against it. `asian` says
    whether the document has signs of Asian scripts at all.

    langdetect guesses wildly at technical lines, so a language of ours must also show words of its own.
    """
    asian = asian and detect.asian(text)
    if asian and detect.plainly(code, text):
        return code
    script = detect.by_script(text) if asian else None
    if script is not None:
        return code if script == code or (script == "zh" and code == "ja") else script
    if code in _ASIAN and not asian and _english_date(text):
        return "en"  # "Posted Jul 17, 2024 - 18:08 UTC" on a status page in any language
    if len(text) < _FOREIGN_LETTERS or (code in _ASIAN and asian) or _shows(code, text):
        return code
    words = detect.sample(text)
    letters = detect.letters(words)
    if letters < _FOREIGN_LETTERS:
        return code
    if letters < _UNKNOWN_LETTERS and not _holds(any_function_word(), words):
        return code
    best = detect.sure(words, _SURE, unless=code)
    if best is None:
        return code
    known = _shows(best, words) if function_word(best) else letters >= _UNKNOWN_LETTERS
    return best if known else code


def _english_date(text: str) -> bool:
    found = _MONTH_FIRST.search(text)
    return found is not None and found["month"].casefold() in load("en").months


def _shows(code: str, text: str) -> bool:
    """Whether a word that every text of a language has is in the text."""
    return _holds(function_word(code), text)


def _holds(pattern: re.Pattern[str] | None, text: str) -> bool:
    return pattern is not None and pattern.search(text) is not None


def _sentences(text: str, passage: Passage) -> list[Sentence]:
    index = passage.index
    return [Sentence(start, end, without_runs(_mended(text[start:end])), index) for start, end in _spans(text, passage)]


def _spans(text: str, passage: Passage) -> Sequence[tuple[int, int]]:
    if passage.kind is PassageKind.HEADING:
        return [(passage.start, passage.end)]
    if passage.kind is PassageKind.CODE:
        return _lines(text, passage)
    pieces = passage.cells or ((passage.start, passage.end),)
    code, split = passage.language, sentences.split
    return [span for start, end in pieces if start < end for span in split(text, start, end, code)]


def _lines(text: str, passage: Passage) -> list[tuple[int, int]]:
    spans, at = [], passage.start
    for line in text[passage.start:passage.end].split("\n"):
        body = line.strip()
        if body:
            start = at + line.index(body[0])
            spans.append((start, start + len(body)))
        at += len(line) + 1
    return spans


def _mended(text: str) -> str:
    """The same length with line breaks (and the marks of a quote after them) as blanks."""
    return _BREAK.sub(lambda found: " " * len(found[0]), text) if "\n" in text else text
