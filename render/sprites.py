"""Sprites: each man on each distinct background, in the colours of one palette.

A picture is then drawn by pasting opaque squares on a copy of the empty board.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageChops

from engine.position import kind_of, seat_of
from render.empty_board import paint_board
from render.layout import Layout
from render.men import PALE, paint_man
from render.palette import Palette, choose_palette
from render.scenes import Stage
from render.theme import THEMES

MAX_CACHED = 64
"""Maximum number of cached sprite sets, each of up to two megabytes."""


@dataclass(frozen=True, eq=False)
class SpriteCache:
    """The sprites shared by all sprite sets with the same palette.

    These sets differ only in the seat to move and in the point of view.
    """

    looks: dict[tuple[float, bytes], int] = field(default_factory=dict)
    """The index of each distinct look of an empty square, by radius of men and pixels."""
    squares: dict[tuple[int, int, bool], Image.Image] = field(default_factory=dict)
    """The sprites by (look, man, whether the man is pale)."""
    making: Lock = field(default_factory=Lock)
    """Lock held while a sprite set is made.

    It ensures that each set is made only once and that no two looks get the same index.
    """


@dataclass(frozen=True, eq=False)
class SpriteSet:
    """The sprites and background for all pictures of a stage with one seat to move."""

    stage: Stage
    layout: Layout
    base: Image.Image
    """The empty board, in palette mode."""
    palette: Palette
    """The palette of the stage."""
    boxes: tuple[tuple[int, int, int, int], ...]
    """The square of each cell, in pixels."""
    looks: tuple[int, ...]
    """The look index of each cell's empty square, as in `SpriteCache.looks`."""
    beside: tuple[int, Image.Image]
    """The look index of an empty square of the tray below the board, and its picture."""
    shelf: SpriteCache

    def sprite(self, cell: int, byte: int, *, is_pale: bool = False) -> Image.Image:
        """Return the sprite of a man (a byte of `Position.cells`) on a cell."""
        key = self.looks[cell], byte, is_pale
        sprite = self.shelf.squares.get(key)
        if sprite is None:
            # Two threads may make the same sprite at once. The results are equal, so either may be
            # kept.
            sprite = self._composed(self.base.crop(self.boxes[cell]), byte, PALE if is_pale else 1)
            self.shelf.squares[key] = sprite
        return sprite

    def loose_sprite(self, byte: int) -> Image.Image:
        """Return the sprite of a man in the tray."""
        look, empty = self.beside
        sprite = self.shelf.squares.get((look, byte, False))
        if sprite is None:
            sprite = self.shelf.squares[look, byte, False] = self._composed(empty, byte, 1)
        return sprite

    def _composed(self, empty: Image.Image, byte: int, opacity: float) -> Image.Image:
        """Return a copy of an empty square (palette mode) with a man in its centre.

        The mapping to the palette is not exact, so pixels that the man does not cover keep their
        original index.
        """
        glyph, seating = self.stage.glyphs[kind_of(byte)], self.stage.seatings[seat_of(byte)]
        before = empty.convert("RGB")
        painted = paint_man(before, glyph, seating, self.layout.radius)
        after = Image.blend(before, painted, opacity)
        changed = ImageChops.difference(before, after).convert("L").point(_ANY, "1")
        square = empty.copy()
        square.paste(self.palette.mapped(after), mask=changed)
        return square


_ANY = [0] + 255 * [255]
"""Lookup table that maps every level except zero to white."""

_FINDING = Lock()


def sprite_set(stage: Stage, turn: int) -> SpriteSet:
    """Return the sprite set of a stage, made only once even with several threads.

    While a set is being made, only threads that need the same palette wait.
    """
    with _FINDING:
        shelf = _shelf(stage._replace(facing=0))
    with shelf.making:
        return _kit(stage, turn, shelf)


@lru_cache(maxsize=MAX_CACHED)
def _shelf(stage: Stage) -> SpriteCache:
    """Return the sprite cache of all stages that differ only in the point of view."""
    return SpriteCache()


@lru_cache(maxsize=MAX_CACHED)
def _kit(stage: Stage, turn: int, shelf: SpriteCache) -> SpriteSet:
    """Return a new or cached sprite set. The lock of its sprite cache must be held."""
    lay = stage.layout
    colours = choose_palette(stage._replace(facing=0))
    base = colours.mapped(paint_board(stage, turn))
    boxes = tuple(lay.box(cell) for cell in range(len(lay.centres)))
    tray = colours.mapped(Image.new("RGB", (lay.tile, lay.tile), THEMES[stage.theme].squares[0]))

    def look(empty: Image.Image) -> int:
        return shelf.looks.setdefault((lay.radius, empty.tobytes()), len(shelf.looks))

    looks = tuple(look(base.crop(box)) for box in boxes)
    # Frees 4 MB: the palette was made from the cached picture, which no other set uses.
    paint_board.cache_clear()
    return SpriteSet(stage, lay, base, colours, boxes, looks, (look(tray), tray), shelf)
