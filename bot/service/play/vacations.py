"""People who are away, and time that is given: what a person decides about the clocks of games."""

from bot.service import idempotency
from bot.service.clock import time_control, vacation
from bot.service.clock.calendar import DAY, Span, freeze
from bot.service.clock.vacation import Budget
from bot.service.match import state as match_state
from bot.service.match import turn_clock
from bot.service.people import settings
from bot.service.play import gifts, offers
from bot.store import Tx, holidays, matches, players
from bot.store.values import Match, Stop


async def left(tx: Tx, player: int, now: int) -> int:
    """The seconds of vacation that this person has left."""
    return (await _budget(tx, player, now)).left


async def current(tx: Tx, player: int, now: int) -> int | None:
    """Until when this person is away; None if they are here."""
    span = await holidays.current(tx, player, now)
    return None if span is None else span[1]


async def leave(tx: Tx, player: int, *, days: int, interaction: int, now: int) -> int:
    """Go on vacation now, for so many days, in all games; until when.

    It ends the one that runs. Moving meanwhile is allowed and does not end it. BadTime:
    vacation-too-short, vacation-too-long, vacation-used-up.
    """
    if await idempotency.earlier(tx, interaction, "vacation"):
        return await current(tx, player, now) or now
    await players.ensure(tx, [player], now)
    await come_back(tx, player, now=now)
    span = (now, now + days * DAY)
    budget = vacation.take(await _budget(tx, player, now), span, now)
    await holidays.set_budget(tx, player, budget.left, budget.at)
    await holidays.add(tx, player, span)
    for match in await matches.awaiting(tx, player):
        if match.undecided is None and match.overdue is None:
            await turn_clock.away(tx, match, span, now)
    await idempotency.done(tx, interaction, "vacation", now=now)
    return span[1]


async def come_back(tx: Tx, player: int, *, now: int) -> bool:
    """End the vacation that runs: hours not begun are returned; False if there is none."""
    span = await holidays.current(tx, player, now)
    if span is None:
        return False
    budget = vacation.give_back(await _budget(tx, player, now), span, now, now)
    await holidays.set_budget(tx, player, budget.left, budget.at)
    await holidays.end(tx, player, now)
    for match in await matches.awaiting(tx, player):
        cut = await turn_clock.cut(tx, match, turn_clock.of(match).seat, now, ("vacation",))
        await turn_clock.set_off(tx, cut, now)
    return True


async def automatic(tx: Tx, match: Match, now: int) -> Match | None:
    """Take vacation for a rated turn whose time has run out, block by block, until it runs on.

    Nothing is taken, and the answer is None, if the person does not wish it, or if what budget and game
    allow would be over by now.
    """
    clock, control = turn_clock.of(match), time_control.parse(match.control)
    player = match.hand(clock.seat)
    if not (await settings.of(tx, player)).vacation:
        return None
    budget = await _budget(tx, player, clock.deadline)
    days, until, blocks = turn_clock.calendar(match), clock.deadline, list[Span]()
    taken = turn_clock.vacations_of(match, clock.seat)
    while until <= now:
        block = vacation.automatic(budget, [*taken, *blocks], until)
        if block is None:
            return None
        budget, span = block
        blocks.append(span)
        days = freeze(days, *span)
        until = time_control.deadline(control, clock.started, clock.bank, days)
    for span in blocks:
        match = await turn_clock.add_stop(tx, match, Stop(clock.seat, *span, "vacation"))
    await holidays.set_budget(tx, player, budget.left, budget.at)
    return await turn_clock.set_off(tx, match, now)


async def give(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int | None:
    """Give the opponent whose turn it is a day more for this turn; until when they have time then.

    If their time is up it is a day from now. In a rated game all their opponents must wish it: None
    while others have still to agree. A move forgets the wish. Raises NotFound, Finished, NotPlaying,
    HasLeft, Undecided, NobodyToGive, AnotherOffer.
    """
    if await idempotency.earlier(tx, interaction, "offer-gift", match=match_id):
        return _given(await match_state.get(tx, match_id))
    match = await match_state.running(tx, match_id)
    seat = match_state.seat_of(match, player)
    if await gifts.voters(tx, match, seat) == {seat}:
        await idempotency.done(tx, interaction, "offer-gift", match=match_id, now=now)
        await gifts.settle(tx, match, seat, now)
    elif match.offer is None or match.offer.kind != "gift" or seat not in match.offer.agreed:
        await offers.offer(tx, match_id, "gift", player=player, interaction=interaction, now=now)
    return _given(await match_state.get(tx, match_id))


def _given(match: Match) -> int | None:
    waits = match.offer is not None and match.offer.kind == "gift"
    return None if waits else match.deadline


async def _budget(tx: Tx, player: int, now: int) -> Budget:
    known = await holidays.budget(tx, player)
    return vacation.accrue(vacation.begin(now) if known is None else Budget(*known), now)
