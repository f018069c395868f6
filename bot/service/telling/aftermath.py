"""What follows in the games, for each kind of message, from its being sent, late, or given up."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.service.match import absences, plan_execution
from bot.service.server import daily_posts, places
from bot.service.telling import digests, reminders
from bot.store import Tx
from bot.store.messages import OutboxRow
from bot.store.values.payloads import Kind

Sent = Callable[[Tx, OutboxRow, Any, int | None, int], Awaitable[None]]
"""(tx, row, payload, message or thread that was made, now)."""
Late = Callable[[Tx, OutboxRow, Any, int], Awaitable[None]]
"""(tx, row, payload, now)."""
GivenUp = Callable[[Tx, OutboxRow, Any, bool, int], Awaitable[None]]
"""(tx, row, payload, whether its channel or thread is gone, now)."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What follows from a message; None: nothing."""

    sent: Sent | None = None
    late: Late | None = None
    """It will be tried again."""
    given_up: GivenUp | None = None
    """It will not, although it is true still."""


AFTERMATH: Mapping[Kind, Aftermath] = {
    "board": Aftermath(places.posted, places.delayed, places.unposted),
    "result": Aftermath(places.posted, given_up=places.unposted),
    "thread": Aftermath(places.opened, places.delayed, places.unopened),
    "remind": Aftermath(given_up=reminders.refused),
    "digest": Aftermath(given_up=digests.refused),
    "absence": Aftermath(absences.posted),
    "daily": Aftermath(given_up=daily_posts.given_up),
    "plan": Aftermath(plan_execution.told),
}
"""By kind; from all others nothing follows."""
