"""Discord, as far as the bot's messages go: it takes each once, and now and then misbehaves."""

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.service.jobs.outbox_sender import Delivered
from bot.service.outbox import Failed
from bot.store.models.outbox import EDITS, OutboxRow
from tests.year.habits import Person

LOST, REFUSED = 0.004, 0.006
"""How often the answer to a message is lost, and how often Discord has a bad moment."""


@dataclass(slots=True)
class Post:
    """What was sent. `told` is called with each new message and whom it addresses."""

    people: Mapping[int, Person]
    rng: random.Random
    addressed: Callable[[OutboxRow], Awaitable[tuple[int, ...] | None]]
    told: Callable[[OutboxRow, tuple[int, ...]], None]
    fault: Callable[[str], None]
    cut_off: Callable[[], bool] = lambda: False
    calm: bool = False
    """Whether it does not misbehave just now."""
    messages: dict[str, int] = field(default_factory=dict)
    """By nonce."""
    shown: set[tuple[int, int, str]] = field(default_factory=set)
    """Match, ply and kind of each board and result."""
    again: set[tuple[int, int]] = field(default_factory=set)
    """Match and ply of boards that are shown once more, because another plays that hand."""
    thinking: set[tuple[int, int]] = field(default_factory=set)
    """Match and ply of boards that say that the computer thinks; a person saw them before, perhaps, who
    left then."""
    touched: set[int] = field(default_factory=set)
    """Matches of which something was said since somebody last looked."""

    async def deliver(self, row: OutboxRow) -> Delivered | Failed:
        """Take a message, or not."""
        if row.match is not None:
            self.touched.add(row.match)
        if row.user in self.people and self.people[row.user].shut:
            return Failed("403 50007 Cannot send messages to this user", permanent=True)
        if self.cut_off():
            return Failed("no network")
        luck = 1.0 if self.calm else self.rng.random()
        if luck < REFUSED:
            return Failed("503 0 upstream", retry_after=self.rng.choice((0, 0, 30, 900)))
        if row.kind == "thread":
            return Delivered(row.payload.message)
        if row.kind in EDITS:
            return Delivered()
        whom = await self.addressed(row)
        if whom is None:
            return Delivered()
        message = self._post(row, whom)
        if luck < REFUSED + LOST:
            return Failed("the answer was lost")
        return Delivered(message)

    async def find(self, row: OutboxRow) -> int | None:
        """The message of an earlier attempt."""
        return self.messages.get(row.nonce)

    def _post(self, row: OutboxRow, whom: tuple[int, ...]) -> int:
        if row.nonce in self.messages:
            self.fault(f"message {row.nonce} ({row.kind} of match {row.match}) was sent twice")
        self.messages[row.nonce] = 10**6 + len(self.messages)
        if row.kind in ("board", "result"):
            board = (row.match or 0, row.ply or 0, row.kind)
            if board in self.shown and board[:2] not in self.again:
                self.fault(f"match {row.match}: {row.kind} after {row.ply} turns was shown twice")
            self.shown.add(board)
        self.told(row, whom)
        return self.messages[row.nonce]
