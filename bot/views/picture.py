"""A position as a file for Discord, with its alt text."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Sequence

import discord

from bot import metrics
from bot.store.values import Theme
from bot.views import limits
from bot.words import Words
from engine import Move, Position, Variant
from render import describe, png, scene
from render.excerpt import ROOM_FOR_LABELS, excerpt
from render.scenes import Mark


async def picture(
    words: Words,
    variant: Variant,
    position: Position,
    name: str,
    *,
    last: Move | None = None,
    side: int = 0,
    theme: Theme = "wood",
    marks: Iterable[Mark] = (),
    routes: Sequence[Move] = (),
    faded: bool = False,
    before: str = "",
    around: Iterable[int] = (),
) -> discord.File:
    """The board as PNG, drawn in a thread so that nothing else waits; `description` is the alt text
    in the reader's language, which begins with `before`. `routes` are drawn instead of the last move.
    `around`: the cells that matter, where it is not the whole board."""
    shown = scene(
        variant,
        position,
        last=routes[0] if routes else last,
        others=routes[1:],
        side=side,
        theme=theme,
        marks=tuple(marks),
        faded=faded and not routes,
    )
    with metrics.PICTURES.time():
        if shown_cells := frozenset(around):
            data = await asyncio.to_thread(excerpt, shown, shown_cells, ROOM_FOR_LABELS)
        else:
            data = await asyncio.to_thread(png, shown)
    metrics.PICTURE_BYTES.observe(len(data))
    alt = "\n".join(
        [before, describe(variant, position, last=last, side=side, say=words.text)]
    ).strip()
    return discord.File(io.BytesIO(data), filename=name, description=limits.alt_text(alt))


def gallery(name: str, alt: str) -> discord.ui.MediaGallery[discord.ui.LayoutView]:
    """The place in a layout where the attached picture of that name is shown."""
    return discord.ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=limits.alt_text(alt))
    )
