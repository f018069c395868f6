"""Markers on cells: the selected man, and lettered choices and landings."""

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.board import OFF
from render.overlays import Overlay, OverlayLayer, Point, Sketch, make_overlay
from render.palette import Palette
from render.scenes import Marker, Scene, Stage
from render.sprites import SpriteSet
from render.theme import THEMES, ThemeName

PLATE = 0.36
"""The radius of a letter's disc on an empty cell, as a fraction of a cell."""
BADGE = 0.29
"""The radius of a letter's disc beside a man, as a fraction of a cell.

Such a disc leaves most of the man visible and touches no man on another cell.
"""
LEAST = 16.5
"""Minimum radius in pixels of a disc with a legible letter."""
LETTER = 38
"""Minimum font size of a letter in pixels: 9.2 points on a phone.

See `layout.LETTERING`.
"""


def lay_marks(picture: Image.Image, scene: Scene, kit: SpriteSet) -> None:
    """Draw the markers of a scene on its picture."""
    lay, theme = kit.layout, scene.stage.theme
    for mark in scene.marks:
        manned = bool(scene.cells[mark.cell])
        size = _Size(lay.tile, lay.radius, letter_corner(scene.stage, _leaving(scene, mark.cell)))
        stamp = _stamp(kit.palette, theme, size, mark._replace(cell=0), manned)
        stamp.press(picture, lay.centres[mark.cell])


class _Size(NamedTuple):
    """The sizes on which markers depend, in pixels."""

    tile: int
    """The side of a square."""
    radius: float
    """The radius of a man."""
    corner: Point
    """The centre of a letter's disc beside a man at (0, 0)."""


CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""The corners of a man where its letter may be, in order of preference."""

BESIDE = 0.3
"""Maximum cosine of the angle between a man's letter and the route that leaves the man."""


def letter_corner(stage: Stage, leaving: Point = (0.0, 0.0)) -> Point:
    """Return the centre of a letter's disc beside a man at (0, 0).

    It is as far from the man as the neighbours' men allow: at the upper right, unless a route
    leaves the man in that direction.
    """
    lay = stage.layout
    right, down = 0.34 * lay.tile, 0.34 * lay.tile
    if stage.board.shape != "square":
        right, down = 0.365 * lay.apart, 0.22 * lay.apart
    corners = [(x * right, y * down) for x, y in CORNERS]
    along = math.hypot(*leaving) * math.hypot(right, down)
    return next((x, y) for x, y in corners if x * leaving[0] + y * leaving[1] <= BESIDE * along)


def _leaving(scene: Scene, cell: int) -> Point:
    """Return the direction in which a drawn move leaves a cell; (0, 0) without one."""
    centres = scene.stage.layout.centres
    for start, end, *_ in (path for path in (scene.path, *scene.others) if len(path) > 1):
        if start == cell and end != OFF:
            return centres[end][0] - centres[cell][0], centres[end][1] - centres[cell][1]
    return 0.0, 0.0


def letter_size(tile: int, *, on_man: bool) -> int:
    """Return the font size in pixels of a letter on cells of `tile` pixels."""
    share = 2.2 if on_man else 1.75  # there is less room on a man
    return max(LETTER, round(share * plate_radius(tile, on_man=on_man)))


def plate_radius(tile: int, *, on_man: bool) -> float:
    """Return the radius of a letter's disc on cells of `tile` pixels."""
    return max(LEAST, (BADGE if on_man else PLATE) * tile)


@lru_cache(maxsize=256)
def _stamp(palette: Palette, theme: ThemeName, size: _Size, mark: Marker, manned: bool) -> Overlay:
    """Return the stamp of a marker centred at (0, 0).

    The marker is a ring for the selected man, a disc with a letter for a choice, and a ring with a
    letter for a landing. On a man, the disc is at a corner, so that the man's colour, shape and
    emblem stay visible.
    """
    colours, tile = THEMES[theme], size.tile
    wide, thin, whole = max(3.0, tile / 12), max(1.5, tile / 28), _sketch(tile)
    coats = []
    if mark.kind == "origin" or (manned and not mark.label):
        whole.ring((0, 0), size.radius + wide / 4, wide + 2 * thin)
        ring = _sketch(tile)
        ring.ring((0, 0), size.radius + wide / 4, wide)
        coats.append(OverlayLayer(colours.choice, ring.mask()))
    if mark.label or not coats:
        middle = size.corner if manned else (0.0, 0.0)
        large = plate_radius(tile, on_man=manned) if mark.label else 0.18 * tile
        whole.disc(middle, large + thin)
        discs = [(colours.casing, large + thin), (colours.choice, large)]
        if mark.kind == "target":
            discs.append((colours.casing, large - wide / 2))
        for colour, radius in discs:
            disc = _sketch(tile)
            disc.disc(middle, radius)
            coats.append(OverlayLayer(colour, disc.mask()))
        if mark.label:
            ink = colours.choice if mark.kind == "target" else colours.chosen
            high = round(letter_size(tile, on_man=manned) / (1.25 if len(mark.label) > 1 else 1))
            coats.append(OverlayLayer(ink, whole.lettered(middle, mark.label, high)))
    return make_overlay(palette, whole.corner, [OverlayLayer(colours.casing, whole.mask()), *coats])


def _sketch(tile: int) -> Sketch:
    """Return an empty sketch with room for a marker."""
    return Sketch([(0.0, 0.0)], 0.7 * tile + 4)
