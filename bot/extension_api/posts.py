"""Posts: what a message of the outbox shows, and edits of older posts."""

from bot.messages.composition import (
    Draft,
    composes,
    edits,
    translator_for_post,
)
from bot.messages.edits import edit as edit_post
from bot.messages.thread import thread_name
from bot.store.outbox.message_kinds import MessageKind

__all__ = [
    "Draft",
    "MessageKind",
    "composes",
    "edit_post",
    "edits",
    "thread_name",
    "translator_for_post",
]
