"""Markers on cells: the selected man, and lettered choices and landings."""

from functools import lru_cache

from PIL import Image

from render.overlays import Overlay, OverlayLayer, Sketch, make_overlay
from render.palette import Palette
from render.scenes import Marker, Scene
from render.sprites import SpriteSet
from render.theme import THEMES, ThemeName

PLATE = 0.36
"""The radius of a letter's disc, as a fraction of a cell.

If there is a man under the disc, only the man's edge stays visible.
"""
BADGE = 0.27
"""The radius of a letter's disc where the shape of the man must stay visible.

The disc is then at the upper right of the man.
"""
LETTER = 1.55
"""The font size of the letter, as a fraction of the radius."""


def lay_marks(picture: Image.Image, scene: Scene, kit: SpriteSet) -> None:
    """Draw the marks of a scene on its picture."""
    lay, theme = kit.layout, scene.stage.theme
    shapes = len(set(scene.stage.glyphs)) > 1
    for mark in scene.marks:
        manned = bool(scene.cells[mark.cell])
        alike = mark._replace(cell=0)
        stamp = _stamp(kit.palette, theme, lay.tile, lay.radius, alike, manned, shapes)
        stamp.press(picture, lay.centres[mark.cell])


def letter_size(tile: int, *, on_shape: bool) -> int:
    """Return the font size in pixels of a letter on cells of `tile` pixels."""
    return round(LETTER * (BADGE if on_shape else PLATE) * tile)


@lru_cache(maxsize=256)
def _stamp(
    palette: Palette,
    theme: ThemeName,
    tile: int,
    radius: float,
    mark: Marker,
    manned: bool,
    shapes: bool,
) -> Overlay:
    """Return the stamp of a marker centred at (0, 0).

    Squares are `tile` pixels wide, and men have a radius of `radius` pixels. The marker of the
    selected man is a ring, that of a choice a disc with a letter, and that of a landing a ring with
    a letter. On a man, the disc leaves the man's edge visible; where men differ by shape, the disc
    is at the man's upper right.
    """
    colours, badge = THEMES[theme], manned and shapes
    wide, thin, whole = max(2.0, tile / 12), max(1.0, tile / 28), _sketch(tile)
    coats = []
    if mark.kind == "origin" or (manned and not mark.label):
        whole.ring((0, 0), radius + wide / 4, wide + 2)
        ring = _sketch(tile)
        ring.ring((0, 0), radius + wide / 4, wide)
        coats.append(OverlayLayer(colours.choice, ring.mask()))
    if mark.label or not coats:
        middle = (0.24 * tile, -0.24 * tile) if badge else (0.0, 0.0)
        large = (BADGE if badge else PLATE if mark.label else 0.18) * tile
        whole.disc(middle, large + thin)
        discs = [(colours.casing, large + thin), (colours.choice, large)]
        if mark.kind == "target":
            discs.append((colours.casing, large - wide / 2))
        for colour, size in discs:
            disc = _sketch(tile)
            disc.disc(middle, size)
            coats.append(OverlayLayer(colour, disc.mask()))
        if mark.label:
            ink = colours.choice if mark.kind == "target" else colours.chosen
            high = round(letter_size(tile, on_shape=badge) / len(mark.label) ** 0.4)
            coats.append(OverlayLayer(ink, whole.lettered(middle, mark.label, high)))
    return make_overlay(palette, whole.corner, [OverlayLayer(colours.casing, whole.mask()), *coats])


def _sketch(tile: int) -> Sketch:
    """Return an empty sketch with room for a marker."""
    return Sketch([(0.0, 0.0)], 0.6 * tile + 3)
