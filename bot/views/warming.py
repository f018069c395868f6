"""The boards of the running games, drawn ahead after a start: no one waits for a first picture."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice

import structlog

from bot.store import Store, popularity
from engine import VARIANTS
from render.tiles import KEPT
from render.warming import points_of_view, warm

log = structlog.get_logger(__name__)

InThread = Callable[..., Awaitable[object]]
"""Runs a function with these arguments where no one has to wait for it."""


async def warm_stages(store: Store) -> None:
    """Draw the stages of all running games; if that fails, they are drawn when they are asked for."""
    try:
        async with store.read() as tx:
            keys = await popularity.running_variants(tx)
        log.info("stages drawn ahead", count=await draw_ahead(keys))
    except Exception:
        log.exception("unexpected", happening="drawing ahead")


async def draw_ahead(keys: Iterable[str], in_thread: InThread = asyncio.to_thread) -> int:
    """Draw the stages of these games, the most important first; how many, `KEPT` at most.

    One after the other, so that pictures which are asked for meanwhile are drawn between them: first
    what every game's posts show, then what its players see from their own sides.
    """
    games = [VARIANTS[key] for key in keys if key in VARIANTS]
    stages = [(game, *view) for game in games for view in points_of_view(game)]
    wanted = sorted(stages, key=lambda stage: stage[1] != 0)
    for game, side, turn in islice(wanted, KEPT):
        await in_thread(warm, game, side, turn)
    return min(len(wanted), KEPT)
