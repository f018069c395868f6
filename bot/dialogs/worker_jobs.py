"""Jobs in a worker process, with their progress; animations of games."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from bot.app import CommandContext
from bot.views.job_progress import Report, with_progress
from render.animation import Film


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
