"""The one sleeper: it wakes for the earliest due thing, and delivers what is owed.

    scheduler = Scheduler(store, deliver=deliver, find=find, clock=clock)
    await scheduler.start()        # at once sends what an earlier run left owed
    ...
    await scheduler.stop()         # finishes what is under way

Every committed `store.write()` wakes it, so nobody has to.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.service.values import OutboxRow
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Delivered:
    """Discord has it. `message`: the id of the message made; None where none was made (strip, challenge-over)."""

    message: int | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """Discord has it not. `permanent`: trying again is useless (channel gone, no permission, DM closed)."""

    error: str
    permanent: bool = False
    retry_after: int | None = None
    """Seconds that Discord asks us to wait."""


Deliver = Callable[[OutboxRow], Awaitable[Delivered | Failed]]
"""Sends the row (with `nonce=row.nonce`). May raise: that counts as Failed, not permanent, and is logged."""
Find = Callable[[OutboxRow], Awaitable[int | None]]
"""Asked before a second attempt (`row.attempted_before`): the id of the message if it is in the channel already.

Looks through the channel's messages since `row.created`. Never asked for strip and challenge-over: those repeat harmlessly.
"""


class Scheduler:
    """Delivers the outbox, expires challenges, prunes what is kept only for a while."""

    def __init__(
        self,
        store: Store,
        *,
        deliver: Deliver,
        find: Find,
        clock: Callable[[], int],
        jitter: Callable[[], float] | None = None,
    ) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        """Begin; rows that an earlier run left half sent are due at once."""
        raise NotImplementedError

    def wake(self) -> None:
        """Look again now. Cheap, from any coroutine, as often as you like."""
        raise NotImplementedError

    async def stop(self) -> None:
        """End after what is under way (at most a few seconds); harmless a second time."""
        raise NotImplementedError

    async def settle(self) -> None:
        """Do all that is due now and wait until it is done: for tests and simulated time."""
        raise NotImplementedError
