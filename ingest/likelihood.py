"""langdetect's arithmetic on its own profiles: the same draws and steps, so the same numbers.

langdetect spreads every n-gram of its profiles over all languages before the first answer, and spells texts one
character at a time. Here the profiles stay as they are read, an n-gram is looked up when a text brings it up, and the
trials come one by one, so that a caller may stop when no further one can change the answer.
"""
from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import orjson
from langdetect.detector import Detector
from langdetect.utils.ngram import NGram

if TYPE_CHECKING:
    from numpy import float64, uint32
    from numpy.typing import NDArray

    Shares = NDArray[float64]
    """The share of an n-gram in the texts of each language, and any other figure for each."""

__all__ = ["Profiles", "trials"]

_SEED = 0
_LONGEST = 10_000  # characters langdetect looks at
_AT_ONCE = 5  # n-grams between two looks at the probabilities
_STEPS = 12  # such looks in one go: few trials take more
_LIFT = 1e15  # shares are about a thousandth: five so raised, many of them multiplied are no number too small or large
_FIRST_NUMBERS = 1024
_BLANKS = re.compile(" {2,}")
_LATIN = re.compile("[A-z]+")  # as langdetect counts: with the six signs between Z and a
_NOT_LATIN = re.compile("[\u0300-\u1dff\u1f00-\U0010ffff]")


class _Normal(dict[int, str]):
    """langdetect's one spelling for each character, asked for once a character."""

    def __missing__(self, code: int) -> str:
        found = self[code] = str(NGram.normalize(chr(code)))
        return found


_NORMAL = _Normal()


class _Shares(dict[str, "Shares"]):
    """The shares of each n-gram that some profile has, worked out when first asked for; profiles are finite, so this is."""

    def __init__(self, counted: Sequence[tuple[Mapping[str, int], Sequence[int]]]) -> None:
        super().__init__()
        self._counted = counted

    def __missing__(self, gram: str) -> Shares:
        from numpy import array

        size = len(gram) - 1
        found = self[gram] = array([1.0 * counts[gram] / totals[size] if gram in counts else 0.0
                                    for counts, totals in self._counted])
        return found


class Profiles:
    """What langdetect knows of each language. `languages` are its codes, in the order of the shares."""

    def __init__(self, files: Iterable[str]) -> None:
        """`files` are the texts of profiles, JSON."""
        read = [orjson.loads(text) for text in files]
        self.languages: tuple[str, ...] = tuple(one["name"] for one in read)
        self._known = frozenset().union(*(one["freq"] for one in read))
        self.shares = _Shares([(one["freq"], one["n_words"]) for one in read])

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
    chance = _Chance()
    while grams:
        weight = (Detector.ALPHA_DEFAULT + chance.gauss() * Detector.ALPHA_WIDTH) / Detector.BASE_FREQ
        yield _trial(profiles, grams, weight, chance)


@lru_cache(maxsize=16)
def _numbers(count: int) -> NDArray[uint32]:
    """The first numbers that Python's generator gives for the seed."""
    from numpy import array, uint32

    source = random.Random(_SEED)
    return array([source.getrandbits(32) for _ in range(count)], dtype=uint32)


class _Chance:
    """`random.Random` of the seed with its numbers written down: many choices are made at a time, and the numbers of those
    that a trial does not need are there for the next."""

    def __init__(self) -> None:
        self._numbers = _numbers(_FIRST_NUMBERS)
        self._at = 0
        self._spare: float | None = None

    def gauss(self) -> float:
        """As `Random.gauss(0.0, 1.0)`, which makes two values at a time."""
        if self._spare is not None:
            value, self._spare = self._spare, None
            return value
        angle, length = self._fraction() * 2.0 * math.pi, math.sqrt(-2.0 * math.log(1.0 - self._fraction()))
        self._spare = math.sin(angle) * length
        return math.cos(angle) * length

    def choices(self, size: int, count: int) -> tuple[list[int], list[int]]:
        """As that many `Random.choice` of `range(size)`, and how many numbers each of them has used up."""
        shift, looked = 32 - size.bit_length(), 4 * count  # every second number fits, or more
        while True:
            drawn = self._next(looked) >> shift
            fits = (drawn < size).nonzero()[0][:count]
            if len(fits) == count:
                return drawn[fits].tolist(), (fits + 1).tolist()
            looked *= 2

    def skip(self, used: int) -> None:
        self._at += used

    def _fraction(self) -> float:
        high, low = self._next(2).tolist()
        self.skip(2)
        return float(((high >> 5) * 67108864 + (low >> 6)) / 9007199254740992)

    def _next(self, count: int) -> NDArray[uint32]:
        while len(self._numbers) < self._at + count:
            self._numbers = _numbers(2 * len(self._numbers))
        return self._numbers[self._at:self._at + count]


def _trial(profiles: Profiles, grams: list[str], weight: float, chance: _Chance) -> list[float]:
    """One walk over n-grams drawn by chance, until one language has all the probability. The probabilities are looked at
    after the first n-gram and then after every five; they are worked out for many such steps at a time, and brought to
    one in all at the end, which changes none but the last of their digits."""
    from numpy import concatenate, empty, full, multiply

    size, shares = len(profiles.languages), profiles.shares
    prob = full(size, 1.0 / size)
    left, first = Detector.ITERATION_LIMIT // _AT_ONCE, 1
    while left:
        count = min(left, _STEPS)
        drawn, used = chance.choices(len(grams), first + count * _AT_ONCE)
        factors = concatenate([shares[grams[place]] for place in drawn])
        factors += weight
        walk = empty((count + 1, size))
        walk[0] = prob * factors[:size] if first else prob
        multiply.reduce(factors[first * size:].reshape(count, _AT_ONCE, size), axis=1, out=walk[1:])
        walk[1:] *= _LIFT
        walk = multiply.accumulate(walk)
        total = walk.sum(axis=1)
        ended = (walk.max(axis=1) > Detector.CONV_THRESHOLD * total).nonzero()[0].tolist()
        last = ended[0] if ended else count
        prob = walk[last] / total[last]
        chance.skip(used[first + last * _AT_ONCE - 1])
        left, first = 0 if ended else left - count, 0
    return list(prob.tolist())
