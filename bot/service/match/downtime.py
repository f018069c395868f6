"""The bot's own absence: noticed by its heartbeat, and kept as a time in which no clock ran.

One row is all that is written when it comes back, however many games are running. Each deadline is
worked out anew with it before anything is decided by that deadline (`turn_clock.caught_up`).
"""

from bot.service import outbox
from bot.service.clock import time_control
from bot.service.clock.calendar import HOUR, Span
from bot.store import Tx, downtimes, matches

BEAT = 240
"""Seconds from beat to beat, less than `SHORT_ABSENCE`: how exactly an absence is known."""
LOST_BOARD = 6 * HOUR
"""Seconds after which a board that could not be posted is tried again."""


async def begin(tx: Tx, *, now: int) -> None:
    """The program begins: the first beat of all, if there was none before."""
    if await downtimes.last_beat(tx) is None:
        await downtimes.beat(tx, now)


async def beat(tx: Tx, *, now: int) -> bool:
    """The bot is alive, and can be reached."""
    await downtimes.beat(tx, now)
    return True


async def notice(tx: Tx, *, now: int) -> Span | None:
    """Note the absence that ends now, before anything is judged by the clock; None if there is none.

    It is the same whether the program was stopped, its machine slept, nobody could reach it, or the
    clock was set forward. A second time there is none, because the bot is alive then. None also before
    the first beat. If the clock was set back, nobody loses by that, and nothing stands still for it.
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
