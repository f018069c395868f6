"""Marks on the empty board: yards, goal frames, counted cells and line widths."""

from collections.abc import Iterator

from render.layout import FIFTH, Layout
from render.scenes import Stage
from render.theme import THEMES, Colour, Seating, ThemeName, blend, contrast

THICKEST = 100
"""Size of a square, in pixels, from which lines keep their maximum thickness."""
LARGE = 10
"""Number of rows of a board of squares above which every fifth row is marked."""

LEAST_CONTRAST = 3.0
"""Minimum contrast of the line of a goal frame to its edges, so that the frame looks double."""

Yard = frozenset[int]
"""The cells of a yard."""
Band = tuple[float, float, Colour]
"""A line along a yard's edge: (start, end, colour), in pixels inside the edge."""
Framed = tuple[Yard, list[Band]]
"""A yard and the lines along its edge, outermost first."""


def owners_of(stage: Stage) -> dict[int, tuple[int, ...]]:
    """Return the seats that own each yard cell."""
    cells = sorted(frozenset[int]().union(*stage.homes))
    return {
        cell: tuple(seat for seat, home in enumerate(stage.homes) if cell in home) for cell in cells
    }


def yard_colour(stage: Stage, seats: tuple[int, ...], ground: Colour) -> Colour:
    """Return the colour of a yard: `ground` tinted with the colours of its seats."""
    share = THEMES[stage.theme].yard_tint
    for seat in seats:
        ground = blend(ground, stage.seatings[seat].face, share / len(seats))
    return ground


def line_colour(seating: Seating, theme: ThemeName) -> Colour:
    """Return the colour of a yard's outline: the clearest colour of its men."""
    grounds = THEMES[theme].squares
    return max(
        (seating.edge, seating.face),
        key=lambda colour: min(contrast(colour, ground) for ground in grounds),
    )


def home_lines(stage: Stage, thin: int) -> Iterator[Framed]:
    """Yield each yard with its outline, `thin` pixels wide."""
    for home, seating in zip(stage.homes, stage.seatings, strict=True):
        if home:
            yield home, [(0, thin, line_colour(seating, stage.theme))]


def goal_frame(seating: Seating, thin: int) -> list[Band]:
    """Return the lines of the goal frame.

    The line in the colour of the men is `thin` + 1 pixels wide and lies between two edges. If the
    men are nearly as dark as their edges, it has the colour of their emblem.
    """
    edge, clear = seating.edge, contrast(seating.face, seating.edge) >= LEAST_CONTRAST
    middle = seating.face if clear else seating.ink
    return [(0, 2, edge), (2, thin + 3, middle), (thin + 3, thin + 5, edge)]


def fifth_cells(stage: Stage) -> frozenset[int]:
    """Return the cells that are marked to make counting easier.

    On large boards of squares these are the cells of every fifth row, which are striped. On boards
    without columns they are every fifth place of each row, whose numbers are written in the holes.
    """
    if stage.layout.numbered:
        return frozenset(n for n, (_, place) in enumerate(stage.board.spots) if place % FIFTH == 0)
    large = stage.board.rows > LARGE and stage.board.shape == "square"
    return frozenset(
        n for n, (row, _) in enumerate(stage.board.spots) if large and row % FIFTH == 0
    )


def thin_line(lay: Layout) -> int:
    """Return the width of a thin line in pixels."""
    return max(2, round(min(lay.tile, THICKEST) / 22))
