"""Race graphs: the lead after each turn, or the turns that each seat still needed."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.variant_definition import Variant
from render.graph import FONT, HEIGHT, SMOOTH, WIDTH, ticks
from render.layout import typeface
from render.men import paint_man
from render.png_file import encode
from render.scenes import seatings_of
from render.theme import THEMES, Colour, Seating, ThemeName, blend, legible, on_wood
from render.typesetting import fitted_line

SIDE, BAND, FOOT = 88, 84, 56
"""Margin at the sides, height of a band of text, and room for the move numbers, in pixels."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
LEAST = 3
"""Minimum lead in turns at the upper edge of the graph."""
DOT = 12
"""Radius in pixels of the dot at an event."""
NAME_ROW, NAME_MAN = 54, 16
"""Height of a row of names, and radius of the men beside names and at ends of lines, in pixels."""
PLOT = 380
"""Height in pixels of the graph of several seats."""
SPAN = 10
"""Minimum range of its vertical axis in turns."""
GAP = 20
"""Minimum distance in pixels between two labels below the graph."""


class RaceText(NamedTuple):
    """The words of a race graph. The typeface must be able to draw them."""

    sides: tuple[str, ...]
    """For each seat, its name, or a sentence that begins with the name."""
    start: str
    """The label of the left end, such as "Move 0"."""
    upwards: str = ""
    """What lines that rise mean, if there is a line for each seat."""


