"""Posts: what a message of the outbox shows, and edits of older posts."""

from bot.messages.composition import (
    Draft,
    Message,
    composes,
    edits,
    plain_draft,
    translator_for_post,
)
from bot.messages.edits import edit as edit_post
from bot.messages.edits import edit_old as edit_old_post
from bot.messages.thread import thread_name
from bot.store.outbox.message_kinds import MessageKind

__all__ = [
    "Draft",
    "Message",
    "MessageKind",
    "composes",
    "edit_old_post",
    "edit_post",
    "edits",
    "plain_draft",
    "thread_name",
    "translator_for_post",
]
