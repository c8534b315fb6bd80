"""Which language a text is in: script first, langdetect for the rest; "und" where it is not clear.

langdetect draws random numbers and fills global tables on first use. Here its profiles are read once, in a fixed order
under a lock, and every answer is seeded: the same text gives the same answer in every thread and run.
"""
from __future__ import annotations

import itertools
import re
from functools import lru_cache
from importlib import resources
from threading import Lock

from ingest.likelihood import Profiles, trials

UNCLEAR = "und"
_SAMPLE = 900  # letters beyond these change no answer on real documents, only the time it takes
_PIECES = 3
_TRIALS = 4
_LEAST = 0.1  # langdetect names no language that is less likely
_ROUNDING = 1e-9
_SURE, _SURE_SHORT = 0.70, 0.95
_FEWEST_LETTERS, _FEWEST_KINDS, _SHORT_LETTERS = 12, 6, 60
_LOCK = Lock()
_NOISE = re.compile(r"[\d/@`{}<>|=_\\#*]|\w\.\w")
_KANA = re.compile(r"[\u3041-\u309f\u30a0-\u30ff\uff66-\uff9f]+")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_HANGUL = re.compile(r"[\uac00-\ud7af\u1100-\u11ff]+")
_ASIAN = re.compile("|".join(one.pattern.rstrip("+") for one in (_KANA, _HAN, _HANGUL)))  # one set to the engine
_OTHERS = {"ja": re.compile(_HANGUL.pattern.rstrip("+")), "zh": re.compile(f"{_KANA.pattern}|{_HANGUL.pattern}".replace("+", ""))}
_OTHER_WORD = re.compile(r"[A-Za-z\u00c0-\u1fff]{2,40}")
_WORD_WORTH = 2  # a character of Han or kana says about as much as two words of letters
_LETTERS = re.compile(r"[^\W\d_]+")
_OTHER_SCRIPT = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]")


@lru_cache(maxsize=1)
def _profiles() -> Profiles:
    folder = resources.files("langdetect") / "profiles"
    files = sorted((one for one in folder.iterdir() if not one.name.startswith(".")), key=lambda one: one.name)
    return Profiles(one.read_text("utf-8") for one in files)


@lru_cache(maxsize=1)
def _plain_codes() -> tuple[str, ...]:
    return tuple(map(_plain, warm().languages))


def warm() -> Profiles:
    """Loads the profiles (a tenth of a second) so that the first document does not pay. Safe from any thread."""
    with _LOCK:
        return _profiles()


def by_script(text: str) -> str | None:
    """The language a script alone gives away: kana ja, Hangul ko, Han without kana zh."""
    if not asian(text):
        return None
    kana, han = sum(map(len, _KANA.findall(text))), sum(map(len, _HAN.findall(text)))
    hangul = sum(map(len, _HANGUL.findall(text)))
    signs = kana + han + hangul
    worth, most = signs * _WORD_WORTH, len(text) // 2  # words of two letters or more
    if signs < 2 or (worth < most and worth < len(_OTHER_WORD.findall(text))):
        return None
    if hangul * 2 > signs:
        return "ko"
    return "ja" if kana * 20 >= han else "zh"


def plainly(code: str, text: str) -> bool:
    """Whether a text with Asian signs has none that could make it another language than that of its document."""
    others = _OTHERS.get(code)
    return others is not None and others.search(text) is None


def asian(text: str) -> bool:
    """Whether there is any kana, Han or Hangul in the text."""
    return not text.isascii() and _ASIAN.search(text) is not None


def guesses(text: str) -> list[tuple[str, float]]:
    """langdetect's languages with probabilities, best first; regional Chinese is plain zh. Seeded."""
    profiles = warm()
    mean = [0.0] * len(profiles.languages)
    for prob in itertools.islice(trials(profiles, text), _TRIALS):
        mean = _added(mean, prob)
    pairs = [(_plain(code), one) for code, one in zip(profiles.languages, mean, strict=True) if one > _LEAST]
    return sorted(pairs, key=lambda pair: pair[1], reverse=True)


def sure(text: str, least: float, unless: str = "") -> str | None:
    """The language whose probability is at least `least` (more than a half); None where none has it, or `unless` has.

    As the first of `guesses`, but no further trial is made than can change the answer.
    """
    profiles = warm()
    other = [code != unless for code in _plain_codes()]
    mean = [0.0] * len(other)
    for made, prob in enumerate(itertools.islice(trials(profiles, text), _TRIALS), 1):
        mean = _added(mean, prob)
        best = max(itertools.compress(mean, other))
        if best >= least:
            return _plain_codes()[mean.index(best)]
        if best + (_TRIALS - made) / _TRIALS < least - _ROUNDING:
            return None
    return None


def _added(mean: list[float], prob: list[float]) -> list[float]:
    return [one + more / _TRIALS for one, more in zip(mean, prob, strict=True)]


def _plain(code: str) -> str:
    return code.split("-")[0]


def language(text: str) -> str:
    """The language of a text by at most 900 of its characters, "und" where it is not clear."""
    if (script := by_script(text[:20_000])) is not None:
        return script
    words = sample(text)
    written = "".join(_LETTERS.findall(words))
    letters = len(written)
    if letters < _FEWEST_LETTERS or len(set(written)) < _FEWEST_KINDS:
        return UNCLEAR
    return sure(words, _SURE if letters >= _SHORT_LETTERS else _SURE_SHORT) or UNCLEAR


def sample(text: str) -> str:
    """Up to 900 characters of prose: addresses, hosts, code and numbers left out, taken from several places."""
    if len(text) <= _SAMPLE:
        return _prose(text)
    size, step = _SAMPLE // _PIECES, len(text) // _PIECES
    pieces = []
    for at in range(_PIECES):
        raw = _prose(text[at * step:at * step + min(step, 2 * size)])
        pieces.append(raw[:size])
    return " ".join(pieces)


def _prose(text: str) -> str:
    return " ".join([word for word in text.split() if word.isalpha() or not _NOISE.search(word[:200])])


def letters(text: str) -> int:
    """How many letters are in the text."""
    return sum(map(len, _LETTERS.findall(text)))


def other_script(text: str) -> bool:
    """Whether the text is mostly in a script of none of our languages (Cyrillic, Arabic, Hebrew, Thai …)."""
    written = letters(text)
    return written > 0 and len(_OTHER_SCRIPT.findall(text)) * 2 > written
