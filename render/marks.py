"""Marks over cells: the man in hand, cells to choose, landings on the way, each with its letter."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.palette import Palette
from render.scenes import Mark, Scene
from render.stamps import Coat, Sketch, Stamp, make
from render.theme import THEMES, ThemeName
from render.tiles import Kit


def lay_marks(picture: Image.Image, scene: Scene, kit: Kit) -> None:
    """Draws the marks of a scene on its picture."""
    lay, theme = kit.layout, scene.stage.theme
    for mark in scene.marks:
        manned = bool(scene.cells[mark.cell])
        alike = mark._replace(cell=0)
        stamp = _stamp(kit.palette, theme, lay.tile, lay.radius, alike, manned)
        stamp.press(picture, lay.centres[mark.cell])


@lru_cache(maxsize=256)
def _stamp(
    palette: Palette, theme: ThemeName, tile: int, radius: float, mark: Mark, manned: bool
) -> Stamp:
    """A mark at (0, 0), on squares of `tile` pixels with men of `radius` pixels.

    The man in hand is ringed, a choice is a lettered disc, a landing a lettered ring. On a man
    the letter stands at its upper right, so that the man stays visible.
    """
    colours, ringed = THEMES[theme], manned or mark.sign == "origin"
    wide, thin, whole = max(2.0, tile / 12), max(1.0, tile / 28), _sketch(tile)
    coats = []
    if ringed:
        whole.ring((0, 0), radius + wide / 4, wide + 2)
        ring = _sketch(tile)
        ring.ring((0, 0), radius + wide / 4, wide)
        coats.append(Coat(colours.choice, ring.mask()))
    if mark.label or not ringed:
        middle = (0.26 * tile, -0.26 * tile) if ringed else (0.0, 0.0)
        large = (0.23 if ringed else 0.31 if mark.label else 0.18) * tile
        whole.disc(middle, large + thin)
        discs = [(colours.casing, large + thin), (colours.choice, large)]
        if mark.sign == "target":
            discs.append((colours.casing, large - wide / 2))
        for colour, size in discs:
            disc = _sketch(tile)
            disc.disc(middle, size)
            coats.append(Coat(colour, disc.mask()))
        if mark.label:
            ink = colours.choice if mark.sign == "target" else colours.chosen
            high = round(large * (1.45 if len(mark.label) == 1 else 1.1))
            coats.append(Coat(ink, whole.lettered(middle, mark.label, high)))
    return make(palette, whole.corner, [Coat(colours.casing, whole.mask()), *coats])


def _sketch(tile: int) -> Sketch:
    """Room for a mark."""
    return Sketch([(0.0, 0.0)], 0.6 * tile + 3)
