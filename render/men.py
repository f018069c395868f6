"""Drawing of men: discs and other shapes with their seat's emblem and a shadow."""

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.theme import Colour, Seating, blend

FINE = 4
"""Supersampling factor: men are drawn this many times larger."""

SHADOW = 0.5
"""Opacity of a man's shadow, 0-1."""

PALE = 0.45
"""The opacity of a man that cannot move, 0-1."""

SOFT, SHADES = 4, 3
"""Number of alpha levels in the edges of a man and of its shadow.

More levels would only make files larger.
"""


class Figure(NamedTuple):
    """A man that can be pasted on any background, as three pictures of the same size."""

    colours: Image.Image
    """The colours in RGB.

    Outside the man, the picture has the colour of the man's edge, so that the antialiased edge has
    no fringe.
    """
    body: Image.Image
    """Alpha of the man, 0-255."""
    shadow: Image.Image
    """Alpha of the man's shadow, 0-255."""


def paint_man(square: Image.Image, glyph: str, seating: Seating, radius: float) -> Image.Image:
    """Return a copy of an RGB square with a man of `radius` pixels in its centre."""
    man = figure(glyph, seating, square.width, radius)
    picture = square.copy()
    picture.paste((0, 0, 0), mask=man.shadow)
    picture.paste(man.colours, mask=man.body)
    return picture


@lru_cache(maxsize=256)
def figure(glyph: str, seating: Seating, side: int, radius: float) -> Figure:
    """Return a man of `radius` pixels in the centre of a square of `side` pixels."""
    body, shadow = _alphas(glyph, side, radius)
    size, radius = (side * FINE, side * FINE), radius * FINE
    x = y = side // 2 * FINE

    def shape(down: float, share: float) -> Image.Image:
        return _outline(size, glyph, x, y + down * radius, share * radius)

    def slope(top: Colour, bottom: Colour) -> Image.Image:
        return _slope(size, round(y - radius), round(y + radius), top, bottom)

    face = seating.face
    gloss = 0.08 + 0.12 * max(face) / 255
    light, shade = blend(face, (255, 255, 255), gloss), blend(face, (0, 0, 0), 0.14)
    colours = Image.new("RGB", size, seating.edge)
    colours.paste(slope(light, shade), mask=shape(-0.01, 0.84))
    colours.paste(slope(shade, light), mask=shape(-0.01, 0.745))
    colours.paste(slope(light, face), mask=shape(-0.01, 0.695))
    middle = y + (0.10 * radius if glyph == "triangle" else -0.03 * radius)
    emblem = radius * {"triangle": 0.72, "diamond": 0.80, "square": 0.95}.get(glyph, 1.0)
    colours.paste(seating.ink, mask=_emblem(size, seating.emblem, x, middle, emblem))
    return Figure(colours.reduce(FINE), body, shadow)


@lru_cache(maxsize=64)
def _alphas(glyph: str, side: int, radius: float) -> tuple[Image.Image, Image.Image]:
    """Return the alpha of a man and of its shadow, which are the same for all seats."""
    size, radius, middle = (side * FINE, side * FINE), radius * FINE, side // 2 * FINE

    def shape(down: float) -> Image.Image:
        return _outline(size, glyph, middle, middle + down * radius, radius)

    blurred = shape(0.10).filter(ImageFilter.GaussianBlur(0.09 * radius))
    return shape(0.03).reduce(FINE).point(_BODY), blurred.reduce(FINE).point(_SHADOW)


def _steps(number: int) -> list[int]:
    """Return a lookup table that reduces 0-255 to zero and `number` other levels."""
    return [round(round(level / 255 * number) * 255 / number) for level in range(256)]


_BODY = _steps(SOFT)
_SHADOW = [round(level * SHADOW) for level in _steps(SHADES)]


def _slope(
    size: tuple[int, int], upper: int, lower: int, top: Colour, bottom: Colour
) -> Image.Image:
    """Return a vertical gradient from `top` at height `upper` to `bottom` at `lower`."""
    mask = Image.linear_gradient("L").crop((0, 0, 1, 256)).resize((1, lower - upper))
    column = Image.new("RGB", (1, size[1]), top)
    column.paste(bottom, (0, upper), mask)
    return column.resize(size, Image.Resampling.NEAREST)


def _outline(size: tuple[int, int], glyph: str, x: float, y: float, radius: float) -> Image.Image:
    """Return the mask of a man's outline.

    Polygons have rounded corners and about the same area as the disc.
    """
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
    """Return the mask of an emblem for a disc of this radius; empty for ""."""
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
    elif emblem == "fork":
        for corner in range(3):
            angle = math.tau * corner / 3
            stroke(0, 0, math.sin(angle), math.cos(angle))
    return mask
