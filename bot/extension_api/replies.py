"""Replies to commands and components."""

from bot.views.reply import Reply, UserError, publicly

__all__ = [
    "Reply",
    "UserError",
    "publicly",
]
