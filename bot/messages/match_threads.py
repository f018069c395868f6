"""The threads of games on Discord: opened under a message, and opened again."""

from typing import Literal

import discord

from bot.app import App

NAME = 100
"""Characters of a thread's name."""
WEEK: Literal[10080] = 10080
"""Minutes without a message after which Discord puts a thread away: the most that it allows."""
THERE_ALREADY = 160004
CLOSED = {50083, 160005}
"""Discord's codes for a thread that takes no message: it is archived and locked, or locked."""


def name(wanted: str) -> str:
    """The name of a thread, as much of it as Discord takes."""
    return wanted if len(wanted) <= NAME else wanted[: NAME - 1] + "…"


async def open_under(app: App, channel: int, message: int, called: str) -> int:
    """Open the thread under a message; its id, also if it is there already."""
    try:
        await app.http.start_thread_with_message(
            channel, message, name=called, auto_archive_duration=WEEK
        )
    except discord.HTTPException as refused:
        if refused.code != THERE_ALREADY:
            raise
    return message  # a thread has the id of its message


async def reopen(app: App, thread: int) -> None:
    """Take a thread out of the archive; where it is locked that needs Manage Threads."""
    await app.http.edit_channel(thread, archived=False)
