"""langdetect's arithmetic on its own profiles: the same steps in the same order, so the same numbers.

langdetect spreads every n-gram of its profiles over all languages before the first answer, and spells texts one
character at a time. Here the profiles stay as they are read, an n-gram is looked up when a text brings it up, and the
trials come one by one, so that a caller may stop when no further one can change the answer.
"""
from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import orjson
from langdetect.detector import Detector
from langdetect.utils.ngram import NGram

__all__ = ["Profiles", "trials"]

_SEED = 0
_LONGEST = 10_000  # characters langdetect looks at
_BLANKS = re.compile(" {2,}")
_LATIN = re.compile("[A-z]")  # as langdetect counts: with the six signs between Z and a
_NOT_LATIN = re.compile("[\u0300-\u1dff\u1f00-\U0010ffff]")

Shares = list[float]
"""The share of an n-gram in the texts of each language."""


class _Normal(dict[int, str]):
    """langdetect's one spelling for each character, asked for once a character."""

    def __missing__(self, code: int) -> str:
        found = self[code] = str(NGram.normalize(chr(code)))
        return found


_NORMAL = _Normal()


class Profiles:
    """What langdetect knows of each language. `languages` are its codes, in the order of the shares."""

    def __init__(self, files: Iterable[str]) -> None:
        """`files` are the texts of profiles, JSON."""
        read = [orjson.loads(text) for text in files]
        self.languages: tuple[str, ...] = tuple(one["name"] for one in read)
        self._counted = [(one["freq"], one["n_words"]) for one in read]
        self._known = frozenset().union(*(one["freq"] for one in read))
        self._shares: dict[str, Shares] = {}  # profiles are finite, so this is

    def shares(self, gram: str) -> Shares:
        """The shares of an n-gram that some profile has."""
        found = self._shares.get(gram)
        if found is None:
            size = len(gram) - 1
            found = [1.0 * counts[gram] / totals[size] if gram in counts else 0.0 for counts, totals in self._counted]
            self._shares[gram] = found
        return found

    def grams(self, text: str) -> list[str]:
        """The n-grams of a text that some profile has, one to three characters, as often as they stand in it. A blank
        opens and closes words; what follows a capital after a capital belongs to an abbreviation and is left out."""
        known, found = self._known, []
        before, last = " ", " "
        for char in text.translate(_NORMAL):
            blank = last == " "
            if not (blank and char == " ") and not (char.isupper() and last.isupper()):
                if char != " " and char in known:
                    found.append(char)
                if (pair := last + char) in known:
                    found.append(pair)
                if not blank and (triple := before + pair) in known:
                    found.append(triple)
            before, last = last, char
        return found


def _clean(text: str) -> str:
    """Without addresses, and without Latin words where most is in another script."""
    text = NGram.normalize_vi(Detector.MAIL_RE.sub(" ", Detector.URL_RE.sub(" ", text)))
    text = _BLANKS.sub(" ", text[:_LONGEST])
    if text.isascii() or len(_LATIN.findall(text)) * 2 >= len(_NOT_LATIN.findall(text)):
        return text
    return _LATIN.sub("", text)


def trials(profiles: Profiles, text: str) -> Iterator[list[float]]:
    """Endless independent trials, each the probability of every language. None at all for a text without n-grams."""
    grams = profiles.grams(_clean(text))
    source = random.Random(_SEED)
    while grams:
        weight = (Detector.ALPHA_DEFAULT + source.gauss(0.0, 1.0) * Detector.ALPHA_WIDTH) / Detector.BASE_FREQ
        yield _trial(profiles, grams, weight, source)


def _trial(profiles: Profiles, grams: list[str], weight: float, source: random.Random) -> list[float]:
    """One walk over n-grams drawn by chance, until one language has all the probability."""
    choice, shares = source.choice, profiles.shares
    size = len(profiles.languages)
    prob = [1.0 / size] * size
    prob = _scaled([p * (weight + a) for p, a in zip(prob, shares(choice(grams)), strict=True)])
    drawn = 0
    while max(prob) <= Detector.CONV_THRESHOLD and drawn < Detector.ITERATION_LIMIT:
        # five factors at a time, in the order in which langdetect multiplies them
        five = [shares(choice(grams)) for _ in range(5)]
        prob = _scaled([p * (weight + a) * (weight + b) * (weight + c) * (weight + d) * (weight + e)
                        for p, a, b, c, d, e in zip(prob, *five, strict=True)])
        drawn += 5
    return prob


def _scaled(prob: list[float]) -> list[float]:
    total = sum(prob)
    return [p / total for p in prob]
