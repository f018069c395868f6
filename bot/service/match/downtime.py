"""Bot downtime, detected by heartbeat: intervals during which no clock ran.

A restart writes one row, regardless of the number of running games. Each deadline is recomputed
with that row before it is used (`turn_clock.caught_up`).
"""

from bot.service import outbox
from bot.service.clock import time_control
from bot.service.clock.calendar import HOUR, Span
from bot.store import Tx, downtimes, matches

BEAT = 240
"""Seconds between heartbeats. This is the precision of downtime, so less than `SHORT_ABSENCE`."""
LOST_BOARD = 6 * HOUR
"""Seconds after which an undelivered board is retried."""


async def begin(tx: Tx, *, now: int) -> None:
    """Record the very first heartbeat if there is none."""
    if await downtimes.last_beat(tx) is None:
        await downtimes.beat(tx, now)


async def beat(tx: Tx, *, now: int) -> bool:
    """Record a heartbeat: the bot is running and reachable."""
    await downtimes.beat(tx, now)
    return True


async def notice(tx: Tx, *, now: int) -> Span | None:
    """Record downtime that ends now and return it, or None if there was none.

    This is called before any clock is judged. It makes no difference whether the process was
    stopped, the machine was asleep, the bot was unreachable or the system clock was set forward.
    The heartbeat is updated, so a second check finds no downtime. Returns None before the first
    heartbeat. If the system clock was set back, due times are moved earlier and no clock is
    stopped.
    """
    last = await downtimes.last_beat(tx)
    if last is None or 0 <= now - last <= time_control.SHORT_ABSENCE:
        return None
    await downtimes.beat(tx, now)
    if now < last:
        await downtimes.bring_forward(tx, now, message=outbox.LONGEST_PAUSE, place=LOST_BOARD)
        return None
    await downtimes.add(tx, last, now)
    await matches.put_off_choices(tx, now - last)
    await downtimes.put_off_challenges(tx, now - last)
    return last, now
