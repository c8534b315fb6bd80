"""One DWFM host: its droplets, its queue, its one worker, on a clock of its own. What it is a model of: `dwfm.py`."""
from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random

from kb.replay.clock import Clock

Job = tuple[int, int, bool]
SETTLED_AFTER = 30.0


@dataclass(frozen=True, slots=True)
class Params:
    """Fleet, work and policies. `depth_limit` and `restart_limit` count establish jobs in a host's queue; 0 is none.

    With `lapse_at_once` every lease is lost within a minute instead of after its length.
    """

    hosts: int = 20
    droplets: int = 1000
    establish_seconds: float = 1.0
    renew_seconds: float = 0.2
    timeout: float = 5.0
    lease_shortest: float = 10.0
    lease_longest: float = 156.0
    renew_every: float = 5.0
    wake_spread: float = 4.5
    restart_spread: float = 55.0
    restart_limit: int = 200
    depth_limit: int = 0
    lifo: bool = False
    drop_expired: bool = False
    jitter: bool = False
    backoff_first: float = 5.0
    backoff_most: float = 130.0
    lapse_at_once: bool = False
    skip_hopeless: bool = True


@dataclass(frozen=True, slots=True)
class Inputs:
    """When the dependency was lost and came back, when operators restarted hosts, where to stop. None is never."""

    down: float | None
    up: float | None
    restart: float | None
    horizon: float


