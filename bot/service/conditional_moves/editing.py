"""A player's own plans: left while others are to move, looked at, withdrawn.

A plan belongs to a seat of a match, and no one else sees it before it is played. `plan_language` tells
what it may say, `plan_execution` what becomes of it.
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
    """Leave a plan, in the place of the one before; `ply` is the one the player saw, if they looked.

    Raises NotFound, Finished, NotPlaying, HasLeft, Stale, YourTurn, NoTurn, BadPlan, RulesChanged,
    Damaged.
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
    """Leave a plan for a seat that is not to move. BadPlan."""
    lines = parser.check(here.rules, here.position, seat, parser.take(text))
    written = parser.write(lines)
    plan = Plan(here.match.id, seat, player, here.match.turns, written, now)
    await conditional_moves.put(tx, plan)
    return plan


async def mine(tx: Tx, match_id: int, *, player: int) -> tuple[Match, Plan | None]:
    """What is left of this person's plan, with the match; None if they have none that stands.

    Raises NotFound, Finished, NotPlaying, HasLeft.
    """
    match = await lifecycle.running(tx, match_id)
    found = await conditional_moves.get(tx, match_id, lifecycle.seat_of(match, player))
    return match, None if found is None or found.ended is not None else found


async def withdraw(tx: Tx, match_id: int, *, player: int) -> Match:
    """Forget this person's plan. Raises NotFound, Finished, NotPlaying, HasLeft, NoPlan."""
    match = await lifecycle.running(tx, match_id)
    if not await conditional_moves.drop(tx, match_id, lifecycle.seat_of(match, player)):
        raise NoPlan(match)
    return match
