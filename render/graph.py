"""Line graphs: ratings game by game, or a race turn by turn."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.layout import typeface
from render.men import paint_man
from render.png_file import encode
from render.theme import (
    BLUE,
    GREEN,
    RED,
    THEMES,
    Colour,
    Seating,
    ThemeName,
    blend,
    legible,
    on_wood,
)
from render.typesetting import fitted_line

WIDTH, HEIGHT = 1080, 540
MARGIN = 108
"""Margin in pixels around the plot, for numbers, dates and names."""
SMOOTH = 2
"""Supersampling factor, because Pillow's lines are not antialiased."""
FONT = 40
LEGEND = 34
"""Minimum font size of a name in the table above a graph."""
CROWDED = 150
"""Minimum distance in pixels between an end label and an event label.

Two event labels may be half as far apart.
"""
SPAN = 50
LOOKS = (BLUE, RED, GREEN)
"""The looks of the lines in a graph without men."""
SIDES = (0, 4, 3)
"""Number of sides of each line's markers, to tell the lines apart; 0 is a disc."""


class Scale(NamedTuple):
    """The horizontal axis of a graph, and the minimum range of the vertical axis."""

    name: Callable[[int], str]
    """Function that returns the label of a position on the horizontal axis."""
    span: int = SPAN
    """Minimum range of the vertical axis."""
    marked: bool = True
    """Whether each value has a marker."""


def day(at: int) -> str:
    """Return the ISO date (UTC) of a Unix time in seconds."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


DAYS = Scale(day)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a graph."""

    name: str
    """The name, which the typeface must be able to draw."""
    points: tuple[tuple[int, float], ...]
    """One or more pairs (Unix time or turn, value), in ascending order."""
    man: Seating | None = None
    """The look of the line's seat, or None.

    If given, the line has the seat's colour, ends with a man of the seat, and its name is in a table
    above the graph.
    """


def draw_graph(
    lines: Sequence[Line],
    theme: ThemeName = "wood",
    *,
    scale: Scale = DAYS,
    events: Sequence[int] = (),
) -> bytes:
    """Return the PNG file of a line graph.

    There are one to three lines, or up to six if they have men. Vertical lines mark the `events`,
    which are positions on the horizontal axis. Thread-safe.
    """
    ground = THEMES[theme].squares[0]  # a background on which all men stand out
    ink = legible(ground, THEMES[theme])
    image = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), ground)
    draw = ImageDraw.Draw(image)
    face = typeface(FONT * SMOOTH)
    times = [at for line in lines for at, _ in line.points]
    values = [value for line in lines for _, value in line.points]
    begin, end = min(times), max(times)
    steps = ticks(min(values), max(values), scale.span)
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
    shown = -math.inf
    for at in events:
        x = place(at, low)[0]
        draw.line((x, SMOOTH * MARGIN, x, SMOOTH * (HEIGHT - MARGIN)), ink, 2 * SMOOTH)
        if x - shown > CROWDED / 2 * SMOOTH:
            draw.text((x, bottom), scale.name(at), ink, face, anchor="ma")
            shown = x
    near = [abs(place(at, low)[0] - x) for x in (left, right) for at in events]
    if min(near[: len(events)], default=math.inf) > CROWDED * SMOOTH:
        draw.text((left, bottom), scale.name(begin), ink, face, anchor="la")
    if scale.name(end) != scale.name(begin) and (
        min(near[len(events) :], default=math.inf) > CROWDED * SMOOTH
    ):
        draw.text((right, bottom), scale.name(end), ink, face, anchor="ra")
    _write_names(image, [line for line in lines if line.man is not None], ink)
    x = float(left)
    for number, line in enumerate(lines):
        sides = SIDES[number % len(SIDES)]
        look = line.man or on_wood(LOOKS[number % len(LOOKS)], theme)
        spots = [place(at, value) for at, value in line.points]
        draw.line(spots, look.edge, 9 * SMOOTH, joint="curve")
        draw.line(spots, look.face, 5 * SMOOTH, joint="curve")
        for spot in spots if scale.marked else ():
            _mark(draw, spot, sides, 6 * SMOOTH, look)
        if line.man is not None:
            place_man(image, line.man, spots[-1], 14 * SMOOTH)
            continue
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


def _write_names(image: Image.Image, lines: Sequence[Line], ink: Colour) -> None:
    """Write the names of lines with men above the graph: more than three in two rows."""
    draw, columns = ImageDraw.Draw(image), math.ceil(len(lines) / (1 if len(lines) <= 3 else 2))
    for number, line in enumerate(lines):
        assert line.man is not None
        row, column = divmod(number, columns)
        x = MARGIN / 2 + column * (WIDTH - MARGIN) / columns
        y = 30 + 46 * row
        place_man(image, line.man, ((x + 14) * SMOOTH, y * SMOOTH), 14 * SMOOTH)
        room = ((WIDTH - MARGIN) / columns - 56) * SMOOTH
        size, name = fitted_line(line.name, room, (FONT * SMOOTH, LEGEND * SMOOTH))
        draw.text(((x + 40) * SMOOTH, y * SMOOTH), name, ink, typeface(size), anchor="lm")


def _mark(
    draw: ImageDraw.ImageDraw, spot: tuple[float, float], sides: int, radius: int, look: Seating
) -> None:
    for wider, colour in ((2 * SMOOTH, look.edge), (0, look.face)):
        if sides:
            draw.regular_polygon((*spot, round(radius * 1.4) + wider), sides, fill=colour)
        else:
            draw.circle(spot, radius + wider, colour)


def place_man(image: Image.Image, man: Seating, spot: tuple[float, float], radius: int) -> None:
    """Draw a man centred on a point."""
    size = 3 * radius
    corner = round(spot[0]) - size // 2, round(spot[1]) - size // 2
    ground = image.crop((*corner, corner[0] + size, corner[1] + size))
    image.paste(paint_man(ground, "disc", man, radius), corner)
