"""Bracket of a cup: the pairs of up to three rounds, and the winners."""

from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from render.layout import typeface
from render.png_file import encode
from render.theme import THEMES, Colour, ThemeName, blend, legible, striped
from render.typesetting import fitted_line

WIDTH = 1080
MOST_ROUNDS, MOST_PAIRS = 3, 8
"""Maximum number of rounds in a picture, and of pairs in its first round."""
MARGIN, HEAD, HEADING = 24, 96, 64
"""Margin, height of the title and of the headings of the rounds in pixels."""
LINE, GAP = 66, 36
"""Height of an entrant and gap between the pairs of the first round, in pixels."""
CONNECTOR = 44
"""Width of the lines between two rounds in pixels."""
NAMES, SCORES = (38,), (38,)
"""Font sizes in pixels.

They are 9 points on a phone that shows the picture 262 points wide.
"""
HEADINGS, TITLES = (38, 36), (48, 44, 40)
SCORE, LONG_SCORE = 70, 130
"""Width of a score, and of one with the number of turns that decided it, in pixels."""
MOST_COLOURS = 32


@dataclass(frozen=True, slots=True)
class BracketEntrant:
    """An entrant in a pair. All texts can be drawn by the typeface."""

    name: str
    """The name; "" if it is not yet known."""
    score: str = ""
    has_won: bool = False
    """Whether the entrant reaches the next round, shown by a filled mark."""
    is_marked: bool = False
    """Whether the entrant is the reader."""


Pair = tuple[BracketEntrant, BracketEntrant]


@dataclass(frozen=True, slots=True)
class Bracket:
    """One to three rounds of a cup, each with half as many pairs as the previous one."""

    title: str
    rounds: tuple[tuple[str, tuple[Pair, ...]], ...]
    """The heading and the pairs of each round.

    The winners of neighbouring pairs meet in the next round.
    """


def render_bracket(bracket: Bracket, theme: ThemeName = "wood") -> bytes:
    """Return the PNG file of a bracket. Thread-safe.

    Raises `ValueError` if the bracket has too many rounds or pairs, or if a round does not have
    half as many pairs as the previous one.
    """
    sizes = [len(pairs) for _, pairs in bracket.rounds]
    halves = [2 * later == earlier for earlier, later in pairwise(sizes)]
    if not 1 <= len(sizes) <= MOST_ROUNDS or not 1 <= sizes[0] <= MOST_PAIRS or not all(halves):
        raise ValueError(f"a bracket with rounds of {sizes} pairs")
    colours = THEMES[theme]
    ground = colours.squares[0]
    ink = legible(ground, colours)
    top = MARGIN + HEAD + HEADING
    height = top + sizes[0] * (2 * LINE + GAP) - GAP + MARGIN
    image = Image.new("RGB", (WIDTH, height), ground)
    draw = ImageDraw.Draw(image)
    size, line = fitted_line(bracket.title, WIDTH - 2 * MARGIN, TITLES)
    draw.text((MARGIN, MARGIN + HEAD / 2 - 8), line, ink, typeface(size), anchor="lm")
    column = (WIDTH - 2 * MARGIN - CONNECTOR * (len(sizes) - 1)) // len(sizes)
    for number, (heading, pairs) in enumerate(bracket.rounds):
        left = MARGIN + number * (column + CONNECTOR)
        size, line = fitted_line(heading, column, HEADINGS)
        draw.text((left, top - HEADING / 2 - 6), line, ink, typeface(size), anchor="lm")
        for place, pair in enumerate(pairs):
            y = top + _middle(number, place)
            if number:
                _connect(draw, left, top, number, place, column, ink)
            _write_pair(draw, pair, (left, y), column, theme, ink)
    return encode(image.quantize(MOST_COLOURS, dither=Image.Dither.NONE))


def _middle(number: int, place: int) -> int:
    """Return the y coordinate of the line between the two entrants of a pair."""
    step = 2 * LINE + GAP
    return LINE + (((2 * place + 1) * step << number) - step) // 2


def _connect(
    draw: ImageDraw.ImageDraw,
    left: int,
    top: int,
    number: int,
    place: int,
    column: int,
    ink: Colour,
) -> None:
    """Draw the lines from the two pairs of the previous round."""
    bend = left - CONNECTOR // 2
    y = top + _middle(number, place)
    feeders = [top + _middle(number - 1, 2 * place + each) for each in (0, 1)]
    for feeder in feeders:
        draw.line((left - CONNECTOR, feeder, bend, feeder), ink, 3)
    draw.line((bend, *feeders[:1], bend, feeders[1]), ink, 3)
    draw.line((bend, y, left, y), ink, 3)


def _write_pair(
    draw: ImageDraw.ImageDraw,
    pair: Pair,
    middle: tuple[int, int],
    column: int,
    theme: ThemeName,
    ink: Colour,
) -> None:
    left, y = middle
    right = left + column
    ground = THEMES[theme].squares[0]
    draw.rectangle((left, y - LINE, right, y + LINE), striped(ground, theme), ink, 3)
    draw.line((left, y, right, y), blend(ground, ink, 0.4), 2)
    for number, entrant in enumerate(pair):
        top = y - LINE + number * LINE
        centre = top + LINE / 2
        if entrant.is_marked:
            draw.rectangle((left + 5, top + 5, right - 5, top + LINE - 5), None, ink, 4)
        if entrant.has_won:
            tip = left + 27
            draw.polygon(((left + 12, centre - 11), (left + 12, centre + 11), (tip, centre)), ink)
        start = left + 34
        width = LONG_SCORE if "+" in entrant.score else SCORE
        if entrant.score:
            size, line = fitted_line(entrant.score, width, SCORES)
            draw.text((right - 14, centre), line, ink, typeface(size), anchor="rm")
        room = right - start - (width if entrant.score else 14)
        size, line = fitted_line(entrant.name, room, NAMES)
        draw.text((start, centre), line, ink, typeface(size), anchor="lm")
