"""Discord threads of matches: opening and unarchiving."""

from typing import Literal

import discord

from bot.app import App

NAME = 100
"""Maximum length of a thread name."""
WEEK: Literal[10080] = 10080
"""Auto-archive duration in minutes, the maximum that Discord allows."""
THERE_ALREADY = 160004
CLOSED = {50083, 160005}
"""Discord error codes of a thread that is archived and locked, or locked."""


def name(wanted: str) -> str:
    """Cut a thread name to Discord's maximum length."""
    return wanted if len(wanted) <= NAME else wanted[: NAME - 1] + "…"


async def open_under(app: App, channel: int, message: int, called: str) -> int:
    """Create the thread under a message; return its id, also if it already exists."""
    try:
        await app.http.start_thread_with_message(
            channel, message, name=called, auto_archive_duration=WEEK
        )
    except discord.HTTPException as refused:
        if refused.code != THERE_ALREADY:
            raise
    return message  # A thread has the same id as its message.


async def reopen(app: App, thread: int) -> None:
    """Unarchive a thread; a locked one requires the Manage Threads permission."""
    await app.http.edit_channel(thread, archived=False)
