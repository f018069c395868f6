"""Posts: what a message of the outbox shows, and edits of older posts."""

from bot.messages.composition import (
    Draft,
    Message,
    composes,
    edits,
    guild_translator,
    plain_draft,
    translator_for_post,
)
from bot.messages.edits import GONE
from bot.messages.edits import edit as edit_post
from bot.messages.edits import edit_old as edit_old_post
from bot.messages.edits import mentions_for as mentions_in_post
from bot.messages.match_threads import WEEK as THREAD_WEEK
from bot.messages.match_threads import name as thread_name
from bot.views.discord_errors import error_code
from bot.views.guild_membership import NO_MEMBER

__all__ = [
    "GONE",
    "NO_MEMBER",
    "THREAD_WEEK",
    "Draft",
    "Message",
    "composes",
    "edit_old_post",
    "edit_post",
    "edits",
    "error_code",
    "guild_translator",
    "mentions_in_post",
    "plain_draft",
    "thread_name",
    "translator_for_post",
]
