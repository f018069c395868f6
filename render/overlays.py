"""Antialiased overlays: cached stamps that are pasted on pictures in palette mode.

Only the rim of a stamp is translucent, at three alpha levels. A table gives the resulting palette
index for each colour under the rim. Pictures therefore need not be mapped to the palette again,
which would take longer than all other drawing.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.layout import CAPITAL, typeface
from render.palette import SHARES, Palette
from render.theme import Colour

FINE = 3
"""Supersampling factor: shapes are drawn this many times larger."""

Point = tuple[float, float]


class OverlayLayer(NamedTuple):
    """One layer of a stamp, in a single colour."""

    colour: Colour
    mask: Image.Image
    """The layer's mask: 255 inside, 0 outside.

    All masks of a stamp have the same size.
    """


class Overlay(NamedTuple):
    """An overlay ready to be pasted."""

    corner: tuple[int, int]
    """Upper left corner in pixels, relative to the point where the stamp is pasted."""
    inside: Image.Image
    """The opaque pixels, in mode "1"."""
    picture: Image.Image
    """The colours of the opaque pixels, in palette mode."""
    rim: tuple[tuple[bytes, Image.Image], ...]
    """For each alpha level, the table of resulting colours and the pixels (mode "1")."""
    top: Image.Image
    """The pixels where the last layer is opaque, in mode "1"."""

    def press(self, picture: Image.Image, at: tuple[int, int]) -> None:
        """Paste the stamp on a picture with the same palette, clipped at the edges."""
        box = self._box(at)
        below = picture.crop(box).tobytes()
        for table, pixels in self.rim:
            veiled = below.translate(table)
            picture.paste(Image.frombuffer("P", pixels.size, veiled, "raw", "P", 0, 1), box, pixels)
        picture.paste(self.picture, box, self.inside)

    def press_top(self, picture: Image.Image, at: tuple[int, int]) -> None:
        """Paste the last layer again, so that touching stamps do not cut into each other."""
        picture.paste(self.picture, self._box(at), self.top)

    def _box(self, at: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return the rectangle of the picture under the stamp."""
        left, upper = at[0] + self.corner[0], at[1] + self.corner[1]
        return left, upper, left + self.inside.width, upper + self.inside.height


class Sketch:
    """A mask being drawn.

    Points are in pixels, relative to the point where the stamp will be pasted.
    """

    def __init__(self, points: Sequence[Point], reach: float) -> None:
        """Create an empty mask that covers `reach` pixels around each of these points."""
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
        """Return the drawn mask at its final size."""
        return self._large.reduce(FINE)

    def lettered(self, middle: Point, text: str, size: int) -> Image.Image:
        """Return a mask of the same size with only `text`.

        The capitals of the text are centred on `middle`.
        """
        large = Image.new("L", self._large.size)
        font, (x, y) = typeface(size * FINE), self._at(middle)
        below = y + CAPITAL * size * FINE / 2
        ImageDraw.Draw(large).text((x, below), text, 255, font, anchor="ms")
        return large.reduce(FINE)

    def line(self, start: Point, end: Point, width: float) -> None:
        """Draw a line with straight ends."""
        self._draw.line([*self._at(start), *self._at(end)], 255, round(width * FINE))

    def disc(self, middle: Point, radius: float) -> None:
        """Draw a filled disc."""
        self._draw.circle(self._at(middle), radius * FINE, 255)

    def square(self, middle: Point, half: float) -> None:
        """Draw a filled square whose side is twice `half`."""
        x, y = self._at(middle)
        half *= FINE
        self._draw.rectangle((x - half, y - half, x + half, y + half), 255)

    def ring(self, middle: Point, radius: float, width: float) -> None:
        """Draw a ring. `radius` is measured to the middle of the line."""
        outer, wide = (radius + width / 2) * FINE, round(width * FINE)
        self._draw.circle(self._at(middle), outer, outline=255, width=wide)

    def arrow(self, tip: Point, neck: Point, half: float, more: float) -> None:
        """Draw an arrowhead from `neck` to `tip`.

        The arrowhead extends `half` pixels on each side and is enlarged by `more` pixels.
        """
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


def make_overlay(
    palette: Palette, corner: tuple[int, int], coats: Sequence[OverlayLayer]
) -> Overlay:
    """Return a stamp made from layers, lowest first.

    The lowest layer is the largest and defines the edge of the stamp. Raises `ValueError` if it is
    empty.
    """
    box = coats[0].mask.getbbox()
    if box is None:
        raise ValueError("nothing has been drawn")
    alpha = coats[0].mask.crop(box)
    colours = Image.new("RGB", alpha.size, coats[0].colour)
    for colour, mask in coats[1:]:
        colours.paste(colour, mask=mask.crop(box))
    shown = [alpha.point(table, "1") for table in _LEVELS]
    return Overlay(
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
    """Return a lookup table that selects the mask levels nearest to one alpha step."""
    steps = len(SHARES) + 1
    return [255 if round(level / 255 * steps) == step else 0 for level in range(256)]


_LEVELS = [_level(step) for step in range(1, len(SHARES) + 2)]
