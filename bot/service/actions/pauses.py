"""Pauses by agreement: the clock is stopped until the next move."""

from bot.service.clock import time_control
from bot.service.errors import NoClock
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import Facts


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree: the active players.

    Raises `Undecided`, `NoClock`.
    """
    lifecycle.must_be_decided(match)
    if not time_control.parse(match.control).timed:
        raise NoClock(match)
    return await lifecycle.playing(tx, match)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Stop the clock until the next move, for fourteen days at most.

    An overdue turn is treated as if it had been paused at its deadline.
    """
    clock = turn_clock.of(match)
    start = now if clock.overdue is None else clock.overdue
    span = (start, now + time_control.LONGEST_PAUSE)
    match = await turn_clock.stop(tx, match, span, "pause", since=now)
    await lifecycle.notify(tx, match, "paused", clock.seat, now, Facts(until=match.deadline))
    return match
