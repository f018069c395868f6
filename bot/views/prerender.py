"""The boards of the running games, drawn ahead after a start: no one waits for a first picture."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import cast

import structlog

from bot.service.guilds.guild_settings import DEFAULTS
from bot.store import Store, matches
from bot.store.models import Theme
from engine import VARIANTS
from render.prerender import points_of_view, warm
from render.sprites import KEPT

log = structlog.get_logger(__name__)

InThread = Callable[..., Awaitable[object]]
"""Runs a function with these arguments where no one has to wait for it."""


async def warm_stages(store: Store) -> None:
    """Draw the stages of all running games; if that fails, they are drawn when they are asked for."""
    try:
        async with store.read() as tx:
            running = await matches.running_variants(tx)
        seen = [(key, cast(Theme, theme or DEFAULTS["theme"])) for key, theme in running]
        log.info("stages drawn ahead", count=await draw_ahead(seen))
    except Exception:
        log.exception("unexpected", happening="drawing ahead")


async def draw_ahead(
    running: Iterable[tuple[str, Theme]], in_thread: InThread = asyncio.to_thread
) -> int:
    """Draw the stages of games in these themes, the most important first; how many, `KEPT` at most.

    One after the other, so that pictures which are asked for meanwhile are drawn between them: first
    what every game's posts show, then what its players see from their own sides.
    """
    games = [(VARIANTS[key], theme) for key, theme in running if key in VARIANTS]
    stages = [(game, *view, theme) for game, theme in games for view in points_of_view(game)]
    wanted = sorted(stages, key=lambda stage: stage[1] != 0)
    for stage in islice(wanted, KEPT):
        await in_thread(warm, *stage)
    return min(len(wanted), KEPT)
