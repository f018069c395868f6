"""Line graphs of ratings, game by game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from PIL import Image, ImageDraw

from render.layout import typeface
from render.png_file import encode
from render.theme import (
    BLUE,
    GREEN,
    RED,
    THEMES,
    Seating,
    ThemeName,
    blend,
    legible,
    on_wood,
)

WIDTH, HEIGHT = 1080, 540
MARGIN = 108
"""Margin in pixels around the plot, for numbers, dates and names."""
SMOOTH = 2
"""Supersampling factor, because Pillow's lines are not antialiased."""
FONT = 40
SPAN = 50
LOOKS = (BLUE, RED, GREEN)
"""The looks of the lines in a graph without men."""
SIDES = (0, 4, 3)
"""Number of sides of each line's markers, to tell the lines apart; 0 is a disc."""


def day(at: int) -> str:
    """Return the ISO date (UTC) of a Unix time in seconds."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a graph."""

    name: str
    """The name, which the typeface must be able to draw."""
    points: tuple[tuple[int, float], ...]
    """One or more pairs (Unix time, value), in ascending order."""


def draw_graph(lines: Sequence[Line], theme: ThemeName = "wood") -> bytes:
    """Return the PNG file of a graph with one to three lines. Thread-safe."""
    ground = THEMES[theme].squares[0]  # a background on which all men stand out
    ink = legible(ground, THEMES[theme])
    image = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), ground)
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
        draw.line((left, y, right, y), blend(ground, ink, 0.25), 2 * SMOOTH)
        draw.text((left - 12 * SMOOTH, y), str(value), ink, face, anchor="rm")
    bottom = SMOOTH * (HEIGHT - MARGIN + 15)
    draw.text((left, bottom), day(begin), ink, face, anchor="la")
    if day(end) != day(begin):
        draw.text((right, bottom), day(end), ink, face, anchor="ra")
    x = float(left)
    for number, line in enumerate(lines):
        sides = SIDES[number % len(SIDES)]
        look = on_wood(LOOKS[number % len(LOOKS)], theme)
        spots = [place(at, value) for at, value in line.points]
        draw.line(spots, look.edge, 9 * SMOOTH, joint="curve")
        draw.line(spots, look.face, 5 * SMOOTH, joint="curve")
        for spot in spots:
            _mark(draw, spot, sides, 6 * SMOOTH, look)
        _mark(draw, (x + 10 * SMOOTH, 40 * SMOOTH), sides, 10 * SMOOTH, look)
        draw.text((x + 30 * SMOOTH, 40 * SMOOTH), line.name, ink, face, anchor="lm")
        x += 66 * SMOOTH + draw.textlength(line.name, face)
    return encode(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64))


def ticks(low: float, high: float, span: int = SPAN) -> list[int]:
    """Return three to nine evenly spaced round numbers that enclose both values."""
    width = max(high - low, span)
    step = next(
        int(size * 10**power)
        for power in range(12)
        for size in (1, 2.5, 5)
        if size * 10**power % 1 == 0 and width / (size * 10**power) <= 5
    )
    first = int(low // step * step)
    return [
        int(first + step * n)
        for n in range(int(-(-(max(high, first + width) - first) // step)) + 1)
    ]


def _mark(
    draw: ImageDraw.ImageDraw, spot: tuple[float, float], sides: int, radius: int, look: Seating
) -> None:
    for wider, colour in ((2 * SMOOTH, look.edge), (0, look.face)):
        if sides:
            draw.regular_polygon((*spot, round(radius * 1.4) + wider), sides, fill=colour)
        else:
            draw.circle(spot, radius + wider, colour)
