"""Boards of holes in staggered rows: the star of Chinese Checkers, and hexagons.

Rows are counted from the near tip or edge, places along a row from the left. Every row is centred
over the one below, so a hole has up to six neighbours. Directions are numbered clockwise: 0 is to
the upper right, 1 to the right, and so on. A seat that faces direction n sees the board rotated by
n sixths of a turn.
"""

from functools import cache
from math import sqrt

from engine.board import Board, Coordinates, build

SIXTHS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
"""The (rows, offset to the right) of each direction.

The offset is in half hole spacings.
"""

STAR_ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
"""The number of holes in each row of the star."""


@cache
def star_board() -> Board:
    """Return the star of 121 holes."""
    return centred_rows("star", STAR_ROWS)


def centred_rows(name: str, lengths: tuple[int, ...]) -> Board:
    """Build a board of centred rows with these lengths, nearest row first.

    The lengths of adjacent rows must differ by an odd number.
    """

    def offset(spot: Coordinates) -> int:
        """Return how far right of the middle a spot is, in half hole spacings."""
        return 2 * spot[1] - 1 - lengths[spot[0] - 1]

    def step(spot: Coordinates, direction: int) -> Coordinates:
        up, right = SIXTHS[direction]
        row = spot[0] + up
        length = lengths[row - 1] if 0 < row <= len(lengths) else 0
        return row, (offset(spot) + right + 1 + length) // 2

    def place(spot: Coordinates) -> tuple[float, float]:
        return (offset(spot) + max(lengths) - 1) / 2, (spot[0] - 1) * sqrt(3) / 2

    spots = ((row, place) for row, n in enumerate(lengths, 1) for place in range(1, n + 1))
    return build(name, spots, place, step, 6, "hole")


NAMES = ("South", "South-West", "North-West", "North", "North-East", "South-East")
"""The names of the star's points, by the facing of the player who sits there."""


def star_point(facing: int, men: int = 10) -> frozenset[int]:
    """Return the holes of the point where a player with this facing sits.

    A point has ten holes. For 15 men, the side of the hexagon before it is added.
    """
    board = star_board()
    near = board.cells({row: range(1, row + 1) for row in range(1, 5)})
    side = board.cells({5: range(5, 10)}) if men == 15 else frozenset[int]()
    return board.turned(near | side, facing)
