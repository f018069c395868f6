"""Board geometry for the naive finders: squares looked up by coordinates."""

from collections.abc import Callable
from functools import cache

from engine import Position, Variant

Place = tuple[float, float]
Finder = Callable[[Variant, Position], set[object]]
"""Function that finds all moves: (origin, end), or ("drop", kind, cell)."""
Ends = Callable[[Variant, Position, int], set[int]]
"""Function that finds the cells where a man can end its move; -1 is off the board."""

SQUARE: list[Place] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
"""Directions, anticlockwise from the right."""


@cache
def places(variant: Variant) -> dict[Place, int]:
    """Return the cell at each pair of rounded coordinates."""
    return {(round(x, 2), round(y, 2)): cell for cell, (x, y) in enumerate(variant.board.points)}


def beyond(variant: Variant, cell: int, by: Place, times: float = 1) -> int | None:
    """Return the cell at `times` times the offset `by` from `cell`, or None."""
    x, y = variant.board.points[cell]
    return places(variant).get((round(x + by[0] * times, 2), round(y + by[1] * times, 2)))


def owner(position: Position, cell: int) -> int:
    """Return the seat of the man on a cell, or -1 if the cell is empty."""
    return (position.cells[cell] & 15) - 1


def lifted(position: Position, origin: int) -> list[int]:
    """Return the contents of all cells, without the man on `origin`."""
    return [0 if cell == origin else byte for cell, byte in enumerate(position.cells)]


def man_by_man(ends: Ends, zones: Callable[[Variant, int], set[int]] | None = None) -> Finder:
    """Return a finder that collects the ends of each man of the seat to move.

    While the seat still has men to drop, the finder lists drops on the empty cells of its zone.
    """

    def find(variant: Variant, position: Position) -> set[object]:
        seat = position.turn
        if zones and position.stock[seat]:
            return {("drop", 0, to) for to in zones(variant, seat) if not position.cells[to]}
        return {
            (cell, end)
            for cell in range(len(position.cells))
            if owner(position, cell) == seat
            for end in ends(variant, position, cell)
        }

    return find
