"""What a stretch of text tells and whom it is about, as claims ask it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.extract.asides import clause
from ingest.extract.attribution import about
from ingest.extract.happenings import Happening, classify
from ingest.extract.services import ServiceMap
from ingest.types import Reading
from kb.model import Passage, Span


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
        low, high = clause(text, inside, mine)
        happening = classify(text[low:high], self.languages[passage.index], passage.section)
        services, causes = about(words, passage, self.reading, self.named, times, this)
        return About(happening, services, causes)
