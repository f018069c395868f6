"""The yards on the empty board: the colour of each, the line around it, the frame of a goal."""

from collections.abc import Iterator

from render.scenes import Stage
from render.theme import THEMES, Colour, Seating, blend, luminance

Yard = frozenset[int]
"""Its cells."""
Band = tuple[float, float, Colour]
"""A line along the edge of a yard: it lies from and to so many pixels inside, and has a colour."""
Framed = tuple[Yard, list[Band]]
"""A yard and the lines along its edge, from the outside."""


def owners_of(stage: Stage) -> dict[int, tuple[int, ...]]:
    """The seats whose yard each cell belongs to, for all cells of yards."""
    cells = sorted(frozenset[int]().union(*stage.homes))
    return {
        cell: tuple(seat for seat, home in enumerate(stage.homes) if cell in home) for cell in cells
    }


def yard_colour(stage: Stage, seats: tuple[int, ...], ground: Colour) -> Colour:
    """The colour of a yard: its bare ground with some of the colour of the seats at home there."""
    share = THEMES[stage.theme].yard_tint
    for seat in seats:
        ground = blend(ground, stage.seatings[seat].face, share / len(seats))
    return ground


def line_colour(seating: Seating) -> Colour:
    """The line around the yard of a seat: the darker of its men's two colours."""
    return min(seating.edge, seating.face, key=luminance)


def home_lines(stage: Stage, thin: int) -> Iterator[Framed]:
    """Each yard with the line around it, `thin` pixels wide."""
    for home, seating in zip(stage.homes, stage.seatings, strict=True):
        if home:
            yield home, [(0, thin, line_colour(seating))]


def goal_frame(stage: Stage, turn: int, thin: int) -> list[Band]:
    """The lines around the goal of seat `turn`: its colour, `thin` pixels wide, between two edges."""
    face, edge = stage.seatings[turn].face, stage.seatings[turn].edge
    return [(0, 2, edge), (2, thin + 3, face), (thin + 3, thin + 5, edge)]
