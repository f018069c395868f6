"""Values over time as a picture: ratings, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from PIL import Image, ImageDraw

from render.layout import typeface
from render.png_file import encode
from render.theme import BLUE, GREEN, RED, THEMES, Colour, ThemeName

WIDTH, HEIGHT = 720, 360
MARGIN = 56
"""Pixels around the field, for figures, dates and names."""
SMOOTH = 2
"""Drawn so many times as large, and made smaller: Pillow's lines have steps."""
FONT = 16
SPAN = 50
"""The field shows at least so many units from top to bottom."""
COLOURS: tuple[Colour, ...] = (BLUE.face, RED.face, GREEN.face)
SIDES = (0, 4, 3)
"""The marks tell the lines apart as well: discs, squares, triangles."""


@dataclass(frozen=True, slots=True)
class Line:
    """A course of values."""

    name: str
    """Plain ASCII."""
    points: tuple[tuple[int, float], ...]
    """(UTC seconds, value) in order of time; at least one."""


def draw_graph(lines: Sequence[Line], theme: ThemeName = "wood") -> bytes:
    """A PNG file of one to three lines over the same time. Safe from any thread."""
    colours = THEMES[theme]
    image = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), colours.paper)
    draw = ImageDraw.Draw(image)
    face = typeface(FONT * SMOOTH)
    times = [at for line in lines for at, _ in line.points]
    values = [value for line in lines for _, value in line.points]
    begin, end = min(times), max(times)
    steps = ticks(min(values), max(values))
    low, high = steps[0], steps[-1]

    def place(at: float, value: float) -> tuple[float, float]:
        along = (at - begin) / (end - begin) if end > begin else 0.5
        up = (value - low) / (high - low)
        return (
            SMOOTH * (MARGIN + along * (WIDTH - 2 * MARGIN)),
            SMOOTH * (HEIGHT - MARGIN - up * (HEIGHT - 2 * MARGIN)),
        )

    left, right = SMOOTH * MARGIN, SMOOTH * (WIDTH - MARGIN)
    for value in steps:
        y = place(begin, value)[1]
        draw.line((left, y, right, y), _between(colours.paper, colours.ink), SMOOTH)
        draw.text((left - 8 * SMOOTH, y), str(value), colours.ink, face, anchor="rm")
    bottom = SMOOTH * (HEIGHT - MARGIN + 10)
    draw.text((left, bottom), _day(begin), colours.ink, face, anchor="la")
    if _day(end) != _day(begin):
        draw.text((right, bottom), _day(end), colours.ink, face, anchor="ra")
    x = float(left)
    for line, colour, sides in zip(lines, COLOURS, SIDES, strict=False):
        spots = [place(at, value) for at, value in line.points]
        draw.line(spots, colour, 3 * SMOOTH, joint="curve")
        for spot in spots:
            _mark(draw, spot, sides, 4 * SMOOTH, colour)
        _mark(draw, (x + 6 * SMOOTH, 26 * SMOOTH), sides, 6 * SMOOTH, colour)
        draw.text((x + 18 * SMOOTH, 26 * SMOOTH), line.name, colours.ink, face, anchor="lm")
        x += 40 * SMOOTH + draw.textlength(line.name, face)
    return encode(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64))


def ticks(low: float, high: float) -> list[int]:
    """Round values, three to nine of them and evenly apart, that enclose these two."""
    width = max(high - low, SPAN)
    step = next(
        size * 10**power
        for power in range(1, 12)
        for size in (1, 2.5, 5)
        if width / (size * 10**power) <= 5
    )
    first = int(low // step * step)
    return [
        int(first + step * n)
        for n in range(int(-(-(max(high, first + width) - first) // step)) + 1)
    ]


def _mark(
    draw: ImageDraw.ImageDraw, spot: tuple[float, float], sides: int, radius: int, colour: Colour
) -> None:
    if sides:
        draw.regular_polygon((*spot, round(radius * 1.4)), sides, fill=colour)
    else:
        draw.circle(spot, radius, colour)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _between(paper: Colour, ink: Colour) -> Colour:
    red, green, blue = ((3 * one + other) // 4 for one, other in zip(paper, ink, strict=True))
    return red, green, blue
