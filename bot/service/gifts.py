"""A day more for the turn of an opponent: in a rated game only if all his opponents wish it."""

from __future__ import annotations

from bot.service import clocks, course, timing
from bot.service.errors import NobodyToGive
from bot.service.values import Match
from bot.store import Tx
from bot.store import clocks as rows


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree to the gift of a seat, itself included. Undecided, NobodyToGive."""
    course.must_be_decided(match)
    assert match.turn is not None
    givers = await course.opponents(tx, match, match.turn)
    if seat not in givers or not clocks.parse(match.control).timed:
        raise NobodyToGive(match)
    return givers if match.rated else {seat}


async def settle(tx: Tx, match: Match, seat: int, now: int) -> None:
    """The day is given: if the time has run out, a day from now."""
    clock = await rows.get(tx, match.id)
    assert clock is not None
    # After all that stops this clock, so that a gift is never lost in another stop.
    told = await rows.stops_of(tx, match.id, clock.seat)
    start = max([now, *(last for _, last, _ in told)])
    span = (start if clock.overdue is None else clock.overdue, start + clocks.GIFT)
    until = await timing.stop(tx, clock, span, "gift", since=now)
    await course.notify(tx, match, "gift", clock.seat, now, until=until)
