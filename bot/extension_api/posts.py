"""Posts: the content of queued messages, and edits of older posts.

`queue_message` stores a payload in a transaction. The function that `composes` its `MessageKind`
drafts the message when it is due.
"""

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
