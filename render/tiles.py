"""Finished squares: every man once on every kind of ground, in the colours of one fixed palette.

A picture is then nothing but pasting opaque squares on a copy of the background.
"""

from __future__ import annotations

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


@dataclass(frozen=True)
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
    grounds: tuple[int, ...]
    """A number for each cell, the same for cells that look the same when empty."""
    squares: dict[tuple[int, int], Image.Image] = field(default_factory=dict)
    """The finished squares by (ground, man)."""
    strips: dict[tuple[tuple[int, ...], tuple[int, ...]], Image.Image] = field(default_factory=dict)
    """The strips below the board by (stock, done)."""

    def square(self, cell: int, byte: int) -> Image.Image:
        """The finished square of a man (a byte of `Position.cells`) on a cell."""
        found = self.squares.get((self.grounds[cell], byte))
        if found is None:
            # Two threads may make the same square at once; both are equal, and either is kept.
            found = self._finished(self.base.crop(self.boxes[cell]), byte)
            self.squares[self.grounds[cell], byte] = found
        return found

    def spare(self, byte: int) -> Image.Image:
        """The finished square of a man beside the board."""
        found = self.squares.get((-1, byte))
        if found is None:
            side = self.layout.tile
            paper = self.palette.mapped(
                Image.new("RGB", (side, side), THEMES[self.stage.theme].paper)
            )
            found = self.squares[-1, byte] = self._finished(paper, byte)
        return found

    def _drawn(self, before: Image.Image, after: Image.Image) -> Image.Image:
        """`before` (palette mode) with all that differs in `after` (RGB, the same size).

        Mapping to the palette is not exact; what was not drawn over keeps its very colour.
        """
        changed = ImageChops.difference(before.convert("RGB"), after).convert("L")
        whole = before.copy()
        whole.paste(self.palette.mapped(after), mask=changed.point(_ANY, "1"))
        return whole

    def _finished(self, empty: Image.Image, byte: int) -> Image.Image:
        """A square of bare ground (palette mode) with a man in its middle."""
        glyph, seating = self.stage.glyphs[kind_of(byte)], self.stage.seatings[seat_of(byte)]
        square = paint_man(empty.convert("RGB"), glyph, seating, self.layout.radius)
        return self._drawn(empty, square)


_ANY = [0] + 255 * [255]
"""The table that turns every level but zero into white."""

_MAKING = Lock()


def kit(stage: Stage, turn: int) -> Kit:
    """The kit of a stage; made once, also when several threads ask at once."""
    with _MAKING:
        return _kit(stage, turn)


@lru_cache(maxsize=64)
def _kit(stage: Stage, turn: int) -> Kit:
    lay = stage.layout
    colours = choose_palette(stage._replace(facing=0))
    base = colours.mapped(paint_board(stage, turn))
    boxes = tuple(lay.box(cell) for cell in range(len(lay.centres)))
    looks: dict[bytes, int] = {}
    grounds = tuple(looks.setdefault(base.crop(box).tobytes(), len(looks)) for box in boxes)
    return Kit(stage, lay, base, colours, boxes, grounds)
