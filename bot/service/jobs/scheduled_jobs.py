"""Scheduled jobs, each processed in small batches.

The scheduler only needs to know the earliest due time of each job (`bot.store.jobs.due_times`).
A batch is one short transaction. A job is run again until it reports that nothing is left to do, and
other writers can write between two batches.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from bot import extension_points
from bot.service import idempotency, outbox
from bot.service.actions import computer_moves, timeouts
from bot.service.clock.calendar import DAY, HOUR
from bot.service.conditional_moves import executor
from bot.service.guilds import match_channels, removed_guilds
from bot.service.match import downtime, vacation_notices
from bot.service.matchmaking import challenges
from bot.service.notifications import digests, downtime_credit, reminders
from bot.service.players import ping_limits
from bot.service.privacy import erasure
from bot.store import Store, Tx
from bot.store.driver.errors import unavailable
from bot.store.jobs import due_times
from bot.store.match import offer_rows
from bot.store.outbox import interactions, outbox_rows
from bot.store.players import pings, vacation_rows

MAX_BACKOFF = 300
"""Maximum retry backoff of a failing job in seconds."""
AWAY = 4
"""Seconds for which all jobs pause if the database is unavailable."""
FEW, SOME = 5, 40
"""Batch sizes: rows per transaction for expensive and for cheap jobs."""

log = structlog.get_logger(__name__)

RunJob = Callable[..., object]
"""Process a batch. Called with (tx, now=now). Returns whether it did something."""


@dataclass(slots=True)
class Job:
    """A job with its due time and retry state."""

    name: str
    delays: Mapping[str, int]
    """Seconds between a due time and the run of the job, by kind of due time."""
    run: RunJob | None = None
    """Function that processes a batch, or None if the scheduler handles the job itself."""
    needs_clock: bool = False
    """Whether the job depends on correct clocks.

    Such a job does not run while the bot is unreachable or before downtime has been credited.
    """
    prepare: RunJob | None = None
    """Function that runs in a read transaction before `run`; see `ExtensionJob`."""
    failures: int = 0
    backoff_until: int = 0
    due: int | None = None
    """The next due time as last read, or None if nothing is waiting."""

    def update_due(self, waiting: Mapping[str, int | None]) -> None:
        """Update the due time from the oldest waiting rows."""
        moments = [
            at + wait for what, wait in self.delays.items() if (at := waiting[what]) is not None
        ]
        self.due = min(moments, default=None)

    def due_at(self, now: int) -> int | None:
        """Return when to run the job: at the end of its backoff, or else when it is due.

        Returns None if nothing is waiting.
        """
        if self.backoff_until > now + MAX_BACKOFF:  # the system clock was set back
            self.backoff_until = 0
        if self.backoff_until > now:
            return self.backoff_until
        return self.due

    def rest(self, now: int) -> None:
        """Pause the job because the database is unavailable."""
        self.backoff_until = max(self.backoff_until, now + AWAY)

    def mark_failed(self, now: int, fault: Exception) -> None:
        """Back off exponentially after a failure."""
        self.failures += 1
        self.backoff_until = now + min(2**self.failures, MAX_BACKOFF)
        log.error("job failed", job=self.name, again_at=self.backoff_until, exc_info=fault)

    def mark_succeeded(self) -> None:
        """Reset the backoff after a success."""
        self.failures = self.backoff_until = 0


def all_jobs(database: Path) -> tuple[Job, ...]:
    """Return all jobs in the order in which they run."""
    return (
        _batch_job("downtime credit", "downtimes", downtime_credit.credit_due, SOME),
        Job("heartbeat", {"heartbeat": downtime.HEARTBEAT_SECONDS}, downtime.record_heartbeat),
        _batch_job("guild holds", "guilds to hold", removed_guilds.hold_due_games, SOME),
        _batch_job("challenges", "challenges", challenges.expire_due, FEW, needs_clock=True),
        Job("offers", {"offers": 0}, offer_rows.delete_expired, needs_clock=True),
        Job(
            "timeouts",
            {"deadlines": timeouts.GRACE + 1},
            partial(timeouts.process_timeouts, limit=1),
            needs_clock=True,
        ),
        _batch_job("reminders", "alarms", reminders.queue_due_reminders, 1, needs_clock=True),
        _batch_job("digests", "digests", digests.queue_due_digests, FEW, needs_clock=True),
        *(
            Job(job.name, {job.name: 0}, job.run, prepare=job.prepare)
            for extension in extension_points.installed()
            for job in extension.jobs
        ),
        _batch_job("long searches", "long searches", computer_moves.notify_long_searches, SOME),
        Job("computer", {"computer moves": 0}),
        _batch_job("plans", "plans", executor.queue_due_notices, SOME),
        _prune_job(
            "interactions",
            interactions.prune_interactions,
            "interactions",
            idempotency.RETENTION,
            late=HOUR,
        ),
        _prune_job("pings", pings.prune_pings, "pings", ping_limits.PING_INTERVAL),
        _prune_job("sent", outbox_rows.prune_settled, "settled", outbox.RETENTION),
        _prune_job(
            "vacation notices",
            vacation_rows.prune_ended,
            "vacation notices",
            vacation_notices.RETENTION,
        ),
        Job("erasures", {"erasures": 0}, partial(erasure.erase_due, database=database)),
        Job("retention", erasure.PRUNE_AFTER, erasure.prune),
        Job(
            "removed guilds",
            {"removed guilds": removed_guilds.HOLD_SECONDS},
            partial(removed_guilds.abort_due_games, limit=1),
        ),
        _batch_job(
            "undelivered boards", "undelivered boards", match_channels.retry_due_boards, FEW
        ),
        Job("outbox", {"pending messages": 0, "button removals": 0}),
    )


def _batch_job(name: str, what: str, run: RunJob, limit: int, *, needs_clock: bool = False) -> Job:
    """Return a job that processes up to `limit` due rows at a time."""
    return Job(name, {what: 0}, partial(run, limit=limit), needs_clock)


def _prune_job(
    name: str,
    prune: Callable[[Tx, int], int],
    what: str,
    retention: int,
    late: int = DAY,
) -> Job:
    """Return a job that deletes rows older than `retention` seconds.

    The job runs `late` seconds after the oldest row has expired, so that it deletes many rows at a
    time.
    """

    def forget(tx: Tx, *, now: int) -> int:
        return prune(tx, now - retention)

    return Job(name, {what: retention + late}, forget)


async def refresh_due_times(store: Store, all_: Collection[Job], now: int) -> None:
    """Refresh the due times of all jobs.

    Uses a single query or, if it fails, one query per job. Raises the database's error if it is
    unavailable.
    """
    try:
        waiting = await store.read(due_times.next_due)
    except Exception as fault:
        if unavailable(fault):
            raise
        await _refresh_each(store, all_, now)
        return
    for job in all_:
        job.update_due(waiting)


async def _refresh_each(store: Store, all_: Collection[Job], now: int) -> None:
    """Read the due times job by job. A job whose query fails backs off."""
    for job in all_:
        if job.backoff_until > now:
            continue
        try:
            waiting = await store.read(_next_due_of_each, job.delays)
        except Exception as fault:
            job.mark_failed(now, fault)
        else:
            job.update_due(waiting)


def _next_due_of_each(tx: Tx, names: Iterable[str]) -> dict[str, int | None]:
    return {name: due_times.next_due_of(tx, name) for name in names}
