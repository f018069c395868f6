"""Callbacks per message kind: delivered, delayed, given up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.extensions.puzzles.service import daily_post_schedule
from bot.service.conditional_moves import executor
from bot.service.guilds import match_channels
from bot.service.match import vacation_notices
from bot.service.notifications import digests, reminders
from bot.store import Tx
from bot.store.models.outbox import OutboxRow
from bot.store.models.payloads import Kind

OnSent = Callable[[Tx, OutboxRow, Any, int | None, int], None]
"""Called with (tx, row, payload, id of the new message or thread, now)."""
OnDelayed = Callable[[Tx, OutboxRow, Any, int], None]
"""Called with (tx, row, payload, now)."""
OnFailed = Callable[[Tx, OutboxRow, Any, bool, int], None]
"""Called with (tx, row, payload, whether its channel or thread is gone, now)."""


@dataclass(frozen=True, slots=True)
class DeliveryCallbacks:
    """The callbacks of one message kind. A callback that is None is skipped."""

    on_sent: OnSent | None = None
    on_delayed: OnDelayed | None = None
    """Called when a delivery has failed and will be retried."""
    on_failed: OnFailed | None = None
    """Called when a delivery has failed permanently, unless the row is superseded."""


DELIVERY_CALLBACKS: Mapping[Kind, DeliveryCallbacks] = {
    "board": DeliveryCallbacks(
        match_channels.on_board_posted,
        match_channels.on_board_delayed,
        match_channels.on_board_failed,
    ),
    "result": DeliveryCallbacks(
        match_channels.on_board_posted, on_failed=match_channels.on_board_failed
    ),
    "thread": DeliveryCallbacks(
        match_channels.on_thread_opened,
        match_channels.on_board_delayed,
        match_channels.on_thread_failed,
    ),
    "reminder": DeliveryCallbacks(on_failed=reminders.on_dm_refused),
    "digest": DeliveryCallbacks(on_failed=digests.on_dm_refused),
    "absence": DeliveryCallbacks(vacation_notices.on_posted),
    "daily": DeliveryCallbacks(on_failed=daily_post_schedule.on_given_up),
    "plan": DeliveryCallbacks(executor.on_cancellation_delivered),
}
"""The callbacks by message kind. Other kinds have none."""
