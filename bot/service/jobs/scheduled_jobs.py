"""Scheduled jobs, each processed in small batches.

The scheduler only needs to know the oldest due time of each job (`bot.store.due_times`). A batch is
one short transaction. As long as a job reports that it did something, it is run again, and other
writers get their turn in between.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from bot.extensions.puzzles.service import daily_post_schedule
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
from bot.store import (
    Store,
    Tx,
    due_times,
    interactions,
    offer_rows,
    outbox_rows,
    pings,
    vacation_notice_rows,
)
from bot.store.errors import unavailable

LONGEST_REST = 300
"""Maximum retry backoff of a failing job in seconds."""
AWAY = 4
"""Seconds that all jobs pause after a failure because the database is unavailable."""
FEW, SOME = 5, 40
"""Batch sizes: rows per transaction for expensive and for cheap jobs."""

log = structlog.get_logger(__name__)

Do = Callable[..., Awaitable[object]]
"""(tx, now=now): process a batch. Returns a true value if it did something."""


@dataclass(slots=True)
class Duty:
    """A job with its due time and retry state."""

    name: str
    waits: Mapping[str, int]
    """For each kind of due time, the seconds after it at which the job is due."""
    do: Do | None = None
    """None if the scheduler handles the job itself."""
    judges: bool = False
    """Whether it depends on correct clocks.

    Such a job does not run while the bot is unreachable or before downtime has been credited.
    """
    failures: int = 0
    rests_until: int = 0
    due: int | None = None
    """The next due time as last read, or None if nothing is waiting."""

    def look(self, waiting: Mapping[str, int | None]) -> None:
        """Update the due time from the oldest waiting rows."""
        moments = [
            at + wait for what, wait in self.waits.items() if (at := waiting[what]) is not None
        ]
        self.due = min(moments, default=None)

    def at(self, now: int) -> int | None:
        """Return when to run the job: its due time, or the end of its backoff."""
        if self.rests_until > now + LONGEST_REST:  # the system clock was set back
            self.rests_until = 0
        if self.rests_until > now:
            return self.rests_until
        return self.due

    def rest(self, now: int) -> None:
        """Pause the job because the database is unavailable."""
        self.rests_until = max(self.rests_until, now + AWAY)

    def failed(self, now: int, fault: Exception) -> None:
        """Back off exponentially after a failure."""
        self.failures += 1
        self.rests_until = now + min(2**self.failures, LONGEST_REST)
        log.error("duty failed", duty=self.name, again_at=self.rests_until, exc_info=fault)

    def done(self) -> None:
        """Reset the backoff after a success."""
        self.failures = self.rests_until = 0


def duties(database: Path) -> tuple[Duty, ...]:
    """Return all jobs in the order in which they run."""
    return (
        Duty("absence", {"outages": 0}, partial(downtime_credit.catch_up, limit=SOME)),
        Duty("heartbeat", {"heartbeat": downtime.BEAT}, downtime.beat),
        Duty("games to hold", {"unheld": 0}, partial(removed_guilds.hold_due, limit=SOME)),
        Duty("challenges", {"challenges": 0}, partial(challenges.expire, limit=FEW), judges=True),
        Duty("offers", {"offers": 0}, offer_rows.run_out, judges=True),
        Duty(
            "flags",
            {"deadlines": timeouts.GRACE + 1},
            partial(timeouts.sweep, limit=1),
            judges=True,
        ),
        Duty("reminders", {"alarms": 0}, partial(reminders.ring, limit=1), judges=True),
        Duty("digests", {"digests": 0}, partial(digests.ring, limit=FEW), judges=True),
        Duty("daily posts", {"daily posts": 0}, partial(daily_post_schedule.post_due, limit=FEW)),
        Duty("thoughts", {"long thoughts": 0}, partial(computer_moves.show_long, limit=SOME)),
        Duty("computer", {"owed moves": 0}),
        Duty("plans", {"plans": 0}, partial(executor.tell, limit=SOME)),
        _forgetting(
            "interactions", interactions.prune, "interactions", idempotency.KEPT, late=HOUR
        ),
        _forgetting("pings", pings.prune, "pings", ping_limits.PAUSE),
        _forgetting("sent", outbox_rows.prune, "settled", outbox.KEPT),
        _forgetting("absence posts", vacation_notice_rows.prune, "absences", vacation_notices.KEPT),
        Duty("erasures", {"erasures": 0}, partial(erasure.erase_due, database=database)),
        Duty("retention", erasure.WAITS, erasure.prune),
        Duty(
            "servers", {"removals": removed_guilds.KEPT}, partial(removed_guilds.close_due, limit=1)
        ),
        Duty("places", {"unposted": 0}, partial(match_channels.retry_due, limit=FEW)),
        Duty("outbox", {"owed": 0, "strips": 0}),
    )


def _forgetting(
    name: str, prune: Callable[[Tx, int], Awaitable[int]], what: str, kept: int, late: int = DAY
) -> Duty:
    """Return a job that deletes rows older than `kept` seconds.

    It runs `late` seconds later, so that it deletes many at a time.
    """

    async def forget(tx: Tx, *, now: int) -> int:
        return await prune(tx, now - kept)

    return Duty(name, {what: kept + late}, forget)


async def look(store: Store, all_: Collection[Duty], now: int) -> None:
    """Refresh the due times of all jobs.

    Uses a single query or, if it fails, one query per job. Raises the database's error if it is
    unavailable.
    """
    try:
        async with store.read() as tx:
            waiting = await due_times.first(tx)
    except Exception as fault:
        if unavailable(fault):
            raise
        await _one_by_one(store, all_, now)
        return
    for duty in all_:
        duty.look(waiting)


async def _one_by_one(store: Store, all_: Collection[Duty], now: int) -> None:
    """Read the due times job by job. A job whose query fails backs off."""
    for duty in all_:
        if duty.rests_until > now:
            continue
        try:
            async with store.read() as tx:
                found = {what: await due_times.first_of(tx, what) for what in duty.waits}
        except Exception as fault:
            duty.failed(now, fault)
        else:
            duty.look(found)
