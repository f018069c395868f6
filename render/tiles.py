"""Finished squares: every man once on every kind of ground, in the colours of one fixed palette.

A picture is then nothing but pasting opaque squares on a copy of the background.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from threading import Lock

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.position import kind_of, seat_of
from render.ground import FINE, ground
from render.layout import Layout, layout
from render.scene import Stage
from render.theme import THEMES, Colour, Seating, blend

COLOURS = {1: 128, 2: 128, 3: 160, 4: 160, 5: 192, 6: 192}
"""How many colours a picture has, by the number of seats."""

NO_DITHER = Image.Dither.NONE

SHADOW = 0.42
"""How dark the shadow under a man is, 0-1."""


def paint_man(
    square: Image.Image, glyph: str, seating: Seating, radius: float, at: tuple[float, float]
) -> Image.Image:
    """A copy of an RGB picture with a man on it, its middle at `at` and all in pixels."""
    picture = square.resize((square.width * FINE, square.height * FINE), Image.Resampling.NEAREST)
    x, y, radius = at[0] * FINE, at[1] * FINE, radius * FINE
    size = picture.size

    def shape(dy: float, share: float) -> Image.Image:
        return _outline(size, glyph, x, y + dy * radius, share * radius)

    shadow = shape(0.10, 1.0).filter(ImageFilter.GaussianBlur(0.09 * radius))
    picture.paste((0, 0, 0), mask=shadow.point(lambda level: round(level * SHADOW)))
    picture.paste(seating.edge, mask=shape(0.03, 1.0))
    face = seating.face
    light, shade = blend(face, (255, 255, 255), 0.20), blend(face, (0, 0, 0), 0.14)
    picture.paste(_slope(size, y - radius, y + radius, light, shade), mask=shape(-0.03, 0.92))
    picture.paste(_slope(size, y - radius, y + radius, shade, light), mask=shape(-0.03, 0.80))
    picture.paste(_slope(size, y - radius, y + radius, light, face), mask=shape(-0.03, 0.75))
    middle = y + (0.10 * radius if glyph == "triangle" else -0.03 * radius)
    emblem = radius * {"triangle": 0.72, "diamond": 0.80, "square": 0.95}.get(glyph, 1.0)
    picture.paste(seating.ink, mask=_emblem(size, seating.emblem, x, middle, emblem))
    return picture.reduce(FINE)


def _slope(
    size: tuple[int, int], top: float, bottom: float, light: Colour, dark: Colour
) -> Image.Image:
    """A picture whose colour goes from `light` at height `top` to `dark` at `bottom`."""
    column = Image.new("RGB", (1, size[1]))
    for row in range(size[1]):
        share = min(max((row - top) / (bottom - top), 0.0), 1.0)
        column.putpixel((0, row), blend(light, dark, share))
    return column.resize(size)


def _outline(size: tuple[int, int], glyph: str, x: float, y: float, radius: float) -> Image.Image:
    """A mask of a man's outline; polygons have round corners and about the area of the disc."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    if glyph in ("disc", "circle"):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        return mask
    corners, reach, turn = {
        "triangle": (3, 1.16, 0.0),
        "square": (4, 1.22, 0.5),
        "diamond": (4, 1.14, 0.0),
    }[glyph]
    if glyph == "triangle":
        y += 0.16 * radius
    soft = 0.16 * radius
    points = [
        (
            x + (reach * radius - soft) * math.sin(math.tau * (corner + turn) / corners),
            y - (reach * radius - soft) * math.cos(math.tau * (corner + turn) / corners),
        )
        for corner in range(corners)
    ]
    draw.polygon(points, 255)
    draw.line([*points, *points[:2]], 255, round(2 * soft), joint="curve")
    for a, b in points:
        draw.ellipse((a - soft, b - soft, a + soft, b + soft), 255)
    return mask