def render_lead(
    variant: Variant,
    leads: Sequence[float],
    text: RaceText,
    events: Sequence[int] = (),
    theme: ThemeName = "wood",
) -> bytes:
    """Return the PNG file of a graph of the lead in a game for two.

    `leads` has the lead of the first seat in turns after 0, 1, 2, ... turns, which is negative if
    the second seat is ahead. The first seat's lead is above the zero line, and the area has the
    colour of the seat ahead. `events` are the turns with dots. Thread-safe.
    """
    ground = THEMES[theme].squares[0]  # a background on which all men stand out
    ink = legible(ground, THEMES[theme])
    image = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), ground)
    draw, face = ImageDraw.Draw(image), typeface(FONT * SMOOTH)
    looks = [on_wood(seating, theme) for seating in seatings_of(variant)]
    most, end = max(LEAST, *map(abs, leads)), max(1, len(leads) - 1)
    half = (HEIGHT - FOOT) / 2 - BAND

    def spot(turn: float, lead: float) -> tuple[float, float]:
        x = SIDE + turn / end * (WIDTH - 2 * SIDE)
        return SMOOTH * x, SMOOTH * (BAND + half - lead / most * half)

    for value in _grid(most):
        left, right = spot(0, value), spot(end, value)
        draw.line((left, right), blend(ground, ink, 0.25), 2 * SMOOTH)
        at = left[0] - 12 * SMOOTH, left[1]
        draw.text(at, str(abs(value)), ink, face, anchor="rm")
    course = _course(leads)
    for start, stop in pairwise(course):
        ahead = looks[0 if start[1] + stop[1] > 0 else 1]
        corners = [spot(start[0], 0), spot(*start), spot(*stop), spot(stop[0], 0)]
        draw.polygon(corners, ahead.face)
    draw.line((spot(0, 0), spot(end, 0)), ink, 3 * SMOOTH)
    draw.line([spot(*point) for point in course], ink, 4 * SMOOTH, joint="curve")
    for turn in events:
        for radius, colour in ((DOT + 3, ground), (DOT, ink)):
            draw.circle(spot(turn, leads[turn]), radius * SMOOTH, colour)
    turns = {turn: str(turn) for turn in (len(leads) - 1, *events)} | {0: text.start}
    placed = {turn: spot(turn, -most)[0] for turn in turns}
    _label(draw, [(placed[turn], turns[turn]) for turn in (0, *turns)], HEIGHT - BAND - FOOT, ink)
    for look, line, y in zip(looks, text.sides, (BAND // 2, HEIGHT - BAND // 2), strict=True):
        place_man(image, look, ((SIDE + 14) * SMOOTH, y * SMOOTH), 20 * SMOOTH)
        room = (WIDTH - 2 * SIDE - 54) * SMOOTH
        size, shown = fitted_line(line, room, (FONT * SMOOTH, FONT * SMOOTH * 3 // 4))
        draw.text(((SIDE + 54) * SMOOTH, y * SMOOTH), shown, ink, typeface(size), anchor="lm")
    return encode(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64))


def _grid(most: float) -> list[int]:
    """Return the values of the horizontal lines, with zero in the middle."""
    step = next(step for step in STEPS if most / step <= LEAST or step == STEPS[-1])
    count = int(most // step)
    return [step * at for at in range(-count, count + 1)]


def _label(
    draw: ImageDraw.ImageDraw, labels: Sequence[tuple[float, str]], y: int, ink: Colour
) -> None:
    """Write labels centred on x coordinates, without those too near an earlier one."""
    face, written = typeface(FONT * SMOOTH), list[tuple[float, float]]()
    for x, label in labels:
        half = draw.textlength(label, face) / 2
        x = min(max(x, SIDE / 2 * SMOOTH + half), (WIDTH - SIDE / 2) * SMOOTH - half)
        if all(abs(x - other) > half + width + GAP * SMOOTH for other, width in written):
            draw.text((x, (y + 12) * SMOOTH), label, ink, face, anchor="ma")
            written.append((x, half))


def _course(leads: Sequence[float]) -> list[tuple[float, float]]:
    """Return the points (turn, lead) of the line, with its zeros."""
    course = [(0.0, leads[0])]
    for turn, (before, after) in enumerate(pairwise(leads)):
        if before * after < 0:
            course.append((turn + before / (before - after), 0.0))
        course.append((turn + 1.0, after))
    return course


def render_race(
    variant: Variant,
    to_go: Sequence[Sequence[float]],
    text: RaceText,
    events: Mapping[int, int] = MappingProxyType({}),
    theme: ThemeName = "wood",
) -> bytes:
    """Return the PNG file of a graph with a line for each seat, the goal at the top.

    `to_go` has the number of turns that each seat still needs after 0, 1, 2, ... turns. `events`
    are the turns with dots, each with the seat on whose line its dot is. Thread-safe.
    """
    ground = THEMES[theme].squares[0]  # a background on which all men stand out
    ink = legible(ground, THEMES[theme])
    looks = [on_wood(seating, theme) for seating in seatings_of(variant)]
    columns = _columns(text.sides)
    top = NAME_ROW * (math.ceil(len(looks) / columns) + 1) + 2 * NAME_MAN
    steps = ticks(0, max(map(max, to_go)), SPAN)
    end = max(1, len(to_go) - 1)
    size = WIDTH, top + PLOT + FOOT + 2 * NAME_MAN
    image = Image.new("RGB", (size[0] * SMOOTH, size[1] * SMOOTH), ground)
    draw, face = ImageDraw.Draw(image), typeface(FONT * SMOOTH)

    def spot(turn: float, left: float) -> tuple[float, float]:
        x = SIDE + turn / end * (WIDTH - 2 * SIDE)
        return SMOOTH * x, SMOOTH * (top + left / steps[-1] * PLOT)

    _write_names(image, looks, text.sides, columns, ink)
    _write_axis(draw, text.upwards, top - NAME_ROW * 2 // 3, ink)
    for value in steps:
        at = spot(0, value)
        draw.line((at, spot(end, value)), blend(ground, ink, 0.25), 2 * SMOOTH)
        draw.text((at[0] - 12 * SMOOTH, at[1]), str(value), ink, face, anchor="rm")
    draw.line((spot(0, 0), spot(end, 0)), ink, 4 * SMOOTH)
    courses = [
        _race_course([turns[seat] for turns in to_go], len(looks)) for seat in range(len(looks))
    ]
    for look, course in zip(looks, courses, strict=True):
        for wide, colour in ((9, look.edge), (5, look.face)):
            draw.line([spot(*point) for point in course], colour, wide * SMOOTH, joint="curve")
    for turn, seat in events.items():
        for radius, colour in ((DOT + 3, ground), (DOT, ink)):
            draw.circle(spot(turn, to_go[turn][seat]), radius * SMOOTH, colour)
    ends = _spread([spot(*course[-1]) for course in courses])
    for look, end_spot in zip(looks, ends, strict=True):
        place_man(image, look, end_spot, NAME_MAN * SMOOTH)
    turns = {0: text.start} | {turn: str(turn) for turn in (len(to_go) - 1, *events) if turn}
    labels = [(spot(turn, 0)[0], label) for turn, label in turns.items()]
    _label(draw, labels, top + PLOT + NAME_MAN, ink)
    return encode(image.resize(size, Image.Resampling.LANCZOS).quantize(64))


def _race_course(left: Sequence[float], seats: int) -> list[tuple[int, float]]:
    """Return the points (turn, turns left) of a seat's line up to its arrival.

    Between its own turns, a seat only waits. Waiting for one round is left out, so that the line
    has no stairs.
    """
    last = next((turn for turn, value in enumerate(left) if value <= 0), len(left) - 1)
    course = [(0, left[0])]
    for turn in range(1, last + 1):
        if left[turn] != left[turn - 1] or turn == last or turn - course[-1][0] >= seats:
            course.append((turn, left[turn]))
    return course


def _spread(ends: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return points near the ends of lines at which men fit below each other."""
    apart, placed = 2 * NAME_MAN * SMOOTH, dict[int, tuple[float, float]]()
    for seat, (x, y) in sorted(enumerate(ends), key=lambda each: each[1][::-1]):
        beside = [other for other_x, other in placed.values() if abs(other_x - x) < apart]
        placed[seat] = x, max([y, *(other + apart for other in beside)])
    return [placed[seat] for seat in range(len(ends))]


def _columns(names: Sequence[str]) -> int:
    """Return the number of columns in which the names fit, 2 or 3."""
    wide = max(typeface(FONT).getlength(name) for name in names)
    return 3 if wide <= (WIDTH - SIDE) / 3 - NAME_ROW else 2


def _write_names(
    image: Image.Image, looks: Sequence[Seating], names: Sequence[str], columns: int, ink: Colour
) -> None:
    """Write the name of each seat next to its man, in columns above the graph."""
    draw, wide = ImageDraw.Draw(image), (WIDTH - SIDE) / columns
    for seat, (look, name) in enumerate(zip(looks, names, strict=True)):
        x = SIDE / 2 + seat % columns * wide + NAME_MAN
        y = NAME_ROW * (seat // columns + 0.7)
        place_man(image, look, (x * SMOOTH, y * SMOOTH), NAME_MAN * SMOOTH)
        _, shown = fitted_line(name, (wide - NAME_ROW) * SMOOTH, (FONT * SMOOTH,))
        at = (x + NAME_MAN + 10) * SMOOTH, y * SMOOTH
        draw.text(at, shown, ink, typeface(FONT * SMOOTH), anchor="lm")


def _write_axis(draw: ImageDraw.ImageDraw, upwards: str, y: float, ink: Colour) -> None:
    """Write what the lines rise towards, with an arrow, above the graph."""
    x, half = SIDE * SMOOTH, 12 * SMOOTH
    draw.polygon(
        [(x, y * SMOOTH + half), (x + half, y * SMOOTH - half), (x + 2 * half, y * SMOOTH + half)],
        ink,
    )
    room = (WIDTH - 2 * SIDE) * SMOOTH - 3 * half
    size, line = fitted_line(upwards, room, (FONT * SMOOTH, FONT * SMOOTH * 9 // 10))
    draw.text((x + 3 * half, y * SMOOTH), line, ink, typeface(size), anchor="lm")


def place_man(image: Image.Image, man: Seating, spot: tuple[float, float], radius: int) -> None:
    """Draw a man centred on a point."""
    size = 3 * radius
    corner = round(spot[0]) - size // 2, round(spot[1]) - size // 2
    ground = image.crop((*corner, corner[0] + size, corner[1] + size))
    image.paste(paint_man(ground, "disc", man, radius), corner)
