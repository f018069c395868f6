"""The yards on the empty board: the colour of each, the line around it, the frame of a goal."""

from __future__ import annotations

from collections.abc import Iterator

from render.scenes import Stage
from render.theme import THEMES, Colour, blend

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


def home_lines(stage: Stage, thin: int) -> Iterator[Framed]:
    """Each yard with the line around it, `thin` pixels wide."""
    wood = THEMES[stage.theme].squares[1]
    for home, seating in zip(stage.homes, stage.seatings, strict=True):
        if home:
            pale = seating.edge if stage.theme == "light" else seating.face
            yield home, [(0, thin, blend(pale, wood, 0.35))]


def goal_frame(stage: Stage, turn: int, thin: int) -> list[Band]:
    """The lines around the goal of seat `turn`: its colour, `thin` pixels wide, between two edges."""
    face, edge = stage.seatings[turn].face, stage.seatings[turn].edge
    return [(0, 1, edge), (1, thin + 1, face), (thin + 1, thin + 2, edge)]
