"""Finished squares: every man once on every kind of ground, in the colours of one fixed palette.

A picture is then nothing but pasting opaque squares on a copy of the background.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageChops

from engine.position import kind_of, seat_of
from render.empty_board import paint_board
from render.layout import Layout
from render.men import paint_man
from render.palette import Palette, choose_palette
from render.scenes import Stage
from render.theme import THEMES

KEPT = 64
"""Kits that are kept; each takes about half a megabyte."""


@dataclass(frozen=True, eq=False)
class Shelf:
    """The finished squares of all kits with the same palette, whoever is to move or looks on."""

    looks: dict[tuple[float, bytes], int] = field(default_factory=dict)
    """A number for each different empty square, by the radius of its men and its pixels."""
    squares: dict[tuple[int, int], Image.Image] = field(default_factory=dict)
    """By (look, man)."""
    making: Lock = field(default_factory=Lock)
    """Held while a kit is made, so that each is made once and no two looks get the same number."""


@dataclass(frozen=True, eq=False)
class Kit:
    """What all pictures of a stage with the same seat to move are pasted from."""

    stage: Stage
    layout: Layout
    base: Image.Image
    """The empty board, in palette mode."""
    palette: Palette
    """The colours of every picture of the stage."""
    boxes: tuple[tuple[int, int, int, int], ...]
    """The square of each cell, in pixels."""
    looks: tuple[int, ...]
    """The number of each cell's empty square on the shelf."""
    beside: tuple[int, Image.Image]
    """The same for a square beside the board, and that square."""
    shelf: Shelf

    def square(self, cell: int, byte: int) -> Image.Image:
        """The finished square of a man (a byte of `Position.cells`) on a cell."""
        found = self.shelf.squares.get((self.looks[cell], byte))
        if found is None:
            # Two threads may make the same square at once; both are equal, and either is kept.
            found = self._finished(self.base.crop(self.boxes[cell]), byte)
            self.shelf.squares[self.looks[cell], byte] = found
        return found

    def spare(self, byte: int) -> Image.Image:
        """The finished square of a man beside the board."""
        look, empty = self.beside
        found = self.shelf.squares.get((look, byte))
        if found is None:
            found = self.shelf.squares[look, byte] = self._finished(empty, byte)
        return found

    def _finished(self, empty: Image.Image, byte: int) -> Image.Image:
        """A square of bare ground (palette mode) with a man in its middle.

        Mapping to the palette is not exact; what the man does not cover keeps its very colour.
        """
        glyph, seating = self.stage.glyphs[kind_of(byte)], self.stage.seatings[seat_of(byte)]
        before = empty.convert("RGB")
        after = paint_man(before, glyph, seating, self.layout.radius)
        changed = ImageChops.difference(before, after).convert("L").point(_ANY, "1")
        square = empty.copy()
        square.paste(self.palette.mapped(after), mask=changed)
        return square


_ANY = [0] + 255 * [255]
"""The table that turns every level but zero into white."""

_FINDING = Lock()


def kit(stage: Stage, turn: int) -> Kit:
    """The kit of a stage; made once, also when several threads ask at once.

    While one is made, only those wait who need one with the same palette.
    """
    with _FINDING:
        shelf = _shelf(stage._replace(facing=0))
    with shelf.making:
        return _kit(stage, turn, shelf)


@lru_cache(maxsize=KEPT)
def _shelf(stage: Stage) -> Shelf:
    """The shelf of all stages that differ from this one in the side they are seen from."""
    return Shelf()


@lru_cache(maxsize=KEPT)
def _kit(stage: Stage, turn: int, shelf: Shelf) -> Kit:
    """A kit made anew; its shelf must be held."""
    lay = stage.layout
    colours = choose_palette(stage._replace(facing=0))
    base = colours.mapped(paint_board(stage, turn))
    boxes = tuple(lay.box(cell) for cell in range(len(lay.centres)))
    paper = colours.mapped(Image.new("RGB", (lay.tile, lay.tile), THEMES[stage.theme].paper))

    def look(empty: Image.Image) -> int:
        return shelf.looks.setdefault((lay.radius, empty.tobytes()), len(shelf.looks))

    looks = tuple(look(base.crop(box)) for box in boxes)
    return Kit(stage, lay, base, colours, boxes, looks, (look(paper), paper), shelf)
