"""Executor of conditional moves: plays or cancels them, and notifies the owner.

A conditional move is played in the transaction of the move that it answers. It is therefore never
played twice, no turn clock starts for it, and no deadline can expire first. The owner is not
notified of each move that is played. A cancellation is reported only to the owner: by direct
message (outside quiet hours, and only if they want reminders) or in the response to their next
request, whichever comes first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.service import position_cache
from bot.service.clock.calendar import Calendar, parse_quiet
from bot.service.clock.reminder_times import awake_and_present
from bot.service.conditional_moves import plan_lines
from bot.service.players import player_settings
from bot.store import Tx
from bot.store.match import conditional_moves
from bot.store.models import CancelReason, Match, Plan
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import EndedPlan
from bot.store.outbox import outbox_rows
from engine import Move, Position, Variant


def planned_move(
    tx: Tx, match: Match, rules: Variant, position: Position, now: int
) -> tuple[Move | None, bool]:
    """Return the conditional move for this position and whether any steps remain.

    Stores the remaining steps. If no conditional move applies, the move is None and all conditional
    moves of the seat are cancelled.
    """
    plan = conditional_moves.get_plan(tx, match.id, position.turn)
    assert plan is not None
    base = position_cache.position_at_ply(position, plan.ply)
    planned = plan_lines.find_answer(rules, plan_lines.load_lines(plan.text), base, position)
    if not isinstance(planned, plan_lines.PlannedMove):
        _cancel(tx, plan, planned, now)
        return None, False
    if planned.rest:
        rest = plan_lines.dump_lines(planned.rest)
        conditional_moves.put_plan(tx, replace(plan, ply=position.ply + 1, text=rest))
    else:
        conditional_moves.delete_plan(tx, match.id, plan.seat)
    return planned.move, bool(planned.rest)


def cancel_plans(tx: Tx, match: Match, *, why: CancelReason, now: int) -> Match:
    """Cancel all conditional moves of a match and notify their owners privately."""
    if match.planned:
        for plan in conditional_moves.open_plans(tx, match.id):
            _cancel(tx, plan, why, now)
    return replace(match, planned=())


def reinstate(tx: Tx, match: Match, ended: Sequence[int], now: int) -> Match:
    """Restore conditional moves after a move was undone, and return the match.

    The move had cancelled the conditional moves of the seats in `ended`. They are reinstated unless
    their owner has already been notified. Conditional moves saved after the move are cancelled.
    """
    for seat in ended:
        plan = conditional_moves.get_plan(tx, match.id, seat)
        if plan is not None and plan.ended is not None:
            conditional_moves.put_plan(tx, replace(plan, ended=None, tell_at=None))
    standing = conditional_moves.open_plans(tx, match.id) if ended or match.planned else []
    for plan in standing:
        if plan.ply > match.turn_count:
            _cancel(tx, plan, "takeback", now)
    return replace(
        match, planned=tuple(plan.seat for plan in standing if plan.ply <= match.turn_count)
    )


def queue_due_notices(tx: Tx, *, now: int, limit: int = 40) -> int:
    """Queue the cancellation notices that are due, and return the number processed.

    Notices are sent by direct message. Those due in quiet hours are postponed until the quiet hours
    end.
    """
    done = 0
    for plan in conditional_moves.due_notices(tx, now, limit):
        done += 1
        at = _notify_at(tx, plan.player, now)
        if at is None or at > now:  # the settings have changed, or quiet hours have begun
            conditional_moves.put_plan(tx, replace(plan, tell_at=at))
            continue
        conditional_moves.put_plan(tx, replace(plan, tell_at=None))
        assert plan.ended is not None
        ended = EndedPlan(plan.match, plan.player, plan.seat, plan.ended)
        outbox_rows.queue(tx, ended, user=plan.player, now=now)
    return done


def unread(tx: Tx, ended: EndedPlan) -> Plan | None:
    """Return the cancelled conditional moves; None if their owner has been notified."""
    plan = conditional_moves.get_plan(tx, ended.match, ended.seat)
    return plan if plan is not None and plan.ended is not None else None


def on_cancellation_delivered(
    tx: Tx, row: OutboxRow, ended: EndedPlan, message: int | None, now: int
) -> None:
    """Delete cancelled conditional moves after their direct message was delivered."""
    conditional_moves.delete_ended(tx, ended.match, ended.seat)


def mark_read(tx: Tx, plans: Iterable[Plan]) -> None:
    """Delete cancelled conditional moves whose owner was notified in a response."""
    for plan in plans:
        stored = conditional_moves.get_plan(tx, plan.match, plan.seat)
        if stored is not None and replace(stored, tell_at=plan.tell_at) == plan:
            conditional_moves.delete_ended(tx, plan.match, plan.seat)


def _cancel(tx: Tx, plan: Plan, why: CancelReason, now: int) -> None:
    conditional_moves.put_plan(
        tx, replace(plan, ended=why, tell_at=_notify_at(tx, plan.player, now))
    )


def _notify_at(tx: Tx, player: int, now: int) -> int | None:
    """Return when this player may be notified, or None if they want no reminders."""
    settings = player_settings.load_settings(tx, player)
    days = Calendar(settings.zone, parse_quiet(settings.quiet))
    return None if settings.remind == "none" else awake_and_present(now, days)
