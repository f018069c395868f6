"""Race graphs: the lead after each turn, or the turns that each seat still needed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.variant_definition import Variant
from render.graph import FONT, HEIGHT, SMOOTH, WIDTH, Line, Scale, draw_graph, place_man
from render.layout import typeface
from render.png_file import encode
from render.scenes import seatings_of
from render.theme import THEMES, Colour, ThemeName, blend, legible, on_wood
from render.typesetting import fitted_line

SIDE, BAND, FOOT = 88, 84, 56
"""Margin at the sides, height of a band of text, and room for the move numbers, in pixels."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
LEAST = 3
"""Minimum lead in turns at the upper edge of the graph."""
DOT = 12
"""Radius in pixels of the dot at an event."""
GAP = 20
"""Minimum distance in pixels between two labels below the graph."""


class RaceText(NamedTuple):
    """The words of a race graph. The typeface must be able to draw them."""

    sides: tuple[str, ...]
    """For each seat, its name, or a sentence that begins with the name."""
    start: str
    """The label of the left end, such as "Move 0"."""


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
    events: Sequence[int] = (),
    theme: ThemeName = "wood",
) -> bytes:
    """Return the PNG file of a race graph with a line for each seat.

    `to_go` has the number of turns that each seat still needs after 0, 1, 2, ... turns. `events`
    are the turns to mark. Thread-safe.
    """
    lines = [
        Line(
            text.sides[seat],
            tuple((turn, turns[seat]) for turn, turns in enumerate(to_go)),
            on_wood(seating, theme),
        )
        for seat, seating in enumerate(seatings_of(variant))
    ]
    scale = Scale(lambda turn: str(turn) if turn else text.start, 10, marked=False)
    return draw_graph(lines, theme, scale=scale, events=events)
