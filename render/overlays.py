"""Shapes with soft edges, made once and pressed on pictures in palette mode wherever they are needed.

Only the rim of a stamp lets the ground show through, in three shares, and what becomes of a colour
under it is looked up in a table. So nothing is ever mapped to the palette again, which would cost more
than all else.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.layout import typeface
from render.palette import SHARES, Palette
from render.theme import Colour

FINE = 3
"""Supersampling: how many times larger than its final pixels a shape is drawn."""

Point = tuple[float, float]


class Coat(NamedTuple):
    """One colour of a stamp."""

    colour: Colour
    mask: Image.Image
    """255 where it is laid on, 0 where it is not; all coats of a stamp have one size."""


class Stamp(NamedTuple):
    """A shape ready to be pressed."""

    corner: tuple[int, int]
    """Its upper left, in pixels from the point at which it is pressed."""
    inside: Image.Image
    """Where nothing shows through, in mode "1"."""
    picture: Image.Image
    """What is seen there, in palette mode."""
    rim: tuple[tuple[bytes, Image.Image], ...]
    """What each colour becomes, and the pixels (mode "1") where it does."""
    top: Image.Image
    """Where the last coat hides all others, in mode "1"."""

    def press(self, picture: Image.Image, at: tuple[int, int]) -> None:
        """Lays the shape on a picture of the same palette; what lies beyond its edges is cut off."""
        box = self._box(at)
        below = picture.crop(box).tobytes()
        for table, pixels in self.rim:
            veiled = below.translate(table)
            picture.paste(Image.frombuffer("P", pixels.size, veiled, "raw", "P", 0, 1), box, pixels)
        picture.paste(self.picture, box, self.inside)

    def press_top(self, picture: Image.Image, at: tuple[int, int]) -> None:
        """Lays the last coat on once more: so shapes that touch do not cut each other."""
        picture.paste(self.picture, self._box(at), self.top)

    def _box(self, at: tuple[int, int]) -> tuple[int, int, int, int]:
        """The part of the picture that is under the stamp."""
        left, upper = at[0] + self.corner[0], at[1] + self.corner[1]
        return left, upper, left + self.inside.width, upper + self.inside.height


class Sketch:
    """A mask in the making; points are in pixels from where the stamp will be pressed."""

    def __init__(self, points: Sequence[Point], reach: float) -> None:
        """Room for all that lies less than `reach` pixels from one of these points."""
        self.corner = (
            math.floor(min(x for x, _ in points) - reach),
            math.floor(min(y for _, y in points) - reach),
        )
        self._size = (
            math.ceil(max(x for x, _ in points) + reach) - self.corner[0],
            math.ceil(max(y for _, y in points) + reach) - self.corner[1],
        )
        self._large = Image.new("L", (self._size[0] * FINE, self._size[1] * FINE))
        self._draw = ImageDraw.Draw(self._large)

    def mask(self) -> Image.Image:
        """What has been drawn, in final pixels."""
        return self._large.reduce(FINE)

    def lettered(self, middle: Point, text: str, size: int) -> Image.Image:
        """A mask of the same size with nothing but ASCII text in bold, `size` pixels high."""
        large = Image.new("L", self._large.size)
        font, bold = typeface(size * FINE), size * FINE // 30
        pen = ImageDraw.Draw(large)
        pen.text(self._at(middle), text, 255, font, anchor="mm", stroke_width=bold)
        return large.reduce(FINE)

    def line(self, start: Point, end: Point, width: float) -> None:
        """A line with straight ends."""
        self._draw.line([*self._at(start), *self._at(end)], 255, round(width * FINE))

    def disc(self, middle: Point, radius: float) -> None:
        """A filled disc."""
        self._draw.circle(self._at(middle), radius * FINE, 255)

    def ring(self, middle: Point, radius: float, width: float) -> None:
        """A ring whose line of `width` has its own middle at `radius`."""
        outer, wide = (radius + width / 2) * FINE, round(width * FINE)
        self._draw.circle(self._at(middle), outer, outline=255, width=wide)

    def arrow(self, tip: Point, neck: Point, half: float, more: float) -> None:
        """A head from `neck` to `tip`, `half` pixels wide on each side, grown by `more`."""
        length = math.dist(tip, neck)
        along = (tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length
        wings = [
            (neck[0] - sign * along[1] * half, neck[1] + sign * along[0] * half) for sign in (-1, 1)
        ]
        corners = [self._at(point) for point in (tip, *wings)]
        self._draw.polygon(corners, 255)
        if more:
            wide = round(2 * more * FINE)
            self._draw.line([*corners, *corners[:2]], 255, wide, joint="curve")

    def _at(self, point: Point) -> Point:
        return (point[0] - self.corner[0]) * FINE, (point[1] - self.corner[1]) * FINE


def make(palette: Palette, corner: tuple[int, int], coats: Sequence[Coat]) -> Stamp:
    """A stamp of coats, the lowest first; it is the widest, and its edge is the edge of the stamp."""
    box = coats[0].mask.getbbox()
    if box is None:
        raise ValueError("nothing has been drawn")
    alpha = coats[0].mask.crop(box)
    colours = Image.new("RGB", alpha.size, coats[0].colour)
    for colour, mask in coats[1:]:
        colours.paste(colour, mask=mask.crop(box))
    shown = [alpha.point(table, "1") for table in _LEVELS]
    return Stamp(
        corner=(corner[0] + box[0], corner[1] + box[1]),
        inside=shown[-1],
        picture=palette.mapped(colours),
        rim=tuple(
            (palette.veil(coats[0].colour, share), pixels)
            for share, pixels in zip(SHARES, shown, strict=False)
            if pixels.getbbox()
        ),
        top=coats[-1].mask.crop(box).point(_LEVELS[-1], "1"),
    )


def _level(step: int) -> list[int]:
    """The table that turns the levels of a mask nearest to `step` of all steps into white."""
    steps = len(SHARES) + 1
    return [255 if round(level / 255 * steps) == step else 0 for level in range(256)]


_LEVELS = [_level(step) for step in range(1, len(SHARES) + 2)]
