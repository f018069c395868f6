"""Pauses: by everybody's consent the clock stands still until the next move."""

from bot.service.clock import time_control
from bot.service.errors import NoClock
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.models import Match
from bot.store.models.payloads import Facts


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: those who still play. Undecided, NoClock."""
    lifecycle.must_be_decided(match)
    if not time_control.parse(match.control).timed:
        raise NoClock(match)
    return await lifecycle.playing(tx, match)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """All agree: it lasts fourteen days at most, then the clock runs again by itself.

    A turn whose time has run out has as much as if it had been paused just then.
    """
    clock = turn_clock.of(match)
    start = now if clock.overdue is None else clock.overdue
    span = (start, now + time_control.LONGEST_PAUSE)
    match = await turn_clock.stop(tx, match, span, "pause", since=now)
    await lifecycle.notify(tx, match, "paused", clock.seat, now, Facts(until=match.deadline))
    return match
