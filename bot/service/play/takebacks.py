"""Takebacks: by everybody's consent a player's last move, and what was played since, counts no more.

Nothing is deleted. The takeback has a number among the moves (`Match.ply` never goes back), so that a
board which somebody saw before it is an old board, like any other; the moves that it names stay in their
table and out of records, positions and ratings.

On the clocks the turns that are taken back never happened: each seat has the bank again that it had when
the asker's turn began, and they begin that turn anew, now. So no time is won or lost by anybody but what
passed meanwhile, which counts for nobody. A pause or a gift was for the turn that ran, and ends with it;
plans foresaw another game, and end.
"""

from __future__ import annotations

from dataclasses import replace

from bot.service import replay
from bot.service.errors import NothingToTakeBack
from bot.service.match import plan_execution, turn_clock
from bot.service.match import state as match_state
from bot.service.values import Match, MoveRow, Takeback
from bot.store import Tx, clocks
from bot.store import moves as rows
from bot.store.values.payloads import Facts


async def voters(tx: Tx, match: Match, seat: int) -> set[int]:
    """Who must agree: who has not left, and was still playing before the move. NothingToTakeBack."""
    turns = await _turns(tx, match, seat)
    here = await match_state.with_position(tx, match)
    before = replay.back(here.position, here.position.ply - len(turns))
    return await match_state.playing(tx, match, before)


async def told(tx: Tx, match: Match, seat: int) -> Facts:
    """The move that would be taken back, and how many turns that are in all."""
    turns = await _turns(tx, match, seat)
    return Facts(move=turns[0].text, turns=len(turns))


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """All agree: the player of this seat is to move again, as before their last move."""
    turns = await _turns(tx, match, seat)
    here = await match_state.with_position(tx, match)
    before = replay.back(here.position, here.position.ply - len(turns))
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
        moved_at=now,
        banks=tuple(banks),
    )
    await rows.take_back(tx, Takeback(match.id, match.ply, seat, turns[0].ply, now), after)
    await turn_clock.over(tx, match, now)
    after = await turn_clock.cut(tx, after, here.position.turn, now)
    after = await turn_clock.start(tx, after, now)
    after = await plan_execution.cancel(tx, after, why="takeback", now=now)
    await match_state.show(tx, after, now)
    return after


async def _turns(tx: Tx, match: Match, seat: int) -> list[MoveRow]:
    """A player's last move and all that was played since.

    NothingToTakeBack if they have made none, or somebody has left the match since.
    """
    moves = await rows.of(tx, match.id)
    own = [move for move in moves if move.seat == seat and move.player is not None]
    if not own or any(one.ply > own[-1].ply for one in match.departures):
        raise NothingToTakeBack(match)
    return [move for move in moves if move.ply >= own[-1].ply]
