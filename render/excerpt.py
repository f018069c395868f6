"""A square part of a picture: some cells and what is next to them, for a small picture of one move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from render.draw import picture
from render.png_file import encode
from render.scenes import Scene

ROOM, ROOM_FOR_LABELS = 1.2, 1.9
"""Cells around those that are shown, measured from their middles; so many have the edge's labels too."""
LEAST = 5.0
"""Cells of the shortest side."""


def excerpt(scene: Scene, cells: Iterable[int], room: float = ROOM) -> bytes:
    """The PNG file of the part of a scene around these cells. Safe from any thread."""
    return _excerpt(scene, frozenset(cells), room)


@lru_cache(maxsize=128)
def _excerpt(scene: Scene, cells: frozenset[int], cells_around: float) -> bytes:
    whole, lay = picture(scene), scene.stage.layout
    xs, ys = zip(*(lay.centres[cell] for cell in cells), strict=True)
    room = cells_around * lay.apart
    side = max(max(xs) - min(xs) + 2 * room, max(ys) - min(ys) + 2 * room, LEAST * lay.apart)
    side = min(round(side), lay.width, lay.height)
    left = _within((min(xs) + max(xs)) // 2 - side // 2, lay.width - side)
    upper = _within((min(ys) + max(ys)) // 2 - side // 2, lay.height - side)
    return encode(whole.crop((left, upper, left + side, upper + side)))


def _within(start: int, most: int) -> int:
    return max(0, min(start, most))
