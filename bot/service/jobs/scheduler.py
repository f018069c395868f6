"""Background scheduler: runs due jobs and delivers the outbox.

    scheduler = Scheduler(store, deliver=deliver, find=find, clock=clock)
    await scheduler.start()     # rows left by an earlier run are sent immediately
    ...
    await scheduler.stop()      # deliveries in progress are completed

It sleeps until the next due time. Every committed write of another caller wakes it, so callers do
not need to call `wake`.
"""

import asyncio
import random
from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar

import structlog

from bot.runtime.tasks import start_task
from bot.service.clock import time_control
from bot.service.jobs import recovery
from bot.service.jobs.computer_runner import ComputerRunner, RequestMove, compute_inline
from bot.service.jobs.outbox_sender import Deliver, Find, Sender
from bot.service.jobs.scheduled_jobs import Job, all_jobs, refresh_due_times
from bot.service.match import downtime
from bot.store import Store
from bot.store.driver.errors import unavailable

MAX_SLEEP = 3600
"""Maximum sleep in seconds. It limits the effect of a changed system clock or a lost wakeup."""
EMPTIED_EVERY, EMPTIED_AGAIN = 86400, 60
"""Seconds between checkpoints of the write-ahead log, and before retrying a failed checkpoint."""
CHECKED_FIRST, CHECKED_EVERY = 3600, 86400
"""Seconds until the first integrity check of the database file, and between later checks."""
RECHECK_SECONDS = 15
"""Seconds between checks for writes of other processes and for processes that have stopped."""
RETRY_SECONDS = 60
"""Seconds until the next attempt after an unforeseen exception."""
STOP_TIMEOUT = 4
"""Seconds that `stop` waits for work in progress."""

_OWN: ContextVar[bool] = ContextVar("own", default=False)
"""Whether the current task belongs to the scheduler."""

log = structlog.get_logger(__name__)


