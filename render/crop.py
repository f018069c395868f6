"""Crops of a picture around some of its cells, with or without coordinates."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.board import OFF
from render.draw import render_scene
from render.layout import Layout
from render.png_file import encode
from render.scenes import Scene
from render.yards import thin_line

ROOM, ROOM_FOR_LABELS = 1.2, 1.9
"""Margins around the cropped cells, in cells, measured from the cells' centres.

The larger margin includes the labels at the edge.
"""
LEAST = 5.0
"""Minimum side of the crop in cells."""

LARGE, MOST = 16, 11
"""Minimum rows of a board that is cropped, and maximum side of the crop in cells."""


def render_crop(scene: Scene, cells: Iterable[int]) -> bytes:
    """Return the PNG file of a square crop around these cells. Thread-safe."""
    return _crop_file(scene, frozenset(cells))


def render_part(scene: Scene, cells: Iterable[int]) -> bytes:
    """Return the PNG file of a part of the board with its coordinates. Thread-safe."""
    return _part_file(scene, frozenset(cells))


@lru_cache(maxsize=128)
def _crop_file(scene: Scene, cells: frozenset[int]) -> bytes:
    return encode(crop(scene, cells))


@lru_cache(maxsize=16)
def _part_file(scene: Scene, cells: frozenset[int]) -> bytes:
    return encode(crop_part(scene, cells))


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


class _Window(NamedTuple):
    """Pixel bounds of a part of a board of squares; `right` and `lower` are exclusive."""

    left: int
    upper: int
    right: int
    lower: int


def busy_part(scene: Scene) -> frozenset[int]:
    """Return the cells of all men and of the last move, to crop a board around them.

    The set is empty if the cells are far apart, or if the board is small or has a tray below it.
    """
    stage = scene.stage
    cells = {cell for cell, byte in enumerate(scene.cells) if byte}
    cells |= {
        cell for path in (scene.path, *scene.earlier, *scene.others) for cell in path if cell != OFF
    }
    cells |= {mark.cell for mark in scene.marks}
    if stage.board.shape != "square" or stage.board.rows < LARGE or not cells:
        return frozenset()
    if scene.stock or scene.done:
        return frozenset()
    window = _window(stage.layout, cells)
    fits = max(window.right - window.left, window.lower - window.upper) <= MOST * stage.layout.tile
    return frozenset(cells) if fits else frozenset()


def crop_part(scene: Scene, cells: Iterable[int]) -> Image.Image:
    """Return the part of the board around these cells, with its coordinates.

    The picture is in palette mode. Boards of holes are cropped at their labels.
    """
    lay = scene.stage.layout
    if scene.stage.board.shape != "square":
        return crop(scene, cells, ROOM_FOR_LABELS)
    whole, board = render_scene(scene), _window(lay, range(len(lay.centres)), beside=0)
    part, edge = _window(lay, cells), lay.font // 2
    seam = thin_line(lay)
    beside, below = board.left, lay.height - board.lower
    wide, high = part.right - part.left, part.lower - part.upper
    paper = whole.crop((0, 0, 1, 1))
    picture = paper.resize((beside + wide + edge, edge + high + below))
    cut = (
        part.left - seam * (part.left == board.left),
        part.upper - seam * (part.upper == board.upper),
        part.right + seam * (part.right == board.right),
        part.lower + seam * (part.lower == board.lower),
    )
    picture.paste(whole.crop(cut), (beside + cut[0] - part.left, edge + cut[1] - part.upper))
    rows = whole.crop((0, part.upper, beside - seam, part.lower))
    picture.paste(rows, (0, edge))
    places = whole.crop((part.left, board.lower + seam, part.right, lay.height))
    picture.paste(places, (beside, edge + high + seam))
    return picture


def _window(lay: Layout, cells: Iterable[int], beside: int = 1) -> _Window:
    """Return a square part of the board: these cells and `beside` cells on each side."""
    spans = []
    for axis in (0, 1):
        lines = sorted({centre[axis] for centre in lay.centres})
        used = [lines.index(lay.centres[cell][axis]) for cell in cells]
        first, last = max(0, min(used) - beside), min(len(lines) - 1, max(used) + beside)
        spans.append((lines, first, last))
    number = max(round(LEAST), *(last - first + 1 for _, first, last in spans))
    ends = []
    for lines, first, last in spans:
        number_here = min(number, len(lines))
        start = _within((first + last + 1 - number_here) // 2, len(lines) - number_here)
        start = max(min(start, first), last + 1 - number_here)
        ends.append((lines[start], lines[start + number_here - 1]))
    (west, east), (north, south) = ends
    before, after = lay.tile // 2, lay.tile - lay.tile // 2
    return _Window(west - before, north - before, east + after, south + after)
