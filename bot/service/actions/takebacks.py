"""Takebacks: by everybody's consent a player's last move, and what was played since, counts no more.

Nothing is deleted. The takeback has a number among the moves (`Match.ply` never goes back), so that a
board which somebody saw before it is an old board, like any other; the moves that it names stay in their
table and out of records, positions and ratings.

On the clocks the turns that are taken back never happened: each seat has the bank again that it had when
the asker's turn began, and they begin that turn anew, now. So no time is won or lost by anybody but what
passed meanwhile, which counts for nobody. A pause or a gift was for the turn that ran, and ends with it;
plans foresaw another game, and end.

A move can be undone by its player alone for a minute, until a person has answered it. That is a takeback
too, but the turn goes on where it stood: its clock, what stopped it, and plans that the move has ended.
"""

from dataclasses import replace

from bot.service import idempotency, position_cache
from bot.service.clock import snowflakes
from bot.service.conditional_moves import executor
from bot.service.errors import NothingToTakeBack, TooLateToUndo
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx, clocks, move_rows, offer_rows
from bot.store.models import Before, Match, MoveRow, Takeback
from bot.store.models.payloads import Facts

GRACE = 60
"""Seconds within which a move can be undone."""


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: who has not left, and was still playing before the move. NothingToTakeBack."""
    turns = await _turns(tx, match, seat)
    here = await lifecycle.with_position(tx, match, whole=True)
    before = position_cache.back(here.position, here.position.ply - len(turns))
    return await lifecycle.playing(tx, match, before)


async def told(tx: Tx, match: Match, seat: int) -> Facts:
    """The move that would be taken back, and how many turns that are in all."""
    turns = await _turns(tx, match, seat)
    return Facts(move=turns[0].text, turns=len(turns))


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """All agree: the player of this seat is to move again, as before their last move."""
    turns = await _turns(tx, match, seat)
    here = await lifecycle.with_position(tx, match, whole=True)
    after = await _back(tx, replace(match, moved_at=now), here, turns, now)
    after = await turn_clock.start(tx, after, now)
    after = await executor.cancel(tx, after, why="takeback", now=now)
    await lifecycle.show(tx, after, now)
    return after


async def undo(
    tx: Tx, match_id: int, *, player: int, ply: int, interaction: int, now: int
) -> Match:
    """Within a minute, and before anybody has answered it, one's move is undone; nobody is asked.

    `ply`: that of the match after the move. The turn and its clock run as if nothing had been played.
    Raises NotFound, Finished (also where the move ended the game), NotPlaying, HasLeft, TooLateToUndo.
    """
    if await idempotency.earlier(tx, interaction, "undo", match=match_id):
        return await lifecycle.get(tx, match_id)
    match = await lifecycle.running(tx, match_id)
    lifecycle.seat_of(match, player)
    before = undoable(match, player, snowflakes.moment(interaction, now))
    if before is None or not before.ply < ply <= match.ply:
        raise TooLateToUndo(match)
    await idempotency.done(tx, interaction, "undo", match=match_id, now=now)
    if match.offer is not None:
        await offer_rows.withdraw(tx, match_id)
    here = await lifecycle.with_position(tx, match, whole=True)
    turns = await move_rows.since(tx, match_id, before.ply)
    as_before = replace(match, moved_at=before.moved_at, prompt=before.prompt, offer=None)
    after = await _back(tx, as_before, here, turns, now, alone=True)
    after = await turn_clock.restore(tx, after, before)
    after = await executor.rewind(tx, after, before.ended, now)
    await lifecycle.show(tx, after, now, in_place=True)
    return after


def undoable(match: Match, player: int, now: int) -> Before | None:
    """The turn that this person's last move ended, while they can undo it; None if they cannot.

    An offer by somebody else is an answer, and so is leaving. What has cost a turn its time is no more
    undone than a turn whose time has run out meanwhile.
    """
    before = turn_clock.undoable(match)
    if before is None or before.player != player or now > before.at + GRACE:
        return None
    offered = match.offer is not None and match.players[match.offer.seat] != player
    left = any(one.ply > before.ply for one in match.departures)
    return None if offered or left or before.clock.deadline < now else before


async def _back(
    tx: Tx,
    match: Match,
    here: lifecycle.MatchState,
    turns: list[MoveRow],
    now: int,
    *,
    alone: bool = False,
) -> Match:
    """The match without these last turns; its clock is still that of the turn that ran."""
    before = position_cache.back(here.position, here.position.ply - len(turns))
    banks = list(match.banks)
    for turn in reversed(turns):
        if turn.bank is not None:
            banks[turn.seat] = turn.bank
            await clocks.set_bank(tx, match.id, turn.seat, turn.bank)
    after = replace(
        match,
        ply=match.ply + 1,
        undone=match.undone + len(turns) + 1,
        turn=before.turn,
        position=here.rules.dump(before),
        banks=tuple(banks),
    )
    made = Takeback(match.id, match.ply, turns[0].seat, turns[0].ply, now, alone)
    await move_rows.take_back(tx, made, after)
    return await turn_clock.cut(tx, after, here.position.turn, now)


async def _turns(tx: Tx, match: Match, seat: int) -> list[MoveRow]:
    """A player's last move and all that was played since.

    NothingToTakeBack if they have made none, or somebody has left the match since.
    """
    moves = await move_rows.of(tx, match.id)
    own = [move for move in moves if move.seat == seat and move.player is not None]
    left = bool(own) and any(one.ply > own[-1].ply for one in match.departures)
    if not own or left:
        raise NothingToTakeBack(match, why="left" if left else None)
    return [move for move in moves if move.ply >= own[-1].ply]
