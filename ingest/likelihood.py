"""langdetect's arithmetic on all languages at once: the same steps in the same order, so the same numbers."""
from __future__ import annotations

import numpy as np
from langdetect.detector import Detector
from langdetect.detector_factory import DetectorFactory

__all__ = ["Likelihood"]

_Shares = np.ndarray[tuple[int], np.dtype[np.float64]]


class Likelihood(Detector):  # type: ignore[misc]
    """A detector for one text. `shares` keeps the n-grams of a factory's profiles as they are first met."""

    def __init__(self, factory: DetectorFactory, shares: dict[str, _Shares]) -> None:
        super().__init__(factory)
        self._shares = shares

    def _init_probability(self) -> _Shares:
        return np.array(super()._init_probability())

    def _update_lang_prob(self, prob: _Shares, word: str, alpha: float) -> bool:
        found = self._shares.get(word)
        if found is None:
            found = self._shares[word] = np.array(self.word_lang_prob_map[word])
        prob *= alpha / self.BASE_FREQ + found
        return True

    def _normalize_prob(self, prob: _Shares) -> float:
        prob /= sum(prob.tolist())  # one after the other, as langdetect adds: numpy adds in pairs
        return float(prob.max())
