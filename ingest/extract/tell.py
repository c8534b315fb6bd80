"""What a stretch of text tells and whom it is about, as claims ask it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.extract.asides import clause
from ingest.extract.attribution import about, told_in
from ingest.extract.happenings import Happening, classify, lasts
from ingest.extract.services import ServiceMap
from ingest.types import Reading
from kb.model import Kind, Passage, Span


@dataclass(frozen=True, slots=True)
class About:
    """What a stretch of text tells and whom it is about; `causes_named` are services it names only as cause or date."""

    happening: Happening
    services: tuple[str, ...] = ()
    causes_named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Teller:
    """Asks one document. `languages` gives the language of each passage."""

    reading: Reading
    named: ServiceMap
    languages: Mapping[int, str]

    def __call__(self, passage: Passage, words: Span, times: Sequence[Span], this: Span | None) -> About:
        """What happened in `words`, in the clause of the time `this` where there are several."""
        start = words[0]
        text = self.reading.text[start:words[1]]
        inside = [(one[0] - start, one[1] - start) for one in times if start <= one[0] and one[1] <= words[1]]
        mine = None if this is None else (this[0] - start, this[1] - start)
        language = self.languages[passage.index]
        low, high = clause(text, inside, mine, language)
        lasting = this is not None and lasts(self.reading.text[this[0]:this[1]])
        happening = classify(text[low:high], language, passage.section, lasting)
        if happening.kind is Kind.STATE and (whole := told_in(words, passage, self.reading, this)) != words:
            happening = classify(self.reading.text[whole[0]:whole[1]], language, passage.section, lasting)
        services, causes = about(words, passage, self.reading, self.named, times, this)
        return About(happening, services, causes)
