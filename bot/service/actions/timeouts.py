"""Turns whose time has run out.

In a rated game vacation is taken, and when none is left the player loses, or leaves. An unrated one
goes on until an opponent claims it. A game in which somebody never moved is aborted in either case.

The sweep may run as often as it likes: a turn is given up only if it is still the same one.
"""

from dataclasses import replace

import structlog

from bot.service.actions import claims, partner_takeover, vacations
from bot.service.actions.resignations import depart
from bot.service.clock import time_control
from bot.service.clock.calendar import DAY
from bot.service.errors import Damaged, RulesChanged
from bot.service.match import lifecycle, turn_clock, vacation_notices
from bot.store import Tx, clocks, matches, ratings
from bot.store.models import Match

GRACE = 30
"""Seconds that a move sent in time may take to reach us: so long a turn is not given up."""

log = structlog.get_logger(__name__)


async def sweep(tx: Tx, *, now: int, limit: int | None = None) -> list[Match]:
    """See to the turns whose time has run out, or so many of them; the matches as they stand then.

    Where an outage of the bot has not been worked in yet, it is now, and nothing is given up.
    """
    fallen = []
    for kept in await matches.fallen(tx, now - GRACE, limit):
        match = await turn_clock.caught_up(tx, kept)
        clock = turn_clock.of(match)
        if clock.deadline >= now - GRACE:
            fallen.append(match)
            continue
        await clocks.drop(tx, clock)
        try:
            fallen.append(await _fall(tx, match, now))
        except (Damaged, RulesChanged) as fault:
            # Somebody must look at it first; the others shall not wait for that.
            log.error("a turn cannot be given up", match=match.id, why=str(fault))
            await clocks.put(tx, replace(clock, deadline=now + DAY))
    return fallen


async def _fall(tx: Tx, match: Match, now: int) -> Match:
    """What becomes of a match when the time of its turn has run out and its clock is taken away."""
    clock = turn_clock.of(match)
    second = match.stand_in(clock.seat)
    if second is not None and second.until is not None:
        return await partner_takeover.settle(tx, match, second, "computer", now)
    if clock.overdue is not None or not time_control.parse(match.control).timed:
        return await _abort(tx, match, "abandoned", clock.seat, now)
    if match.rated and (away := await vacations.automatic(tx, match, now)) is not None:
        first = not turn_clock.rested(match, clock)
        await vacation_notices.begun(tx, away, match.hand(clock.seat), first=first, now=now)
        return away
    if second is not None:
        return await partner_takeover.settle(tx, match, second, "computer", now)
    if not await lifecycle.everybody_moved(tx, match):
        await ratings.broke_off(tx, match.id, clock.seat, "no-show", now)
        return await _abort(tx, match, "no-show", clock.seat, now)
    if match.rated:
        return await depart(tx, match, [clock.seat], why="time", now=now)
    return await claims.leave_open(tx, match, now)


async def _abort(tx: Tx, match: Match, why: str, seat: int, now: int) -> Match:
    over = await lifecycle.end(tx, match, "aborted", None, now)
    await lifecycle.notify(tx, over, why, seat, now)
    return over
