"""Boards: cells with printed names, coordinates in the plane, and straight rays.

A cell is an index. A `Board` holds everything about the cells that never changes; the men on them
are in a `Position`. Rows are printed as Roman numerals and places within a row as Arabic numerals.
Both are counted from the first player's near left corner, as in the 1885 rulebook.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

ROMAN = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"),
    *("XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX"),
)
"""The Roman numerals I to XX; ROMAN[row - 1] is the numeral of a row."""

OFF = -1
"""Pseudo-cell: the target of a move that leaves the board."""

Coordinates = tuple[int, int]
"""(row, place), both counted from one."""

# The directions of a square board are numbered clockwise, starting from the first player's forward
# direction.
N, NE, E, SE, S, SW, W, NW = range(8)
COMPASS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The (rows, columns) offset of each direction of a square board."""


@dataclass(frozen=True, eq=False)
class Board:
    """The fixed geometry of a game.

    Boards are compared by identity; cached builders create each board once.
    """

    name: str
    spots: tuple[Coordinates, ...]
    """The (row, place) of each cell."""
    points: tuple[tuple[float, float], ...]
    """The (x, y) coordinates of each cell.

    x grows to the right and y away from the first player. Neighbours are about 1 apart.
    """
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """rays[cell][direction]: the cells in a straight line outward, nearest first."""
    shape: Literal["square", "hole"]
    """The shape of a cell."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The printed name of each cell, e.g. "II,3"."""
        return tuple(f"{ROMAN[row - 1]},{place}" for row, place in self.spots)

    @cached_property
    def named(self) -> dict[str, int]:
        """The cell with each printed name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def index(self) -> dict[Coordinates, int]:
        """The cell at each (row, place)."""
        return {spot: cell for cell, spot in enumerate(self.spots)}

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        return max(row for row, _ in self.spots)

    @cached_property
    def directions(self) -> int:
        """The number of directions: 8 on squares, 6 on stars and hexagons."""
        return len(self.rays[0])

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The adjacent cells of each cell."""
        return tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays)

    def cell(self, row: int, place: int) -> int:
        """Return the cell at (row, place). Raises `KeyError` if the board has none."""
        return self.index[row, place]

    def cells(self, rows: dict[int, Iterable[int]]) -> frozenset[int]:
        """Return the cells at {row: places}. Raises `KeyError` if one does not exist."""
        return frozenset(self.index[row, place] for row, places in rows.items() for place in places)

    def turned(self, cells: Iterable[int], turns: int) -> frozenset[int]:
        """Return the cells after a clockwise rotation of the board about its centre.

        `turns` is the number of directions to rotate by; a square board accepts only even numbers.
        Raises `KeyError` if the board does not have that symmetry.
        """
        to = _turning(self, turns)
        return frozenset(to[cell] for cell in cells)


@cache
def _turning(board: Board, turns: int) -> tuple[int, ...]:
    """Return the image of each cell under a clockwise rotation of the board."""
    middle_x = sum(x for x, _ in board.points) / len(board.points)
    middle_y = sum(y for _, y in board.points) / len(board.points)
    angle = -math.tau * turns / board.directions
    cos, sin = math.cos(angle), math.sin(angle)

    def near(x: float, y: float) -> tuple[float, float]:
        return round(x, 3) + 0.0, round(y, 3) + 0.0

    at = {near(x - middle_x, y - middle_y): cell for cell, (x, y) in enumerate(board.points)}
    relative = ((x - middle_x, y - middle_y) for x, y in board.points)
    return tuple(at[near(x * cos - y * sin, x * sin + y * cos)] for x, y in relative)


def build(
    name: str,
    spots: Iterable[Coordinates],
    point: Callable[[Coordinates], tuple[float, float]],
    step: Callable[[Coordinates, int], Coordinates],
    directions: int,
    shape: Literal["square", "hole"],
) -> Board:
    """Build a board from its (row, place) spots.

    The functions give the coordinates of each spot and the neighbouring spot in each direction.
    """
    spots = tuple(spots)
    index = {spot: cell for cell, spot in enumerate(spots)}

    def ray(spot: Coordinates, direction: int) -> tuple[int, ...]:
        cells = []
        while (spot := step(spot, direction)) in index:
            cells.append(index[spot])
        return tuple(cells)

    return Board(
        name,
        spots,
        tuple(point(spot) for spot in spots),
        tuple(tuple(ray(spot, d) for d in range(directions)) for spot in spots),
        shape,
    )


@cache
def square(size: int) -> Board:
    """Return the full board of size x size squares.

    The cell at (row, place) is (row - 1) * size + (place - 1).
    """
    return squares(
        f"square-{size}", ((r, c) for r in range(1, size + 1) for c in range(1, size + 1))
    )


def squares(
    name: str, spots: Iterable[Coordinates], shape: Literal["square", "hole"] = "square"
) -> Board:
    """Build a board of squares with the eight directions of a chess king.

    `spots` need not fill a rectangle.
    """

    def step(spot: Coordinates, direction: int) -> Coordinates:
        rows, columns = COMPASS[direction]
        return spot[0] + rows, spot[1] + columns

    return build(name, spots, lambda spot: (spot[1] - 1.0, spot[0] - 1.0), step, 8, shape)
