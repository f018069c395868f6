"""Pauses: by everybody's consent the clock stands still until the next move."""

from __future__ import annotations

from bot.service import clocks, course, timing
from bot.service.errors import NoClock
from bot.service.values import Match
from bot.store import Tx
from bot.store import clocks as rows


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: those who still play. NoClock."""
    if not clocks.parse(match.control).timed:
        raise NoClock(match)
    return await course.playing(tx, match)


async def settle(tx: Tx, match: Match, seat: int, now: int) -> None:
    """All agree: it lasts fourteen days at most, then the clock runs again by itself."""
    clock = await rows.get(tx, match.id)
    assert clock is not None
    until = await timing.stop(tx, clock, (now, now + clocks.LONGEST_PAUSE), "pause")
    await course.notify(tx, match, "paused", clock.seat, now, until=until)
