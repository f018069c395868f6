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

The larger margin has room for the labels at the edge.
"""
LEAST = 5
"""Minimum side of the crop in cells."""

LARGE, MOST = 16, 11
"""Minimum rows of a board that is cropped, and maximum side of a crop in cells."""
HALF = 8
"""Minimum side of a part in which a move is chosen, in cells: half of a large board."""


def render_part(scene: Scene, cells: Iterable[int], least: int = LEAST) -> bytes:
    """Return the PNG file of a part of the board with its coordinates. Thread-safe.

    The part has at least `least` rows.
    """
    return _part_file(scene, frozenset(cells), least)


@lru_cache(maxsize=16)
def _part_file(scene: Scene, cells: frozenset[int], least: int) -> bytes:
    return encode(crop_part(scene, cells, least))


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
    """Return the cells of all men and of the last move, around which to crop a board.

    The set is empty if the board is not cropped: see `part_around`.
    """
    cells = {cell for cell, byte in enumerate(scene.cells) if byte}
    cells |= {
        cell for path in (scene.path, *scene.earlier, *scene.others) for cell in path if cell != OFF
    }
    cells |= {mark.cell for mark in scene.marks}
    return part_around(scene, cells)


def part_around(scene: Scene, cells: Iterable[int]) -> frozenset[int]:
    """Return these cells if the board should be cropped to them.

    The set is empty if the cells are far apart, or if the board is small or has a tray below it.
    """
    stage, cells = scene.stage, frozenset(cells)
    if stage.board.shape != "square" or stage.board.rows < LARGE or not cells:
        return frozenset()
    if scene.stock or scene.done:
        return frozenset()
    window = _window(stage.layout, cells)
    fits = max(window.right - window.left, window.lower - window.upper) <= MOST * stage.layout.tile
    return cells if fits else frozenset()


def corners(scene: Scene, cells: Iterable[int], least: int = LEAST) -> tuple[int, int]:
    """Return the first and last cell of the part of a board around these cells."""
    window = _window(scene.stage.layout, cells, least)
    shown = [
        cell
        for cell, (x, y) in enumerate(scene.stage.layout.centres)
        if window.left < x < window.right and window.upper < y < window.lower
    ]
    return shown[0], shown[-1]


def crop_part(scene: Scene, cells: Iterable[int], least: int = LEAST) -> Image.Image:
    """Return the part of the board around these cells, with its coordinates.

    The picture is in palette mode. A part of a board of squares has the shape of the whole
    picture, so that what is below it in a message stays in place. A board of holes is cropped at
    its labels.
    """
    lay = scene.stage.layout
    if scene.stage.board.shape != "square":
        return crop(scene, cells, ROOM_FOR_LABELS)
    whole, board = render_scene(scene), _window(lay, range(len(lay.centres)), beside=0)
    part, edge = _window(lay, cells, least), lay.width - board.right
    seam = thin_line(lay)
    beside, below = board.left, lay.height - board.lower
    wide, high = part.right - part.left, part.lower - part.upper
    paper = whole.crop((0, 0, 1, 1))
    width, height = beside + wide + edge, edge + high + below
    taller = max(0, round(width * lay.height / lay.width) - height)
    picture = paper.resize((width, height + taller))
    edge += taller // 2
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


def _window(lay: Layout, cells: Iterable[int], least: int = LEAST, beside: int = 1) -> _Window:
    """Return a square part of the board around these cells.

    It has at least `least` rows, and at least `beside` cells on each side of them.
    """
    spans = []
    for axis in (0, 1):
        lines = sorted({centre[axis] for centre in lay.centres})
        used = [lines.index(lay.centres[cell][axis]) for cell in cells]
        first, last = max(0, min(used) - beside), min(len(lines) - 1, max(used) + beside)
        spans.append((lines, first, last))
    number = max(least, *(last - first + 1 for _, first, last in spans))
    ends = []
    for lines, first, last in spans:
        number_here = min(number, len(lines))
        start = _within((first + last + 1 - number_here) // 2, len(lines) - number_here)
        start = max(min(start, first), last + 1 - number_here)
        ends.append((lines[start], lines[start + number_here - 1]))
    (west, east), (north, south) = ends
    before, after = lay.tile // 2, lay.tile - lay.tile // 2
    return _Window(west - before, north - before, east + after, south + after)
