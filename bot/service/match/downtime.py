"""Bot downtime: intervals in which the bot was offline and no clock ran.

Downtime is detected by heartbeat. A restart writes a single row, regardless of the number of
running games. Each deadline is adjusted for that downtime before it is used
(`turn_clock.credit_downtimes`).

A system clock that is set forward looks like downtime. If it is set back again, what was recorded
and credited in the meantime is corrected, so that neither a player nor a job waits for a time that
was never right.
"""

import structlog

from bot import extension_points
from bot.service import outbox
from bot.service.clock import time_control
from bot.service.clock.calendar import HOUR, Span
from bot.store import Tx
from bot.store.match import downtimes
from bot.store.schedule import future_times

HEARTBEAT_SECONDS = 240
"""Seconds between heartbeats. Must be less than `IGNORED_DOWNTIME`."""
BOARD_GRACE = 6 * HOUR
"""Seconds after which an undelivered board is retried."""

log = structlog.get_logger(__name__)


def record_start(tx: Tx, *, now: int) -> None:
    """Record a first heartbeat if none has ever been recorded, and check stored times."""
    last = downtimes.last_heartbeat(tx)
    if last is None:
        downtimes.set_heartbeat(tx, now)
    elif last <= now:
        _correct_times(tx, last, now)
    else:
        detect_downtime(tx, now=now)
    if early := future_times.find_future_times(tx, now):
        names = sorted({f"{each.table}.{each.column}" for each in early})
        log.warning("times in the future; is the system clock right?", columns=names)


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
    stopped. What was recorded and credited while it was ahead is corrected.
    """
    last = downtimes.last_heartbeat(tx)
    if last is None or 0 <= now - last <= time_control.IGNORED_DOWNTIME:
        return None
    downtimes.set_heartbeat(tx, now)
    if now < last:
        _correct_times(tx, last, now)
        future_times.cap_daily_times(tx, now)
        downtimes.cap_due_times(
            tx,
            now,
            message=outbox.LONGEST_RETRY,
            retry_limit=BOARD_GRACE,
            claim=time_control.UNTIMED_LIMIT,
        )
        log.warning("the system clock was set back", seconds=last - now)
        return None
    downtimes.add_downtime(tx, last, now)
    downtimes.extend_terms(tx, last, now - last)
    return last, now


def _correct_times(tx: Tx, last: int, now: int) -> None:
    """Correct what was stored while the system clock was ahead.

    `last` is the last heartbeat. A step forward is known from the downtime that it looked like.
    Without one, the present time may be the wrong one, so nothing is changed. What the wrong time has
    ended or started remains, such as a tournament that began too early or what a game has changed
    in the ratings.
    """
    wrong = downtimes.unfinished_downtimes(tx, now)
    if not wrong:
        return
    downtimes.cut_downtimes(tx, wrong, now)
    rows = 0
    for started, until in wrong:
        ahead = last - now if last > now else until - started
        rows += future_times.move_to_present(tx, since=until, ahead=ahead, now=now)
    for extension in extension_points.installed():
        if extension.on_clock_set_back is not None:
            extension.on_clock_set_back(tx, now)
    log.warning("the system clock was ahead", until=wrong[0][1], corrected_rows=rows)
