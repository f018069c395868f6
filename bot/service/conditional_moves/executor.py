"""Executes conditional moves, or cancels them and notifies their owner privately.

A conditional move is played in the transaction of the move that it answers. It is therefore never
played twice, no turn clock starts for it, and no deadline can expire first. The owner is not
notified of each move that is played. When the moves are cancelled, the owner is notified by direct
message (outside quiet hours, and only if they want reminders) or in the answer to their next
request, whichever comes first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.service import position_cache
from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import awake_and_present
from bot.service.conditional_moves import parser
from bot.service.players import player_settings
from bot.store import Tx, conditional_moves, outbox_rows
from bot.store.models import CancelReason, Match, Plan
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import EndedPlan
from engine import Move, Position, Variant


async def planned_move(
    tx: Tx, match: Match, rules: Variant, position: Position, now: int
) -> tuple[Move | None, bool]:
    """Return the conditional move for this position and whether any steps remain.

    The move is None if no conditional move applies, in which case they are cancelled.
    """
    plan = await conditional_moves.get_plan(tx, match.id, position.turn)
    assert plan is not None
    base = position_cache.position_at_ply(position, plan.ply)
    planned = parser.find_answer(rules, parser.parse_lines(plan.text), base, position)
    if not isinstance(planned, parser.PlannedMove):
        await _cancel(tx, plan, planned, now)
        return None, False
    if planned.rest:
        rest = parser.format_lines(planned.rest)
        await conditional_moves.put_plan(tx, replace(plan, ply=position.ply + 1, text=rest))
    else:
        await conditional_moves.delete_plan(tx, match.id, plan.seat)
    return planned.move, bool(planned.rest)


async def cancel_plans(tx: Tx, match: Match, *, why: CancelReason, now: int) -> Match:
    """Cancel all conditional moves of a match and notify their owners privately."""
    if match.planned:
        for plan in await conditional_moves.open_plans(tx, match.id):
            await _cancel(tx, plan, why, now)
    return replace(match, planned=())


async def reinstate(tx: Tx, match: Match, ended: Sequence[int], now: int) -> Match:
    """Undo the effects of an undone move on conditional moves.

    The move had cancelled the conditional moves of the seats in `ended`. They are reinstated unless
    their owner has already been notified. Conditional moves saved after the move are cancelled.
    """
    for seat in ended:
        plan = await conditional_moves.get_plan(tx, match.id, seat)
        if plan is not None and plan.ended is not None:
            await conditional_moves.put_plan(tx, replace(plan, ended=None, tell_at=None))
    standing = await conditional_moves.open_plans(tx, match.id) if ended or match.planned else []
    for plan in standing:
        if plan.ply > match.turn_count:
            await _cancel(tx, plan, "takeback", now)
    return replace(
        match, planned=tuple(plan.seat for plan in standing if plan.ply <= match.turn_count)
    )


async def queue_due_notices(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the direct messages that are due, and return the number processed.

    Messages due in quiet hours are postponed to the morning.
    """
    due = await conditional_moves.due_notices(tx, now, limit)
    for plan in due:
        at = await _notify_at(tx, plan.player, now)
        if at is None or at > now:  # the settings have changed, or quiet hours have begun
            await conditional_moves.put_plan(tx, replace(plan, tell_at=at))
            continue
        await conditional_moves.put_plan(tx, replace(plan, tell_at=None))
        assert plan.ended is not None
        ended = EndedPlan(plan.match, plan.player, plan.seat, plan.ended)
        await outbox_rows.queue(tx, "plan", ended, user=plan.player, now=now)
    return len(due)


async def unread(tx: Tx, ended: EndedPlan) -> Plan | None:
    """Return the cancelled conditional moves, or None if their owner already knows."""
    plan = await conditional_moves.get_plan(tx, ended.match, ended.seat)
    return plan if plan is not None and plan.ended is not None else None


async def on_cancellation_delivered(
    tx: Tx, row: OutboxRow, ended: EndedPlan, message: int | None, now: int
) -> None:
    """Delete cancelled conditional moves after their direct message was delivered."""
    await conditional_moves.delete_ended(tx, ended.match, ended.seat)


async def mark_read(tx: Tx, plans: Iterable[Plan]) -> None:
    """Delete cancelled conditional moves whose owner has learned of them in an answer."""
    for plan in plans:
        stored = await conditional_moves.get_plan(tx, plan.match, plan.seat)
        if stored is not None and replace(stored, tell_at=plan.tell_at) == plan:
            await conditional_moves.delete_ended(tx, plan.match, plan.seat)


async def _cancel(tx: Tx, plan: Plan, why: CancelReason, now: int) -> None:
    await conditional_moves.put_plan(
        tx, replace(plan, ended=why, tell_at=await _notify_at(tx, plan.player, now))
    )


async def _notify_at(tx: Tx, player: int, now: int) -> int | None:
    """Return when this player may be notified, or None if they want no reminders."""
    settings = await player_settings.load_settings(tx, player)
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    return None if settings.remind == "none" else awake_and_present(now, days)
