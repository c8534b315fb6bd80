"""Does a verdict survive +-20 % on each assumption? The fleet has two hosts here; hosts are alike and share no work."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kb.errors import InvalidInput
from kb.replay.cascade import Settings, error_minutes, play
from kb.replay.cast import Scenario
from kb.replay.stages import Memo

FLEET = 2
SWING = 0.2
EQUAL = 0.02


@dataclass(frozen=True, slots=True)
class Verdict:
    """`word`: fewer, as many or more error minutes, or `as recorded` where nothing was changed; which scored milestones
    happen, and which of those that happen without the what-if no longer do."""

    word: str
    happens: frozenset[str]
    gone: frozenset[str]

    def survives_as(self, other: Verdict) -> bool:
        """Whether the other verdict, under shaken assumptions, says the same of what was changed."""
        if self.word == "as recorded":
            return self == other
        return self.word == other.word and not self.gone & other.happens and other.gone <= self.gone

    def say(self) -> str:
        """In words."""
        if self.word == "as recorded":
            return f"happens: {', '.join(sorted(self.happens)) or 'nothing'}"
        return f"{self.word} error minutes" + (f"; no longer happens: {', '.join(sorted(self.gone))}" if self.gone else "")


def lags(scenario: Scenario) -> dict[str, float]:
    """The fitted lags and ratios of milestones by the name they have as assumptions."""
    found = {f"lag.{follow.id}": follow.lag for follow in scenario.follows if follow.lag}
    return found | {f"ratio.{follow.id}": follow.ratio for follow in scenario.follows if follow.ratio}


def judge(scenario: Scenario, settings: Settings,
          on_progress: Callable[[str, int, int], None] | None = None) -> tuple[bool | None, list[str], dict[str, Any]]:
    """Robust or not, the assumptions it hangs on, and the verdict with what it becomes under each of those.

    The verdict of a what-if: do error minutes over all services fall, stay (within 2 %) or rise, and which scored
    milestones no longer happen. Without a what-if: which scored milestones happen.
    """
    settings, memo = replace(settings, fleet=FLEET), Memo()
    base: Verdict | None = None
    names = sorted(name for name, value in settings.values.items() if value)
    hangs: dict[str, list[str]] = {}
    done = 0
    try:
        base = _verdict(scenario, settings, memo)
        for name in names:
            if changed := _shaken(scenario, settings, memo, name, base):
                hangs[name] = changed
            done += 1
            if on_progress is not None:
                on_progress("sensitivity", done, len(names))
    except KeyboardInterrupt:
        pass
    robust = False if hangs else True if done == len(names) else None
    return robust, sorted(hangs), {"verdict": "unknown" if base is None else base.say(), "changes": hangs, "swing": SWING, "fleet": FLEET,
                                   "assumptions": done, "stopped": done < len(names)}


def _shaken(scenario: Scenario, settings: Settings, memo: Memo, name: str, base: Verdict) -> list[str]:
    """What the verdict becomes where one assumption is a fifth lower or higher; one out of bounds decides nothing."""
    found = []
    for factor in (1 - SWING, 1 + SWING):
        values = {**settings.values, name: settings.values[name] * factor}
        try:
            verdict = _verdict(scenario, replace(settings, values=values), memo)
        except InvalidInput:
            continue
        if not base.survives_as(verdict):
            found.append(f"{factor:g}x: {verdict.say()}")
    return found


def _verdict(scenario: Scenario, settings: Settings, memo: Memo) -> Verdict:
    run = play(scenario, settings, memo)
    if run.stopped:
        raise KeyboardInterrupt
    scored = [recorded.id for recorded in scenario.recorded if recorded.scored] or sorted(run.times)
    happens = frozenset(name for name in scored if run.times.get(name) is not None)
    plain = replace(settings, mitigations=frozenset(), moved={})
    if settings == plain:
        return Verdict("as recorded", happens, frozenset())
    before = play(scenario, plain, memo)
    if before.stopped:
        raise KeyboardInterrupt
    old, new = sum(error_minutes(scenario, before).values()), sum(error_minutes(scenario, run).values())
    gone = frozenset(name for name in scored if before.times.get(name) is not None) - happens
    word = "fewer" if new < old * (1 - EQUAL) else "more" if new > old * (1 + EQUAL) else "as many"
    return Verdict(word, happens, gone)
