"""Outbox: queue messages, and look at those that are queued or posted."""

from bot.store.models.outbox import OutboxRow
from bot.store.outbox.message_kinds import MessageKind
from bot.store.outbox.outbox_retries import pending_payloads
from bot.store.outbox.outbox_rows import queue as queue_message
from bot.store.outbox.posts import get_post

__all__ = [
    "MessageKind",
    "OutboxRow",
    "get_post",
    "pending_payloads",
    "queue_message",
]
