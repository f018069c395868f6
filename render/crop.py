"""Square crops around some cells of a picture, used as small pictures of one move."""

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from render.draw import render_scene
from render.png_file import encode
from render.scenes import Scene

ROOM, ROOM_FOR_LABELS = 1.2, 1.9
"""Margins around the cropped cells, in cells, measured from the cells' centres.

The larger margin includes the labels at the edge.
"""
LEAST = 5.0
"""Minimum side of the crop in cells."""


def render_crop(scene: Scene, cells: Iterable[int], room: float = ROOM) -> bytes:
    """Return the PNG file of a crop around these cells. Thread-safe."""
    return _excerpt(scene, frozenset(cells), room)


@lru_cache(maxsize=128)
def _excerpt(scene: Scene, cells: frozenset[int], cells_around: float) -> bytes:
    return encode(crop(scene, cells, cells_around))


def crop(scene: Scene, cells: Iterable[int], room: float = ROOM) -> Image.Image:
    """Return a crop around these cells as a picture in palette mode."""
    whole, lay = render_scene(scene), scene.stage.layout
    xs, ys = zip(*(lay.centres[cell] for cell in cells), strict=True)
    around = room * lay.apart
    side = max(max(xs) - min(xs) + 2 * around, max(ys) - min(ys) + 2 * around, LEAST * lay.apart)
    side = min(round(side), lay.width, lay.height)
    left = _within((min(xs) + max(xs)) // 2 - side // 2, lay.width - side)
    upper = _within((min(ys) + max(ys)) // 2 - side // 2, lay.height - side)
    return whole.crop((left, upper, left + side, upper + side))


def _within(start: int, limit: int) -> int:
    return max(0, min(start, limit))
