"""Callbacks per message kind: delivered, delayed, given up."""

from collections.abc import Awaitable, Callable, Mapping
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

Sent = Callable[[Tx, OutboxRow, Any, int | None, int], Awaitable[None]]
"""Called with (tx, row, payload, id of the new message or thread, now)."""
Late = Callable[[Tx, OutboxRow, Any, int], Awaitable[None]]
"""Called with (tx, row, payload, now)."""
GivenUp = Callable[[Tx, OutboxRow, Any, bool, int], Awaitable[None]]
"""Called with (tx, row, payload, whether its channel or thread is gone, now)."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The callbacks of one message kind. None means that nothing happens."""

    sent: Sent | None = None
    late: Late | None = None
    """Called when the delivery has failed and will be retried."""
    given_up: GivenUp | None = None
    """Called when the delivery has failed permanently and the row has not been superseded."""


AFTERMATH: Mapping[Kind, Aftermath] = {
    "board": Aftermath(match_channels.posted, match_channels.delayed, match_channels.unposted),
    "result": Aftermath(match_channels.posted, given_up=match_channels.unposted),
    "thread": Aftermath(match_channels.opened, match_channels.delayed, match_channels.unopened),
    "reminder": Aftermath(given_up=reminders.refused),
    "digest": Aftermath(given_up=digests.refused),
    "absence": Aftermath(vacation_notices.posted),
    "daily": Aftermath(given_up=daily_post_schedule.given_up),
    "plan": Aftermath(executor.told),
}
"""The callbacks by message kind. Other kinds have none."""
