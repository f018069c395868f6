"""Markers on cells: the selected man, lettered men and squares, and landings."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.position import kind_of, seat_of
from render.overlays import Overlay, OverlayLayer, Sketch, make_overlay
from render.palette import Palette
from render.scenes import Marker, Scene
from render.sprites import SpriteSet
from render.theme import LETTER_COLOUR, THEMES, Colour, Seating, ThemeName, badge_colour

PLATE = 0.36
"""The radius of a letter's disc on an empty cell, as a fraction of a cell."""
BADGE = 0.62
"""The radius of a letter's disc inside a man, as a fraction of the man's radius."""
LEAST = 16.5
"""Minimum radius in pixels of a disc with a legible letter."""
RIM = 1.0
"""The width in pixels of the light rim of a disc inside a man."""
LETTER = 38
"""Minimum font size of a letter in pixels: 9.2 points on a phone.

See `layout.LETTERING`.
"""

INSCRIBED = {"triangle": 0.56, "square": 0.85, "diamond": 0.79}
"""The radius of the largest circle inside a shape, as a fraction of the man's radius.

It is 1 for a disc.
"""
TRIANGLE_CENTRE = 0.16
"""How far the centre of that circle is below the man's centre in a triangle, in radii."""


class Badge(NamedTuple):
    """The disc of a letter inside a man whose centre is at (0, 0), in pixels."""

    down: float
    """How far the centre of the disc is below that of the man."""
    radius: float
    """The radius without the rim."""


def badge(glyph: str, radius: float) -> Badge:
    """Return the disc of a letter in the middle of a man of this shape and radius.

    A ring in the man's colour stays visible around it, and nothing lies outside the man.
    """
    inside = INSCRIBED.get(glyph, 1.0) * radius
    down = TRIANGLE_CENTRE * radius if glyph == "triangle" else 0.0
    return Badge(down, min(max(LEAST, BADGE * radius), inside - RIM))


def lay_marks(picture: Image.Image, scene: Scene, kit: SpriteSet) -> None:
    """Draw the markers of a scene on its picture."""
    lay, stage = kit.layout, scene.stage
    mover = stage.seatings[_mover(scene)]
    for mark in scene.marks:
        byte = scene.cells[mark.cell]
        if mark.kind == "still":
            continue
        if byte and mark.label:
            seating, glyph = stage.seatings[seat_of(byte)], stage.glyphs[kind_of(byte)]
            stamp = _badge(kit.palette, seating, badge(glyph, lay.radius), mark.label)
            stamp.press(picture, lay.centres[mark.cell])
        if mark.kind == "origin" or (byte and not mark.label):
            _ring(kit.palette, stage.theme, lay.tile, lay.radius).press(
                picture, lay.centres[mark.cell]
            )
        if not byte and (mark.label or mark.kind != "origin"):
            plate = _plate(kit.palette, badge_colour(mover), lay.tile, mark._replace(cell=0))
            plate.press(picture, lay.centres[mark.cell])


def letter_size(plate: float, *, on_man: bool) -> int:
    """Return the font size in pixels of a letter on a disc of this radius."""
    share = 2.2 if on_man else 1.75  # there is less room on a man
    return max(LETTER, round(share * plate))


def plate_radius(tile: int) -> float:
    """Return the radius of a letter's disc on an empty cell of `tile` pixels."""
    return max(LEAST, PLATE * tile)


@lru_cache(maxsize=256)
def _badge(palette: Palette, seating: Seating, size: Badge, label: str) -> Overlay:
    """Return the stamp of a letter inside a man centred at (0, 0)."""
    middle, radius = (0.0, size.down), size.radius
    whole, inner = Sketch([middle], radius + 4), Sketch([middle], radius + 4)
    whole.disc(middle, radius + RIM)
    inner.disc(middle, radius)
    high = _lettering(radius, label, on_man=True)
    coats = [
        OverlayLayer(LETTER_COLOUR, whole.mask()),
        OverlayLayer(badge_colour(seating), inner.mask()),
        OverlayLayer(LETTER_COLOUR, whole.lettered(middle, label, high)),
    ]
    return make_overlay(palette, whole.corner, coats)


def _mover(scene: Scene) -> int:
    """Return the seat to whose men the marked squares belong."""
    selected = (scene.cells[mark.cell] for mark in scene.marks if mark.kind == "origin")
    return next((seat_of(byte) for byte in selected if byte), max(0, scene.turn))


@lru_cache(maxsize=64)
def _ring(palette: Palette, theme: ThemeName, tile: int, radius: float) -> Overlay:
    """Return the stamp of a ring around a man of this radius centred at (0, 0)."""
    colours, wide = THEMES[theme], max(3.0, tile / 12)
    whole, inner = _sketch(tile), _sketch(tile)
    whole.ring((0, 0), radius + wide / 4, wide + 2 * _rim(tile))
    inner.ring((0, 0), radius + wide / 4, wide)
    coats = [
        OverlayLayer(colours.casing, whole.mask()),
        OverlayLayer(colours.choice, inner.mask()),
    ]
    return make_overlay(palette, whole.corner, coats)


@lru_cache(maxsize=256)
def _plate(palette: Palette, colour: Colour, tile: int, mark: Marker) -> Overlay:
    """Return the stamp of a disc on an empty cell centred at (0, 0).

    It is filled for a choice, and a ring for a landing, with the letter of the marker.
    """
    middle, whole = (0.0, 0.0), _sketch(tile)
    large = plate_radius(tile) if mark.label else 0.18 * tile
    whole.disc(middle, large + _rim(tile))
    discs = [(LETTER_COLOUR, large + _rim(tile)), (colour, large)]
    if mark.kind == "target":
        discs.append((LETTER_COLOUR, large - max(3.0, tile / 12) / 2))
    coats = []
    for shade, size in discs:
        disc = _sketch(tile)
        disc.disc(middle, size)
        coats.append(OverlayLayer(shade, disc.mask()))
    if mark.label:
        ink = colour if mark.kind == "target" else LETTER_COLOUR
        high = _lettering(large, mark.label, on_man=False)
        coats.append(OverlayLayer(ink, whole.lettered(middle, mark.label, high)))
    return make_overlay(palette, whole.corner, coats)


def _rim(tile: int) -> float:
    """Return the width in pixels of the light rim of a marker on a cell of this size."""
    return max(1.5, tile / 28)


def _lettering(plate: float, label: str, *, on_man: bool) -> int:
    """Return the font size of a label, which is smaller if it has two characters."""
    return round(letter_size(plate, on_man=on_man) / (1.25 if len(label) > 1 else 1))


def _sketch(tile: int) -> Sketch:
    """Return an empty sketch with room for a marker."""
    return Sketch([(0.0, 0.0)], 0.7 * tile + 4)
