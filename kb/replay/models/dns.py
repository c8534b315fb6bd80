"""The Planner and the Enactors as the first stage: can an endpoint become empty at all, and does it heal by itself?

The instant of the emptying is an input (nothing published lets a model predict it); whether it is possible under the
mitigations is decided by exploring every interleaving within the bounds.
"""
from __future__ import annotations

from dataclasses import dataclass

from kb.replay.explore import ExploreOptions, explore


@dataclass(frozen=True, slots=True)
class Params:
    """Bounds of the exploration, and the minutes between two plans (what healing takes where empty is a valid state).
    """

    enactors: int = 3
    endpoints: int = 2
    plans: int = 5
    cleanup_age: int = 3
    plan_every: float = 5.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """When the endpoint is empty and when automation fills it again; None is never."""

    empty: float | None
    healed: float | None


class Race:
    """The race as a stage of the outage."""

    def __init__(self, params: Params) -> None:
        self.params = params

    def run(self, trigger: float | None, mitigations: frozenset[str]) -> Outcome:
        """What the trigger leads to under the race mitigations."""
        params = self.params
        answer = explore(ExploreOptions(params.enactors, params.endpoints, params.plans, params.cleanup_age,
                                        mitigations=tuple(sorted(mitigations))))
        if trigger is None or not answer["empty_reachable"]:
            return Outcome(None, None)
        heals = answer["unrecoverable"] == 0
        return Outcome(trigger, trigger + params.plan_every if heals else None)
