"""Bot downtime: intervals in which the bot was offline and no clock ran.

Downtime is detected by heartbeat. A restart writes a single row, regardless of the number of
running games. Each deadline is adjusted for that downtime before it is used
(`turn_clock.credit_downtimes`).
"""

from bot.service import outbox
from bot.service.clock import time_control
from bot.service.clock.calendar import HOUR, Span
from bot.store import Tx, downtimes, matches

HEARTBEAT_SECONDS = 240
"""Seconds between heartbeats. Must be less than `IGNORED_DOWNTIME`."""
BOARD_GRACE = 6 * HOUR
"""Seconds after which an undelivered board is retried."""


def record_start(tx: Tx, *, now: int) -> None:
    """Record a first heartbeat if none has ever been recorded."""
    if downtimes.last_heartbeat(tx) is None:
        downtimes.set_heartbeat(tx, now)


def record_heartbeat(tx: Tx, *, now: int) -> bool:
    """Record a heartbeat of the running, reachable bot. Always returns True."""
    downtimes.set_heartbeat(tx, now)
    return True


def detect_downtime(tx: Tx, *, now: int) -> Span | None:
    """Record downtime that ends now and return it, or None if there was none.

    Must be called before a turn is judged by its clock. The cause does not matter; it may be a
    stopped process, a suspended machine, an unreachable bot or a system clock that was set forward.
    The heartbeat is updated, so a second call finds no downtime. Returns None before the first
    heartbeat. If the system clock was set back, due times are moved earlier and no clock is
    stopped.
    """
    last = downtimes.last_heartbeat(tx)
    if last is None or 0 <= now - last <= time_control.IGNORED_DOWNTIME:
        return None
    downtimes.set_heartbeat(tx, now)
    if now < last:
        downtimes.cap_due_times(tx, now, message=outbox.LONGEST_RETRY, retry_limit=BOARD_GRACE)
        return None
    downtimes.add_downtime(tx, last, now)
    matches.extend_choices(tx, now - last)
    downtimes.extend_challenges(tx, now - last)
    return last, now