def _emblem(size: tuple[int, int], emblem: str, x: float, y: float, radius: float) -> Image.Image:
    """A mask of the sign of a seat, for a disc of a radius in pixels."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    long, wide = 0.44 * radius, 0.095 * radius

    def stroke(*ends: float) -> None:
        a, b, c, d = (end * long for end in ends)
        draw.line((x + a, y + b, x + c, y + d), 255, round(2 * wide))
        for e, f in ((a, b), (c, d)):
            draw.ellipse((x + e - wide, y + f - wide, x + e + wide, y + f + wide), 255)

    def disc(share: float, level: int) -> None:
        r = share * radius
        draw.ellipse((x - r, y - r, x + r, y + r), level)

    if emblem == "dot":
        disc(0.27, 255)
    elif emblem == "ring":
        disc(0.46, 255)
        disc(0.29, 0)
    elif emblem == "cross":
        stroke(-0.7, -0.7, 0.7, 0.7)
        stroke(-0.7, 0.7, 0.7, -0.7)
    elif emblem == "bar":
        stroke(-1, 0, 1, 0)
    elif emblem == "bars":
        stroke(-0.5, -0.8, -0.5, 0.8)
        stroke(0.5, -0.8, 0.5, 0.8)
    else:
        for corner in range(3):
            angle = math.tau * corner / 3
            stroke(0, 0, math.sin(angle), math.cos(angle))
    return mask


@dataclass(frozen=True)
class Kit:
    """What all pictures of a stage with the same seat to move are pasted from."""

    layout: Layout
    base: Image.Image
    """The empty board, in palette mode."""
    palette: Image.Image
    """An image whose palette is that of every picture of the stage."""
    stage: Stage
    squares: dict[tuple[bytes, int], Image.Image] = field(default_factory=dict)

    def square(self, cell: int, byte: int) -> Image.Image:
        """The finished square of a man (a byte of `Position.cells`) on a cell."""
        return self._finished(self.base.crop(self.layout.box(cell)), byte)

    def spare(self, byte: int) -> Image.Image:
        """The finished square of a man beside the board."""
        side = self.layout.tile
        paper = Image.new("RGB", (side, side), THEMES[self.stage.theme].paper)
        return self._finished(self.mapped(paper), byte)

    def drawn(self, before: Image.Image, after: Image.Image) -> Image.Image:
        """`before` (palette mode) with all that differs in `after` (RGB, the same size).

        Mapping to the palette is not exact; what was not drawn over keeps its very colour.
        """
        changed = ImageChops.difference(before.convert("RGB"), after).convert("L")
        whole = before.copy()
        whole.paste(self.mapped(after), mask=changed.point(_ANY, "1"))
        return whole

    def mapped(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in the colours of the palette."""
        return picture.quantize(palette=self.palette, dither=NO_DITHER)

    def _finished(self, empty: Image.Image, byte: int) -> Image.Image:
        """A square of bare ground (palette mode) with a man in its middle."""
        key = empty.tobytes(), byte
        found = self.squares.get(key)
        if found is None:
            glyph, seating = self.stage.glyphs[kind_of(byte)], self.stage.seatings[seat_of(byte)]
            middle = self.layout.tile // 2
            square = empty.convert("RGB")
            square = paint_man(square, glyph, seating, self.layout.radius, (middle, middle))
            # Two threads may make the same square at once; both are equal, and either is kept.
            found = self.squares[key] = self.drawn(empty, square)
        return found


_ANY = [0] + 255 * [255]
"""The table that turns every level but zero into white."""

_MAKING = Lock()


def kit(stage: Stage, turn: int) -> Kit:
    """The kit of a stage; made once, also when several threads ask at once."""
    with _MAKING:
        return _kit(stage, turn)


@lru_cache(maxsize=64)
def _kit(stage: Stage, turn: int) -> Kit:
    palette = _palette(stage)
    base = ground(stage, turn).quantize(palette=palette, dither=NO_DITHER)
    return Kit(layout(stage.board, stage.facing, stage.width), base, palette, stage)


@lru_cache(maxsize=64)
def _palette(stage: Stage) -> Image.Image:
    """An image in the palette of a stage, which all its pictures share.

    It is chosen from a sheet of everything that may appear: each different ground once, every man and
    everything drawn over the men on some of them, and a piece of the rim with its coordinates.
    """
    lay, theme = layout(stage.board, stage.facing, stage.width), THEMES[stage.theme]
    empty, side = ground(stage, 0), lay.tile
    grounds = {}
    for cell in range(len(lay.centres)):
        square = empty.crop(lay.box(cell))
        grounds[square.tobytes()] = square
    plain = [grounds[key] for key in sorted(grounds)]
    some = plain[:: -(-len(plain) // 6)]
    paper = Image.new("RGB", (side, side), theme.paper)
    over = (theme.trail, theme.casing, theme.choice, theme.chosen, theme.ink, theme.paper)
    sheet = [
        *plain,
        *(
            paint_man(square, glyph, seating, lay.radius, (side // 2, side // 2))
            for square, glyph, seating in product([*some, paper], stage.glyphs, stage.seatings)
        ),
        *(
            Image.blend(square, Image.new("RGB", square.size, colour), share)
            for square, colour, share in product([*some, paper], over, (0.25, 0.5, 0.75, 1.0))
        ),
    ]
    columns, rim = empty.width // side, empty.crop((0, 0, empty.width, 2 * side))
    rows = -(-len(sheet) // columns)
    picture = Image.new("RGB", (empty.width, rows * side + rim.height), theme.paper)
    for number, square in enumerate(sheet):
        picture.paste(square, (number % columns * side, number // columns * side))
    picture.paste(rim, (0, rows * side))
    return picture.quantize(
        COLOURS[len(stage.seatings)], method=Image.Quantize.MEDIANCUT, kmeans=2, dither=NO_DITHER
    )