class Host:
    """One DWFM host: its droplets, its queue, its one worker."""

    def __init__(self, params: Params, inputs: Inputs, rng: Random, restart: float | None) -> None:
        self.params, self.inputs, self.rng = params, inputs, rng
        self.clock = Clock(inputs.down or 0.0, rng)
        self.until = [0.0] * params.droplets
        self.length = [rng.uniform(params.lease_shortest, params.lease_longest) for _ in range(params.droplets)]
        self.due = [0.0] * params.droplets
        self.held = bytearray(b"\1") * params.droplets
        self.token = [0] * params.droplets
        self.tries = [0] * params.droplets
        self.queue: deque[Job] = deque()
        self.pending: deque[int] = deque()
        self.busy, self.epoch, self.establishing, self.leased = False, 0, 0, params.droplets
        self.limit = params.depth_limit
        self.establish, self.renew = params.establish_seconds / 60, params.renew_seconds / 60
        self.changes: list[tuple[float, int]] = []
        self.first_timeout: float | None = None
        self.full_at: float | None = None
        self.events = 0
        for droplet in range(params.droplets):
            first = rng.uniform(0.0, 1.0) if params.lapse_at_once else self.length[droplet]
            self.until[droplet] = self.clock.now + first
            self.watch(droplet)
        if inputs.up is not None:
            self.clock.at(inputs.up, self.wake)
        self.restart_at = None if restart is None or inputs.up is None else max(restart, inputs.up)
        if self.restart_at is not None:
            self.clock.at(self.restart_at, self.restart)

    def run(self) -> None:
        """To the horizon, or until every lease has held for half an hour after the dependency came back."""
        up = self.inputs.up
        stop = self.inputs.horizon if up is None else min(up, self.inputs.horizon)
        self.events += self.clock.run(stop)
        while up is not None and stop < self.inputs.horizon:
            if self.full_at is not None and stop - self.full_at >= SETTLED_AFTER:
                break
            if self.params.skip_hopeless and self.hopeless():
                self.clock.clear()
                if self.restart_at is None or self.restart_at <= stop:
                    break
                stop = self.restart_at
                self.clock.at(stop, self.restart)
            stop = min(stop + 10.0, self.inputs.horizon)
            self.events += self.clock.run(stop)

    def hopeless(self) -> bool:
        """No lease is left and every job in the queue will be stale when its turn comes; only operators change that.

        Attempts come in at a job a droplet and timeout, more than the worker can do in that time, so the queue grows.
        """
        params = self.params
        if self.leased or self.limit or params.lifo or params.drop_expired or params.jitter:
            return False
        return min(len(self.queue), params.droplets) * self.establish > 2 * params.timeout

    def wake(self, _: object) -> None:
        if self.leased == len(self.until):
            self.full_at = self.clock.now
        for droplet, held in enumerate(self.held):
            spread = self.params.renew_every if held else self.params.wake_spread
            self.clock.after(self.rng.uniform(0.0, spread), self.begin, (droplet, self.token[droplet]))

    def restart(self, _: object) -> None:
        """Operators empty the queue and let work in slowly. Hosts that are well are left alone."""
        if self.leased == len(self.until):
            return
        self.queue.clear()
        self.pending.clear()
        self.busy, self.establishing = False, 0
        self.epoch += 1
        self.limit = self.params.restart_limit or self.params.depth_limit
        for droplet in range(len(self.until)):
            self.token[droplet] += 1
            self.tries[droplet] = 0
        self.wake(None)

    def watch(self, droplet: int) -> None:
        """Look again when the lease would lapse; an earlier look-out for the same droplet is void."""
        self.due[droplet] = due = self.until[droplet]
        self.clock.at(due, self.lapse, droplet)

    def lapse(self, droplet: int) -> None:
        now = self.clock.now
        if self.due[droplet] != now or not self.held[droplet]:
            return
        if self.until[droplet] > now:
            self.watch(droplet)
            return
        self.held[droplet] = 0
        self.leased -= 1
        self.full_at = None
        self.changes.append((now, -1))
        if self.inputs.up is not None and now >= self.inputs.up:
            self.token[droplet] += 1
            self.begin((droplet, self.token[droplet]))

    def begin(self, what: tuple[int, int]) -> None:
        droplet, token = what
        if self.token[droplet] != token:
            return
        fresh = not self.held[droplet]
        if fresh and self.limit and self.establishing >= self.limit:
            self.pending.append(droplet)
            return
        self.enqueue(droplet, fresh)

    def enqueue(self, droplet: int, fresh: bool) -> None:
        self.token[droplet] = token = self.token[droplet] + 1
        self.establishing += fresh
        self.queue.append((droplet, token, fresh))
        self.clock.after(self.params.timeout, self.time_out, (droplet, token))
        if not self.busy:
            self.serve()

    def time_out(self, what: tuple[int, int]) -> None:
        droplet, token = what
        if self.token[droplet] != token:
            return
        if self.first_timeout is None:
            self.first_timeout = self.clock.now
        self.token[droplet] = token + 1
        if not self.params.jitter:
            self.begin((droplet, token + 1))
            return
        self.tries[droplet] += 1
        reach = min(self.params.backoff_most, self.params.backoff_first * 2.0 ** min(self.tries[droplet], 30))
        self.clock.after(self.rng.uniform(0.0, reach), self.begin, (droplet, token + 1))

    def serve(self) -> None:
        queue, self.busy = self.queue, False
        while queue:
            job = queue.pop() if self.params.lifo else queue.popleft()
            droplet, token, fresh = job
            if self.params.drop_expired and self.token[droplet] != token:
                self.leave(fresh)
                continue
            self.busy = True
            self.clock.after(self.establish if fresh else self.renew, self.finish, (self.epoch, job))
            return

    def finish(self, what: tuple[int, Job]) -> None:
        epoch, (droplet, token, fresh) = what
        if epoch != self.epoch:
            return
        if self.token[droplet] == token:
            self.hold(droplet)
        self.leave(fresh)
        self.serve()

    def hold(self, droplet: int) -> None:
        now = self.clock.now
        self.until[droplet] = now + self.length[droplet]
        self.token[droplet] = token = self.token[droplet] + 1
        self.tries[droplet] = 0
        self.clock.after(self.params.renew_every, self.begin, (droplet, token))
        if self.held[droplet]:
            return
        self.held[droplet] = 1
        self.watch(droplet)
        self.leased += 1
        self.changes.append((now, 1))
        if self.leased == len(self.until):
            self.full_at = now

    def leave(self, fresh: bool) -> None:
        """An establish job left the queue: let one in that the limit kept out."""
        self.establishing -= fresh
        while fresh and self.pending and self.establishing < self.limit:
            droplet = self.pending.popleft()
            if not self.held[droplet]:
                self.enqueue_quietly(droplet)

    def enqueue_quietly(self, droplet: int) -> None:
        """As `enqueue`, from within the worker's own loop: it looks at the queue again anyway."""
        was, self.busy = self.busy, True
        self.enqueue(droplet, True)
        self.busy = was
