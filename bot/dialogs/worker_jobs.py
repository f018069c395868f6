"""Jobs in a worker process, with their progress; animations of games."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import discord

from bot.app import CommandContext
from bot.views.reply import plain_view
from render.animation import Film

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


async def run_job(
    ctx: CommandContext,
    job: str,
    payload: object,
    *,
    seconds: float,
    progress_text: Callable[[int], str],
) -> Any:
    """Run a job in the worker while showing its progress, and return its result.

    `progress_text` returns the progress message for a percentage. Raises `JobFailed` if there is no
    result.
    """

    async def work(report: Report) -> Any:
        return await ctx.app.worker.run(
            job, payload, owner=ctx.job_owner, seconds=seconds, progress=report
        )

    return await with_progress(ctx.interaction, work, progress_text)


FILM_JOB = "render.animation:render_animation"
RENDER_SECONDS = 20.0
"""Timeout in seconds per frame; a frame usually takes a few milliseconds."""
CACHED_FILMS = 8
"""Number of cached animations.

An animation in the cache can be shared without rendering it again.
"""
_films: OrderedDict[Film, bytes] = OrderedDict()


async def render_film(ctx: CommandContext, requested_film: Film) -> bytes:
    """Return an animation from the cache, or render it in the worker with progress."""
    t, made = ctx.t, _films.get(requested_film)
    if made is None:
        made = await run_job(
            ctx,
            FILM_JOB,
            requested_film,
            seconds=RENDER_SECONDS,
            progress_text=lambda n: t.translate("Drawing the replay: {n}%", n=n),
        )
        _films[requested_film] = made
        while len(_films) > CACHED_FILMS:
            _films.popitem(last=False)
    return made
