"""Conditional moves of a player: save, view and delete them.

Conditional moves belong to a seat of a match. Other players do not see them until they are played.
`plan_text` documents how they are written, and `executor` plays the moves.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from bot.service import position_cache
from bot.service.conditional_moves import plan_lines, plan_text
from bot.service.conditional_moves.plan_lines import PlanLine, PlanLines
from bot.service.errors import NoPlan, NoTurn, Stale, YourTurn
from bot.service.idempotency import once
from bot.service.match import lifecycle
from bot.store import Tx
from bot.store.match import conditional_moves
from bot.store.models import Match, Plan
from bot.store.outbox.interactions import Interaction
from engine import Position, Variant


@dataclass(frozen=True, slots=True)
class PlanState:
    """The conditional moves of a seat whose turn it is not, in the current position."""

    match: Match
    rules: Variant
    position: Position
    seat: int
    lines: PlanLines
    """The lines, without the replies that have been made; () if there are none."""


def load_plan(tx: Tx, match_id: int, *, player: int, ply: int | None = None) -> PlanState:
    """Return a player's active conditional moves.

    `ply` is the ply of the board that the player saw, or None if they saw none. Raises `NotFound`,
    `Finished`, `NotPlaying`, `HasLeft`, `Stale`, `YourTurn`, `NoTurn`, `RulesChanged`, `Damaged`.
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
    return PlanState(
        match, state.rules, state.position, seat, _active_lines(tx, state.rules, match, seat, state)
    )


def _active_lines(
    tx: Tx, rules: Variant, match: Match, seat: int, state: lifecycle.MatchState
) -> PlanLines:
    plan = conditional_moves.get_plan(tx, match.id, seat)
    if plan is None or plan.ended is not None:
        return ()
    base = position_cache.position_at_ply(state.position, plan.ply)
    return plan_lines.lines_at(rules, plan_lines.load_lines(plan.text), base, state.position)


def _saved_earlier(
    tx: Tx, did: Interaction, match_id: int, *, player: int, **more: object
) -> PlanState:
    return load_plan(tx, match_id, player=player)


@once("plan", _saved_earlier)
def save_plan(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> PlanState:
    """Store the conditional moves in a text, replacing the player's earlier ones.

    Returns them. Raises the errors of `load_plan`, and `BadPlan`.
    """
    state = load_plan(tx, match_id, player=player, ply=ply)
    lines = plan_text.parse_plan(state.rules, state.position, state.seat, text)
    return _store(tx, state, lines, player, now)


@once("plan", _saved_earlier)
def add_line(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    moves: Sequence[str],
    ply: int | None,
    interaction: int,
    now: int,
) -> PlanState:
    """Add a line of moves in the order of play to a player's conditional moves.

    It replaces lines that answer the same replies differently, and those that it continues. Returns
    all lines. Raises the errors of `load_plan`, and `BadPlan`.
    """
    state = load_plan(tx, match_id, player=player, ply=ply)
    added = plan_text.read_line(state.rules, state.position, state.seat, moves)
    kept = [line for line in state.lines if not _is_replaced(line, added)]
    lines = tuple(dict.fromkeys((*kept, added)))
    plan_text.check_limits(state.rules, lines)
    return _store(tx, state, lines, player, now)


def _is_replaced(line: PlanLine, added: PlanLine) -> bool:
    """Return whether a line is the beginning of the added one, or contradicts it."""
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(line, added, strict=False))
    )
    if same == len(line):
        return same < len(added)
    if same == len(added):
        return False
    return line[same].replies is not None and line[same].replies == added[same].replies


@once("plan", _saved_earlier)
def remove_lines(
    tx: Tx,
    match_id: int,
    *,
    player: int,
    chosen: Callable[[PlanLine], bool],
    ply: int | None,
    interaction: int,
    now: int,
) -> PlanState:
    """Remove the chosen lines of a player's conditional moves, and return the rest.

    Raises the errors of `load_plan`.
    """
    state = load_plan(tx, match_id, player=player, ply=ply)
    lines = tuple(line for line in state.lines if not chosen(line))
    return _store(tx, state, lines, player, now)


def _store(tx: Tx, state: PlanState, lines: PlanLines, player: int, now: int) -> PlanState:
    """Store lines checked in the current position; without any, delete the row."""
    match, seat = state.match, state.seat
    if lines:
        text = plan_lines.dump_lines(lines)
        conditional_moves.put_plan(tx, Plan(match.id, seat, player, match.turn_count, text, now))
    else:
        conditional_moves.delete_plan(tx, match.id, seat)
    return replace(state, lines=lines)


def delete_plan(tx: Tx, match_id: int, *, player: int) -> Match:
    """Delete this player's active conditional moves, and return the match.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `NoPlan`.
    """
    match = lifecycle.get_running(tx, match_id)
    if not conditional_moves.delete_plan(tx, match_id, lifecycle.seat_of(match, player)):
        raise NoPlan(match)
    return match
