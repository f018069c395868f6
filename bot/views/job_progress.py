"""Progress display of long-running jobs, in the reply that will show the result."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import discord

from bot.views.reply import plain_view

UPDATE_SECONDS = 2.0
"""Seconds between updates."""

T = TypeVar("T")
Report = Callable[[float], None]
"""Progress callback, called with a fraction from 0 to 1."""


async def with_progress(
    interaction: discord.Interaction,
    work: Callable[[Report], Awaitable[T]],
    progress_text: Callable[[int], str],
) -> T:
    """Run a job and show its progress; return its result.

    `progress_text` returns the progress message for a percentage.
    """
    share = 0.0

    def report(done: float) -> None:
        nonlocal share
        share = done

    task = asyncio.ensure_future(work(report))
    shown = -1
    while not (await asyncio.wait({task}, timeout=UPDATE_SECONDS))[0]:
        now = int(100 * min(max(share, 0.0), 1.0))
        if now != shown and interaction.response.is_done():
            shown = now
            with suppress(Exception):  # the result is shown in any case
                await interaction.edit_original_response(
                    view=plain_view(progress_text(now)), attachments=[]
                )
    return task.result()
