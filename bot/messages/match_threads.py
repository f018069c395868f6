"""Discord threads for matches: opening and unarchiving."""

from typing import Literal

import discord

from bot.app import App

NAME = 100
"""Maximum length of a thread name."""
WEEK: Literal[10080] = 10080
"""Auto-archive duration in minutes, the maximum that Discord allows."""
ALREADY_EXISTS = 160004
CLOSED = {50083, 160005}
"""Discord error codes for an archived thread and for a locked one."""


def name(title: str) -> str:
    """Truncate a thread name to Discord's maximum length."""
    return title if len(title) <= NAME else title[: NAME - 1] + "…"


async def open_thread(app: App, channel: int, message: int, thread_name: str) -> int:
    """Create the thread under a message; return the id of the new or existing thread."""
    try:
        await app.http.start_thread_with_message(
            channel, message, name=thread_name, auto_archive_duration=WEEK
        )
    except discord.HTTPException as refused:
        if refused.code != ALREADY_EXISTS:
            raise
    return message  # A thread has the same id as its message.


async def unarchive(app: App, thread: int) -> None:
    """Unarchive a thread; a locked one requires the Manage Threads permission."""
    await app.http.edit_channel(thread, archived=False)
