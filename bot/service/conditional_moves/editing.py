"""Conditional moves of a player: leave, view and withdraw them.

They belong to a seat of a match, and no other player sees them before they are played.
`parser` describes the syntax, and `executor` plays them.
"""

from bot.service import idempotency
from bot.service.conditional_moves import parser
from bot.service.errors import NoPlan, NoTurn, Stale, YourTurn
from bot.service.match import lifecycle
from bot.store import Tx, conditional_moves
from bot.store.models import Match, Plan


async def leave(
    tx: Tx, match_id: int, *, player: int, text: str, ply: int | None, interaction: int, now: int
) -> Plan:
    """Store conditional moves, replacing any earlier ones of this player.

    `ply` is the ply that the player saw, or None if they did not look at a board. Raises
    `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `Stale`, `YourTurn`, `NoTurn`, `BadPlan`,
    `RulesChanged`, `Damaged`.
    """
    match = await lifecycle.running(tx, match_id)
    seat = lifecycle.seat_of(match, player)
    if await idempotency.earlier(tx, interaction, "plan", match=match_id):
        found = await conditional_moves.get(tx, match_id, seat)
        if found is None:
            raise NoPlan(match)
        return found
    if ply is not None and ply != match.ply:
        raise Stale(match, seen=ply)
    if match.turn == seat:
        raise YourTurn(match)
    here = await lifecycle.with_position(tx, match)
    if seat in here.position.done:
        raise NoTurn(match)
    plan = await put(tx, here, seat, player, text, now)
    await idempotency.done(tx, interaction, "plan", match=match.id, ply=match.ply, now=now)
    return plan


async def put(
    tx: Tx, here: lifecycle.MatchState, seat: int, player: int, text: str, now: int
) -> Plan:
    """Store conditional moves for a seat that is not to move. Raises `BadPlan`."""
    lines = parser.check(here.rules, here.position, seat, parser.take(text))
    written = parser.write(lines)
    plan = Plan(here.match.id, seat, player, here.match.turns, written, now)
    await conditional_moves.put(tx, plan)
    return plan


async def mine(tx: Tx, match_id: int, *, player: int) -> tuple[Match, Plan | None]:
    """Return the match and the player's remaining conditional moves, or None.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`.
    """
    match = await lifecycle.running(tx, match_id)
    found = await conditional_moves.get(tx, match_id, lifecycle.seat_of(match, player))
    return match, None if found is None or found.ended is not None else found


async def withdraw(tx: Tx, match_id: int, *, player: int) -> Match:
    """Delete this player's conditional moves.

    Raises `NotFound`, `Finished`, `NotPlaying`, `HasLeft`, `NoPlan`.
    """
    match = await lifecycle.running(tx, match_id)
    if not await conditional_moves.drop(tx, match_id, lifecycle.seat_of(match, player)):
        raise NoPlan(match)
    return match
