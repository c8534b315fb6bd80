"""All sentences of a document as the time grammars see them: folded, and asked once, language by language, where in
them a time or a zone may stand. Most sentences have neither and are not looked at again."""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from ingest.extract.times.grammar import grammar
from ingest.extract.times.scan import Found
from ingest.extract.times.zone_words import zone_starts
from ingest.types import Reading
from kb.model import Span

# `\d(?<!x.)` is `(?<!x)\d`, and lets the regex engine skip ahead to the next digit
_CLOCK = re.compile(r"(?P<hour>\d(?<![\w:.,/-].)\d):(?P<minute>\d\d)(?![\w:/]|[.,-]\d)")
_LAST_HOUR, _LAST_MINUTE = 24, 59
_BETWEEN = "\0"  # no blank and no letter: nothing that is looked for here goes on over it or begins behind it


class Sheet:
    """By the number of a sentence, for those that have any: the pieces of times in it (`matches`), where zones may begin
    (`zones`), and spans that look like a clock time and are none (`impossible`), which both count from the beginning
    of the sentence. `joined` has the sentences of each language as one text."""

    def __init__(self, reading: Reading, languages: Mapping[int, str]) -> None:
        self.reading, self.languages = reading, languages
        self.joined: dict[str, str] = {}
        self.matches: dict[int, list[Found]] = {}
        self.zones: dict[int, list[int]] = {}
        self.impossible: dict[int, list[Span]] = {}
        self._folded: dict[str, str] = {}
        self._begins: dict[int, int] = {}
        self._starts: dict[str, list[int]] = {}
        self._numbers: dict[str, list[int]] = {}
        for number, sentence in enumerate(reading.sentences):
            self._numbers.setdefault(languages[sentence.passage], []).append(number)
        for code, numbers in self._numbers.items():
            self._read(code, numbers)

    def sentences(self, code: str) -> Sequence[int]:
        """The numbers of the sentences in a language."""
        return self._numbers[code]

    def spread(self, code: str, places: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Places of a joined text as sentences and places in them."""
        numbers = self._numbers[code]
        begins = self._starts[code]
        for place in places:
            at = bisect_right(begins, place) - 1
            yield numbers[at], place - begins[at]

    def language(self, number: int) -> str:
        """The language whose rules read a sentence."""
        return self.languages[self.reading.sentences[number].passage]

    def folded(self, number: int) -> str:
        """A sentence as patterns see it."""
        begin, length = self._begins[number], len(self.reading.sentences[number].reading)
        return self._folded[self.language(number)][begin:begin + length]

    def _read(self, code: str, numbers: Sequence[int]) -> None:
        readings = [self.reading.sentences[number].reading for number in numbers]
        begins = list(accumulate((len(one) + len(_BETWEEN) for one in readings[:-1]), initial=0))
        own, text = grammar(code), _BETWEEN.join(readings)
        folded = own.language.folded(text)
        self.joined[code], self._folded[code], self._starts[code] = text, folded, begins
        self._begins.update(zip(numbers, begins, strict=True))
        for at, found in own.strict.matches(folded, own.strict.places(folded), begins):
            self.matches.setdefault(numbers[at], []).append(found)
        for number, place in self.spread(code, zone_starts(text, folded, code)):
            self.zones.setdefault(number, []).append(place)
        if ":" in text:
            wrong = [found.start() for found in _CLOCK.finditer(text)
                     if int(found["hour"]) > _LAST_HOUR or int(found["minute"]) > _LAST_MINUTE]
            for number, place in self.spread(code, wrong):
                self.impossible.setdefault(number, []).append((place, place + len("00:00")))
