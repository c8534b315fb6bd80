"""langdetect's arithmetic on its own profiles: the same steps in the same order, so the same numbers.

langdetect spreads every n-gram of its profiles over all languages before the first answer, and spells texts one
character at a time. Here the profiles stay as they are read, an n-gram is looked up when a text brings it up, and the
trials come one by one, so that a caller may stop when no further one can change the answer.
"""
from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import orjson
from langdetect.detector import Detector
from langdetect.utils.ngram import NGram

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Shares = NDArray[float64]
    """The share of an n-gram in the texts of each language, and any other figure for each."""

__all__ = ["Profiles", "trials"]

_SEED = 0
_LONGEST = 10_000  # characters langdetect looks at
_AT_ONCE = 5  # n-grams between two looks at the probabilities
_BLANKS = re.compile(" {2,}")
_LATIN = re.compile("[A-z]+")  # as langdetect counts: with the six signs between Z and a
_NOT_LATIN = re.compile("[\u0300-\u1dff\u1f00-\U0010ffff]")


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
        from numpy import array

        self.array: Callable[[list[float]], Shares] = array
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
            found = self.array([1.0 * counts[gram] / totals[size] if gram in counts else 0.0
                                for counts, totals in self._counted])
            self._shares[gram] = found
        return found

    def grams(self, text: str) -> list[str]:
        """The n-grams of a text that some profile has, one to three characters, as often as they stand in it. A blank
        opens and closes words; what follows a capital after a capital belongs to an abbreviation and is left out."""
        known, found = self._known, []  # none has a blank alone or inside
        before, last = " ", " "
        for char in _BLANKS.sub(" ", text.translate(_NORMAL)).removeprefix(" "):
            pair = last + char
            if not (char.isupper() and last.isupper()):
                if char in known:
                    found.append(char)
                if pair in known:
                    found.append(pair)
                if (triple := before + pair) in known:
                    found.append(triple)
            before, last = last, char
        return found


def _clean(text: str) -> str:
    """Without addresses, and without Latin words where most is in another script."""
    if "://" in text or "@" in text:
        text = Detector.MAIL_RE.sub(" ", Detector.URL_RE.sub(" ", text))
    if not text.isascii():
        text = NGram.normalize_vi(text)
    text = _BLANKS.sub(" ", text[:_LONGEST])
    others = 0 if text.isascii() else len(_NOT_LATIN.findall(text))
    if not others or sum(map(len, _LATIN.findall(text))) * 2 >= others:
        return text
    return _LATIN.sub("", text)


def trials(profiles: Profiles, text: str) -> Iterator[list[float]]:
    """Endless independent trials, each the probability of every language. None at all for a text without n-grams."""
    grams = profiles.grams(_clean(text))
    source = random.Random(_SEED)
    while grams:
        weight = (Detector.ALPHA_DEFAULT + source.gauss(0.0, 1.0) * Detector.ALPHA_WIDTH) / Detector.BASE_FREQ
        yield _trial(profiles, weight, map(profiles.shares, _drawn(grams, source)))


def _drawn(grams: list[str], source: random.Random) -> Iterator[str]:
    """N-grams by chance without end: `source.choice(grams)`, its steps written out."""
    size, bits = len(grams), source.getrandbits
    width = size.bit_length()
    while True:
        place = bits(width)
        if place < size:
            yield grams[place]


def _trial(profiles: Profiles, weight: float, drawn: Iterator[Shares]) -> list[float]:
    """One walk over n-grams drawn by chance, until one language has all the probability."""
    size = len(profiles.languages)
    prob, most = _scaled(profiles.array([1.0 / size] * size) * (weight + next(drawn)))
    done = 0
    while most <= Detector.CONV_THRESHOLD and done < Detector.ITERATION_LIMIT:
        for shares in islice(drawn, _AT_ONCE):
            prob = prob * (weight + shares)
        prob, most = _scaled(prob)
        done += _AT_ONCE
    return list(prob.tolist())


def _scaled(prob: Shares) -> tuple[Shares, float]:
    """Probabilities that are one in all, and the largest of them."""
    listed = prob.tolist()
    total = sum(listed)  # one after the other, as langdetect adds
    return prob / total, max(listed) / total
