"""Where a document tells what happened at a time: in the sentence, in the row, or in what follows a bare time."""
from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.extract.times.placed import Placed
from ingest.types import Reading, Sentence
from kb.model import Passage, PassageKind, Span

QUOTE_LIMIT = 300
_AROUND = 1_500
_WORD = re.compile(r"[^\W\d_]{2,}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_BRACKETED = re.compile(r"[(（][^()（）\n]{0,40}[)）]")
_BREAKS = re.compile(r"[.;!?。；！？…]\s|[。；！？]|\n")
_BARE_LENGTH = 160
_LABEL_LENGTH = 40
_STAMPED_FROM = 2  # passages: the first is the title, and "Posted …" right under it dates the text
_LABELLED = 12  # items at most under one label
_BARE_WORDS = 3
_BARE_SIGNS = 12
_LABEL_ENDS = (":", "：", "–", "—", " -")
_BODY = (PassageKind.PARAGRAPH, PassageKind.ITEM, PassageKind.CODE, PassageKind.QUOTE)


@dataclass(frozen=True, slots=True)
class Telling:
    """The evidence of one claim: `quote` to show, `words` that tell what happened (`passage` has them)."""

    quote: Span
    words: Span
    passage: Passage


def telling(
    reading: Reading, one: Placed, spans: Sequence[Span], tells: Callable[[str], bool], labels: Callable[[str], bool],
    posts: Callable[[str], bool],
) -> Telling | None:
    """Where the happening of a time is told. `spans` are all times of the same sentence or row, `tells` says whether a
    few words name a happening ("Resolved: …"), `labels` whether a line says of what the time under it is, `posts`
    whether words tell no more than that something was said ("Posted …"). None where nothing is told: a signature, a
    date line."""
    passage = reading.passages[one.passage]
    sentence = reading.sentences[one.sentence]
    whole = (passage.start, passage.end)
    if passage.kind is PassageKind.ROW:
        return _row(reading, passage, one, spans, tells)
    item = passage.kind is PassageKind.ITEM
    if (closed := _closed(reading, passage, one, spans, posts)) is not None:
        return Telling(shortened(reading.text, (closed.start, passage.end), one.span), (closed.start, closed.end), passage)
    if _bare(reading, whole, spans, 0 if item else _BARE_WORDS, tells):
        before = reading.text[passage.start:one.span[0]].rstrip(" *_`")
        if labels(before) or (passage.kind is PassageKind.PARAGRAPH and before.endswith(_LABEL_ENDS) and tells(before)):
            return Telling(whole, whole, passage)
        if (label := _label_above(reading, passage)) is not None and labels(reading.text[label.start:label.end]):
            both = (label.start, passage.end)
            return Telling(shortened(reading.text, both, one.span), clipped(both, one.span), passage)
        return _below(reading, passage, one)
    if passage.kind is PassageKind.ITEM and passage.end - passage.start <= QUOTE_LIMIT and one.mode != "prose":
        return Telling(whole, whole, passage)
    body = (sentence.start, sentence.end)
    if _bare(reading, body, spans, _BARE_WORDS, tells) and one.mode != "prose":
        return Telling(shortened(reading.text, whole, one.span), clipped(whole, one.span), passage)
    if (stamped := _stamped(reading, passage, sentence, spans, lambda words: tells(words) and not posts(words))) is not None:
        return Telling(shortened(reading.text, whole, one.span), stamped, passage)
    return Telling(shortened(reading.text, body, one.span), clipped(body, one.span), passage)


def _label_above(reading: Reading, passage: Passage) -> Passage | None:
    """The short line right above a time, or the heading above a list of them, that may be their label."""
    at = passage.index - 1
    low = max(passage.index - _LABELLED, 0)
    while at > low and passage.kind is PassageKind.ITEM and reading.passages[at].kind is PassageKind.ITEM:
        at -= 1
    above = reading.passages[at] if at >= 0 else None
    if above is None or passage.kind not in _BODY or above.kind is PassageKind.ROW:
        return None
    return above if above.end - above.start <= _LABEL_LENGTH else None


def _closed(
    reading: Reading, passage: Passage, one: Placed, spans: Sequence[Span], posts: Callable[[str], bool],
) -> Sentence | None:
    """The first words of the paragraph above a line that only says when that was posted, as status pages end updates."""
    if passage.index < _STAMPED_FROM or passage.kind is not PassageKind.PARAGRAPH or not one.has_clock:
        return None
    above = reading.passages[passage.index - 1]
    whole = (passage.start, passage.end)
    if above.kind is not PassageKind.PARAGRAPH or not _bare(reading, whole, spans, _BARE_WORDS, lambda words: False):
        return None
    return _first_sentence(reading, above) if posts(reading.text[slice(*whole)]) else None


def _stamped(
    reading: Reading, passage: Passage, sentence: Sentence, spans: Sequence[Span], tells: Callable[[str], bool],
) -> Span | None:
    """The first words of an update that a bare time closes, as status pages write it, with the sentence after a first
    line that only names its state ("Resolved"); None for any other sentence."""
    if passage.kind is not PassageKind.PARAGRAPH or sentence.end < passage.end or sentence.start == passage.start:
        return None
    first = _first_sentence(reading, passage)
    if first is None or not _bare(reading, (sentence.start, sentence.end), spans, _BARE_WORDS, tells):
        return None
    following = reading.sentences[bisect_left(reading.sentences, first.end, key=lambda one: one.start)]
    short = len(first.reading.split()) <= _BARE_WORDS and following.end < sentence.end
    return first.start, (following if short else first).end


def _row(
    reading: Reading, passage: Passage, one: Placed, spans: Sequence[Span], tells: Callable[[str], bool],
) -> Telling | None:
    whole = (passage.start, passage.end)
    if _bare(reading, whole, spans, 0, tells):
        return _below(reading, passage, one)
    return Telling(shortened(reading.text, whole, one.span), clipped(whole, one.span), passage)


def _bare(reading: Reading, span: Span, times: Sequence[Span], words: int, tells: Callable[[str], bool]) -> bool:
    """Whether a stretch holds hardly more than times, and what it holds tells nothing ("10:40 recovered" does)."""
    if span[1] - span[0] > _BARE_LENGTH:
        return False
    rest, at = "", span[0]
    for start, end in within(times, span):
        rest += reading.text[at:max(start, at)] + " "
        at = max(end, at)
    rest += reading.text[at:max(span[1], at)]
    unspaced = len(_UNSPACED.findall(_BRACKETED.sub(" ", rest)))
    found = _WORD.findall(_UNSPACED.sub(" ", rest))
    few = unspaced <= words and len(found) <= words and sum(map(len, found)) <= _BARE_SIGNS
    return few and not (words and rest.strip() and tells(rest))


def _below(reading: Reading, passage: Passage, one: Placed) -> Telling | None:
    """What follows a heading, bold line or row that holds only a time: its first sentence tells what happened."""
    if one.mode == "prose" and (
            not passage.index or not (_opens(reading, passage, one) or _heads(reading, passage, one))):
        return None  # the first line of a text, with a date and no more, dates the text
    following = passage.index + 1
    if following >= len(reading.passages):
        return None
    body = reading.passages[following]
    below = passage.kind is not PassageKind.HEADING or body.level > passage.level
    if body.kind is PassageKind.HEADING and below and following + 1 < len(reading.passages):
        body = reading.passages[following + 1]
    if body.kind not in _BODY:
        return None
    sentence = _first_sentence(reading, body)
    if sentence is None:
        return None
    quote = shortened(reading.text, (passage.start, sentence.end), one.span)
    return Telling(quote, clipped((sentence.start, sentence.end), (sentence.start, sentence.start)), body)


def _heads(reading: Reading, passage: Passage, one: Placed) -> bool:
    """Whether a clock has just a word or a label before it, as an update has: "Update 15:16", "Monitoring – 15:55"."""
    before = reading.text[passage.start:one.span[0]]
    label = before.rstrip(" *_`").endswith(_LABEL_ENDS) or len(before.split()) == 1
    return one.has_clock and label and passage.kind is PassageKind.PARAGRAPH


def _opens(reading: Reading, passage: Passage, one: Placed) -> bool:
    before = reading.text[passage.start:one.span[0]]
    return not any(char.isalnum() for char in before)


def _first_sentence(reading: Reading, passage: Passage) -> Sentence | None:
    # sentences stand in text order, and so do the passages they belong to
    at = bisect_left(reading.sentences, passage.start, key=lambda one: one.start)
    found = reading.sentences[at] if at < len(reading.sentences) else None
    return found if found is not None and found.passage == passage.index else None


def within(times: Sequence[Span], span: Span) -> Sequence[Span]:
    """The times, in text order, that begin in a stretch."""
    return times[bisect_left(times, (span[0], 0)):bisect_left(times, (span[1], 0))]


def clipped(span: Span, must: Span) -> Span:
    """The words around a time that can tell of it: a sentence, but not a whole dump on one line."""
    return max(span[0], must[0] - _AROUND), min(span[1], must[1] + _AROUND)


def shortened(text: str, span: Span, must: Span) -> Span:
    """At most 300 characters of a stretch that hold `must`, cut where sentences, clauses or words end."""
    start, end = span
    if end - start <= QUOTE_LIMIT:
        return span
    if must[1] > start + QUOTE_LIMIT:
        start = _begin(text, start, must)
    limit = min(end, max(start + QUOTE_LIMIT, must[1]))
    if limit < end:
        breaks = [match.start() + 1 for match in _BREAKS.finditer(text, max(must[1], start + 40), limit)]
        limit = breaks[-1] if breaks else _word_end(text, limit, must[1])
    return start, limit


def _begin(text: str, start: int, must: Span) -> int:
    """The last clause that begins far enough before the time."""
    low = max(start, must[1] - QUOTE_LIMIT // 2)
    breaks = [match.end() for match in _BREAKS.finditer(text, low, must[0])]
    if breaks:
        return breaks[0]
    blank = text.find(" ", low, must[0])
    return blank + 1 if blank >= 0 else low


def _word_end(text: str, limit: int, least: int) -> int:
    blank = text.rfind(" ", least, limit)
    return blank if blank > 0 else limit
