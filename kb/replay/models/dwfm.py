"""DropletWorkflow Manager: leases of droplets on hosts, a queue of establish and renew work, attempts that time out.

The loop that keeps itself alive: an attempt that waits longer than its timeout is started again, but its first job is
still in the queue and is still worked off, for nothing. Once the queue is longer than the timeout no attempt ever ends
in time, and the work that keeps established leases alive waits in the same queue.

Leases differ in length from droplet to droplet (assumed, evenly between a shortest and a longest), which is why they go
slowly when nothing can be renewed, and why what was won in the first minutes afterwards is lost again only slowly.

Minutes everywhere unless a name says seconds. Hosts do not share work, so each runs on a clock of its own.
Not modelled: droplets that come and go, work other than leases, hosts that differ, reads of DynamoDB as such.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import numpy as np

from kb.replay.models.host import Host, Inputs, Params

__all__ = ["Dwfm", "Host", "Inputs", "Outcome", "Params"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Milestones (None where it does not happen) and the share of droplets with a lease, one value a minute from
    `down`.
    """

    expired: float | None
    reestablish: float | None
    collapse: float | None
    restored: float | None
    share: tuple[float, ...] = ()
    events: int = 0


class Dwfm:
    """The fleet."""

    def __init__(self, params: Params) -> None:
        self.params = params

    def run(self, inputs: Inputs, rng: Random, on_host: Callable[[int], None] | None = None) -> Outcome:
        """Play every host. `on_host` is told the number of hosts done."""
        if inputs.down is None:
            return Outcome(None, None, None, None)
        params = self.params
        hosts = []
        for number in range(params.hosts):
            delay = params.restart_spread * number / max(1, params.hosts - 1)
            restart = None if inputs.restart is None else inputs.restart + delay
            host = Host(params, inputs, Random(rng.getrandbits(64)), restart)
            host.run()
            hosts.append(host)
            if on_host is not None:
                on_host(number + 1)
        return self._judge(hosts, inputs)

    def _judge(self, hosts: list[Host], inputs: Inputs) -> Outcome:
        assert inputs.down is not None
        times, share = _curve(hosts, inputs.down, self.params.hosts * self.params.droplets)
        gone = np.flatnonzero(share <= 1e-9)
        whole = all(host.full_at is not None for host in hosts)
        up = inputs.up
        lost = bool(np.any(share < 1 - 1e-9))
        restored = max(host.full_at or 0.0 for host in hosts) if whole and up is not None else None
        timeouts = [host.first_timeout for host in hosts if host.first_timeout is not None and _collapsed(host, up)]
        minutes = np.arange(0.0, inputs.horizon - inputs.down, 1.0) + inputs.down
        place = np.searchsorted(times, minutes, side="right") - 1
        return Outcome(
            expired=float(times[gone[0]]) if len(gone) and (up is None or times[gone[0]] <= up) else None,
            reestablish=up if lost else None, collapse=min(timeouts, default=None), restored=restored,
            share=tuple(np.round(share[place], 6).tolist()), events=sum(host.events for host in hosts))


def _collapsed(host: Host, up: float | None) -> bool:
    """Leases won after the dependency came back were lost again, or none was won for six timeouts on end."""
    if up is None:
        return False
    lost = sum(1 for time, change in host.changes if change < 0 and time > up + 1)
    gains = [time for time, change in host.changes if change > 0 and time >= up]
    until = [at for at in (host.restart_at, host.full_at) if at is not None]
    points = [up, *gains, max(min(until, default=host.inputs.horizon), up)]
    stalled = any(later - earlier > 6 * host.params.timeout for earlier, later in pairwise(points))
    return stalled or lost > 0.05 * len(host.until)


def _curve(hosts: list[Host], down: float, total: int) -> tuple[np.ndarray, np.ndarray]:
    changes = sorted((change for host in hosts for change in host.changes), key=lambda change: change[0])
    times = np.array([down, *(time for time, _ in changes)])
    return times, (total + np.cumsum([0, *(change for _, change in changes)])) / total
