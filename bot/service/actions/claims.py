"""Turns of unrated games whose time has run out: open to a claim, and otherwise nothing is lost.

The opponents are told once. Any of them may claim the turn (the seat is lost then, as by the clock
of a rated game), give a day, or wait; one word is enough, where several might speak. A partner is no
opponent. A move that comes before a claim stands. If nothing happens for thirty days, the game is
abandoned.
"""

from dataclasses import replace

from bot.service import idempotency
from bot.service.actions import resignations, vacations
from bot.service.clock.time_control import IDLE
from bot.service.errors import NotOpponent, NotOverdue
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx, clocks
from bot.store.models import Match
from bot.store.models.payloads import Facts


async def leave_open(tx: Tx, match: Match, now: int) -> Match:
    """The time of this turn has run out and its clock is taken away: any opponent may claim it."""
    clock = turn_clock.of(match)
    asked = tuple(sorted(await lifecycle.opponents(tx, match, clock.seat)))
    kept = replace(clock, overdue=clock.deadline, deadline=now + IDLE, alarm=None, alarm_at=None)
    await clocks.put(tx, kept)
    await lifecycle.notify(tx, match, "overdue", clock.seat, now, Facts(asked))
    return replace(match, clock=kept)


async def claim(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> Match:
    """Have the turn given up whose time has run out. Look at the status of the answer.

    Raises NotFound, Finished, NotPlaying, HasLeft, NotOverdue, NotOpponent, RulesChanged, Damaged.
    """
    if await idempotency.earlier(tx, interaction, "claim", match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await wait(tx, match_id, player=player)
    assert match.turn is not None
    await idempotency.done(tx, interaction, "claim", match=match_id, now=now)
    return await resignations.depart(tx, match, [match.turn], why="time", now=now)


async def give(tx: Tx, match_id: int, *, player: int, interaction: int, now: int) -> int | None:
    """Give a day, counted from now, to the turn whose time has run out; until when.

    Raises as `claim` does.
    """
    if not await idempotency.earlier(tx, interaction, "offer-gift", match=match_id):
        await wait(tx, match_id, player=player)
    return await vacations.give(tx, match_id, player=player, interaction=interaction, now=now)


async def wait(tx: Tx, match_id: int, *, player: int) -> Match:
    """Do neither: the match, if its turn is overdue and this person plays against whose turn it is."""
    match = await lifecycle.running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if match.overdue is None or match.turn is None:
        why = "own-turn" if match.to_move == player else None if match.deadline else "no-clock"
        raise NotOverdue(match, player=match.to_move, deadline=match.deadline, why=why)
    if seat not in await lifecycle.opponents(tx, match, match.turn):
        raise NotOpponent(match)
    return match
