"""The time that the bot's absence cost is given back: to a few people at a time, each told once.

Nothing is judged by a clock before that (`turn_clock.caught_up`); this only brings the deadlines that
people see and the alarms up to date, without holding up those who play meanwhile.
"""

from __future__ import annotations

from bot.service.clock import time_control
from bot.service.match import state as match_state
from bot.service.match import turn_clock
from bot.service.people import settings
from bot.store import Tx, outbox
from bot.store import clocks as rows
from bot.store.values.payloads import Reminder


async def catch_up(tx: Tx, *, now: int, limit: int | None = None) -> int:
    """Give back what is still owed to people, or at about so many turns; how many were looked at."""
    return await _some(tx, await rows.behind(tx, limit), now, limit)


async def first_for(tx: Tx, player: int, *, now: int, limit: int | None = None) -> int:
    """The same in the games of this person, who is asking for them."""
    return await _some(tx, await rows.behind_for(tx, player), now, limit)


async def _some(tx: Tx, people: list[int], now: int, limit: int | None) -> int:
    done = 0
    for player in people:
        done += await give_back(tx, player, now=now)
        if limit is not None and done >= limit:
            break
    return done


async def give_back(tx: Tx, player: int, *, now: int) -> int:
    """Bring all turns of one person up to date, and tell them so once; how many were behind."""
    before = await rows.turns_of(tx, player)
    after = [await turn_clock.caught_up(tx, clock) for clock in before]
    behind = [(old, new) for old, new in zip(before, after, strict=True) if new != old]
    given = [
        new
        for old, new in behind
        if new.deadline > old.deadline
        and new.overdue is None
        and time_control.parse(new.control).timed
    ]
    if given:
        turns = tuple((clock.match, clock.ply, "given-back") for clock in given)
        by_message = (await settings.of(tx, player)).remind == "dm"
        first = await match_state.get(tx, given[0].match)
        await outbox.queue(
            tx,
            "given-back",
            Reminder(player, turns),
            user=player if by_message else None,
            channel=None if by_message else first.place,
            now=now,
        )
    return len(behind)
