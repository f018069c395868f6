"""Last-move overlay: ring at the origin, line, dot at each landing, arrowhead."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from PIL import Image

from engine.board import OFF
from render.layout import Layout
from render.overlays import Overlay, OverlayLayer, Point, Sketch, make_overlay
from render.palette import Palette
from render.scenes import Scene
from render.sprites import SpriteSet
from render.theme import THEMES, Colour

End = Literal["origin", "landing", "joint", "man", "rest", "off"]
"""The kind of a segment's end.

"origin" is the cell that the man left, "landing" a landing on the way, and "joint" the next segment
in the same direction. "man" is the cell where the man is now, "rest" the same without an arrowhead,
and "off" a point beside the board.
"""

Pixel = tuple[int, int]

LARGEST = 100
"""Size of a square, in pixels, from which the line keeps its maximum thickness.

On larger squares a thicker line would hide the men.
"""


class Piece(NamedTuple):
    """A straight segment of the line."""

    reach: Pixel
    """The offset from the start to the end of the segment; (0, 0) for a dropped man."""
    begin: End
    end: End


def lay_trail(picture: Image.Image, scene: Scene, kit: SpriteSet) -> None:
    """Draw a scene's last move and `others` over its earlier moves.

    No-op if the scene has none.
    """
    theme, lay = THEMES[scene.stage.theme], kit.layout
    pale, strong = (theme.squares[1], theme.faint), (theme.casing, theme.trail)
    before = [piece for path in scene.earlier for piece in _pieces(path, lay, "rest")]
    paths = [path for path in (scene.path, *scene.others) if path]
    _press(picture, kit, before, pale)
    moved = [piece for path in paths for piece in _pieces(path, lay, "man")]
    _press(picture, kit, moved, pale if scene.faded else strong)


def _press(
    picture: Image.Image,
    kit: SpriteSet,
    segments: list[tuple[Pixel, Piece]],
    coats: tuple[Colour, Colour],
) -> None:
    """Draw segments as a single layer, in the colours of the casing and the line."""
    lay, pieces = kit.layout, list(dict.fromkeys(segments))
    stamps = [_stamp(kit.palette, *coats, lay.tile, lay.radius, piece) for _, piece in pieces]
    for (start, _), stamp in zip(pieces, stamps, strict=True):
        stamp.press(picture, start)
    for (start, _), stamp in zip(pieces, stamps, strict=True):
        stamp.press_top(picture, start)


def _pieces(path: tuple[int, ...], lay: Layout, last: End) -> Iterator[tuple[Pixel, Piece]]:
    """Yield the segments of a move, each with its start.

    `last` is the kind of the move's last end, unless that end is beside the board.

    All segments of one jump have the same length and, where whole pixels allow it, span at most
    about two cells. They can therefore share cached stamps with other moves, and their masks are
    hardly larger than the line.
    """
    route, off = route_points(path, lay), path[-1] == OFF
    if len(route) == 1:
        yield route[0], Piece((0, 0), "man", "man")
    for leg, (start, end) in enumerate(pairwise(route), start=1):
        across, down = end[0] - start[0], end[1] - start[1]
        even = math.gcd(across, down)
        most = min(even, max(abs(across), abs(down)) // (2 * lay.tile) or 1)
        count = next(number for number in range(most, 0, -1) if even % number == 0)
        step = across // count, down // count
        ends: list[End] = ["joint"] * (count + 1)
        ends[0] = "origin" if leg == 1 else "landing"
        ends[-1] = "landing" if leg < len(route) - 1 else "off" if off else last
        for part in range(count):
            at = start[0] + part * step[0], start[1] + part * step[1]
            yield at, Piece(step, ends[part], ends[part + 1])


def route_points(path: tuple[int, ...], lay: Layout) -> list[Pixel]:
    """Return the points that a move touches.

    A man that leaves the board ends just outside it.
    """
    route = [lay.centres[cell] for cell in path if cell != OFF]
    if path[-1] == OFF:
        x, y = route[-1]
        across, along = x - lay.width / 2, y - lay.height / 2
        if abs(across) > abs(along):
            route.append((x + round(math.copysign(lay.tile, across)), y))
        else:
            route.append((x, y + round(math.copysign(lay.tile, along))))
    return route


@lru_cache(maxsize=64)  # up to 0.4 MB each
def _stamp(
    palette: Palette, casing: Colour, ink: Colour, tile: int, radius: float, piece: Piece
) -> Overlay:
    """Return the stamp of a segment that starts at (0, 0).

    Squares are `tile` pixels wide, and men have a radius of `radius` pixels.
    """
    wide = _sketch(tile, radius, piece, max(1.0, min(tile, LARGEST) / 28))
    coats = [
        OverlayLayer(casing, wide.mask()),
        OverlayLayer(ink, _sketch(tile, radius, piece, 0.0).mask()),
    ]
    return make_overlay(palette, wide.corner, coats)


def _sketch(tile: int, radius: float, piece: Piece, more: float) -> Sketch:
    """Draw one layer of a segment, `more` pixels wider on each side."""
    begin, end = (0.0, 0.0), piece.reach
    pen = min(tile, LARGEST)
    wide, small, dot, head = max(2.0, pen / 11), 0.17 * pen, 0.12 * pen, 0.27 * pen
    sketch = Sketch((begin, end), tile)
    stop = 0.0
    if piece.end in ("man", "rest"):
        stop = radius + 0.02 * tile
    if piece.end == "man":
        sketch.ring(end, stop + wide / 2, wide / 2 + 2 * more)
    if piece.reach == (0, 0):
        return sketch
    if piece.begin == "origin":
        sketch.ring(begin, small, wide + 2 * more)
    # Segments overlap by a pixel at a joint because lines have soft ends. A dot belongs to the
    # segment before it.
    skipped = {"origin": small, "landing": 0.8 * dot, "joint": -1.0}
    start = towards(begin, end, skipped[piece.begin])
    if piece.end in ("man", "off"):
        neck = towards(end, begin, stop + 0.8 * head)
        sketch.arrow(towards(end, begin, stop), neck, head, more)
    elif piece.end == "rest":
        neck = towards(end, begin, stop)
    else:
        neck = towards(end, begin, -1.0 if piece.end == "joint" else 0.0)
    sketch.line(start, neck, wide + 2 * more)
    if piece.end == "landing":
        sketch.disc(end, dot + more)
    return sketch


def towards(start: Point, end: Point, pixels: float) -> Point:
    """Return the point that lies `pixels` pixels from `start` towards `end`."""
    share = pixels / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