class Scheduler:
    """Runs the scheduled jobs, delivers the outbox and runs the computer's moves."""

    def __init__(
        self,
        store: Store,
        *,
        deliver: Deliver,
        find: Find,
        clock: Callable[[], int],
        jitter: Callable[[], float] = random.random,
        reachable: Callable[[], bool] = lambda: True,
        forgot: Callable[[], None] = lambda: None,
        late: Callable[[str, int], None] = lambda _job, _seconds: None,
        resting: Callable[[], Collection[int]] = frozenset[int],
        think: RequestMove = compute_inline,
    ) -> None:
        """Create a scheduler.

        `reachable` returns whether players can reach the bot. While they cannot, no turn is lost on
        time. `forgot` is called when a player may have been erased. `late` is called with the name
        of each job that runs and its delay in seconds. `resting` returns the channels with an
        exhausted rate limit. `think` computes the computer's moves.
        """
        self._store = store
        self._clock = clock
        self._reachable = reachable
        self._sender = Sender(
            store,
            deliver=deliver,
            find=find,
            clock=clock,
            jitter=jitter,
            on_due_times=self._store_due_times,
            on_delivered=self.wake,
            exhausted_channels=resting,
        )
        self.computer_runner = ComputerRunner(
            store, request_move=think, clock=clock, on_move_played=self._on_own_commit
        )
        self._due_times = 0
        """Number of times that the sender has reported due times."""
        self._stale = True
        """Whether the due times may have changed since they were read."""
        self._written = False
        """Whether another caller has committed a write, which probably queued a message."""
        self._wake_event = False
        self._nap: asyncio.Task[None] | None = None
        self._stopping = False
        self._loop: asyncio.Task[None] | None = None
        self._jobs = {job.name: job for job in all_jobs(store.path)}
        self._log_due = 0
        self._check_due = 0
        self._check: asyncio.Task[None] | None = None
        self._on_erased = forgot
        self._observe_delay = late
        self._erasing = False
        self._alive: int | None = None
        self._busy = False
        self._refreshed_at = 0
        self._missing: int | None = None
        """Time since which a shard has had no process, or None."""

    async def start(self) -> None:
        """Start the loop. Claims left by an earlier run are released.

        Erasures in the log that a restored database does not have yet are requested again.
        """
        await self._store.write(recovery.prepare, self._store.path, self._clock())
        self._store.on_commit = self._on_commit
        self._check_due = self._clock() + CHECKED_FIRST
        self._loop = asyncio.create_task(self._run(), name="scheduler")

    async def credit_downtime(self, player: int) -> None:
        """Credit downtime in this player's games before their request is answered."""
        now = self._clock()
        alive = self._alive is None or 0 <= now - self._alive <= time_control.IGNORED_DOWNTIME
        if alive and self._jobs["downtime credit"].due is None:
            return
        behind = True
        while behind:  # in batches, so that other writers can write in between
            behind = await self._store.write(recovery.credit_batch, player, now) > 0
        self._alive = now
        self.wake()

    def wake(self) -> None:
        """Wake the scheduler. Cheap, and safe to call from any coroutine."""
        self._wake_event = True
        if self._nap is not None:
            self._nap.cancel()

    async def stop(self) -> None:
        """Stop after the work in progress, in little more than `STOP_TIMEOUT` seconds.

        Tasks still blocked on the database or Discord are abandoned at exit. Transactions are
        atomic, and claimed rows are recovered at the next start.
        """
        self._stopping = True
        self._sender.closing = True
        await self.computer_runner.stop()
        if self._check is not None:
            self._check.cancel()
        self.wake()
        if self._loop is not None:
            last = asyncio.create_task(self._end(self._loop), name="end")
            await asyncio.wait({last, *self._sender.in_flight}, timeout=STOP_TIMEOUT)
            if not last.done():
                log.warning("stopped without a final heartbeat")
                last.cancel()
        await self._sender.stop()

    async def _end(self, loop: asyncio.Task[None]) -> None:
        """Wait for the loop to end, then record a final heartbeat if fully online."""
        await asyncio.shield(loop)
        if self._is_fully_online(self._clock()):
            await self._store.write(recovery.record_last_heartbeat, self._clock())

    async def run_until_idle(self) -> None:
        """Run everything that is due now and wait until it is done, for simulated time."""
        while True:
            self._stale = True
            soonest = await self._run_due_jobs()
            if under_way := {*self._sender.in_flight, *self.computer_runner.in_flight}:
                await asyncio.wait(under_way)
            elif soonest > self._clock():
                return

    def due_times(self) -> dict[str, int]:
        """Return the next due time of each job by name, without jobs that have none."""
        return {name: job.due for name, job in self._jobs.items() if job.due is not None}

    def failures(self) -> dict[str, int]:
        """Return the number of consecutive failures of each job."""
        return {name: job.failures for name, job in self._jobs.items()}

    def _on_commit(self) -> None:
        """React to a commit.

        The scheduler ignores its own writes, because it already knows their due times.
        """
        if not _OWN.get():
            self._on_own_commit()

    def _on_own_commit(self) -> None:
        self._stale = self._written = True
        self.wake()

    def _store_due_times(self, waiting: Mapping[str, int | None] | None) -> None:
        """Store the due times that a write transaction read, or None if the read failed.

        A pending refresh still runs, because another caller may have committed since.
        """
        self._due_times += 1
        if waiting is None:
            self._stale = True
        else:
            for job in self._jobs.values():
                job.update_due(waiting)

    async def _run(self) -> None:
        _OWN.set(True)
        while not self._stopping:
            self._wake_event = False
            soonest = await self._run_safely()
            self._check_file(self._clock())
            # Wait at least a second: a due job that cannot run must not cause a busy loop.
            longest = RECHECK_SECONDS if self._store.database.shared else MAX_SLEEP
            pause = min(max(soonest - self._clock(), 1), longest)
            if self._busy:
                await asyncio.sleep(0)
            elif not self._wake_event:
                await self._sleep(pause)

    def _check_file(self, now: int) -> None:
        """Start a daily integrity check of the file in the background."""
        self._check_due = min(self._check_due, now + CHECKED_EVERY)  # the clock may be set back
        if self._check_due <= now and (self._check is None or self._check.done()):
            self._check_due = now + CHECKED_EVERY
            self._check = start_task(self._check_integrity(), "check")

    async def _check_integrity(self) -> None:
        if (damage := await self._store.database.damage()) is not None:
            log.error("the database is damaged; restore a backup", damage=damage)

    async def _sleep(self, seconds: int) -> None:
        """Sleep until the timeout or a wakeup.

        Uses a plain `asyncio` sleep, because simulated time recognizes it.
        """
        self._nap = asyncio.create_task(asyncio.sleep(seconds), name="nap")
        try:
            await asyncio.wait((self._nap,))
            if not self._wake_event:
                self._stale = True  # another process may have written in the meantime
        finally:
            self._nap.cancel()
            self._nap = None

    async def _run_safely(self) -> int:
        """Run the due jobs. After an unforeseen exception, try again in a minute."""
        try:
            return await self._run_due_jobs()
        except Exception as fault:
            log.error("unexpected", happening="scheduler", exc_info=fault)
            return self._clock() + RETRY_SECONDS

    async def _run_due_jobs(self) -> int:
        """Run every due job once and return when the next one is due."""
        now = self._clock()
        if self._store.database.shared and not 0 <= now - self._refreshed_at < RECHECK_SECONDS:
            await self._recover_claims(now)
        if self._stale or self._loop is None:  # commits are reported only after `start`
            await self._refresh_due_times(now)
        may_judge = await self._may_judge_clocks(now)
        self._busy, self._erasing, soonest = False, False, now + MAX_SLEEP
        for job in self._jobs.values():
            if (job.needs_clock and not may_judge) or (due := job.due_at(now)) is None:
                continue
            if job.name == "outbox" and self._erasing:
                continue  # messages are sent after the erasure, when they no longer name the player
            if due <= now:
                self._busy |= await self._run_job(job, now)
                due = job.due_at(now)
                if due is None:
                    continue
            soonest = min(soonest, due)
        return min(soonest, await self._truncate_log(now))

    async def _recover_claims(self, now: int) -> None:
        """Release the claims of processes that have stopped, and refresh the due times."""
        self._refreshed_at, self._stale = now, True
        try:
            served = await self._store.write(
                recovery.release_claims_of_others, self._store.database.shards, now
            )
            if served != (self._missing is None):
                log.warning("shards", all_served=served)
            self._missing = None if served else self._missing or now
        except Exception as fault:
            if unavailable(fault):
                self._rest(now, fault)
            else:
                log.exception("releasing stale claims failed")

    async def _refresh_due_times(self, now: int) -> None:
        """Refresh the due times.

        After a write, also claim due messages in the same transaction.
        """
        written, self._written, self._stale = self._written, False, False
        if written and self._jobs["outbox"].backoff_until <= now:
            try:
                await self._sender.send(now)
            except Exception as fault:
                self._failed(self._jobs["outbox"], now, fault)
            else:
                self._jobs["outbox"].mark_succeeded()
                return
        seen = self._due_times
        await self._see_due(now)
        if seen != self._due_times:  # the sender has read them too, and either read may be newer
            self._stale = self._wake_event = True

    async def _see_due(self, now: int) -> None:
        try:
            await refresh_due_times(self._store, self._jobs.values(), now)
        except Exception as fault:
            self._rest(now, fault)

    def _failed(self, job: Job, now: int, fault: Exception) -> None:
        """Back off after a failed job. If the database is unavailable, all jobs pause."""
        if unavailable(fault):
            self._rest(now, fault)
        else:
            job.mark_failed(now, fault)

    def _rest(self, now: int, fault: Exception) -> None:
        log.warning("the database is unavailable", why=str(fault))
        self._stale = True
        for job in self._jobs.values():
            job.rest(now)

    async def _truncate_log(self, now: int) -> int:
        """Checkpoint the write-ahead log daily and after erasures. Returns when next."""
        self._log_due = min(self._log_due, now + EMPTIED_EVERY)  # the clock may be set back
        if self._log_due <= now and not self._busy:
            emptied = await self._store.database.truncate_log()
            self._log_due = now + (EMPTIED_EVERY if emptied else EMPTIED_AGAIN)
        return max(self._log_due, now + 1)

    def _is_fully_online(self, now: int) -> bool:
        """Whether the bot is fully online: reachable, with every shard served.

        A shard may have no process for as long as a restart takes.
        """
        if self._missing is not None:
            self._missing = min(self._missing, now)  # the clock may be set back
        missing = 0 if self._missing is None else now - self._missing
        return self._reachable() and missing <= time_control.IGNORED_DOWNTIME

    async def _may_judge_clocks(self, now: int) -> bool:
        """Whether clocks may be judged: the bot is online and downtime is credited.

        Detects downtime as a side effect.
        """
        heart, credit = self._jobs["heartbeat"], self._jobs["downtime credit"]
        if not self._is_fully_online(now):
            heart.due = None
            return False
        self._alive = now
        if (
            heart.due is not None
            and not 0
            <= now - (heart.due - downtime.HEARTBEAT_SECONDS)
            <= time_control.IGNORED_DOWNTIME
        ):
            try:
                await self._store.write(downtime.detect_downtime, now=now)
            except Exception as fault:
                self._failed(heart, now, fault)
                return False
            await self._see_due(now)
        return credit.due is None or credit.failures > 0

    async def _run_job(self, job: Job, now: int) -> bool:
        """Run a job. Returns whether it did something and may have more to do."""
        self._observe_delay(job.name, now - (now if job.due is None else job.due))
        try:
            if job.name == "computer":
                await self.computer_runner.start_due(now)
                did, self._stale = False, True
            elif job.run is None:
                await self._sender.send(now)
                did = False
            else:
                prepared = {}
                if job.prepare is not None:
                    prepared["prepared"] = await self._store.read(job.prepare, now=now)
                did = bool(await self._store.write(job.run, now=now, **prepared))
                self._stale = True
        except Exception as fault:
            self._failed(job, now, fault)
            return False
        job.mark_succeeded()
        if did and job.name == "erasures":
            self._log_due = now
            self._erasing = True
            self._on_erased()
        return did
