"""Conditional moves of a player: save, view and delete them.

Conditional moves belong to a seat of a match. Other players do not see them until they are played.
`parser` documents the syntax, and `executor` plays the moves.
"""

from bot.service.conditional_moves import parser
from bot.service.errors import NoPlan, NoTurn, Stale, YourTurn
from bot.service.idempotency import once
from bot.service.match import lifecycle
from bot.store import Tx, conditional_moves
from bot.store.interactions import Interaction
from bot.store.models import Match, Plan


def _saved_earlier(
    tx: Tx, did: Interaction, match_id: int, *, player: int, **more: object
) -> tuple[Match, Plan]:
    match = lifecycle.get_running(tx, match_id)
    stored = conditional_moves.get_plan(tx, match_id, lifecycle.seat_of(match, player))
    if stored is None:
        raise NoPlan(match)
    return match, stored


@once("plan", _saved_earlier)
def save_plan(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> tuple[Match, Plan]:
    """Store conditional moves, replacing any earlier ones of this player.

    Returns the match and the conditional moves. `ply` is the ply of the board that the player saw,
    or None if they saw none. Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `Stale`,
    `YourTurn`, `NoTurn`, `BadPlan`, `RulesChanged`, `Damaged`, and `NoPlan` if the request is
    repeated after the conditional moves have been played or deleted.
    """
    match = lifecycle.get_running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    if match.turn == seat:
        raise YourTurn(match)
    state = lifecycle.load_position(tx, match)
    if seat in state.position.done:
        raise NoTurn(match)
    return match, store_plan(tx, state, seat, player, text, now)


def store_plan(
    tx: Tx, state: lifecycle.MatchState, seat: int, player: int, text: str, now: int
) -> Plan:
    """Store and return conditional moves for a seat whose turn it is not.

    Raises `BadPlan`.
    """
    lines = parser.validate_lines(state.rules, state.position, seat, parser.parse_submitted(text))
    written = parser.format_lines(lines)
    plan = Plan(state.match.id, seat, player, state.match.turn_count, written, now)
    conditional_moves.put_plan(tx, plan)
    return plan


def current_plan(
    tx: Tx, match_id: int, *, player: int, ply: int | None = None
) -> tuple[Match, Plan | None]:
    """Return the match and the player's active conditional moves (or None).

    `ply` is the ply of the board that the player saw, or None if they saw none. Raises `NotFound`,
    `Finished`, `Stale`, `NotPlaying`, `HasLeft`.
    """
    match = lifecycle.get_running(tx, match_id, ply=ply)
    return match, active_plan(tx, match, lifecycle.seat_of(match, player))


def active_plan(tx: Tx, match: Match, seat: int) -> Plan | None:
    """Return the active conditional moves of a seat, or None."""
    plan = conditional_moves.get_plan(tx, match.id, seat)
    return None if plan is None or plan.ended is not None else plan


def delete_plan(tx: Tx, match_id: int, *, player: int) -> Match:
    """Delete this player's active conditional moves, and return the match.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `NoPlan`.
    """
    match = lifecycle.get_running(tx, match_id)
    if not conditional_moves.delete_plan(tx, match_id, lifecycle.seat_of(match, player)):
        raise NoPlan(match)
    return match
