"""A simulated Discord for the bot's messages, with occasional failures."""

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import bot.client  # noqa: F401  -- registers the message kinds
from bot.service.jobs.outbox_sender import Delivered
from bot.service.outbox import DeliveryFailed
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds
from tests.year.habits import Person

LOST, REFUSED = 0.004, 0.006
"""Probabilities of a lost response and of a temporary error."""


@dataclass(slots=True)
class Post:
    """Records sent messages, and passes each new one on with its recipients."""

    people: Mapping[int, Person]
    rng: random.Random
    addressed: Callable[[OutboxRow], Awaitable[tuple[int, ...] | None]]
    on_delivered: Callable[[OutboxRow, tuple[int, ...]], None]
    fault: Callable[[str], None]
    cut_off: Callable[[], bool] = lambda: False
    calm: bool = False
    """Whether failures are switched off."""
    messages: dict[str, int] = field(default_factory=dict)
    """Message ids by nonce."""
    shown: set[tuple[int, int, str]] = field(default_factory=set)
    """Match, ply and kind of each posted board and result."""
    again: set[tuple[int, int]] = field(default_factory=set)
    """Match and ply of boards that may be posted again.

    In these matches, another player has taken over the seat.
    """
    thinking: set[tuple[int, int]] = field(default_factory=set)
    """Match and ply of boards posted while the computer is thinking.

    The same board may have been posted before, for a player who has left since.
    """
    touched: set[int] = field(default_factory=set)
    """Matches with messages since the last check."""

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        """Deliver a message, or fail."""
        if row.match is not None:
            self.touched.add(row.match)
        if row.user in self.people and self.people[row.user].dms_closed:
            return DeliveryFailed("403 50007 Cannot send messages to this user", permanent=True)
        if self.cut_off():
            return DeliveryFailed("no network")
        luck = 1.0 if self.calm else self.rng.random()
        if luck < REFUSED:
            return DeliveryFailed("503 0 upstream", retry_after=self.rng.choice((0, 0, 30, 900)))
        if row.kind == "thread":
            return Delivered(row.payload.message)
        if message_kinds.KINDS[row.kind].edits:
            return Delivered()
        whom = await self.addressed(row)
        if whom is None:
            return Delivered()
        message = self._post(row, whom)
        if luck < REFUSED + LOST:
            return DeliveryFailed("the answer was lost")
        return Delivered(message)

    async def find(self, row: OutboxRow) -> int | None:
        """Return the id of the message from an earlier attempt, or None."""
        return self.messages.get(row.nonce)

    def _post(self, row: OutboxRow, whom: tuple[int, ...]) -> int:
        if row.nonce in self.messages:
            self.fault(f"message {row.nonce} ({row.kind} of match {row.match}) was sent twice")
        self.messages[row.nonce] = 10**6 + len(self.messages)
        if row.kind in ("board", "result"):
            board = (row.match or 0, row.ply or 0, row.kind)
            if board in self.shown and board[:2] not in self.again:
                self.fault(f"match {row.match}: {row.kind} after {row.ply} turns was posted twice")
            self.shown.add(board)
        self.on_delivered(row, whom)
        return self.messages[row.nonce]
