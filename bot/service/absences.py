"""People who are away, and time that is given: what a person decides about the clocks of games."""

from __future__ import annotations

from bot.service import clocks, course, once, timing, vacation
from bot.service.calendar import DAY
from bot.service.errors import NobodyToGive
from bot.service.vacation import Budget
from bot.store import Tx, holidays, players
from bot.store import clocks as rows


async def left(tx: Tx, player: int, now: int) -> int:
    """The seconds of vacation that this person has left."""
    return (await _budget(tx, player, now)).left


async def current(tx: Tx, player: int, now: int) -> int | None:
    """Until when this person is away; None if he is here."""
    span = await holidays.current(tx, player, now)
    return None if span is None else span[1]


async def leave(tx: Tx, player: int, *, days: int, interaction: int, now: int) -> int:
    """Go on vacation now, for so many days, in all games; until when.

    It ends the one that runs. Moving meanwhile is allowed and does not end it. BadTime:
    vacation-too-short, vacation-too-long, vacation-used-up.
    """
    if await once.earlier(tx, interaction, "vacation"):
        return await current(tx, player, now) or now
    await players.ensure(tx, [player], now)
    await come_back(tx, player, now=now)
    span = (now, now + days * DAY)
    budget = vacation.take(await _budget(tx, player, now), span, now)
    await holidays.set_budget(tx, player, budget.left, budget.at)
    await holidays.add(tx, player, span)
    for clock in await rows.turns_of(tx, player):
        await timing.away(tx, clock, span, now)
        await timing.set_off(tx, clock, await timing.calendar(tx, clock), now)
    await once.done(tx, interaction, "vacation", now=now)
    return span[1]


async def come_back(tx: Tx, player: int, *, now: int) -> bool:
    """End the vacation that runs: hours not begun are returned; False if there is none."""
    span = await holidays.current(tx, player, now)
    if span is None:
        return False
    budget = vacation.give_back(await _budget(tx, player, now), span, now, now)
    await holidays.set_budget(tx, player, budget.left, budget.at)
    await holidays.end(tx, player, now)
    await rows.cut_vacations(tx, player, now)
    for clock in await rows.turns_of(tx, player):
        await timing.set_off(tx, clock, await timing.calendar(tx, clock), now)
    return True


async def give(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int:
    """Give the opponent whose turn it is a day more for this turn; until when he has time then.

    Raises NotFound, Finished, NotPlaying, HasLeft, NobodyToGive.
    """
    match = await course.running(tx, match_id)
    course.seat_of(match, player)
    clock = await rows.get(tx, match_id)
    assert clock is not None
    if await once.earlier(tx, interaction, "gift", match=match_id):
        return clock.deadline
    if match.to_move == player or not clocks.parse(match.control).timed:
        raise NobodyToGive(match)
    # After all that stops this clock, so that a gift is never lost in another stop.
    told = await rows.stops_of(tx, match_id, clock.seat)
    start = max([now, *(last for _, last, _ in told)])
    until = await timing.stop(tx, clock, (start, start + clocks.GIFT), "gift")
    await once.done(tx, interaction, "gift", match=match_id, now=now)
    await course.notify(tx, match, "gift", clock.seat, now, until=until)
    return until


async def _budget(tx: Tx, player: int, now: int) -> Budget:
    known = await holidays.budget(tx, player)
    return vacation.accrue(vacation.begin(now) if known is None else Budget(*known), now)
