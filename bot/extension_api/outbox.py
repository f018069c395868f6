"""Outbox: queue messages, and look at those that are queued or posted."""

from bot.store.models.outbox import OutboxRow
from bot.store.outbox.message_kinds import MessageKind
from bot.store.outbox.outbox_retries import pending_payloads
from bot.store.outbox.outbox_rows import queue as queue_message

__all__ = [
    "MessageKind",
    "OutboxRow",
    "pending_payloads",
    "queue_message",
]
