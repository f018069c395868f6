"""Prerendering of board backgrounds at startup, so that no player waits for them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import cast

import structlog

from bot.service.guilds.guild_settings import DEFAULT_THEME
from bot.store import Store
from bot.store.match import matches
from bot.store.models import Theme
from engine import VARIANTS
from render.prerender import prerender_stage, stage_views
from render.sprites import MAX_CACHED

log = structlog.get_logger(__name__)

InThread = Callable[..., Awaitable[object]]
"""Function that runs another function outside the event loop."""


async def prerender_running(store: Store) -> None:
    """Prerender the backgrounds of running matches; a failure is only logged."""
    try:
        running = await store.read(matches.running_variants)
        seen = [(key, cast(Theme, theme or DEFAULT_THEME)) for key, theme in running]
        log.info("stages prerendered", count=await draw_ahead(seen))
    except Exception:
        log.exception("unexpected", happening="prerendering")


async def draw_ahead(
    running: Iterable[tuple[str, Theme]], in_thread: InThread = asyncio.to_thread
) -> int:
    """Prerender the stages of these variants; return their number.

    At most `MAX_CACHED` stages are drawn, one at a time, so that requested images do not have to
    wait. Views from the first player's side are drawn first, because posts use them.
    """
    games = [(VARIANTS[key], theme) for key, theme in running if key in VARIANTS]
    stages = [(game, *view, theme) for game, theme in games for view in stage_views(game)]
    wanted = sorted(stages, key=lambda stage: stage[1] != 0)
    for stage in islice(wanted, MAX_CACHED):
        await in_thread(prerender_stage, *stage)
    return min(len(wanted), MAX_CACHED)
