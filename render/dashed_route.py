"""Dashed route: a second move to compare with the last one.

It has the colours of the last-move overlay the other way round, dashes instead of a line, and
squares instead of dots, so the two routes differ in shape as well. Where they share a jump, the line
shows between the dashes.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from render.last_move import LARGEST, Pixel, route_points, towards
from render.overlays import Overlay, OverlayLayer, Point, Sketch, make_overlay
from render.palette import Palette
from render.scenes import Scene
from render.sprites import SpriteSet
from render.theme import THEMES, ThemeName

DASH = 0.24
"""Approximate length of a dash and of a gap, as a fraction of a square."""


def lay_dashes(picture: Image.Image, scene: Scene, kit: SpriteSet) -> None:
    """Draw the dashed route of a scene; no-op if it has none."""
    if scene.dashed:
        points = route_points(scene.dashed, kit.layout)
        _overlay(kit.palette, scene.stage.theme, kit.layout.tile, points).press(picture, (0, 0))


def _overlay(palette: Palette, theme: ThemeName, tile: int, points: Sequence[Pixel]) -> Overlay:
    colours = THEMES[theme]
    wide = _sketch(tile, points, max(1.5, min(tile, LARGEST) / 22))
    coats = [
        OverlayLayer(colours.trail, wide.mask()),
        OverlayLayer(colours.casing, _sketch(tile, points, 0.0).mask()),
    ]
    return make_overlay(palette, wide.corner, coats)


def _sketch(tile: int, points: Sequence[Pixel], more: float) -> Sketch:
    """Draw one layer of the route, `more` pixels wider on each side."""
    pen = min(tile, LARGEST)
    thick, square, head = max(2.0, pen / 11), 0.13 * pen, 0.27 * pen
    sketch = Sketch(points, tile)
    sketch.square(points[0], 1.3 * square + more)
    for at, (start, end) in enumerate(pairwise(points), start=2):
        first, last = towards(start, end, 2 * square), towards(end, start, 2 * square)
        if at < len(points):
            sketch.square(end, square + more)
        else:
            last = towards(end, start, 0.8 * head)
            sketch.arrow(end, last, head, more)
        for dash in _dashes(first, last, DASH * tile):
            sketch.line(*_longer(*dash, more), thick + 2 * more)
    return sketch


def _dashes(start: Point, end: Point, length: float) -> list[tuple[Point, Point]]:
    """Divide a line into dashes, with a gap before each."""
    whole = math.dist(start, end)
    number = max(1, round(whole / (2 * length)))
    step = whole / (2 * number)
    return [
        (towards(start, end, (2 * at + 1) * step), towards(start, end, (2 * at + 2) * step))
        for at in range(number)
    ]


def _longer(start: Point, end: Point, more: float) -> tuple[Point, Point]:
    return towards(start, end, -more), towards(end, start, -more)
