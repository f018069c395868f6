"""Takebacks and undo: a player's last move and all later turns no longer count.

Nothing is deleted. A takeback uses up a ply number (`Match.ply` never decreases), so boards posted
before it become stale, as after a move. The moves that were taken back stay in their table but are
left out of records, positions and ratings.

A takeback needs the consent of the other active players. The clocks are reset as if the retracted
turns had never been played: each seat gets back the bank that it had at the start of the retracted
turn of the player who asked, and that turn starts again now. No player is charged for the time in
between. A pause or extra time applies only to the current turn and ends with it. Conditional moves
are cancelled, because they were meant for another line of play.

Undo is a takeback that needs no consent. It is possible for one minute, unless another player has
already answered the move. It restores the clock of the turn, its stops, and any conditional moves
that the move cancelled.
"""

from dataclasses import replace

from bot.service import position_cache
from bot.service.clock import snowflakes
from bot.service.conditional_moves import executor
from bot.service.errors import NothingToTakeBack, TooLateToUndo
from bot.service.idempotency import once
from bot.service.match import lifecycle, turn_clock
from bot.store import Tx
from bot.store.match import match_saver, move_rows
from bot.store.models import Match, MoveRow, Takeback, UndoState
from bot.store.models.payloads import NoticeFacts

GRACE = 60
"""Seconds within which a move can be undone."""


def required_consents(tx: Tx, match: Match, seat: int) -> set[int]:
    """Return the seats that must agree. Raises `NothingToTakeBack`.

    These are the seats that were active before the move and have not departed.
    """
    turns = _turns_to_retract(tx, match, seat)
    state = lifecycle.load_position(tx, match, whole=True)
    before = position_cache.position_at_ply(state.position, state.position.ply - len(turns))
    return lifecycle.active_seats(tx, match, before)


def takeback_facts(tx: Tx, match: Match, seat: int) -> NoticeFacts:
    """Return the move to be taken back and the total number of turns to retract."""
    turns = _turns_to_retract(tx, match, seat)
    return NoticeFacts(move=turns[0].text, turns=len(turns))


def apply_takeback(tx: Tx, match: Match, seat: int, now: int) -> Match:
    """Take back the last move of this seat, whose turn it then is again."""
    turns = _turns_to_retract(tx, match, seat)
    state = lifecycle.load_position(tx, match, whole=True)
    after = _rewind(tx, replace(match, moved_at=now), state, turns, now)
    after = turn_clock.start_turn(tx, after, now)
    after = executor.cancel_plans(tx, after, why="takeback", now=now)
    lifecycle.queue_board(tx, after, now)
    return after


@once("undo")
def undo_move(tx: Tx, match_id: int, *, player: int, ply: int, interaction: int, now: int) -> Match:
    """Undo a player's last move within a minute, without asking the others.

    `ply` is the ply of the match after the move. The turn and its clock continue as if the move had
    not been made. Raises `NotFound`, `Finished` (also if the move ended the game), `NotPlaying`,
    `HasLeft`, `TooLateToUndo`, `RulesChanged`, `Damaged`.
    """
    match = lifecycle.get_running(tx, match_id)
    lifecycle.seat_of(match, player)
    before = undo_state_for(match, player, snowflakes.sent_at(interaction, now))
    if before is None or not before.ply < ply <= match.ply:
        raise TooLateToUndo(match)
    state = lifecycle.load_position(tx, match, whole=True)
    turns = move_rows.moves_since(tx, match_id, before.ply)
    as_before = replace(
        match, moved_at=before.moved_at, quick_replies=before.quick_replies, offer=None
    )
    after = _rewind(tx, as_before, state, turns, now, alone=True)
    after = turn_clock.restore_turn(after, before)
    after = executor.reinstate(tx, after, before.ended, now)
    match_saver.save(tx, match, after)
    lifecycle.queue_board(tx, after, now, in_place=True)
    return after


def undo_state_for(match: Match, player: int, now: int) -> UndoState | None:
    """Return the state to restore if this player can undo their last move, or None.

    The move can be undone only within `GRACE`, and not after the original deadline of its turn. An
    offer by another player or a departure since the move also prevents it. So does a move in the
    future: the system clock was ahead, and the state has times that were never right.
    """
    before = turn_clock.get_undo_state(match)
    if before is None or before.player != player or abs(now - before.at) > GRACE:
        return None
    offered = match.offer is not None and match.players[match.offer.seat] != player
    left = any(departure.ply > before.ply for departure in match.departures)
    return None if offered or left or before.clock.deadline < now else before


def undo_ends(before: UndoState) -> int:
    """Return the first time at which the move can no longer be undone."""
    return min(before.at + GRACE, before.clock.deadline) + 1


def _rewind(
    tx: Tx,
    match: Match,
    state: lifecycle.MatchState,
    turns: list[MoveRow],
    now: int,
    *,
    alone: bool = False,
) -> Match:
    """Retract these last turns and return the match, without changing its clock yet."""
    before = position_cache.position_at_ply(state.position, state.position.ply - len(turns))
    banks = list(match.banks)
    for turn in reversed(turns):
        if turn.bank is not None:
            banks[turn.seat] = turn.bank
    after = replace(
        match,
        ply=match.ply + 1,
        retracted_plies=match.retracted_plies + len(turns) + 1,
        turn=before.turn,
        position=state.rules.dump(before),
        banks=tuple(banks),
    )
    made = Takeback(match.id, match.ply, turns[0].seat, turns[0].ply, now, alone)
    move_rows.add_takeback(tx, made)
    return turn_clock.end_stops(after, state.position.turn, now)


def _turns_to_retract(tx: Tx, match: Match, seat: int) -> list[MoveRow]:
    """Return the last move of this seat and all turns since.

    Raises `NothingToTakeBack` if the seat has not moved, or if a player has left since its move.
    """
    moves = move_rows.moves_of(tx, match.id)
    own = [move for move in moves if move.seat == seat and move.player is not None]
    left = bool(own) and any(departure.ply > own[-1].ply for departure in match.departures)
    if not own or left:
        raise NothingToTakeBack(match, why="left" if left else None)
    return [move for move in moves if move.ply >= own[-1].ply]
