"""People who are away, and time that is given: what a person decides about the clocks of games."""

from __future__ import annotations

from bot.service import clocks, course, once, settings, timing, vacation
from bot.service.calendar import DAY, Span, freeze
from bot.service.errors import NobodyToGive, NoClock
from bot.service.vacation import Budget
from bot.service.values import Clock, Match
from bot.store import Tx, holidays, players
from bot.store import clocks as rows
from bot.store import matches as match_rows


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
        if (await course.get(tx, clock.match)).undecided is None and clock.overdue is None:
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
    for clock in await rows.turns_of(tx, player):
        await rows.cut_stops(tx, clock.match, clock.seat, ("vacation",), now)
        await timing.set_off(tx, clock, await timing.calendar(tx, clock), now)
    return True


async def automatic(tx: Tx, match: Match, clock: Clock, now: int) -> int | None:
    """Take vacation for a rated turn whose time has run out, block by block: until when it runs now.

    Nothing is taken, and the answer is None, if the person does not wish it, or if what budget and game
    allow would be over by now.
    """
    player, control = match.hand(clock.seat), clocks.parse(match.control)
    if not (await settings.of(tx, player)).vacation:
        return None
    budget = await _budget(tx, player, clock.deadline)
    days, until, blocks = await timing.calendar(tx, clock), clock.deadline, list[Span]()
    told = await rows.stops_of(tx, match.id, clock.seat)
    taken = [(first, last) for first, last, why in told if why == "vacation"]
    while until <= now:
        block = vacation.automatic(budget, [*taken, *blocks], until)
        if block is None:
            return None
        budget, span = block
        blocks.append(span)
        days = freeze(days, *span)
        until = clocks.deadline(control, clock.started, clock.bank, days)
    for span in blocks:
        await rows.add_stop(tx, match.id, clock.seat, span, "vacation")
    await holidays.set_budget(tx, player, budget.left, budget.at)
    return await timing.set_off(tx, clock, days, now)


async def give(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int | None:
    """Give the opponent whose turn it is a day more for this turn; until when he has time then.

    If his time has run out it is a day from now. In a rated game all his opponents must wish it: None
    while others have still to agree. A move forgets the wish. Raises NotFound, Finished, NotPlaying,
    HasLeft, Undecided, NobodyToGive.
    """
    match = await course.running(tx, match_id)
    seat = course.seat_of(match, player)
    clock = await rows.get(tx, match_id)
    assert clock is not None
    agreed = await match_rows.offered(tx, match_id, "gift")
    if await once.earlier(tx, interaction, "gift", match=match_id):
        return None if seat in agreed else clock.deadline
    course.must_be_decided(match)
    givers = await course.opponents(tx, match, clock.seat)
    if seat not in givers or not clocks.parse(match.control).timed:
        raise NobodyToGive(match)
    await once.done(tx, interaction, "gift", match=match_id, now=now)
    if match.rated and (missing := givers - agreed - {seat}):
        if seat not in agreed:
            await match_rows.offer(tx, match_id, "gift", seat, match.ply, now)
            await course.notify(tx, match, "gift-offered", seat, now, asks=sorted(missing))
        return None
    await match_rows.withdraw(tx, match_id, "gift")
    # After all that stops this clock, so that a gift is never lost in another stop.
    told = await rows.stops_of(tx, match_id, clock.seat)
    start = max([now, *(last for _, last, _ in told)])
    span = (start if clock.overdue is None else clock.overdue, start + clocks.GIFT)
    until = await timing.stop(tx, clock, span, "gift", since=now)
    await course.notify(tx, match, "gift", clock.seat, now, until=until)
    return until


async def pause(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> bool:
    """Wish for a pause, or agree to one: the clock stands still until the next move, if all agree.

    For fourteen days at most; then it runs again by itself. The answer: whether all agree. A move
    forgets the wish. A turn whose time has run out has as much as if it had been paused just then.
    Raises NotFound, Finished, NotPlaying, HasLeft, Undecided, NoClock.
    """
    match = await course.running(tx, match_id)
    seat = course.seat_of(match, player)
    course.must_be_decided(match)
    if not clocks.parse(match.control).timed:
        raise NoClock(match)
    agreed = await match_rows.offered(tx, match_id, "pause")
    if seat in agreed or await once.earlier(tx, interaction, "pause", match=match_id):
        return False
    await once.done(tx, interaction, "pause", match=match_id, now=now)
    if set(range(len(match.players))) - set(match.gone) - agreed - {seat}:
        await match_rows.offer(tx, match_id, "pause", seat, match.ply, now)
        await course.notify(tx, match, "pause-offered", seat, now)
        return False
    await match_rows.withdraw(tx, match_id, "pause")
    clock = await rows.get(tx, match_id)
    assert clock is not None
    start = now if clock.overdue is None else clock.overdue
    span = (start, now + clocks.LONGEST_PAUSE)
    until = await timing.stop(tx, clock, span, "pause", since=now)
    await course.notify(tx, match, "paused", clock.seat, now, until=until)
    return True


async def _budget(tx: Tx, player: int, now: int) -> Budget:
    known = await holidays.budget(tx, player)
    return vacation.accrue(vacation.begin(now) if known is None else Budget(*known), now)
