"""Fake Discord for the scheduler, with configurable failures."""

import asyncio

from bot.service.jobs.outbox_sender import Delivered
from bot.service.outbox import DeliveryFailed
from bot.store.models.outbox import OutboxRow
from bot.store.outbox import message_kinds


class Discord:
    """A fake Discord that records the rows sent to it.

    `answer` and `after_posting` make deliveries fail.
    """

    def __init__(self) -> None:
        self.messages: dict[int, OutboxRow] = {}
        self.tried: list[OutboxRow] = []
        self.looked_for: list[OutboxRow] = []
        self.answer: DeliveryFailed | Exception | None = None
        self.after_posting: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def deliver(self, row: OutboxRow) -> Delivered | DeliveryFailed:
        self.tried.append(row)
        await self.gate.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        if self.answer is not None:
            return self.answer
        if message_kinds.KINDS[row.kind].edits:
            return Delivered()
        message = 900 + len(self.messages)
        self.messages[message] = row
        if self.after_posting is not None:
            raise self.after_posting
        return Delivered(message)

    async def find(self, row: OutboxRow) -> int | None:
        self.looked_for.append(row)
        arrived = [message for message, sent in self.messages.items() if sent.nonce == row.nonce]
        return arrived[0] if arrived else None

    def shown(self) -> list[tuple[str, int | None]]:
        return [(row.kind, row.ply) for row in self.messages.values()]
