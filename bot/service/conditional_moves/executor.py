"""What becomes of plans that stand: played when their turn comes, or ended, and that told in private.

The move is played in the transaction of the move that it answers, so no plan is played twice, no turn
begins whose answer is planned, and no deadline comes before it. Who has planned is told nothing while
their plan is played; that it has ended they are told by direct message (not in their quiet hours, and
not if they want no reminders) or in the answer to the next thing that they ask, whichever is first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.service import position_cache
from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import speakable
from bot.service.conditional_moves import parser
from bot.service.players import player_settings
from bot.store import Tx, conditional_moves, outbox_rows
from bot.store.models import Ended, Match, Plan
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import EndedPlan
from engine import Move, Position, Variant


async def answer(
    tx: Tx, match: Match, rules: Variant, position: Position, now: int
) -> tuple[Move | None, bool]:
    """The move that the seat to move has planned for this position, and whether more of its plan stands.

    No move if the plan does not fit: it has ended.
    """
    plan = await conditional_moves.get(tx, match.id, position.turn)
    assert plan is not None
    base = position_cache.back(position, plan.ply)
    found = parser.answer(rules, parser.read(plan.text), base, position)
    if not isinstance(found, parser.Answer):
        await _end(tx, plan, found, now)
        return None, False
    if found.rest:
        rest = parser.write(found.rest)
        await conditional_moves.put(tx, replace(plan, ply=position.ply + 1, text=rest))
    else:
        await conditional_moves.drop(tx, match.id, plan.seat)
    return found.move, bool(found.rest)


async def cancel(tx: Tx, match: Match, *, why: Ended, now: int) -> Match:
    """End all plans of a match that stand, because the game has taken another turn; in private."""
    if match.planned:
        for plan in await conditional_moves.standing(tx, match.id):
            await _end(tx, plan, why, now)
    return replace(match, planned=())


async def rewind(tx: Tx, match: Match, ended: Sequence[int], now: int) -> Match:
    """A move was undone at once: plans that it has ended stand again, those left since have ended.

    Who was told that their plan has ended leaves it anew.
    """
    for seat in ended:
        plan = await conditional_moves.get(tx, match.id, seat)
        if plan is not None and plan.ended is not None:
            await conditional_moves.put(tx, replace(plan, ended=None, tell_at=None))
    standing = await conditional_moves.standing(tx, match.id) if ended or match.planned else []
    for plan in standing:
        if plan.ply > match.turns:
            await _end(tx, plan, "takeback", now)
    return replace(match, planned=tuple(plan.seat for plan in standing if plan.ply <= match.turns))


async def tell(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Owe the direct messages that are due, or some, by night in the morning; how many were due."""
    due = await conditional_moves.to_tell(tx, now, limit)
    for plan in due:
        at = await _by_day(tx, plan.player, now)
        if at is None or at > now:  # another wish, or it fell due by day and the bot was away
            await conditional_moves.put(tx, replace(plan, tell_at=at))
            continue
        await conditional_moves.put(tx, replace(plan, tell_at=None))
        assert plan.ended is not None
        ended = EndedPlan(plan.match, plan.player, plan.seat, plan.ended)
        await outbox_rows.queue(tx, "plan", ended, user=plan.player, now=now)
    return len(due)


async def untold(tx: Tx, ended: EndedPlan) -> Plan | None:
    """The ended plan that a direct message is about, if its player does not know yet."""
    plan = await conditional_moves.get(tx, ended.match, ended.seat)
    return plan if plan is not None and plan.ended is not None else None


async def told(tx: Tx, row: OutboxRow, ended: EndedPlan, message: int | None, now: int) -> None:
    """That direct message has arrived."""
    await conditional_moves.forget(tx, ended.match, ended.seat)


async def heard(tx: Tx, plans: Iterable[Plan]) -> None:
    """Their player has been told that these have ended."""
    for plan in plans:
        known = await conditional_moves.get(tx, plan.match, plan.seat)
        if known is not None and replace(known, tell_at=plan.tell_at) == plan:
            await conditional_moves.forget(tx, plan.match, plan.seat)


async def _end(tx: Tx, plan: Plan, why: Ended, now: int) -> None:
    await conditional_moves.put(
        tx, replace(plan, ended=why, tell_at=await _by_day(tx, plan.player, now))
    )


async def _by_day(tx: Tx, player: int, now: int) -> int | None:
    """When this person may be told: now, or when they wake; None if they want to be told nothing."""
    wishes = await player_settings.of(tx, player)
    days = Calendar(wishes.zone, parse_quiet(wishes.quiet))
    return None if wishes.remind == "none" else speakable(now, days)
