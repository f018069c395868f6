"""Title frames of an animation: lines of text on a band across the board."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.layout import typeface
from render.palette import Palette
from render.theme import THEMES, ThemeName

FIRST, OTHER = 0.058, 0.04
"""Font sizes of the first line and of the other lines.

They are fractions of the picture's width.
"""
LINE = 1.35
"""Height of a line, as a multiple of the font size."""


def with_band(
    picture: Image.Image, lines: Sequence[str], theme: ThemeName, palette: Palette
) -> Image.Image:
    """Return a copy of a frame with centred lines of text across its middle.

    Lines that are too wide are set smaller. The copy has the palette of the frame.
    """
    colours, image = THEMES[theme], picture.convert("RGB")
    draw, width = ImageDraw.Draw(image), picture.width
    sizes = []
    for number, line in enumerate(lines):
        size = round(width * (OTHER if number else FIRST))
        wide = typeface(size).getlength(line)
        sizes.append(max(8, min(size, int(size * 0.92 * width / max(1.0, wide)))))
    high = round(sum(LINE * size for size in sizes) + sizes[0])
    top = (picture.height - high) // 2
    draw.rectangle((0, top, width, top + high), colours.paper)
    for edge in (top, top + high):
        draw.line((0, edge, width, edge), colours.ink, max(1, width // 270))
    y = top + sizes[0] / 2
    for line, size in zip(lines, sizes, strict=True):
        draw.text((width / 2, y + LINE * size / 2), line, colours.ink, typeface(size), anchor="mm")
        y += LINE * size
    return palette.mapped(image)
