"""Takebacks and undo: a player's last move and all later turns no longer count.

Nothing is deleted. A takeback has a number among the moves (`Match.ply` never decreases), so that a
board posted before it is stale like any other. The moves that were taken back stay in their table
but are left out of records, positions and ratings.

A takeback needs the consent of the other active players. On the clocks, the turns that were taken
back never happened: each seat gets back the bank that it had when the asking player's turn began,
and that turn starts again now. The time in between is charged to no player. A pause or extra time
applied to the current turn and ends with it. Conditional moves are cancelled, because they were
meant for another line of play.

Undo is a takeback that needs no consent: for a minute, until another player has answered the move.
It restores the turn as it was: its clock, its stops, and conditional moves cancelled by the move.
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
    """Return the seats that must agree. Raises `NothingToTakeBack`.

    These are the seats that have not departed and were still active before the move.
    """
    turns = await _turns(tx, match, seat)
    here = await lifecycle.with_position(tx, match, whole=True)
    before = position_cache.back(here.position, here.position.ply - len(turns))
    return await lifecycle.playing(tx, match, before)


async def told(tx: Tx, match: Match, seat: int) -> Facts:
    """Return the move that would be taken back and the number of turns in all."""
    turns = await _turns(tx, match, seat)
    return Facts(move=turns[0].text, turns=len(turns))


async def settle(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Take back the seat's last move. Its player is to move again."""
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
    """Undo a player's last move within a minute, without asking the others.

    `ply` is that of the match after the move. The turn and its clock continue as if the move had
    not been made. Raises `NotFound`, `Finished` (also if the move ended the game), `NotPlaying`,
    `HasLeft`, `TooLateToUndo`.
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
    as_before = replace(
        match, moved_at=before.moved_at, quick_replies=before.quick_replies, offer=None
    )
    after = await _back(tx, as_before, here, turns, now, alone=True)
    after = await turn_clock.restore(tx, after, before)
    after = await executor.rewind(tx, after, before.ended, now)
    await lifecycle.show(tx, after, now, in_place=True)
    return after


def undoable(match: Match, player: int, now: int) -> Before | None:
    """Return the state to restore if this player can undo their last move, or None.

    An offer by another player and a departure count as an answer. If the turn's deadline has passed
    in the meantime, the move cannot be undone.
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
    """Return the match without these last turns. Its clock is not changed yet."""
    before = position_cache.back(here.position, here.position.ply - len(turns))
    banks = list(match.banks)
    for turn in reversed(turns):
        if turn.bank is not None:
            banks[turn.seat] = turn.bank
            await clocks.set_bank(tx, match.id, turn.seat, turn.bank)
    after = replace(
        match,
        ply=match.ply + 1,
        retracted_plies=match.retracted_plies + len(turns) + 1,
        turn=before.turn,
        position=here.rules.dump(before),
        banks=tuple(banks),
    )
    made = Takeback(match.id, match.ply, turns[0].seat, turns[0].ply, now, alone)
    await move_rows.take_back(tx, made, after)
    return await turn_clock.cut(tx, after, here.position.turn, now)


async def _turns(tx: Tx, match: Match, seat: int) -> list[MoveRow]:
    """Return a player's last move and every turn since.

    Raises `NothingToTakeBack` if they have made none, or if a player has left since.
    """
    moves = await move_rows.of(tx, match.id)
    own = [move for move in moves if move.seat == seat and move.player is not None]
    left = bool(own) and any(one.ply > own[-1].ply for one in match.departures)
    if not own or left:
        raise NothingToTakeBack(match, why="left" if left else None)
    return [move for move in moves if move.ply >= own[-1].ply]
