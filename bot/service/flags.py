"""Turns whose time has run out: the player loses, or leaves, or the match is aborted.

The sweep may run as often as it likes: a turn is given up only if it is still the same one.
"""

from __future__ import annotations

from dataclasses import replace

import structlog

from bot.service import clocks, course
from bot.service.calendar import DAY
from bot.service.errors import Damaged, RulesChanged
from bot.service.leaving import depart
from bot.service.values import Clock, Match
from bot.store import Tx, ratings
from bot.store import clocks as rows

GRACE = 30
"""Seconds that a move sent in time may take to reach us: so long a turn is not given up."""

log = structlog.get_logger(__name__)


async def next_flag(tx: Tx) -> int | None:
    """When the next turn is given up."""
    deadline = await rows.next_deadline(tx)
    return None if deadline is None else deadline + GRACE + 1


async def sweep(tx: Tx, *, now: int) -> list[Match]:
    """Give up every turn whose time has run out; the matches as they stand then."""
    fallen = []
    for clock in await rows.fallen(tx, now - GRACE):
        if not await rows.drop(tx, clock):
            continue
        match = await course.get(tx, clock.match)
        try:
            fallen.append(await _fall(tx, match, clock, now))
        except (Damaged, RulesChanged) as fault:
            # Somebody must look at it first; the others shall not wait for that.
            log.error("a turn cannot be given up", match=match.id, why=str(fault))
            await rows.put(tx, replace(clock, deadline=now + DAY))
    return fallen


async def _fall(tx: Tx, match: Match, clock: Clock, now: int) -> Match:
    """What becomes of a match whose turn has been lost on time."""
    if not clocks.parse(match.control).timed:
        return await _abort(tx, match, "abandoned", clock.seat, now)
    if not await course.everybody_moved(tx, match):
        await ratings.broke_off(tx, match.id, clock.seat, "no-show", now)
        return await _abort(tx, match, "no-show", clock.seat, now)
    return await depart(tx, match, [clock.seat], why="time", now=now)


async def _abort(tx: Tx, match: Match, why: str, seat: int, now: int) -> Match:
    over = await course.end(tx, match.id, "aborted", None, now)
    await course.notify(tx, over, why, seat, now)
    return over
